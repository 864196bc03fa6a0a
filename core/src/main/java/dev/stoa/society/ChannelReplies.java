package dev.stoa.society;

import dev.stoa.ConflictException;
import dev.stoa.Trust;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** Posts replies as messages like any other, whose mentions count as those of their execution. Thread-safe. */
final class ChannelReplies implements ReplyPoster {
    private final MessageWriter writer;

    ChannelReplies(MessageWriter writer) {
        this.writer = writer;
    }

    @Override
    public String post(Tx tx, String agentId, String channelId, String taskId, String text, Instant now) {
        Agent agent = AgentTable.get(tx, agentId);
        boolean system = agent.kind() == AgentKind.SYSTEM;
        Me author = new Me(agentId, agent.identity(), agent.kind(), system, Trust.AGENT);
        Channel channel = ChannelTable.find(tx, author, channelId)
                .orElseThrow(() -> new ConflictException(
                        "conflict", "agent " + agent.identity() + " is not a member of the channel", null));
        ChannelTable.place(tx, author, channelId).needLive();
        MessageWriter.Post post = new MessageWriter.Post(
                channelId,
                channel.name(),
                channel.restricted(),
                agentId,
                agent.identity(),
                agent.kind(),
                system ? MessageKind.SYSTEM : MessageKind.REPLY,
                text,
                system ? null : "task:" + taskId,
                Origin.of(tx, taskId).orElse(null));
        return writer.post(tx, post, now).message().id();
    }
}
