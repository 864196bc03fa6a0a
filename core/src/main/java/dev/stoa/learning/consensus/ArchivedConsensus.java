package dev.stoa.learning.consensus;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A consensus that was taken out of use, with why and when. Immutable. */
public record ArchivedConsensus(
        Consensus consensus,
        @Nullable String reason,
        @Nullable Instant archivedAt) {
    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object("consensus", consensus.document(), "reason", reason, "archived_at", archivedAt);
    }
}
