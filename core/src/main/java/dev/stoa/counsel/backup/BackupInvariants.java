package dev.stoa.counsel.backup;

/** What must always hold of counters and notes, as queries for what violates it. Constants. */
public final class BackupInvariants {
    // The newest note of each pair: the largest thread.
    private static final String NEWEST = """
            (SELECT b.conversation_id, b.specialist, b.covers_seq, b.created_at, b.thread_number FROM context_backups b
                WHERE NOT EXISTS (SELECT 1 FROM context_backups n WHERE n.conversation_id = b.conversation_id
                    AND n.specialist = b.specialist AND n.thread_number > b.thread_number))""";

    /** Counters are the sums they stand for, threads are counted, and both ways to tell a valid note agree. */
    public static final String COUNTERS = """
            SELECT 'counter ' || t.counter_id || ' does not equal its messages' FROM token_counters t
                LEFT JOIN %1$s n ON n.conversation_id = t.conversation_id AND n.specialist = t.specialist
                WHERE t.token_estimate <> (SELECT COALESCE(sum(m.tokens), 0) FROM messages m
                        WHERE m.conversation_id = t.conversation_id AND m.seq > COALESCE(n.covers_seq, 0))
                    OR t.message_count <> (SELECT count(*) FROM messages m
                        WHERE m.conversation_id = t.conversation_id AND m.seq > COALESCE(n.covers_seq, 0))
            UNION ALL SELECT 'counter ' || t.counter_id || ' has a wrong thread' FROM token_counters t
                WHERE t.thread_number <> 1 + (SELECT count(*) FROM context_backups b
                    WHERE b.conversation_id = t.conversation_id AND b.specialist = t.specialist)
            UNION ALL SELECT 'note of ' || n.specialist || ' in ' || n.conversation_id || ' is valid by one rule only'
                FROM %1$s n JOIN conversations c ON c.conversation_id = n.conversation_id
                WHERE c.last_seq > 0 AND (n.covers_seq = c.last_seq) <> (n.created_at > (SELECT max(m.created_at)
                    FROM messages m WHERE m.conversation_id = n.conversation_id))""".formatted(NEWEST);

    private BackupInvariants() {}
}
