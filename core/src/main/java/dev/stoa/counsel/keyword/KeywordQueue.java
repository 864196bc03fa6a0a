package dev.stoa.counsel.keyword;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages that wait for the index: those without a number of it. Thread-safe. The table is the queue, so nothing is
 * lost with a process, and what was there before the index goes the same way.
 */
final class KeywordQueue {
    /** The counter of what went into the index or out of it. */
    static final String INDEX = "index";

    /** The counter of messages in the index. */
    static final String MESSAGES = "indexed_messages";

    /** The counter of words in the index. */
    static final String WORDS = "indexed_terms";

    private static final Logger LOG = LoggerFactory.getLogger(KeywordQueue.class);
    private static final int BATCH = 256;

    // While more wait, several batches share a transaction: their words meet on the same pages of the index, and
    // writing those is most of what indexing costs.
    private static final int MOST_MESSAGES = 4 * BATCH;

    // So much text is held in memory at once: a message may have a million bytes.
    private static final long MOST_TOKENS = 1_000_000;
    private static final int MOST_TERMS = 4_096;
    private static final String RULES = "tokenizer";

    /** The rules by which words are made now. */
    static final String RULES_NOW = Integer.toString(Tokenizer.VERSION);

    private static final String SIZES = """
            SELECT COALESCE(m.tokens, 0) FROM messages m
            WHERE m.index_seq IS NULL ORDER BY m.created_at, m.message_id LIMIT ?""";

    private static final String WAITING = """
            SELECT m.message_id, m.conversation_id, m.role, m.content, m.key_id, m.created_at, m.erased_at, c.user_id
            FROM messages m LEFT JOIN conversations c ON c.conversation_id = m.conversation_id
            WHERE m.index_seq IS NULL ORDER BY m.created_at, m.message_id LIMIT ?""";

    private static final String TERM = """
            INSERT INTO message_keywords (keyword, message_id, conversation_id, role, created_at, tf)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (keyword, message_id) DO UPDATE SET tf = excluded.tf""";

    private static final String ADD = """
            INSERT INTO archive_sequence (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = archive_sequence.value + excluded.value RETURNING value""";

    private final CounselContext context;

    KeywordQueue(CounselContext context) {
        this.context = context;
    }

    private record Waiting(
            String id,
            String conversation,
            String role,
            @Nullable String content,
            @Nullable Long keyId,
            double at,
            boolean erased,
            @Nullable String user) {}

    private record Indexed(Waiting message, Map<String, Integer> terms, int count) {
        /** What the memory keeps of it; null if a search must not find it. */
        KeywordMemory.@Nullable Doc doc() {
            return message.user() == null || message.erased()
                    ? null
                    : new KeywordMemory.Doc(
                            message.id(),
                            message.conversation(),
                            message.user(),
                            message.role().equals(MessageRole.USER.text()),
                            message.at(),
                            count);
        }
    }

    /** A message that went into the index, with its words as they are in clear and how often it has them. */
    record Entry(KeywordMemory.Doc doc, Map<String, Integer> terms) {}

    /** How many messages wait. */
    long waiting(Tx tx) {
        return tx.number("SELECT count(*) FROM messages WHERE index_seq IS NULL");
    }

    /**
     * What went into the index at once.
     *
     * @param messages how many messages
     * @param more whether others may wait
     * @param last the number of the index that the last of them has, if all went in with all their words, in numbers
     *     without a gap; otherwise 0
     * @param entries what the memory of the index would read of them
     * @param sealed the words behind those of a sealed archive
     */
    record Drained(int messages, boolean more, long last, List<Entry> entries, Map<String, String> sealed) {}

    /** Puts messages into the index and tells the number of the last and what stands behind sealed words. */
    @FunctionalInterface
    private interface Put {
        Numbered run(Tx tx, List<Indexed> batch);
    }

    private record Numbered(long last, Map<String, String> sealed) {
        static final Numbered NOT_WHOLE = new Numbered(0, Map.of());
    }

    /** Puts the oldest messages that wait into the index. */
    Drained drain() {
        try {
            // Not in a savepoint, for which SQLite would copy each page before it is changed.
            return context.archive().write(tx -> drain(tx, this::put));
        } catch (ConflictException | InvalidException e) {
            // One of them is at fault: each for itself, so that the others get in. A full disk or a lost server is the
            // fault of none.
            return context.archive().write(tx -> drain(tx, this::putEach));
        }
    }

    private Drained drain(Tx tx, Put put) {
        context.seal().admit(tx);
        begin(tx);
        List<Long> sizes = tx.list(SIZES, row -> row.number(1), MOST_MESSAGES);
        int most = fitting(sizes);
        List<Indexed> batch = tx.list(
                WAITING,
                row -> read(new Waiting(
                        row.text(1),
                        row.text(2),
                        row.text(3),
                        row.textOrNull(4),
                        row.numberOrNull(5),
                        row.real(6),
                        row.realOrNull(7) != null,
                        row.textOrNull(8))),
                most);
        Numbered numbered = batch.isEmpty() ? Numbered.NOT_WHOLE : put.run(tx, batch);
        List<Entry> entries = new ArrayList<>();
        for (Indexed one : batch) {
            KeywordMemory.Doc doc = one.doc();
            if (doc != null) {
                entries.add(new Entry(doc, one.terms()));
            }
        }
        return new Drained(
                batch.size(),
                most < sizes.size() || sizes.size() == MOST_MESSAGES,
                numbered.last(),
                entries,
                numbered.sealed());
    }

