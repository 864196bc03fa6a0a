package dev.stoa.society.index;

import dev.stoa.search.text.PostgresRank;
import dev.stoa.search.text.PostgresVectors;
import dev.stoa.search.text.TextCandidates;
import dev.stoa.search.text.TextIndex;
import dev.stoa.search.text.TextPlace;
import dev.stoa.search.text.TextTable;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one text index over everything that can be searched, written in the transaction that changes its source.
 * Stateless. It keeps words and no text: what it finds is read from the source.
 */
public final class SearchIndex {
    /** So much of what a task wrote is searched. */
    public static final int OUTPUT = 8_192;

    private static final String INSERT = """
            INSERT INTO search_docs (kind, ref_id, agent_id, channel_id, live, at, seq) VALUES (?, ?, ?, ?, ?, ?, ?)
            RETURNING doc_id""";

    private static final String INSERT_ALL = """
            INSERT INTO search_docs (kind, ref_id, agent_id, channel_id, live, at, seq, terms, search_words)
            VALUES (?, ?, ?, ?, ?, ?, ?, %s, ?)""";

    private static final String INSERT_POSTGRES = INSERT_ALL.formatted(TextIndex.POSTGRES_VECTOR);

    /** The same of a vector that is made already. */
    private static final String INSERT_VECTOR = INSERT_ALL.formatted("?::tsvector");

    /** A rebuild writes this number of rows at a time. */
    private static final int PORTION = 500;

    private static final String DOC = "SELECT doc_id FROM search_docs WHERE kind = ? AND ref_id = ?";

    /** The score of a document in PostgreSQL; SQLite computes it by itself. Words without a label have the last one. */
    public static final PostgresRank RANK = new PostgresRank("search_docs", "terms", List.of(1.0, 1.0, 1.0, 1.0));

    /** What of all that can be found is ranked for some words. */
    public static final TextCandidates CANDIDATES = new TextCandidates(
            new TextPlace("search_text", "search_docs", "doc_id", "terms", List.of(new TextTable.Column("body", 1))),
            RANK);

    private SearchIndex() {}

    /** Installs what the index needs in PostgreSQL besides its table; may run again. */
    public static void setUp(Tx tx) {
        if (tx.dialect() == Dialect.POSTGRES) {
            RANK.setUp(tx);
        }
    }

    /** What can be found. */
    public enum Kind {
        NOTE,
        KNOWLEDGE,
        MESSAGE,
        TASK,
        FILE;

        /** The word under which it is stored. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind of a stored word. */
        public static Kind of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * A source of words.
     *
     * @param ref its id, or its path
     * @param live whether it is found without asking for what is archived
     * @param at the time that its age counts from
     * @param text what is searched
     */
    public record Doc(
            Kind kind,
            String ref,
            @Nullable String agent,
            @Nullable String channel,
            boolean live,
            @Nullable Instant at,
            @Nullable Long seq,
            String text) {
        Doc numbered(@Nullable Long number) {
            return new Doc(kind, ref, agent, channel, live, at, number, text);
        }
    }

    /**
     * Stores a row that is new, puts its words into the index and tells of it; its number is that of what the feed tells.
     * On PostgreSQL, where units of other rows run beside this one, the row is stored with what comes last.
     *
     * @param doc its words, whose number is not looked at
     * @param insert the statement that stores it, with {@code %s} in the place of the number, before all parameters
     * @return the number, which is looked at after the commit
     */
    public static LongSupplier addTold(
            Tx tx, Instant now, FeedKind kind, Doc doc, String insert, @Nullable Object... params) {
        if (tx.dialect() == Dialect.POSTGRES) {
            // Before the lock that orders commits: others that hold the counts of words may wait for that one.
            add(tx, doc.numbered(null));
            return Feed.tellOfNew(
                    tx,
                    now,
                    kind,
                    doc.agent(),
                    doc.channel(),
                    doc.ref(),
                    doc.kind().text(),
                    insert,
                    params);
        }
        long seq = Feed.tell(tx, now, kind, doc.agent(), doc.channel(), doc.ref());
        List<@Nullable Object> all = new ArrayList<>();
        all.add(seq);
        Collections.addAll(all, params);
        tx.update(insert.formatted("?"), all.toArray());
        add(tx, doc.numbered(seq));
        return () -> seq;
    }

