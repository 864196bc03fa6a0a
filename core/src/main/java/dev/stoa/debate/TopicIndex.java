package dev.stoa.debate;

import dev.stoa.base.Bounds;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.search.text.TextIndex;
import dev.stoa.search.text.TextQuery;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The words of the questions, by which debates are found. Stateless; each change is part of its caller's transaction.
 *
 * <p>On SQLite it is an FTS5 table. Its rows have the numbers of their sessions' first entries in the register: a
 * session has no number of its own, and the hidden one of its row may change when the file is rewritten. On PostgreSQL
 * it is a column of the session, which goes with it.
 */
final class TopicIndex {
    private static final int PORTION = 1_000;
    private static final int LONGEST_WORDS = 1_000;

    private static final String NUMBERED = """
            SELECT r.seq, s.id, s.topic FROM debate_sessions s
            JOIN debate_register r ON r.session_id = s.id AND r.kind = 'created'
            WHERE r.seq > ? ORDER BY r.seq LIMIT\s""" + PORTION;

    private static final String INSERT_POSTGRES = SessionRow.COLUMNS.insertWith("search", TextIndex.POSTGRES_VECTOR);

    private record Topic(long number, String session, String text) {
        static Topic of(Row row) {
            return new Topic(row.number(1), row.text(2), row.text(3));
        }
    }

    private TopicIndex() {}

    /** Stores a new session: on PostgreSQL with its words, because every change of an indexed column enters it anew. */
    static void insert(Tx tx, SessionRow session) {
        if (tx.dialect() == Dialect.SQLITE) {
            SessionRow.COLUMNS.insert(tx, session);
        } else {
            SessionRow.COLUMNS.insert(tx, session, INSERT_POSTGRES, TextIndex.postgresDocument(session.topic()));
        }
    }

    /** Enters a new session that is in the register; on PostgreSQL {@link #insert} has done it. */
    static void enter(Tx tx, SessionRow session) {
        if (tx.dialect() == Dialect.SQLITE) {
            put(tx, session.id(), session.topic());
        }
    }

    /** Enters a session that is stored and in the register. */
    static void put(Tx tx, String session, String topic) {
        put(tx, new Topic(tx.dialect() == Dialect.SQLITE ? number(tx, session) : 0, session, topic));
    }

    private static void put(Tx tx, Topic topic) {
        if (tx.dialect() == Dialect.SQLITE) {
            tx.update(
                    "INSERT INTO debate_topics_fts (rowid, session_id, topic) VALUES (?, ?, ?)",
                    topic.number(),
                    topic.session(),
                    TextIndex.fts5Document(topic.text()));
        } else {
            tx.later(
                    "UPDATE debate_sessions SET search = " + TextIndex.POSTGRES_VECTOR + " WHERE id = ?",
                    TextIndex.postgresDocument(topic.text()),
                    topic.session());
        }
    }

    /** Takes a session out, before it leaves the archive. */
    static void remove(Tx tx, String session) {
        if (tx.dialect() == Dialect.SQLITE) {
            tx.update("DELETE FROM debate_topics_fts WHERE rowid = ?", number(tx, session));
        }
    }

    private static long number(Tx tx, String session) {
        return tx.number(
                "SELECT COALESCE(MIN(seq), 0) FROM debate_register WHERE session_id = ? AND kind = 'created'", session);
    }

    /** Makes the index from the sessions. */
    static void rebuild(Tx tx) {
        if (tx.dialect() == Dialect.SQLITE) {
            // What is damaged cannot be emptied, but it can be dropped.
            tx.update("DROP TABLE IF EXISTS debate_topics_fts");
            tx.update("CREATE VIRTUAL TABLE debate_topics_fts USING fts5(session_id UNINDEXED, topic, tokenize = '"
                    + TextIndex.FTS5_TOKENIZE + "')");
            tx.update("INSERT INTO debate_topics_fts (debate_topics_fts, rank) VALUES ('secure-delete', 1)");
        }
        long after = 0;
        List<Topic> read;
        do {
            read = tx.list(NUMBERED, Topic::of, after);
            read.forEach(topic -> put(tx, topic));
            after = read.isEmpty() ? after : read.getLast().number();
        } while (read.size() == PORTION);
    }

    /** At most {@code most} sessions whose entry in the index is of other words than their question. */
    static List<String> altered(Tx tx, int most) {
        List<String> altered = new ArrayList<>();
        long after = 0;
        List<Topic> read;
        do {
            read = tx.list(NUMBERED, Topic::of, after);
            if (!read.isEmpty()) {
                Set<String> indexed = tx.dialect() == Dialect.SQLITE ? inTable(tx, read) : inColumn(tx, read);
                read.stream()
                        .map(Topic::session)
                        .filter(session -> !indexed.contains(session))
                        .forEach(altered::add);
                after = read.getLast().number();
            }
        } while (read.size() == PORTION && altered.size() < most);
        return altered.stream().limit(most).toList();
    }

    /** The sessions of a portion that the table has with the words of their questions. */
    private static Set<String> inTable(Tx tx, List<Topic> portion) {
        Map<String, String> indexed = new HashMap<>();
        tx.each(
                "SELECT session_id, topic FROM debate_topics_fts WHERE rowid BETWEEN ? AND ?",
                row -> indexed.put(row.text(1), row.text(2)),
                portion.getFirst().number(),
                portion.getLast().number());
        return portion.stream()
                .filter(topic -> TextIndex.fts5Document(topic.text()).equals(indexed.get(topic.session())))
                .map(Topic::session)
                .collect(Collectors.toSet());
    }

    /** The same of the column, which the database compares: all of a portion by one statement. */
    private static Set<String> inColumn(Tx tx, List<Topic> portion) {
        List<Object> values = new ArrayList<>();
        portion.forEach(topic -> {
            values.add(topic.session());
            values.add(TextIndex.postgresDocument(topic.text()));
        });
        return Set.copyOf(tx.list(
                "SELECT s.id FROM (VALUES "
                        + String.join(", ", Collections.nCopies(portion.size(), "(CAST(? AS uuid), CAST(? AS text))"))
                        + ") t (id, words) JOIN debate_sessions s ON s.id = t.id WHERE s.search = "
                        + TextIndex.POSTGRES_VECTOR.replace("?", "t.words"),
                row -> row.text(1),
                values.toArray()));
    }

    /** The condition on sessions {@code s} that their question has the words of {@link #words}. */
    static String condition(Dialect dialect) {
        return dialect.pick(
                " AND s.id IN (SELECT session_id FROM debate_topics_fts WHERE debate_topics_fts MATCH ?)",
                " AND s.search @@ " + TextIndex.POSTGRES_QUERY);
    }

    /** The parameter of {@link #condition}: every word of the text, the last also as the beginning of one. */
    static String words(Dialect dialect, String text) {
        TextQuery query =
                TextQuery.all(Bounds.text("words", text, 1, LONGEST_WORDS)).prefixLast();
        if (query.isEmpty()) {
            throw Bounds.invalid(
                    "words has no word to search for: " + Bounds.shown(text), "give a word of the question");
        }
        return dialect == Dialect.SQLITE ? query.fts5("topic") : query.tsquery();
    }
}
