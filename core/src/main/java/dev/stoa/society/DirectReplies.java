package dev.stoa.society;

import dev.stoa.ConflictException;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** Writes replies into their channels; mentions in them are not looked for. Thread-safe. */
final class DirectReplies implements ReplyPoster {
    private static final String NUMBER = """
            UPDATE channels SET last_seq = last_seq + 1, activity_seq = ? WHERE channel_id = ? RETURNING last_seq""";

    private static final String MEMBER = """
            INSERT INTO channel_members (channel_id, agent_id, role, posted, joined_at) VALUES (?, ?, 'member', 1, ?)
            ON CONFLICT (channel_id, agent_id) DO UPDATE SET posted = channel_members.posted + 1
            RETURNING posted""";

    private static final String INSERT = """
            INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq, author_seq, kind,
                task_id, client_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private final Ids ids;

    DirectReplies(Ids ids) {
        this.ids = ids;
    }

    @Override
    public String post(Tx tx, String agentId, String channelId, String taskId, String text, Instant now) {
        boolean system = AgentTable.get(tx, agentId).kind() == AgentKind.SYSTEM;
        if (Places.archived(tx, channelId)) {
            throw new ConflictException("archived", "the channel is archived", null);
        }
        if (!system && !Places.sees(tx, agentId, channelId)) {
            throw new ConflictException("conflict", "the agent is not a member of the channel", null);
        }
        String id = ids.next();
        long feed = Feed.tell(tx, now, FeedKind.MESSAGE_POSTED, agentId, channelId, id);
        long seq = tx.one(NUMBER, row -> row.number(1), feed, channelId).orElseThrow();
        long posted =
                tx.one(MEMBER, row -> row.number(1), channelId, agentId, now).orElseThrow();
        tx.update(
                INSERT,
                id,
                channelId,
                agentId,
                text,
                now,
                seq,
                posted,
                system ? "system" : "reply",
                taskId,
                system ? null : "task:" + taskId);
        if (!system) {
            SearchIndex.put(tx, SearchSources.message(id, agentId, channelId, text, now, seq));
        }
        return id;
    }
}
