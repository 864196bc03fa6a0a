package dev.stoa.society.channel;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * That a message names an agent, and what came of it. Immutable.
 *
 * @param reason why nothing came of it, where something might have
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
