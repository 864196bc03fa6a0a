package dev.stoa.learning.proof;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Has Lean 4 elaborate a theorem. Thread-safe. Hazard: elaborating is running code; the words that do so openly are
 * refused, and what remains has an empty folder, an empty environment and a limit, but it is no prison.
 */
final class LeanProver {
    private static final String MEMORY_MIB = "2048";

    private final ProofSettings settings;

    LeanProver(ProofSettings settings) {
        this.settings = settings;
    }

    private record Run(Optional<Integer> exit, String output) {}

    Verdict prove(String statement, long limitMs) {
        Optional<String> refusal = LeanText.refusal(statement);
        if (refusal.isPresent()) {
            return Verdict.failed(refusal.get());
        }
        Optional<Path> lean = program();
        if (lean.isEmpty()) {
            return Verdict.failed("lean is not installed");
        }
        long begin = System.nanoTime();
        try {
            String version = run(lean.get(), List.of("--version"), "", limitMs)
                    .output()
                    .lines()
                    .findFirst()
                    .orElse(null);
            begin = System.nanoTime();
            Run run = run(lean.get(), List.of("-M", MEMORY_MIB, "--stdin"), LeanText.program(statement), limitMs);
            return verdict(run, limitMs).took(0, millisSince(begin), version);
        } catch (IOException e) {
            return Verdict.failed("lean cannot be started: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Verdict.cancelled(limitMs).took(0, millisSince(begin), null);
        }
    }

    private static Verdict verdict(Run run, long limitMs) {
        if (run.exit().isEmpty()) {
            return Verdict.timeout(limitMs);
        }
        return LeanText.objection(run.exit().get(), run.output())
                .map(Verdict::failed)
                .orElseGet(() -> Verdict.found(null, null));
    }

    private static Run run(Path lean, List<String> arguments, String input, long limitMs)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(lean.toString()));
        command.addAll(arguments);
        long end = System.nanoTime() + Duration.ofMillis(limitMs).toNanos();
        try (ProverProcess child = ProverProcess.start(folder -> command, input)) {
            StringBuilder output = new StringBuilder();
            Optional<String> line = child.line(left(end));
            while (line.isPresent()) {
                output.append(line.get()).append('\n');
                line = child.line(left(end));
            }
            return new Run(child.hasEnded() ? child.exit(left(end)) : Optional.empty(), output.toString());
        }
    }

    private static Duration left(long end) {
        return Duration.ofNanos(end - System.nanoTime());
    }

    private Optional<Path> program() {
        if (settings.lean().isPresent()) {
            return Optional.of(Path.of(settings.lean().get()).toAbsolutePath()).filter(Files::isExecutable);
        }
        return Arrays.stream(settings.searchPath().split(File.pathSeparator, -1))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> List.of("lean", "lean.exe").stream().map(name -> Path.of(folder, name)))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .map(Path::toAbsolutePath)
                .findFirst();
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }
}
