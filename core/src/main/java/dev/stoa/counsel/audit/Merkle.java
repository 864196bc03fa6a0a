package dev.stoa.counsel.audit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hashes of the tree over the log, as RFC 6962 defines them. Stateless, safe from any thread. */
final class Merkle {
    /** Bytes of a hash. */
    static final int BYTES = 32;

    private static final byte LEAF = 0;
    private static final byte NODE = 1;

    private Merkle() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** The leaf of a row with this hash. */
    static byte[] leaf(MessageDigest sha, byte[] rowHash) {
        sha.update(LEAF);
        return sha.digest(rowHash);
    }

    static byte[] node(MessageDigest sha, byte[] left, byte[] right) {
        sha.update(NODE);
        sha.update(left);
        return sha.digest(right);
    }
}
