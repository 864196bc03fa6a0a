package dev.stoa.counsel.audit;

import dev.stoa.storage.Tx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the log ends. Immutable.
 *
 * @param size how many rows there are
 * @param hash the hash of the last
 * @param frontier the digits of the frontier; null if only size and hash are known
 */
record AuditHead(long size, String hash, @Nullable String frontier) {
    private static final String READ = "SELECT size, head_hash, frontier FROM audit_head WHERE id = 1";

    /** The head, held until the transaction ends: who holds it appends next. */
    static Optional<AuditHead> lock(Tx tx) {
        return read(tx, tx.dialect().pick(READ, READ + " FOR UPDATE"));
    }

    /** The head as it is. */
    static Optional<AuditHead> read(Tx tx) {
        return read(tx, READ);
    }

    private static Optional<AuditHead> read(Tx tx, String sql) {
        return tx.one(sql, row -> new AuditHead(row.number(1), row.text(2), row.text(3)));
    }

    void store(Tx tx) {
        tx.update("""
                INSERT INTO audit_head (id, size, head_hash, frontier) VALUES (1, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET size = excluded.size, head_hash = excluded.head_hash,
                    frontier = excluded.frontier""", size, hash, frontier);
    }
}
