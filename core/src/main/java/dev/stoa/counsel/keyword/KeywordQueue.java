package dev.stoa.counsel.keyword;

import dev.stoa.base.StoaException;
import dev.stoa.counsel.base.CounselContext;
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
    private static final int MOST_TERMS = 4_096;
    private static final String RULES = "tokenizer";

    /** The rules by which words are made now. */
    static final String RULES_NOW = Integer.toString(Tokenizer.VERSION);

    private static final String WAITING = """
            SELECT m.message_id, m.conversation_id, m.role, m.content, m.key_id, m.created_at FROM messages m
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
            double at) {}

    private record Indexed(Waiting message, Map<String, Integer> terms, int count) {}

    /** How many messages wait. */
    long waiting(Tx tx) {
        return tx.number("SELECT count(*) FROM messages WHERE index_seq IS NULL");
    }

    /** Puts the oldest messages that wait into the index, and tells how many; fewer than 256 means that none is left. */
    int drain() {
        return context.archive().write(tx -> {
            context.seal().admit(tx);
            begin(tx);
            List<Waiting> batch = tx.list(
                    WAITING,
                    row -> new Waiting(
                            row.text(1), row.text(2), row.text(3), row.textOrNull(4), row.numberOrNull(5), row.real(6)),
                    BATCH);
            if (!batch.isEmpty()) {
                store(tx, batch.stream().map(this::read).toList());
            }
            return batch.size();
        });
    }

    /** Whether a batch of this size was the last that waited. */
    static boolean last(int drained) {
        return drained < BATCH;
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

    private void store(Tx tx, List<Indexed> batch) {
        try {
            tx.attempt(part -> {
                put(part, batch);
                return 0;
            });
        } catch (StoaException e) {
            // One of them is at fault: each for itself, so that the others get in.
            for (Indexed one : batch) {
                try {
                    tx.attempt(part -> {
                        put(part, List.of(one));
                        return 0;
                    });
                } catch (StoaException own) {
                    put(tx, List.of(failed(one.message(), own)));
                }
            }
        }
    }

    private void put(Tx tx, List<Indexed> batch) {
        List<Object[]> rows = new ArrayList<>();
        Map<String, String> sealed = new LinkedHashMap<>();
        long words = 0;
        for (Indexed one : batch) {
            Waiting message = one.message();
            one.terms().forEach((term, frequency) -> {
                String token = context.seal().token(term);
                sealed.put(token, term);
                rows.add(new Object[] {
                    token, message.id(), message.conversation(), message.role(), message.at(), frequency
                });
            });
            words += one.count();
        }
        if (context.seal().on()) {
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
