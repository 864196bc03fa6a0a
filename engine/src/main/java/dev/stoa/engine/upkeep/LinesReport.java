package dev.stoa.engine.upkeep;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What became of many lines. Immutable.
 *
 * @param lines how many lines had an object
 * @param created how many led to something new
 * @param known how many were there already
 * @param refusals those that were not taken, in the order of their lines
 */
public record LinesReport(long lines, long created, long known, List<Refusal> refusals) {
    private static final int SHOWN = 1_000;

    public LinesReport {
        refusals = refusals.stream()
                .sorted(Comparator.comparingLong(Refusal::line))
                .toList();
    }

    /**
     * A line that was not taken, and why.
     *
     * @param line its number in the file, from 1
     */
    public record Refusal(long line, StoaException error) {
        /** The refusal as JSON; its hint is worded for the reader. */
        public Map<String, @Nullable Object> document(UnaryOperator<String> wording) {
            return Json.object(
                    "line",
                    line,
                    "code",
                    error.code(),
                    "message",
                    error.getMessage(),
                    "hint",
                    error.hint().map(wording).orElse(null));
        }
    }

    /** Whether every line was taken. */
    public boolean complete() {
        return refusals.isEmpty();
    }

    /** The report as JSON, with hints in the words of the library; of very many refusals the first. */
    public Map<String, @Nullable Object> document() {
        return document(UnaryOperator.identity());
    }

    /** The same with hints that are worded for the reader, who may have commands or routes for what they say. */
    public Map<String, @Nullable Object> document(UnaryOperator<String> wording) {
        return Json.object(
                "lines", lines,
                "created", created,
                "known", known,
                "refused", refusals.size(),
                "errors",
                        refusals.stream()
                                .limit(SHOWN)
                                .map(refusal -> refusal.document(wording))
                                .toList());
    }
}
