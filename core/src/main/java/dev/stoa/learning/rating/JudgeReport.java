package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a judge judges. Immutable. A rate is null where there is nothing it could be taken of.
 *
 * @param verdicts pairs that it has judged
 * @param firstRate share of the decisive pairs shown in a known order that the first shown won; a half is unbiased
 * @param firstLow lower end of its Wilson interval at 95 %
 * @param selfRate the judge's own share of wins where it was its own judge, a draw being half of one
 * @param othersRate its share where others judged
 */
public record JudgeReport(
        String judge,
        long verdicts,
        @Nullable Double firstRate,
        @Nullable Double firstLow,
        @Nullable Double firstHigh,
        @Nullable Double selfRate,
        @Nullable Double othersRate) {
    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "judge", judge,
                "verdicts", verdicts,
                "first_rate", firstRate,
                "first_low", firstLow,
                "first_high", firstHigh,
                "self_rate", selfRate,
                "others_rate", othersRate);
    }
}