    /** Puts a source into the index, in place of what it was before. */
    public static void put(Tx tx, Doc doc) {
        remove(tx, doc.kind(), doc.ref());
        add(tx, doc);
    }

    /** Puts a source into the index that was not in it. */
    public static void add(Tx tx, Doc doc) {
        int live = doc.live() ? 1 : 0;
        String kind = doc.kind().text();
        if (tx.dialect() == Dialect.POSTGRES) {
            tx.later(INSERT_POSTGRES, postgresRow(doc));
            return;
        }
        long id = tx.one(
                        INSERT,
                        row -> row.number(1),
                        kind,
                        doc.ref(),
                        doc.agent(),
                        doc.channel(),
                        live,
                        doc.at(),
                        doc.seq())
                .orElseThrow();
        tx.update("INSERT INTO search_text (rowid, body) VALUES (?, ?)", id, TextIndex.fts5Document(doc.text()));
    }

    private static @Nullable Object[] postgresRow(Doc doc) {
        String document = TextIndex.postgresDocument(doc.text());
        return postgresRow(doc, document, TextIndex.words(document));
    }

    private static @Nullable Object[] postgresRow(Doc doc, String terms, long words) {
        return new @Nullable Object[] {
            doc.kind().text(),
            doc.ref(),
            doc.agent(),
            doc.channel(),
            doc.live() ? 1 : 0,
            doc.at(),
            doc.seq(),
            terms,
            words
        };
    }

    /** Sets whether a source is live; a source that is not is found only by queries for what is archived. */
    public static void live(Tx tx, Kind kind, String ref, boolean live) {
        tx.update("UPDATE search_docs SET live = ? WHERE kind = ? AND ref_id = ?", live ? 1 : 0, kind.text(), ref);
    }

    /** Takes a source out of the index. */
    public static void remove(Tx tx, Kind kind, String ref) {
        if (tx.dialect() == Dialect.SQLITE) {
            tx.one(DOC, row -> row.number(1), kind.text(), ref)
                    .ifPresent(id -> tx.update("DELETE FROM search_text WHERE rowid = ?", id));
        }
        tx.update("DELETE FROM search_docs WHERE kind = ? AND ref_id = ?", kind.text(), ref);
    }

    /** Rebuilds the index from its sources; files come back with their next scan. */
    public static void rebuild(Tx tx) {
        if (tx.dialect() == Dialect.SQLITE) {
            // What is damaged cannot be emptied, but it can be dropped.
            tx.update("DROP TABLE IF EXISTS search_text");
            tx.update("CREATE VIRTUAL TABLE search_text USING fts5(body, content = '', contentless_delete = 1,"
                    + " tokenize = '" + TextIndex.FTS5_TOKENIZE + "')");
            tx.update("INSERT INTO search_text (search_text, rank) VALUES ('secure-delete', 1)");
        }
        setUp(tx);
        if (tx.dialect() == Dialect.POSTGRES) {
            rebuildPostgres(tx);
        } else {
            tx.update("DELETE FROM search_docs");
            SearchSources.each(tx, doc -> add(tx, doc));
        }
    }

    private static void rebuildPostgres(Tx tx) {
        // Counting each row of a long transaction would take longer with every one.
        RANK.suspend(tx);
        tx.update("DELETE FROM search_docs");
        List<Doc> portion = new ArrayList<>();
        PostgresVectors vectors = new PostgresVectors();
        SearchSources.each(tx, doc -> {
            portion.add(doc);
            if (portion.size() == PORTION) {
                addAll(tx, vectors, portion);
                portion.clear();
            }
        });
        addAll(tx, vectors, portion);
        RANK.recount(tx);
    }

    private static void addAll(Tx tx, PostgresVectors vectors, List<Doc> docs) {
        List<List<String>> documents = docs.stream()
                .map(doc -> List.of(TextIndex.postgresDocument(doc.text())))
                .toList();
        vectors.learn(tx, documents);
        List<Doc> others = new ArrayList<>();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < docs.size(); i++) {
            String terms = vectors.of(documents.get(i), "D");
            if (terms == null) {
                others.add(docs.get(i));
            } else {
                rows.add(postgresRow(
                        docs.get(i), terms, TextIndex.words(documents.get(i).getFirst())));
            }
        }
        tx.batch(INSERT_VECTOR, rows, row -> row);
        tx.batch(INSERT_POSTGRES, others, SearchIndex::postgresRow);
    }
}
