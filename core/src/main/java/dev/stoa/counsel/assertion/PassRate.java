package dev.stoa.counsel.assertion;

import dev.stoa.base.Wilson;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often answers passed an assertion. Immutable.
 *
 * @param policy the policy that it is in; null for events from before policies were stored
 * @param passed how many answers passed
 * @param checked how many were checked
 */
public record PassRate(@Nullable String policy, String assertion, long passed, long checked) {
    /** The rate with its interval of 95 %. */
    public Map<String, @Nullable Object> document() {
        Wilson interval = Wilson.interval(passed, checked);
        return Json.object(
                "policy",
                policy,
                "assertion",
                assertion,
                "passed",
                passed,
                "checked",
                checked,
                "rate",
                checked == 0 ? null : (double) passed / checked,
                "low",
                interval.low(),
                "high",
                interval.high());
    }
}
