package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a policy said of an answer. Immutable.
 *
 * @param bonus what the score of the answer gains or loses
 * @param gold whether it is an example to learn from: an info assertion is there, all passed, and it was asked for once
 * @param retries how often the answer had been asked for again
 */
public record PolicyResult(String policy, double bonus, boolean gold, int retries, List<Result> results) {
    private static final double SOFT_SEVERITY = .5;

    public PolicyResult {
        results = List.copyOf(Bounds.given("results", results));
    }

    /**
     * What one assertion said. Immutable.
     *
     * @param bonusApplied what it adds to the bonus, before its bounds
     * @param ran whether the check could run
     * @param violated the corrections that the answer contradicts
     */
    public record Result(
            String name,
            AssertionLevel level,
            boolean passed,
            double bonusApplied,
            @Nullable String message,
            double latencyMs,
            boolean ran,
            List<String> violated) {
        public Result {
            violated = List.copyOf(violated);
        }

        /** The result as JSON. */
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "name", name,
                    "level", level.text(),
                    "passed", passed,
                    "bonus_applied", bonusApplied,
                    "message", message);
        }
    }

    /** Whether the answer may be given. */
    public boolean passed() {
        return blockingFailed().isEmpty();
    }

    /** The blocking assertions that failed. */
    public List<String> blockingFailed() {
        return failed(AssertionLevel.BLOCKING).map(Result::name).toList();
    }

    /** How heavily the failed soft assertions count against the answer's confidence. */
    public double severity() {
        return SOFT_SEVERITY * failed(AssertionLevel.SOFT).count();
    }

    /** The corrections that the answer contradicts. */
    public List<String> violated() {
        return results.stream()
                .flatMap(result -> result.violated().stream())
                .distinct()
                .toList();
    }

    /** What a model is told when it is asked again; empty if nothing blocks. */
    public String retryMessage() {
        return failed(AssertionLevel.BLOCKING)
                .map(result -> "- " + result.name() + ": " + result.message())
                .collect(Collectors.joining("\n"));
    }

    private Stream<Result> failed(AssertionLevel level) {
        return results.stream().filter(result -> result.level() == level && !result.passed());
    }

    /** The result as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "passed", passed(),
                "blocking_failed", blockingFailed(),
                "bonus", bonus,
                "gold", gold,
                "results", results.stream().map(Result::document).toList());
    }
}
