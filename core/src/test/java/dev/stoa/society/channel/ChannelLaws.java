package dev.stoa.society.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.society.Town;

/** What must be so in every archive, whatever was done to its channels. Stateless. */
public final class ChannelLaws {
    private ChannelLaws() {}

    public static void hold(Town town) {
        none(town, "numbers without gaps", """
                SELECT c.name FROM channels c WHERE c.last_seq
                    <> (SELECT count(*) FROM messages m WHERE m.channel_id = c.channel_id)
                OR c.last_seq <> (SELECT COALESCE(max(m.seq), 0) FROM messages m WHERE m.channel_id = c.channel_id)""");
        none(town, "counts of authors", """
                SELECT m.agent_id FROM channel_members m WHERE m.posted <> (SELECT count(*) FROM messages x
                    WHERE x.channel_id = m.channel_id AND x.agent_id = m.agent_id)""");
        none(town, "order of authors", """
                SELECT m.message_id FROM messages m WHERE m.author_seq <> (SELECT count(*) FROM messages x
                    WHERE x.channel_id = m.channel_id AND x.agent_id = m.agent_id AND x.seq <= m.seq)""");
        none(town, "authors are known", """
                SELECT m.message_id FROM messages m WHERE NOT EXISTS (SELECT 1 FROM channel_members x
                    WHERE x.channel_id = m.channel_id AND x.agent_id = m.agent_id)""");
        none(town, "bookmarks point at messages", """
                SELECT b.agent_id FROM bookmarks b JOIN channels c ON c.channel_id = b.channel_id
                WHERE b.last_seen_seq < 0 OR b.last_seen_seq > c.last_seq OR COALESCE(b.last_seen_id, '') <> COALESCE(
                    (SELECT m.message_id FROM messages m
                     WHERE m.channel_id = b.channel_id AND m.seq = b.last_seen_seq), '')""");
        none(town, "one execution of an agent in a channel", """
                SELECT agent_id FROM tasks WHERE kind = 'run' AND status IN ('pending', 'running')
                GROUP BY agent_id, channel_id HAVING count(*) > 1""");
        none(town, "tombstones are empty", """
                SELECT m.message_id FROM messages m WHERE m.deleted_at IS NOT NULL AND (m.content <> ''
                    OR EXISTS (SELECT 1 FROM search_docs d WHERE d.kind = 'message' AND d.ref_id = m.message_id))""");
        none(town, "messages are found", """
                SELECT m.message_id FROM messages m WHERE m.deleted_at IS NULL AND m.kind <> 'system' AND 1 <> (
                    SELECT count(*) FROM search_docs d
                    WHERE d.kind = 'message' AND d.ref_id = m.message_id AND d.channel_id = m.channel_id)""");
        none(town, "tasks are found", """
                SELECT t.task_id FROM tasks t WHERE 1 <> (SELECT count(*) FROM search_docs d WHERE d.kind = 'task'
                    AND d.ref_id = t.task_id AND COALESCE(d.channel_id, '') = COALESCE(t.channel_id, ''))""");
        none(town, "what is found is there", """
                SELECT d.ref_id FROM search_docs d WHERE d.kind = 'message' AND NOT EXISTS (
                    SELECT 1 FROM messages m WHERE m.message_id = d.ref_id)""");
        none(town, "mentions that started something know it", """
                SELECT message_id FROM mentions WHERE state IN ('started', 'coalesced') AND task_id IS NULL""");
        none(town, "ended tasks", """
                SELECT task_id FROM tasks WHERE status IN ('completed', 'failed', 'timeout', 'killed')
                    AND (completed_at IS NULL OR lease_expires_at IS NOT NULL)""");
        none(town, "pending tasks", """
                SELECT task_id FROM tasks WHERE status = 'pending'
                    AND (started_at IS NOT NULL OR pid IS NOT NULL OR completed_at IS NOT NULL)""");
    }

    private static void none(Town town, String law, String sql) {
        assertThat(town.values(sql)).as(law).isEmpty();
    }
}
