package dev.stoa.engine.code;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one test ended on one version. Immutable. A message may quote a hidden test: it is no matter for a prompt. */
public record TestResult(
        String name,
        TestStatus status,
        long durationMs,
        @Nullable String message) {
    private static final int MOST = 2_000;

    public TestResult {
        if (message != null && message.length() > MOST) {
            message = message.substring(0, MOST) + "…";
        }
    }

    public boolean passed() {
        return status == TestStatus.PASSED;
    }

    /** The result as JSON shows it. */
    public Map<String, @Nullable Object> document() {
        return Json.object("name", name, "status", status.text(), "duration_ms", durationMs, "message", message);
    }
}
