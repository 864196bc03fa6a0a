package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a judge judges. Immutable. A rate is null where there is nothing it could be taken of.
 *
 * @param verdicts pairs that it has judged
 * @param ordered decisive pairs shown in a known order
 * @param firstRate share of these that the first shown won; a half is unbiased
 * @param firstLow lower end of its Wilson interval at 95 %
 * @param selfRate the judge's own share of wins where it was its own judge, a draw being half of one
 * @param selfPairs pairs in which it was its own judge
 * @param othersRate its share where others judged
 * @param othersPairs pairs of its own that others judged
 */
public record JudgeReport(
        String judge,
        long verdicts,
        long ordered,
        @Nullable Double firstRate,
        @Nullable Double firstLow,
        @Nullable Double firstHigh,
        @Nullable Double selfRate,
        long selfPairs,
        @Nullable Double othersRate,
        long othersPairs) {
    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "judge", judge,
                "verdicts", verdicts,
                "first_rate", firstRate,
                "first_low", firstLow,
                "first_high", firstHigh,
                "self_rate", selfRate,
                "others_rate", othersRate,
                "ordered", ordered,
                "self_pairs", selfPairs,
                "others_pairs", othersPairs);
    }
}
