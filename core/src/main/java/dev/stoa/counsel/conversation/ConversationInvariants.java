package dev.stoa.counsel.conversation;

/** What must always hold of conversations and their messages, as queries for what violates it. Constants. */
public final class ConversationInvariants {
    /** Numbers have no gap, times do not step back, and nothing belongs to a conversation that does not exist. */
    public static final String ORDER = """
            SELECT 'conversation ' || c.conversation_id || ' has gaps in its numbers' FROM conversations c
                LEFT JOIN (SELECT conversation_id, count(*) AS number, min(seq) AS least, max(seq) AS most, count(seq) AS numbered
                    FROM messages GROUP BY conversation_id) m ON m.conversation_id = c.conversation_id
                WHERE c.last_seq <> COALESCE(m.number, 0) OR c.last_seq <> COALESCE(m.most, 0)
                    OR COALESCE(m.least, 1) <> 1 OR COALESCE(m.number, 0) <> COALESCE(m.numbered, 0)
            UNION ALL SELECT 'message ' || b.message_id || ' is before the one it follows' FROM messages b
                JOIN messages a ON a.conversation_id = b.conversation_id AND a.seq = b.seq - 1
                WHERE b.created_at < a.created_at
            UNION ALL SELECT 'run ' || r.run_id || ' has no conversation' FROM model_runs r
                WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.conversation_id = r.conversation_id)
            UNION ALL SELECT 'counter ' || t.counter_id || ' has no conversation' FROM token_counters t
                WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.conversation_id = t.conversation_id)
            UNION ALL SELECT 'note ' || b.backup_id || ' has no conversation' FROM context_backups b
                WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.conversation_id = b.conversation_id)
            UNION ALL SELECT 'a keyword of message ' || k.message_id || ' has no conversation' FROM message_keywords k
                WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.conversation_id = k.conversation_id)
            UNION ALL SELECT 'query ' || q.query_id || ' has no conversation' FROM queries q
                WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.conversation_id = q.conversation_id)""";

    private ConversationInvariants() {}
}
