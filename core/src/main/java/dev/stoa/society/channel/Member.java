package dev.stoa.society.channel;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who belongs to a channel. Immutable.
 *
 * @param posted how many messages it has written there
 */
public record Member(String agentId, String identity, MemberRole role, long posted, Instant joinedAt) {
    /** The member as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "agent_id",
                agentId,
                "identity",
                identity,
                "role",
                role.text(),
                "posted",
                posted,
                "joined_at",
                joinedAt);
    }
}
