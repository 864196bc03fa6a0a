package dev.stoa.debate.proof;

import dev.stoa.json.Json;
import dev.stoa.json.RecordFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a record proves itself. Immutable. Of a debate that another engine held, what it did next and what it asked
 * cannot be wrong: there are no rules to hold them against.
 *
 * @param outcome {@code identical}, {@code different}, or {@code open} while there is none
 * @param hypothetical what the outcome would have been under other rules of counting; null if nobody asked
 */
public record ReplayReport(
        String sessionId,
        int events,
        int turns,
        Map<String, Boolean> checks,
        String outcome,
        @Nullable String outcomeSha256,
        List<Mismatch> mismatches,
        @Nullable Map<String, @Nullable Object> hypothetical) {
    /** Everything that is looked at, in the order of the report. */
    static final List<String> CHECKS =
            List.of("chain", "steps", "visibility", "prompts", "ballots", "diffs", "register");

    public ReplayReport {
        mismatches = List.copyOf(mismatches);
    }

    /**
     * Something that is not as the rest of the record demands.
     *
     * @param seq the number of the event at which it shows
     * @param field the field that differs where two documents do; null otherwise
     */
    public record Mismatch(
            String check,
            long seq,
            @Nullable String field,
            @Nullable String expected,
            @Nullable String found) {
        private static final int SHOWN = 400;

        /** The same of two texts; of two documents only the first field that differs is told. */
        public static Mismatch of(String check, long seq, @Nullable String expected, @Nullable String found) {
            return of(check, seq, null, expected, found);
        }

        /** The same of what a field holds; of two documents the path to the difference comes before its name. */
        public static Mismatch of(
                String check, long seq, @Nullable String field, @Nullable String expected, @Nullable String found) {
            Difference difference = Difference.of(expected, found);
            String path = difference.field();
            return new Mismatch(
                    check,
                    seq,
                    field == null || path == null ? (path == null ? field : path) : path + " of " + field,
                    shortened(difference.expected()),
                    shortened(difference.found()));
        }

        /** It in words. */
        public String told() {
            return told("event");
        }

        /** It in words, where its number is that of something else than an event. */
        String told(String numbered) {
            return numbered + " " + seq + ", " + check + (field == null ? "" : ", " + field) + ": expected " + expected
                    + ", found " + found;
        }

        private static @Nullable String shortened(@Nullable String text) {
            return text == null || text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
        }

        public Map<String, @Nullable Object> document() {
            return RecordFields.document(this);
        }
    }

    /** The report on a record that cannot be read from an event on. */
    static ReplayReport unreadable(String session, long seq, Exception why) {
        return broken(session, Mismatch.of("chain", seq, "rows that can be read", String.valueOf(why.getMessage())));
    }

    /** The report on a row under an id that no debate can have. */
    static ReplayReport misnamed(String session) {
        return broken(session, Mismatch.of("chain", 1, "id of the session", "the id of a debate", session));
    }

    private static ReplayReport broken(String session, Mismatch mismatch) {
        return new ReplayReport(session, 0, 0, Map.of(mismatch.check(), false), "open", null, List.of(mismatch), null);
    }

    public boolean ok() {
        return mismatches.isEmpty();
    }

    /** The report as it is shown. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> map =
                new LinkedHashMap<>(Json.object("ok", ok(), "session_id", sessionId, "events", events, "turns", turns));
        for (String check : CHECKS) {
            map.put(check, Boolean.FALSE.equals(checks.get(check)) ? "bad" : "ok");
        }
        map.put("outcome", outcome);
        map.put("outcome_sha256", outcomeSha256);
        map.put("mismatches", mismatches.stream().map(Mismatch::document).toList());
        map.put("hypothetical", hypothetical);
        return map;
    }
}
