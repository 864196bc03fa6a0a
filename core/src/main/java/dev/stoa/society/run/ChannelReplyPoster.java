package dev.stoa.society.run;

import dev.stoa.base.ConflictException;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.base.VisibleChannels;
import dev.stoa.society.channel.MessageKind;
import dev.stoa.society.channel.MessageWriter;
import dev.stoa.society.channel.ParentExecution;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** Posts what executions say like any other message, so that their mentions count. Thread-safe. */
final class ChannelReplyPoster implements ReplyPoster {
    private final MessageWriter writer;

    ChannelReplyPoster(MessageWriter writer) {
        this.writer = writer;
    }

    private record Place(String name, boolean restricted) {}

    @Override
    public String post(Tx tx, String agentId, String channelId, String taskId, String text, Instant now) {
        Agent agent = AgentTable.get(tx, agentId);
        boolean system = agent.kind() == AgentKind.SYSTEM;
        if (VisibleChannels.archived(tx, channelId)) {
            throw new ConflictException("archived", "the channel is archived", null);
        }
        if (!system && !VisibleChannels.sees(tx, agentId, channelId)) {
            throw new ConflictException("conflict", "the agent is not a member of the channel", null);
        }
        Place place = tx.one(
                        "SELECT name, restricted FROM channels WHERE channel_id = ?",
                        row -> new Place(row.text(1), row.flag(2)),
                        channelId)
                .orElseThrow();
        if (!system) {
            StoreContext.touch(tx, agentId, now);
        }
        return writer.post(
                        tx,
                        new MessageWriter.Post(
                                channelId,
                                place.name(),
                                place.restricted(),
                                agentId,
                                agent.identity(),
                                agent.kind(),
                                system ? MessageKind.SYSTEM : MessageKind.REPLY,
                                text,
                                system ? null : "task:" + taskId,
                                ParentExecution.of(tx, taskId).orElse(null)),
                        now)
                .message()
                .id();
    }
}
