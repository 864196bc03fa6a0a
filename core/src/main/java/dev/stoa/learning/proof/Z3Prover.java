package dev.stoa.learning.proof;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Asks Z3 whether a claim follows from its hypotheses, and whether these are worth anything. Thread-safe; each call
 * starts a JVM of its own, which costs some tenths of a second and cannot harm this one.
 */
final class Z3Prover {
    /** Two of them make the 1 GiB that all provers of a process may take. */
    private static final int MEMORY_MIB = 512;

    private static final String MISSING =
            "the module stoa-z3 is missing, which has the prover Z3; add dev.stoa:stoa-z3 to the class path";

    private final Supplier<Optional<ProverProgram>> program;
    private final List<String> java;

    private Z3Prover(Supplier<Optional<ProverProgram>> program, List<String> java) {
        this.program = program;
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
        return of(Z3Prover::found, java);
    }

    /** A prover that runs this program, if it is there when a proof asks for it. */
    static Z3Prover of(Supplier<Optional<ProverProgram>> program, String... java) {
        return new Z3Prover(program, List.of(java));
    }

    private static Optional<ProverProgram> found() {
        return ServiceLoader.load(ProverProgram.class, Z3Prover.class.getClassLoader())
                .findFirst();
    }

    Verdict prove(String statement, long limitMs) {
        SmtScript script;
        try {
            script = SmtScript.read(statement);
        } catch (SmtScript.Refused e) {
            return Verdict.failed(e.message());
        }
        Optional<ProverProgram> z3 = program.get();
        if (z3.isEmpty()) {
            return Verdict.failed(MISSING);
        }
        try (ProverProcess child =
                ProverProcess.start(folder -> command(z3.get(), folder, limitMs, script), script.text())) {
            return new Z3Dialogue(child, limitMs).run();
        } catch (IOException e) {
            return Verdict.failed("the prover cannot be started: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Verdict.cancelled(limitMs);
        }
    }

    private List<String> command(ProverProgram z3, Path folder, long limitMs, SmtScript script) {
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
                z3.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                z3.mainClass(),
                Long.toString(limitMs),
                Integer.toString(MEMORY_MIB),
                Integer.toString(script.assertions())));
        return command;
    }
}
