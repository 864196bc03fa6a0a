package dev.stoa.counsel.keyword;

import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills the memory of the index from the archive. Not thread-safe; its caller holds the memory. */
final class KeywordLoader {
    private static final int CHUNK = 400;

    // Greater than all that a word can go on with.
    private static final String AFTER_ALL = Character.toString(Character.MAX_CODE_POINT);

    private static final String DOC = "m.message_id, m.conversation_id, c.user_id, m.role, m.created_at, m.term_count";
    private static final String WORDS = "SELECT k.keyword, k.tf, " + DOC + """
             FROM message_keywords k JOIN messages m ON m.message_id = k.message_id
                JOIN conversations c ON c.conversation_id = m.conversation_id
            WHERE m.index_seq IS NOT NULL AND m.erased_at IS NULL AND\s""";

    private final KeywordMemory memory;
    private final Seal seal;
    private long seen;
    private @Nullable Map<String, String> terms;

    KeywordLoader(KeywordMemory memory, Seal seal) {
        this.memory = memory;
        this.seal = seal;
    }

    /** The number of the index up to which everything is taken in. */
    long seen() {
        return seen;
    }

    /** Takes in everything. */
    void all(Tx tx, long upTo) {
        takeIn(tx, upTo);
        if (memory.isComplete()) {
            return;
        }
        tx.each("SELECT " + DOC + """
                 FROM messages m JOIN conversations c ON c.conversation_id = m.conversation_id
                WHERE m.index_seq IS NOT NULL AND m.erased_at IS NULL ORDER BY m.index_seq""", row -> ordinal(row, 1));
        Map<String, String> clear = terms(tx);
        // Ordered by word, so that each is looked up once.
        @Nullable String[] at = new String[1];
        @Nullable Postings[] of = new Postings[1];
        tx.each("SELECT k.keyword, k.tf, k.message_id FROM message_keywords k ORDER BY k.keyword", row -> {
            String stored = row.text(1);
            if (!stored.equals(at[0])) {
                String word = clear(clear, stored);
                at[0] = stored;
                of[0] = word == null || memory.holds(word) ? null : memory.postings(word);
            }
            Postings postings = of[0];
            Integer ordinal = postings == null ? null : memory.ordinal(row.text(3));
            if (postings != null && ordinal != null) {
                postings.add(ordinal, row.integer(2));
            }
        });
        memory.complete();
    }

    /** Takes in all words that begin so. */
    void beginning(Tx tx, String beginning) {
        if (memory.holds(beginning)) {
            return;
        }
        // Words of a longer beginning that is held already must not go in twice.
        if (seal.on()) {
            Map<String, String> clear = terms(tx);
            List<String> tokens = new ArrayList<>();
            clear.forEach((token, word) -> {
                if (word.startsWith(beginning) && !memory.holds(word)) {
                    tokens.add(token);
                }
            });
            for (int i = 0; i < tokens.size(); i += CHUNK) {
                List<String> some = tokens.subList(i, Math.min(tokens.size(), i + CHUNK));
                tx.each(
                        WORDS + "k.keyword IN (" + Tx.marks(some.size()) + ")",
                        row -> word(row, clear),
                        some.toArray());
            }
        } else {
            tx.each(
                    WORDS + "k.keyword >= ? AND k.keyword < ?",
                    row -> {
                        if (!memory.holds(row.text(1))) {
                            word(row, Map.of());
                        }
                    },
                    beginning,
                    beginning + AFTER_ALL);
        }
        memory.held(beginning);
    }

    private void word(Row row, Map<String, String> clear) {
        String word = clear(clear, row.text(1));
        if (word != null) {
            memory.add(word, ordinal(row, 3), row.integer(2));
        }
    }

    /**
     * Takes in what this process has just put into the index, without reading it again. Only if nothing else came
     * between: otherwise all of it is read.
     */
    void take(KeywordQueue.Drained batch) {
        if (batch.messages() == 0 || seen != batch.last() - batch.messages() || memory.holdsNothing()) {
            return;
        }
        memory.remove(
                batch.entries().stream().map(entry -> entry.doc().messageId()).toList());
        if (terms != null) {
            terms.putAll(batch.sealed());
        }
        for (KeywordQueue.Entry entry : batch.entries()) {
            int ordinal = memory.add(entry.doc());
            entry.terms().forEach((word, frequency) -> {
                if (memory.holds(word)) {
                    memory.add(word, ordinal, frequency);
                }
            });
        }
        seen = batch.last();
    }

