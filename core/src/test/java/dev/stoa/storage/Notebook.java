package dev.stoa.storage;

import java.util.List;

/** A small archive that exists only for tests of the storage itself. */
public final class Notebook {
    public static final ArchiveSchema SCHEMA = upTo(2);

    private Notebook() {}

    /** The archive as a program of that version knows it. */
    public static ArchiveSchema upTo(int version) {
        ArchiveSchema.Builder builder = ArchiveSchema.named("notebook").version(1, "entries");
        if (version >= 2) {
            builder.version(2, "tags");
        }
        if (version >= 3) {
            builder.version(3, "lengths", tx -> tx.update("UPDATE entry SET length = length(body)"));
        }
        return builder.build();
    }

    public static void add(Archive archive, String author, String body) {
        archive.write(tx -> add(tx, author, body));
    }

    public static long add(Tx tx, String author, String body) {
        return tx.one("INSERT INTO entry (author, body) VALUES (?, ?) RETURNING id", row -> row.number(1), author, body)
                .orElseThrow();
    }

    public static List<String> bodies(Archive archive) {
        return archive.list("SELECT body FROM entry ORDER BY id", row -> row.text(1));
    }
}
