package dev.stoa.society;

import dev.stoa.base.ConflictException;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** Posts what executions say like any other message, so that their mentions count. Thread-safe. */
final class PostedReplies implements ReplyPoster {
    private final MessageWriter writer;

    PostedReplies(MessageWriter writer) {
        this.writer = writer;
    }

    private record Place(String name, boolean restricted) {}

    @Override
    public String post(Tx tx, String agentId, String channelId, String taskId, String text, Instant now) {
        Agent agent = AgentTable.get(tx, agentId);
        boolean system = agent.kind() == AgentKind.SYSTEM;
        if (Places.archived(tx, channelId)) {
            throw new ConflictException("archived", "the channel is archived", null);
        }
        if (!system && !Places.sees(tx, agentId, channelId)) {
            throw new ConflictException("conflict", "the agent is not a member of the channel", null);
        }
        Place place = tx.one(
                        "SELECT name, restricted FROM channels WHERE channel_id = ?",
                        row -> new Place(row.text(1), row.flag(2)),
                        channelId)
                .orElseThrow();
        if (!system) {
            Commons.touch(tx, agentId, now);
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
                                Origin.of(tx, taskId).orElse(null)),
                        now)
                .message()
                .id();
    }
}
