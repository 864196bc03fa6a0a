package dev.stoa.learning.consensus;

import com.microsoft.z3.Context;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Asks Z3 whether a claim follows from its hypotheses, and whether these are worth anything. Thread-safe; each call
 * starts a JVM of its own, which costs some tenths of a second and cannot harm this one.
 */
final class Z3Prover {
    /** Two of them make the 1 GiB that all provers of a process may take. */
    private static final int MEMORY_MIB = 512;

    private final List<String> java;

    private Z3Prover(List<String> java) {
        this.java = List.copyOf(java);
    }

    /** A prover that runs on the JDK of this process. */
    static Z3Prover create() {
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        return of(Path.of(System.getProperty("java.home", ""), "bin", windows ? "java.exe" : "java")
                .toString());
    }

    /** A prover whose child is started by this command, to which the arguments of a JVM are appended. */
    static Z3Prover of(String... java) {
        return new Z3Prover(List.of(java));
    }

    Verdict prove(String statement, long limitMs) {
        SmtScript script;
        try {
            script = SmtScript.read(statement);
        } catch (SmtScript.Refused e) {
            return Verdict.failed(e.message());
        }
        try (ProverProcess child = ProverProcess.start(folder -> command(folder, limitMs, script), script.text())) {
            return new Z3Dialogue(child, limitMs).run();
        } catch (IOException e) {
            return Verdict.failed("the prover cannot be started: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Verdict.cancelled(limitMs);
        }
    }

    private List<String> command(Path folder, long limitMs, SmtScript script) {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve("crash.log"),
                // The library is unpacked there, and goes with the folder.
                "-Djava.io.tmpdir=" + folder,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath(),
                Z3Child.class.getName(),
                Long.toString(limitMs),
                Integer.toString(MEMORY_MIB),
                Integer.toString(script.assertions())));
        return command;
    }

    /** Where the child's classes come from: our own, those of Z3, and those that unpack its library. */
    private static String classPath() {
        Set<String> places = new LinkedHashSet<>();
        places.add(place(Z3Child.class));
        places.add(place(Context.class));
        try {
            places.add(
                    place(Class.forName("tools.aqua.turnkey.support.TurnKey", false, Z3Prover.class.getClassLoader())));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the program lacks a part of Z3", e);
        }
        return String.join(File.pathSeparator, places);
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(type + " has no place", e);
        }
    }
}
