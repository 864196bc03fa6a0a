package dev.stoa.counsel.audit;

import dev.stoa.base.VerificationException;
import dev.stoa.storage.Tx;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;

/** The hashes of the rows of a log from the first on, read in portions. Not thread-safe. */
final class StoredLeaves implements MerkleProofs.Leaves {
    private static final int PORTION = 4096;

    private final Tx tx;
    private final Deque<String> waiting = new ArrayDeque<>();
    private long read;
    private long given;

    StoredLeaves(Tx tx) {
        this.tx = tx;
    }

    @Override
    public byte[] next() {
        if (waiting.isEmpty()) {
            tx.each(
                    "SELECT curr_hash FROM audit_log WHERE seq > ? AND seq <= ? ORDER BY seq",
                    row -> waiting.add(row.text(1)),
                    read,
                    read + PORTION);
            read += PORTION;
        }
        given++;
        String digits = waiting.poll();
        try {
            if (digits != null) {
                return HexFormat.of().parseHex(digits);
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new VerificationException(
                "verification_failed", "row " + given + " of the audit log is missing or damaged", "verify the log");
    }
}
