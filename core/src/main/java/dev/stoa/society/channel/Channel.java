package dev.stoa.society.channel;

import dev.stoa.json.Etag;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A channel as one agent sees it. Immutable.
 *
 * @param lastSeq the number of its last message, 0 without one
 * @param unread how many messages of others the agent has not received
 * @param lastSeenSeq the read position of the agent
 * @param role what the agent is in it; null if nothing
 */
public record Channel(
        String id,
        String name,
        @Nullable String topic,
        boolean restricted,
        long lastSeq,
        Instant createdAt,
        @Nullable Instant pinnedAt,
        @Nullable Instant archivedAt,
        long unread,
        long lastSeenSeq,
        @Nullable MemberRole role) {
    /** Whether it can be posted to. */
    public boolean isLive() {
        return archivedAt == null;
    }

    /** Its version, which is the same for all readers and which no message changes. */
    public String etag() {
        return Etag.of(document(), "last_seq", "unread", "last_seen_seq", "role");
    }

    /** The channel as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "channel_id", id,
                "name", name,
                "topic", topic,
                "restricted", restricted,
                "last_seq", lastSeq,
                "created_at", createdAt,
                "pinned_at", pinnedAt,
                "archived_at", archivedAt,
                "unread", unread,
                "last_seen_seq", lastSeenSeq,
                "role", role == null ? null : role.text());
    }
}
