package dev.stoa.learning.consensus;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A view that did not prevail, kept beside the consensus it dissents from. Immutable.
 *
 * @param seq its number in the archive; 0 for one that is archived
 * @param acknowledged whether somebody has answered it
 */
public record Dissent(
        String id,
        long seq,
        String debateId,
        String agentId,
        DissentType type,
        String content,
        @Nullable Double confidence,
        @Nullable String reasoning,
        boolean acknowledged,
        @Nullable String rebuttal,
        @Nullable String rebuttedBy,
        @Nullable Instant timestamp) {
    /** What should be heard first: by type, then the surer, then the older. */
    public static final Comparator<Dissent> WEIGHTIEST_FIRST = Comparator.comparing(Dissent::type)
            .thenComparingDouble(dissent -> dissent.confidence() == null ? 0 : -dissent.confidence())
            .thenComparingLong(Dissent::seq);

    static Dissent of(Map<String, ? extends @Nullable Object> values, long seq) {
        Stored row = new Stored(values);
        String id = row.text("id");
        Long acknowledged = row.wholeOrNull("acknowledged");
        return new Dissent(
                id,
                seq,
                row.text("debate_id"),
                row.text("agent_id"),
                DissentType.stored(id, row.text("dissent_type")),
                row.text("content", ""),
                row.realOrNull("confidence"),
                row.fieldText("reasoning"),
                acknowledged != null && acknowledged != 0,
                row.textOrNull("rebuttal"),
                row.textOrNull("rebutted_by"),
                row.timeOrNull("timestamp"));
    }

    /** The object that is shown of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "debate_id", debateId,
                "agent_id", agentId,
                "dissent_type", type.text(),
                "content", content,
                "confidence", confidence,
                "reasoning", reasoning,
                "acknowledged", acknowledged,
                "rebuttal", rebuttal,
                "rebutted_by", rebuttedBy,
                "timestamp", timestamp == null ? null : Times.show(timestamp));
    }
}