    /** Takes in what changed since: each message whole or not at all. */
    void takeIn(Tx tx, long upTo) {
        if (upTo <= seen) {
            return;
        }
        if (memory.holdsNothing()) {
            // What is asked for later is read as it is then.
            terms = null;
            seen = upTo;
            return;
        }
        List<String> gone = new ArrayList<>();
        List<KeywordMemory.Doc> fresh = new ArrayList<>();
        tx.each(
                "SELECT " + DOC + """
                , m.erased_at FROM messages m JOIN conversations c ON c.conversation_id = m.conversation_id
                WHERE m.index_seq > ? AND m.index_seq <= ? ORDER BY m.index_seq""",
                row -> {
                    if (memory.ordinal(row.text(1)) != null) {
                        gone.add(row.text(1));
                    }
                    if (row.realOrNull(7) == null) {
                        fresh.add(doc(row, 1));
                    } else {
                        // The words of an erased message leave the memory too.
                        terms = null;
                    }
                },
                seen,
                upTo);
        memory.remove(gone);
        Map<String, Integer> added = new HashMap<>();
        fresh.forEach(doc -> added.put(doc.messageId(), memory.add(doc)));
        Map<String, String> clear = terms(tx);
        for (int i = 0; i < fresh.size(); i += CHUNK) {
            List<String> some = fresh.subList(i, Math.min(fresh.size(), i + CHUNK)).stream()
                    .map(KeywordMemory.Doc::messageId)
                    .toList();
            tx.each(
                    """
                    SELECT k.keyword, k.tf, k.message_id, t.sealed, t.key_id FROM message_keywords k
                        LEFT JOIN keyword_terms t ON t.term = k.keyword
                    WHERE k.message_id IN (""" + Tx.marks(some.size()) + ")",
                    row -> {
                        learn(clear, row);
                        String word = clear(clear, row.text(1));
                        Integer ordinal = added.get(row.text(3));
                        if (word != null && ordinal != null && memory.holds(word)) {
                            memory.add(word, ordinal, row.integer(2));
                        }
                    },
                    some.toArray());
        }
        seen = upTo;
    }

    /**
     * The words behind those of a sealed archive; of a plain one none. All are read once; then each message brings those
     * that are new.
     */
    private Map<String, String> terms(Tx tx) {
        if (!seal.on()) {
            return Map.of();
        }
        Map<String, String> known = terms;
        if (known == null) {
            Map<String, String> opened = new HashMap<>();
            tx.each(
                    "SELECT term, sealed, key_id FROM keyword_terms",
                    row -> opened.put(row.text(1), open(row.text(1), row.text(2), row.numberOrNull(3))));
            known = opened;
            terms = opened;
        }
        return known;
    }

    private void learn(Map<String, String> known, Row row) {
        String sealed = row.textOrNull(4);
        if (seal.on() && sealed != null && !known.containsKey(row.text(1))) {
            known.put(row.text(1), open(row.text(1), sealed, row.numberOrNull(5)));
        }
    }

    private String open(String term, String sealed, @Nullable Long keyId) {
        return seal.open(SealedColumn.TERM, term, "", sealed, keyId);
    }

    private @Nullable String clear(Map<String, String> terms, String keyword) {
        // While an archive is being sealed some of its words are not yet.
        return keyword.startsWith(Seal.KEYED) ? terms.get(keyword) : keyword;
    }

    private int ordinal(Row row, int column) {
        Integer known = memory.ordinal(row.text(column));
        return known != null ? known : memory.add(doc(row, column));
    }

    private static KeywordMemory.Doc doc(Row row, int column) {
        return new KeywordMemory.Doc(
                row.text(column),
                row.text(column + 1),
                row.text(column + 2),
                row.text(column + 3).equals(MessageRole.USER.text()),
                row.real(column + 4),
                row.integer(column + 5));
    }
}
