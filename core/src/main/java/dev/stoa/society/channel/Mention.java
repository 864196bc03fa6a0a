package dev.stoa.society.channel;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A mention of an agent in a message, and its outcome. Immutable.
 *
 * @param reason why it started nothing, where it could have
 * @param taskId the execution that reads the message
 */
public record Mention(
        String agentId,
        String identity,
        MentionState state,
        @Nullable String reason,
        @Nullable String taskId) {
    /** The mention as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "agent_id", agentId, "identity", identity, "state", state.text(), "reason", reason, "task_id", taskId);
    }
}
