package dev.stoa.society.run;

import dev.stoa.storage.Tx;
import java.time.Instant;

/** Posts what an execution has to say, within the unit of work that ends it. Implementations are stateless. */
interface ReplyPoster {
    /**
     * Posts a text as an agent on behalf of an execution, and answers the id of the message. What {@code system} says is
     * a message of kind {@code system}; what others say is a reply.
     *
     * @throws dev.stoa.base.StoaException if the agent may not post there (any more)
     */
    String post(Tx tx, String agentId, String channelId, String taskId, String text, Instant now);
}
