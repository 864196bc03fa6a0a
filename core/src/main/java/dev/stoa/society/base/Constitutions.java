package dev.stoa.society.base;

import dev.stoa.json.Digest;
import dev.stoa.storage.Tx;

/** The texts of constitutions by their hash, so that a run can be read with the one it had. Stateless. */
public final class Constitutions {
    private Constitutions() {}

    /** Stores a text permanently; returns its hash. */
    public static String keep(Tx tx, String text) {
        String hash = Digest.sha256(text);
        String now = tx.dialect().pick("STRFTIME('%Y-%m-%dT%H:%M:%f', 'now')", "now()");
        tx.update(
                "INSERT INTO constitutions (hash, text, created_at) VALUES (?, ?, " + now
                        + ") ON CONFLICT (hash) DO NOTHING",
                hash,
                text);
        return hash;
    }
}
