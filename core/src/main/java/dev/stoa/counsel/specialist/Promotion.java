package dev.stoa.counsel.specialist;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of the model of a specialist. Immutable.
 *
 * @param seq its number among all, in the order of their commits
 * @param event {@code promote} or {@code rollback}
 * @param reverted whether a promotion was rolled back
 * @param metadata the numbers of the gate, and why
 */
public record Promotion(
        String id,
        long seq,
        Instant createdAt,
        String specialist,
        String event,
        @Nullable String fromModel,
        @Nullable String toModel,
        boolean reverted,
        Map<String, @Nullable Object> metadata) {
    static final String PROMOTE = "promote";
    static final String ROLLBACK = "rollback";

    /** The promotion as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "created_at", Times.showMicros(createdAt),
                "specialist", specialist,
                "event", event,
                "from_model", fromModel,
                "to_model", toModel,
                "reverted", reverted,
                "metadata", metadata);
    }
}
