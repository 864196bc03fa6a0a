package dev.stoa.engine.code;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a version. Immutable.
 *
 * @param loc lines that are not blank
 * @param compileWarnings warnings of the compiler about the candidate; 0 for a command
 * @param maxDecisions one more than the decisions of the function that has most
 */
public record CodeMetrics(int loc, int compileWarnings, int maxDecisions, long compileMs, long runMs) {
    static CodeMetrics of(Language language, String code, int compileWarnings, long compileMs, long runMs) {
        int loc = (int) code.lines().filter(line -> !line.isBlank()).count();
        return new CodeMetrics(loc, compileWarnings, Decisions.most(language, code), compileMs, runMs);
    }

    /**
     * One number for a version: the pass rate, a fifth of which depends on how clean and how simple the code is. Null
     * without a pass rate: code that nothing has tested has no quality.
     */
    public static @Nullable Double quality(@Nullable Double passRate, int warnings, int maxDecisions) {
        return passRate == null
                ? null
                : passRate * (0.8 + 0.1 / (1 + warnings) + 0.1 * Math.min(1, 10.0 / Math.max(1, maxDecisions)));
    }

    /** The metrics as they are stored. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "loc", loc,
                "compile_warnings", compileWarnings,
                "max_decisions", maxDecisions,
                "compile_ms", compileMs,
                "run_ms", runMs);
    }
}
