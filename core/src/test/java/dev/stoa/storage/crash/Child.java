package dev.stoa.storage.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * A JVM of its own that runs one main class on the class path of the tests and is spoken to in lines. Not thread-safe.
 * Whatever a test does, it lives no longer than {@link #LIFE_SECONDS}; closing it kills it.
 */
public final class Child implements AutoCloseable {
    public static final long LIFE_SECONDS = 180;

    private static final Path LIBRARY = extractLibrary();

    private final Process process;
    private final InputStream out;
    private final Path errors;

    private Child(Process process, Path errors) {
        this.process = process;
        this.out = new BufferedInputStream(process.getInputStream());
        this.errors = errors;
        Executor later = CompletableFuture.delayedExecutor(LIFE_SECONDS, SECONDS);
        later.execute(process.toHandle()::destroyForcibly);
    }

    public static Child start(Class<?> main, Object... args) {
        return start(List.of(), main, args);
    }

    /** Starts the JVM through another command that limits it, such as {@code setpriv} or a shell. */
    public static Child start(List<String> through, Class<?> main, Object... args) {
        List<String> command = new ArrayList<>(through);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx128m"));
        command.add("--enable-native-access=ALL-UNNAMED");
        // A killed process cannot delete what the driver extracts, so it is given the library.
        command.add("-Dorg.sqlite.lib.path=" + LIBRARY.getParent());
        command.add("-Dorg.sqlite.lib.name=" + LIBRARY.getFileName());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        try {
            Path errors = Files.createTempFile("stoa-child", ".txt");
            return new Child(
                    new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether this process, and so a child, is the superuser's. */
    static boolean ofSuperuser() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(LIBRARY, "unix:uid"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The program that a child is started through so that signals end it: a build that was started in the background
     * passes on that it ignores INT.
     */
    public static List<String> heedingSignals() {
        List<String> reset = List.of("env", "--default-signal=INT,TERM");
        return works(Stream.concat(reset.stream(), Stream.of("true")).toList()) ? reset : List.of("env");
    }

    /** Whether this machine can run a command to an orderly end. */
    public static boolean works(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(LIFE_SECONDS, SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Path extractLibrary() {
        String name = LibraryLoaderUtil.getNativeLibName();
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
        try (InputStream in = LibraryLoaderUtil.class.getResourceAsStream(resource)) {
            Path folder = Files.createTempDirectory("stoa-library");
            Path library = folder.resolve(name);
            Files.copy(Objects.requireNonNull(in, resource), library);
            folder.toFile().deleteOnExit();
            library.toFile().deleteOnExit();
            return library;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next whole line; empty at the end of the output. A line that death has torn counts for nothing. */
    public Optional<String> line() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int b = out.read(); b != -1; b = out.read()) {
                if (b == '\n') {
                    return Optional.of(line.toString(UTF_8));
                }
                line.write(b);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rest of the next line, which must begin with this word. */
    public String expect(String word) {
        String line = line().orElse("the end of its output");
        if (!line.startsWith(word)) {
            throw new AssertionError("the child was to say \"" + word + "\" and said: " + line + complaints());
        }
        return line.substring(word.length()).trim();
    }

    /** Every whole line until the end of the output. */
    public List<String> rest() {
        List<String> lines = new ArrayList<>();
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            lines.add(line.get());
        }
        return lines;
    }

    public void say(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the child does not listen" + complaints(), e);
        }
    }

    /** Says that nothing more is said. */
    public void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException("the child does not listen" + complaints(), e);
        }
    }

    /** Its process, to be watched or sent a signal. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Waits until it has started a program whose command line holds a word, and answers all that do. */
    public List<ProcessHandle> awaitProgram(String word) {
        long end = System.nanoTime() + SECONDS.toNanos(LIFE_SECONDS);
        List<ProcessHandle> programs = List.of();
        while (programs.isEmpty() && process.isAlive() && System.nanoTime() < end) {
            Thread.onSpinWait();
            programs = process.descendants()
                    .filter(handle -> handle.info().toString().contains(word))
                    .toList();
        }
        if (programs.isEmpty()) {
            throw new AssertionError("the child did not start " + word + complaints());
        }
        return programs;
    }

    /** Ends it as a power switch would: nothing of it runs any more. */
    public void kill() {
        // Of the process, not by it: the process object would throw away output that is not read yet.
        process.toHandle().destroyForcibly();
        exit();
    }

    /** Waits for its end, and answers its exit code. */
    public int exit() {
        return exit(Duration.ofSeconds(LIFE_SECONDS));
    }

    /** Waits for its end, which must come within a time, and answers its exit code. */
    public int exit(Duration within) {
        try {
            if (!process.waitFor(within.toMillis(), MILLISECONDS)) {
                throw new AssertionError("the child does not end within " + within + complaints());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while a child was to end", e);
        }
    }

    /** Waits for its end, which must be an orderly one. */
    public void succeed() {
        int code = exit();
        if (code != 0) {
            throw new AssertionError("the child ended with " + code + complaints());
        }
    }

    /** What it wrote to its standard error, as the end of a sentence. */
    public String complaints() {
        try {
            String text = Files.readString(errors);
            return text.isBlank() ? "" : "; its errors:\n" + text;
        } catch (IOException e) {
            return "; its errors cannot be read: " + e;
        }
    }

    @Override
    public void close() {
        kill();
        try {
            out.close();
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
