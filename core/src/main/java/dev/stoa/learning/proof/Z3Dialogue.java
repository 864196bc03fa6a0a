package dev.stoa.learning.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a {@link ProverProgram} says, step by step, and what it means for the claim. Used by one thread, once. */
final class Z3Dialogue {
    static final String VACUOUS = "vacuous: the hypotheses contradict each other";
    static final String NOT_SHOWN = "not shown that the hypotheses are consistent";
    static final String COUNTEREXAMPLE = "counterexample";

    private static final Duration START = Duration.ofSeconds(60);
    /** Z3 keeps its limit by itself, as a rule. */
    private static final Duration GRACE = Duration.ofMillis(500);

    private final ProverProcess child;
    private final long limitMs;
    private @Nullable String version;
    private double parsing;
    private double solving;

    Z3Dialogue(ProverProcess child, long limitMs) {
        this.child = child;
        this.limitMs = limitMs;
    }

    /** A line of the child: the answer to a question, or why there is none. */
    private record Step(String name, String words) {
        static Step of(String line) {
            String[] parts = line.split(" ", -1);
            return new Step(
                    parts[1],
                    parts.length < 3 ? "" : new String(Base64.getDecoder().decode(parts[2]), UTF_8));
        }

        /** Whether Z3 gave up because its time was over. */
        boolean isLate() {
            return name.equals("late")
                    || (name.equals("unknown") && (words.contains("timeout") || words.contains("cancel")));
        }
    }

    Verdict run() throws InterruptedException {
        return verdict().took(parsing, solving, version);
    }

    private Verdict verdict() throws InterruptedException {
        Step ready = step(START);
        if (!ready.name().equals("ready")) {
            return Verdict.failed(ready.words());
        }
        version = ready.words();
        long begin = System.nanoTime();
        Step parsed = step(limit());
        parsing = millisSince(begin);
        if (parsed.isLate()) {
            return Verdict.timeout(limitMs);
        }
        if (!parsed.name().equals("parsed")) {
            return Verdict.failed(parsed.words());
        }
        begin = System.nanoTime();
        try {
            return judged(step(limit()));
        } finally {
            solving = millisSince(begin);
        }
    }

    private Verdict judged(Step all) throws InterruptedException {
        if (all.isLate()) {
            return Verdict.timeout(limitMs);
        }
        return switch (all.name()) {
            case "satisfiable" -> Verdict.failed(COUNTEREXAMPLE).because(null, all.words());
            case "unsatisfiable" ->
                switch (step(limit()).name()) {
                    case "satisfiable" -> Verdict.found(null, "consistent");
                    case "unsatisfiable" -> Verdict.failed(VACUOUS).because("contradictory", null);
                    default -> Verdict.found(NOT_SHOWN, "unknown");
                };
            default -> Verdict.failed(all.words());
        };
    }

    /** The next step; {@code late} if there is none in time, {@code error} if the child is gone. */
    private Step step(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            Optional<String> line = child.line(Duration.ofNanos(end - System.nanoTime()));
            if (line.isPresent() && line.get().startsWith(ProverProgram.MARK + " ")) {
                return Step.of(line.get().strip());
            }
            if (line.isEmpty()) {
                return child.hasEnded()
                        ? new Step("error", "the prover ended without an answer" + exit())
                        : new Step("late", "the prover did not answer in time");
            }
        }
    }

    private String exit() throws InterruptedException {
        return child.exit(GRACE).map(code -> ", with exit code " + code).orElse("");
    }

    private Duration limit() {
        return Duration.ofMillis(limitMs).plus(GRACE);
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }
}