    /** How many of the oldest messages are taken at once; at least one. */
    private static int fitting(List<Long> sizes) {
        long tokens = 0;
        int number = 0;
        while (number < sizes.size() && (number == 0 || tokens + sizes.get(number) <= MOST_TOKENS)) {
            tokens += sizes.get(number++);
        }
        return number;
    }

    /** Empties the index if it was made by other rules, so that everything waits again. */
    private static void begin(Tx tx) {
        Optional<String> made = tx.one("SELECT value FROM counsel_meta WHERE key = ?", row -> row.text(1), RULES);
        if (made.filter(RULES_NOW::equals).isPresent()) {
            return;
        }
        if (made.isPresent()) {
            empty(tx);
        }
        tx.update(
                "INSERT INTO counsel_meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                RULES,
                RULES_NOW);
    }

    /** Takes everything out of the index, so that all of it waits. */
    static void empty(Tx tx) {
        tx.update("DELETE FROM message_keywords");
        tx.update("DELETE FROM keyword_terms");
        tx.update("UPDATE messages SET index_seq = NULL, term_count = NULL WHERE erased_at IS NULL");
        tx.update("UPDATE archive_sequence SET value = 0 WHERE name IN (?, ?)", MESSAGES, WORDS);
    }

    /** The terms of a message; one that cannot be read has none and stops nothing. */
    private Indexed read(Waiting message) {
        Map<String, Integer> terms = new LinkedHashMap<>();
        int count = 0;
        try {
            if (message.content() != null) {
                String text = context.seal()
                        .open(
                                SealedColumn.CONTENT,
                                message.id(),
                                message.conversation(),
                                message.content(),
                                message.keyId());
                for (String term : Tokenizer.keywords(text)) {
                    if (terms.size() < MOST_TERMS || terms.containsKey(term)) {
                        terms.merge(term, 1, Integer::sum);
                        count++;
                    }
                }
            }
        } catch (RuntimeException e) {
            return failed(message, e);
        }
        return new Indexed(message, terms, count);
    }

    private static Indexed failed(Waiting message, RuntimeException e) {
        LOG.warn("message {} goes into the index without words: {}", message.id(), e.getMessage());
        return new Indexed(message, Map.of(), 0);
    }

    private Numbered putEach(Tx tx, List<Indexed> batch) {
        for (Indexed one : batch) {
            try {
                tx.attempt(part -> put(part, List.of(one)));
            } catch (ConflictException | InvalidException own) {
                put(tx, List.of(failed(one.message(), own)));
            }
        }
        return Numbered.NOT_WHOLE;
    }

    private Numbered put(Tx tx, List<Indexed> batch) {
        List<Object[]> rows = new ArrayList<>();
        Map<String, String> sealed = new LinkedHashMap<>();
        boolean seals = context.seal().on();
        long words = 0;
        for (Indexed one : batch) {
            Waiting message = one.message();
            one.terms().forEach((term, frequency) -> {
                String token = context.seal().token(term);
                if (seals) {
                    sealed.put(token, term);
                }
                rows.add(new Object[] {
                    token, message.id(), message.conversation(), message.role(), message.at(), frequency
                });
            });
            words += one.count();
        }
        if (seals) {
            keepTerms(tx, sealed);
        }
        // In the order of the index, where neighbours are on one page.
        rows.sort(Comparator.comparing((Object[] row) -> (String) row[0]).thenComparing(row -> (String) row[1]));
        tx.batch(TERM, rows, row -> row);
        long last = add(tx, INDEX, batch.size());
        long[] next = {last - batch.size()};
        tx.batch(
                "UPDATE messages SET index_seq = ?, term_count = ? WHERE message_id = ?",
                batch,
                one -> Tx.values(++next[0], one.count(), one.message().id()));
        add(tx, MESSAGES, batch.size());
        add(tx, WORDS, words);
        return new Numbered(last, sealed);
    }

    /** Keeps what stands behind the words of a sealed archive, each once and sealed. */
    private void keepTerms(Tx tx, Map<String, String> terms) {
        tx.batch(
                "INSERT INTO keyword_terms (term, sealed, key_id) VALUES (?, ?, ?) ON CONFLICT (term) DO NOTHING",
                terms.entrySet(),
                entry -> {
                    Seal.RowSeal row = context.seal().row();
                    return Tx.values(
                            entry.getKey(),
                            row.text(SealedColumn.TERM, entry.getKey(), "", entry.getValue()),
                            row.keyId());
                });
    }

    private static long add(Tx tx, String counter, long more) {
        return tx.one(ADD, row -> row.number(1), counter, more).orElseThrow();
    }
}
