package dev.stoa.search.text;

import dev.stoa.search.vector.VectorColumn;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A small archive of books with a text index and vectors, for tests of both. */
public final class Library {
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("library")
            .version(1, "books", tx -> Library.INDEX.setUp(tx))
            .build();

    static final TextTable INDEX = TextTable.of(
            "book",
            "book_fts",
            new TextTable.Column("shelf", 0),
            new TextTable.Column("title", 2),
            new TextTable.Column("blurb", 1));

    public static final VectorColumn.Layout VECTORS =
            new VectorColumn.Layout("book", "title || ' ' || blurb", "embedding");

    private Library() {}

    public static long add(Archive archive, String shelf, String title, String blurb) {
        return archive.write(tx -> add(tx, shelf, title, blurb));
    }

    public static long add(Tx tx, String shelf, String title, String blurb) {
        long seq = tx.next("seq");
        tx.update("INSERT INTO book (seq, shelf, title, blurb) VALUES (?, ?, ?, ?)", seq, shelf, title, blurb);
        INDEX.put(tx, seq, shelf, title, blurb);
        return seq;
    }

    public static void remove(Archive archive, long seq) {
        archive.write(tx -> {
            INDEX.remove(tx, seq);
            return tx.update("DELETE FROM book WHERE seq = ?", seq);
        });
    }

    /** Reads the titles of the given books that stand on the shelf; the empty shelf stands for all. */
    public static Function<List<Long>, Map<Long, String>> titles(Tx tx, String shelf) {
        return seqs -> {
            Map<Long, String> titles = new HashMap<>();
            for (long seq : seqs) {
                tx.one(
                                "SELECT title FROM book WHERE seq = ? AND (shelf = ? OR ? = '')",
                                row -> row.text(1),
                                seq,
                                shelf,
                                shelf)
                        .ifPresent(title -> titles.put(seq, title));
            }
            return titles;
        };
    }
}
