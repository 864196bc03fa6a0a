package dev.stoa.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.storage.Dialect;

/** What must be so in every archive, whatever was done to its agents. Stateless. */
public final class SocietyLaws {
    private SocietyLaws() {}

    public static void hold(Town town) {
        ChannelLaws.hold(town);
        none(town, "one live run of an agent in a channel, none of who is archived", """
                SELECT s.agent_id FROM sessions s WHERE s.ended_at IS NULL AND s.channel_id IS NOT NULL
                    GROUP BY s.agent_id, s.channel_id HAVING count(*) > 1
                UNION ALL SELECT s.session_id FROM sessions s JOIN agents a ON a.agent_id = s.agent_id
                    WHERE s.ended_at IS NULL AND a.archived_at IS NOT NULL""");
        none(town, "running tasks are held", """
                SELECT task_id FROM tasks WHERE status NOT IN
                        ('pending', 'running', 'completed', 'failed', 'timeout', 'killed')
                    OR status = 'running' AND (lease_holder IS NULL OR lease_expires_at IS NULL OR lease_token < 1)""");
        none(town, "lives are numbered", """
                SELECT agent_id FROM sessions GROUP BY agent_id, spawn_number HAVING count(*) > 1
                UNION ALL SELECT s.agent_id FROM sessions s JOIN agents a ON a.agent_id = s.agent_id
                    WHERE s.spawn_number > a.spawn_count
                UNION ALL SELECT session_id FROM sessions WHERE constitution_hash IS NOT NULL
                    AND constitution_hash NOT IN (SELECT hash FROM constitutions)""");
        none(town, "replies are of whoever completed", """
                SELECT t.task_id FROM tasks t LEFT JOIN messages m ON m.message_id = t.reply_message_id
                WHERE t.reply_message_id IS NOT NULL AND (t.status <> 'completed' OR m.message_id IS NULL
                    OR m.agent_id <> t.agent_id OR m.task_id <> t.task_id)
                UNION ALL SELECT client_key FROM messages WHERE client_key LIKE 'task:%'
                    GROUP BY client_key HAVING count(*) > 1""");
        none(town, "names mean one", """
                SELECT f.identity FROM agent_aliases f JOIN agents a ON a.identity = f.identity
                UNION ALL SELECT former_agent_id FROM agent_aliases
                    WHERE former_agent_id IN (SELECT agent_id FROM agents)""");
        none(town, "notes are not shared with their owners", """
                SELECT s.memory_id FROM note_shares s JOIN memories m
                    ON m.memory_id = s.memory_id AND m.agent_id = s.agent_id""");
        none(town, "what is found is its author's", """
                SELECT d.ref_id FROM search_docs d JOIN messages m ON m.message_id = d.ref_id
                    WHERE d.kind = 'message' AND d.agent_id <> m.agent_id
                UNION ALL SELECT d.ref_id FROM search_docs d JOIN tasks t ON t.task_id = d.ref_id
                    WHERE d.kind = 'task' AND d.agent_id <> t.agent_id
                UNION ALL SELECT d.ref_id FROM search_docs d JOIN memories n ON n.memory_id = d.ref_id
                    WHERE d.kind = 'note' AND d.agent_id <> n.agent_id
                UNION ALL SELECT d.ref_id FROM search_docs d JOIN knowledge k ON k.knowledge_id = d.ref_id
                    WHERE d.kind = 'knowledge' AND d.agent_id <> k.agent_id""");
        assertThat(town.values("SELECT identity || ' ' || kind FROM agents WHERE identity IN ('human', 'system')"
                        + " AND archived_at IS NULL ORDER BY identity"))
                .containsExactly("human human", "system system");
        if (town.archive().dialect() == Dialect.SQLITE) {
            none(town, "foreign keys", "SELECT \"table\" FROM pragma_foreign_key_check");
        }
        assertThat(town.violations()).isEmpty();
    }

    private static void none(Town town, String law, String sql) {
        assertThat(town.values(sql)).as(law).isEmpty();
    }
}
