package dev.stoa.counsel.seal;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an archive says about its own sealing, so that every process seals alike. Immutable.
 *
 * @param sealed whether it is sealed, which it stays
 * @param sealKey the key under which was sealed last, by which a keyset of another archive is known; null if it was not
 *     noted yet
 * @param unfinished whether plain text of the time before may still be in rows or files
 * @param retired the keys under which nothing may be sealed any more
 * @param indexKey a mark of the key of the index; null while the archive is plain
 * @param renewed the mark of the key under which everything that depends on it was made; null if never
 */
public record SealState(
        boolean sealed,
        @Nullable Long sealKey,
        boolean unfinished,
        List<Long> retired,
        @Nullable String indexKey,
        @Nullable String renewed) {
    private static final String SELECT = "SELECT key, value FROM counsel_meta WHERE key IN"
            + " ('sealed', 'seal_key', 'seal_unfinished', 'retired_keys', 'index_key', 'index_renewed')";

    /** What an archive says. */
    public static SealState of(Archive archive) {
        return of(archive.list(SELECT, SealState::entry));
    }

    /** The same inside a unit of work. */
    public static SealState of(Tx tx) {
        return of(tx.list(SELECT, SealState::entry));
    }

    /** Whether an archive is sealed, which is all that writing to a plain one must know. */
    static boolean sealed(Tx tx) {
        return tx.one("SELECT 1 FROM counsel_meta WHERE key = 'sealed'", row -> true)
                .isPresent();
    }

    private static String[] entry(Row row) {
        return new String[] {row.text(1), row.text(2)};
    }

    private static SealState of(List<String[]> entries) {
        boolean sealed = false;
        Long sealKey = null;
        boolean unfinished = false;
        List<Long> retired = new ArrayList<>();
        String indexKey = null;
        String renewed = null;
        for (String[] entry : entries) {
            switch (entry[0]) {
                case "sealed" -> sealed = true;
                case "seal_key" -> sealKey = Long.valueOf(entry[1]);
                case "seal_unfinished" -> unfinished = true;
                case "retired_keys" ->
                    Arrays.stream(entry[1].split(",", -1)).map(Long::valueOf).forEach(retired::add);
                case "index_key" -> indexKey = entry[1];
                default -> renewed = entry[1];
            }
        }
        return new SealState(sealed, sealKey, unfinished, retired, indexKey, renewed);
    }

    static void turnOn(Tx tx, long sealKey, String indexKey) {
        put(tx, "sealed", "on");
        if (SealedTable.tables().stream()
                .anyMatch(table -> tx.one("SELECT 1 FROM " + table + " LIMIT 1", row -> true)
                        .isPresent())) {
            unfinished(tx);
        }
        sealKey(tx, sealKey);
        indexKey(tx, indexKey);
    }

    /** Says to every process that its keyset must have this key. */
    public static void sealKey(Tx tx, long keyId) {
        put(tx, "seal_key", Long.toString(keyId));
    }

    /** Says that plain text may be left where no row shows it. */
    public static void unfinished(Tx tx) {
        put(tx, "seal_unfinished", "on");
    }

    /** Says that no plain text of the time before the sealing is left. */
    public static void finished(Tx tx) {
        tx.update("DELETE FROM counsel_meta WHERE key = 'seal_unfinished'");
    }

    /** Says to every process under which key of the index it writes from now on. */
    static void indexKey(Tx tx, String mark) {
        put(tx, "index_key", mark);
    }

    /** Says that everything that depends on the key of the index was made under this one. */
    public static void renewed(Tx tx, String mark) {
        put(tx, "index_renewed", mark);
    }

    /** Says to every process that nothing may be sealed under a key any more. */
    public void retire(Tx tx, long keyId) {
        List<Long> all = new ArrayList<>(retired);
        if (!all.contains(keyId)) {
            all.add(keyId);
        }
        put(
                tx,
                "retired_keys",
                String.join(",", all.stream().map(String::valueOf).toList()));
    }

    private static void put(Tx tx, String key, String value) {
        tx.update(
                "INSERT INTO counsel_meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET"
                        + " value = excluded.value",
                key,
                value);
    }
}
