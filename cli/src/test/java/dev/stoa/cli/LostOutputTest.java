package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.console.Environment;
import dev.stoa.cli.console.StandardOutput;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Output that cannot be written is a failure, and a temporary folder that cannot be used is named as such. */
class LostOutputTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.on(Dialect.SQLITE, folder);
        assertThat(terminal.run("memory", "add", "a fact")).isZero();
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void lostOutputIsExit1() {
        for (List<String> command : List.of(
                List.of("memory", "list", "--json"), List.of("memory", "list"), List.of("config"), List.of("--help"))) {
            try (Child child = stoa(">/dev/full", command)) {
                assertThat(child.exit()).as(command.toString()).isEqualTo(1);
                assertThat(child.complaints())
                        .as(command.toString())
                        .contains("the output could not be written (No space left on device)");
            }
        }
    }

    @Test
    void aReaderThatHasEnoughIsToldNothingAndTheExitIs1() {
        StringWriter err = new StringWriter();
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        assertThat(start(StandardOutput.to(closed), err, "config")).isEqualTo(1);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void lostOutputIsExit1ForEveryVerb() {
        List<List<String>> verbs = new ArrayList<>();
        collect(Terminal.commands(), List.of(), verbs);
        assertThat(verbs).hasSizeGreaterThan(100);
        for (List<String> verb : verbs) {
            StringWriter err = new StringWriter();
            List<String> line = new ArrayList<>(verb);
            line.add("--help");
            int exit = start(new PrintWriter(new Full(), true), err, line.toArray(String[]::new));
            assertThat(exit).as(verb.toString()).isEqualTo(1);
            assertThat(err.toString()).as(verb.toString()).contains("the output could not be written");
        }
    }

    @Test
    void aCommandThatFailedKeepsItsOwnExitCode() {
        StringWriter err = new StringWriter();
        int exit = start(new PrintWriter(new Full(), true), err, "memory", "show", "none");
        assertThat(exit).isEqualTo(3);
    }

    @Test
    void anUnusableTemporaryFolderIsNamedAsWhatItIs() throws Exception {
        Process process = plain(folder.resolve("none"), "memory", "list");
        String said = new String(process.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(said)
                .contains("the temporary folder " + folder.resolve("none") + " cannot be used")
                .doesNotContain("the data directory");
    }

    @Test
    void unpackedNativeLibrariesAreNotLeftBehindAlsoByAKilledProcess() throws Exception {
        Path temp = Files.createDirectory(folder.resolve("temp"));
        Process process = plain(temp, "memory", "add", "--jsonl", "-");
        try {
            var input = process.outputWriter();
            input.write("{\"content\":\"first\"}\n");
            input.flush();
            // The archive is open as soon as its lock is there; then the library is loaded.
            awaitOpen(process);
            process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly();
        }
        try (Stream<Path> left = Files.walk(temp)) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.contains("sqlite"));
        }
    }

    /** Waits until the process holds one of the archives open, which Linux shows. */
    private void awaitOpen(Process process) throws IOException {
        Path maps = Path.of("/proc", Long.toString(process.pid()), "maps");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (process.isAlive() && System.nanoTime() < end) {
            if (Files.isReadable(maps) && Files.readString(maps).contains("-shm")) {
                return;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("the process did not open its archive");
    }

    /** A process that unpacks its library itself. */
    private Process plain(Path temp, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temp,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().putAll(terminal.environment());
        return builder.start();
    }

    private Child stoa(String where, List<String> command) {
        List<String> through =
                new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && \"$@\" " + where, folder.toString(), "env"));
        terminal.environment().forEach((name, value) -> through.add(name + "=" + value));
        return Child.start(through, Main.class, command.toArray());
    }

    private int start(PrintWriter out, StringWriter err, String... args) {
        InputStream nothing = InputStream.nullInputStream();
        return Terminal.start(
                new Environment(out, new PrintWriter(err, true), nothing, terminal.environment(), folder, false, false),
                args);
    }

    private static void collect(CommandLine line, List<String> path, List<List<String>> verbs) {
        if (line.getSubcommands().isEmpty()) {
            verbs.add(path);
        }
        line.getSubcommands().forEach((name, below) -> {
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            collect(below, longer, verbs);
        });
    }

    /** A writer that has no space. */
    private static final class Full extends Writer {
        @Override
        public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void flush() throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void close() {}
    }
}
