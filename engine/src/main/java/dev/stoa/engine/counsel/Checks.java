package dev.stoa.engine.counsel;

import dev.stoa.base.Principal;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.run.Query;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What answers are checked by before they are given. Implementations are thread-safe. */
interface Checks {
    /** How one check went. */
    record Result(String name, String level, boolean passed, double bonus, String message) {
        Map<String, @Nullable Object> document(int retries) {
            return Json.object(
                    "name",
                    name,
                    "level",
                    level,
                    "passed",
                    passed,
                    "bonus_applied",
                    bonus,
                    "retries_used",
                    retries,
                    "message",
                    message);
        }
    }

    /**
     * How the checks of one answer went. Immutable.
     *
     * @param policy the name of the policy
     * @param bonus what they bring or cost it together
     * @param retries how often its author was asked again
     * @param violated the ids of the corrections that it goes against
     */
    record Checked(String policy, List<Result> results, double bonus, int retries, List<String> violated) {
        public Checked {
            results = List.copyOf(results);
            violated = List.copyOf(violated);
        }

        /** What its author is told to mend; empty if nothing blocks it. */
        List<Result> blocking() {
            return results.stream()
                    .filter(result -> !result.passed() && result.level().equals("blocking"))
                    .toList();
        }

        long softFailed() {
            return results.stream()
                    .filter(result -> !result.passed() && result.level().equals("soft"))
                    .count();
        }

        /** Whether it has a check for information, and all passed at once. */
        boolean gold() {
            return retries == 0
                    && results.stream().allMatch(Result::passed)
                    && results.stream().anyMatch(result -> result.level().equals("info"));
        }

        Checked after(int times) {
            return new Checked(policy, results, bonus, times, violated);
        }
    }

    /** How often an author may be asked again in a field. */
    int retries(Field governing);

    /** Checks an answer by the policy of a field. */
    Checked check(Field governing, String answer, String question, List<Lesson> applied);

    /** How the checks of a stored answer went, as they are shown. */
    List<Map<String, @Nullable Object>> stored(Principal by, Query query, String specialist);

    /** Records how the checks of an answer went. */
    void store(Tx tx, Query query, String specialist, String domain, Checked checked, Instant now);
}
