package dev.stoa.counsel.keyword;

import dev.stoa.counsel.seal.Seal;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;

/** What must always hold of the keyword index. Stateless. */
public final class KeywordInvariants {
    private static final String ROWS = """
            SELECT 'message ' || m.message_id || ' is erased and has keywords' FROM messages m
                WHERE m.erased_at IS NOT NULL
                    AND EXISTS (SELECT 1 FROM message_keywords k WHERE k.message_id = m.message_id)
            UNION ALL SELECT 'message ' || m.message_id || ' is erased and has a text' FROM messages m
                WHERE m.erased_at IS NOT NULL AND m.content IS NOT NULL
            UNION ALL SELECT 'message ' || k.message_id || ' has keywords and is not indexed' FROM message_keywords k
                LEFT JOIN messages m ON m.message_id = k.message_id WHERE m.index_seq IS NULL
            UNION ALL SELECT 'the counter indexed_messages is wrong' FROM counsel_state
                WHERE number <> COALESCE((SELECT value FROM archive_sequence WHERE name = 'indexed_messages'), 0)
            UNION ALL SELECT 'the counter indexed_terms is wrong' FROM counsel_state
                WHERE terms <> COALESCE((SELECT value FROM archive_sequence WHERE name = 'indexed_terms'), 0)""";

    private static final String STATE = """
            WITH counsel_state AS (SELECT count(*) AS number, COALESCE(sum(term_count), 0) AS terms FROM messages
                WHERE index_seq IS NOT NULL AND erased_at IS NULL)
            SELECT * FROM (""";

    // While the job that seals is not done, some words may still be plain.
    private static final String UNSEALED = """
            SELECT DISTINCT k.keyword FROM message_keywords k
            WHERE NOT EXISTS (SELECT 1 FROM keyword_terms t WHERE t.term = k.keyword)
                AND EXISTS (SELECT 1 FROM counsel_meta WHERE key = 'sealed' AND value = 'on')
                AND NOT EXISTS (SELECT 1 FROM counsel_meta WHERE key = 'seal_unfinished')
            LIMIT ?""";

    private KeywordInvariants() {}

    /** The names of at most {@code most} faulty rows. */
    public static List<String> violations(Tx tx, int most) {
        List<String> found =
                new ArrayList<>(tx.list(STATE + ROWS + ") AS violations LIMIT ?", row -> row.text(1), most));
        tx.each("SELECT DISTINCT keyword FROM message_keywords", row -> {
            String word = row.text(1);
            if (found.size() < most && !word.startsWith(Seal.KEYED) && Tokenizer.isStopWord(word)) {
                found.add("the keyword " + word + " is too common to be one");
            }
        });
        tx.list(UNSEALED, row -> "the keyword " + row.text(1) + " is not sealed", most)
                .forEach(found::add);
        return found.size() <= most ? found : found.subList(0, most);
    }
}
