package dev.stoa.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A clone of two files with the real launcher in it, a Maven that makes a jar in no time and one JDK of the test's
 * choice. Used by one thread. It shows what the launcher decides, not that Stoa builds.
 */
record Sketch(Path folder) {
    /** Every program the launcher needs besides a shell, Maven and a JDK. */
    private static final List<String> PROGRAMS = List.of(
            "cat",
            "cksum",
            "cp",
            "dd",
            "env",
            "find",
            "head",
            "ln",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sleep",
            "tail",
            "touch");

    /** Something, and then the end record of a zip file: 22 bytes. */
    private static final String JAR = "entries PK\\005\\006\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0";

    static Sketch in(Path folder) throws IOException {
        var sketch = new Sketch(folder);
        Files.createDirectories(sketch.source().resolveSibling("."));
        Files.createDirectories(sketch.tools());
        Files.copy(Clone.root().resolve("stoa"), sketch.root().resolve("stoa"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.writeString(sketch.root().resolve("pom.xml"), "<project/>\n");
        Files.writeString(sketch.source(), "class Main {}\n");
        Path tests = Files.createDirectories(sketch.root().resolve("cli/src/test/java"));
        Files.writeString(tests.resolve("MainTest.java"), "class MainTest {}\n");
        for (String program : PROGRAMS) {
            Tools.script(sketch.tools().resolve(program), "exec " + find(program) + " \"$@\"\n");
        }
        sketch.maven("");
        Tools.jdk(sketch.jdks().resolve("plain"), "21.0.2");
        return sketch;
    }

    Path root() {
        return folder.resolve("clone");
    }

    Path source() {
        return root().resolve("cli/src/main/java/Main.java");
    }

    Path state() {
        return root().resolve(".stoa");
    }

    Path tools() {
        return folder.resolve("tools");
    }

    Path jdks() {
        return folder.resolve("jdks");
    }

    /** Replaces Maven by one that runs these lines of shell before it leaves a jar. */
    void maven(String lines) throws IOException {
        Tools.script(
                tools().resolve("mvn"),
                "echo 'maven was here'\n" + lines + "mkdir -p cli/target\nprintf '" + JAR + "' >cli/target/stoa.jar\n");
    }

    /** The jar that a user's own Maven run leaves in the clone, without so many bytes at its end. */
    Path jarOfMaven(int missing) throws IOException {
        Path jar = root().resolve("cli/target/stoa.jar");
        Files.createDirectories(jar.resolveSibling("."));
        Run.of("sh", "-c", "printf '" + JAR + "' >\"$0\"", jar).finish();
        byte[] whole = Files.readAllBytes(jar);
        return Files.write(jar, Arrays.copyOf(whole, whole.length - missing));
    }

    Run stoa(String... arguments) {
        return Run.of(Stream.concat(Stream.of(root().resolve("stoa")), Stream.of(arguments))
                        .toArray())
                .without("JAVA_HOME")
                .with("HOME", folder.resolve("home"))
                .with("PATH", tools())
                .with("STOA_JDK_FOLDERS", jdks());
    }

    /** What the launcher keeps, without its logs. */
    List<String> kept() throws IOException {
        try (Stream<Path> files = Files.list(state())) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.endsWith(".log"))
                    .sorted()
                    .toList();
        }
    }

    private static Path find(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(program + " is not on PATH"));
    }
}
