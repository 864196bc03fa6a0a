package dev.stoa.society.channel;

import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a mention lets an agent run. Implementations are thread-safe. */
public interface ExecutionStarter {
    /** An execution that has not ended. */
    record Live(String taskId, boolean pending, boolean raw) {}

    /**
     * Where an execution comes from.
     *
     * @param parentTaskId the execution on whose behalf it was asked for
     * @param rootMessageId the message that set off all of them
     * @param depth how many executions lie between that message and this one
     * @param triggerMessageId the message that asked for it
     */
    record Lineage(@Nullable String parentTaskId, String rootMessageId, int depth, String triggerMessageId) {}

    /** The execution of an agent in a channel that is to begin or runs. */
    Optional<Live> live(Tx tx, String agentId, String channelId);

    /** Wakes the idle run of an agent in a channel, or starts a new one; the id of the pending execution. */
    String start(Tx tx, String agentId, String channelId, String input, Lineage lineage, Instant now);
}
