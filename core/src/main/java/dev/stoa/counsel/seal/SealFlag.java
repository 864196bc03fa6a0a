package dev.stoa.counsel.seal;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.util.Arrays;
import java.util.List;

/**
 * What an archive says about its own sealing: whether it is sealed, which it stays, and which keys were retired.
 * Stateless.
 */
public final class SealFlag {
    private static final String RETIRED = "retired_keys";

    private SealFlag() {}

    /** Whether the archive is sealed. */
    public static boolean isOn(Archive archive) {
        return archive.one("SELECT value FROM counsel_meta WHERE key = 'sealed'", row -> row.text(1))
                .isPresent();
    }

    /** The same inside a unit of work. */
    static boolean isOn(Tx tx) {
        return tx.one("SELECT value FROM counsel_meta WHERE key = 'sealed'", row -> row.text(1))
                .isPresent();
    }

    static void turnOn(Tx tx) {
        tx.update("INSERT INTO counsel_meta (key, value) VALUES ('sealed', 'on') ON CONFLICT (key) DO NOTHING");
    }

    static List<Long> retired(Tx tx) {
        return tx.one("SELECT value FROM counsel_meta WHERE key = ?", row -> row.text(1), RETIRED)
                .map(text -> Arrays.stream(text.split(",")).map(Long::valueOf).toList())
                .orElse(List.of());
    }

    /** Says to every process that nothing may be sealed under a key any more. */
    public static void retire(Tx tx, long keyId) {
        tx.update(
                "INSERT INTO counsel_meta (key, value) VALUES (?, ?)"
                        + " ON CONFLICT (key) DO UPDATE SET value = counsel_meta.value || ',' || excluded.value",
                RETIRED,
                Long.toString(keyId));
    }
}
