package dev.stoa.counsel.audit;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The right edge of the tree over the log: the roots of the perfect subtrees of its size, largest first. Not
 * thread-safe. It is all that is needed to add leaves and to know the root, however long the log is.
 */
final class Frontier {
    private static final int DIGITS = 2 * Merkle.BYTES;

    private final MessageDigest sha = Merkle.sha256();
    private final List<byte[]> roots = new ArrayList<>();
    private long size;

    /** That of an empty log. */
    static Frontier empty() {
        return new Frontier();
    }

    /** The frontier that a text of digits is; null if it cannot be that of a log of this size. */
    static @Nullable Frontier parse(long size, String digits) {
        if (size < 0 || digits.length() != (long) DIGITS * Long.bitCount(size)) {
            return null;
        }
        Frontier result = new Frontier();
        result.size = size;
        try {
            for (int at = 0; at < digits.length(); at += DIGITS) {
                result.roots.add(HexFormat.of().parseHex(digits, at, at + DIGITS));
            }
        } catch (IllegalArgumentException e) {
            return null;
        }
        return result;
    }

    /** One of the right form for a size, whose roots no log has. */
    static Frontier broken(long size) {
        Frontier result = new Frontier();
        result.size = size;
        for (int i = 0; i < Long.bitCount(size); i++) {
            result.roots.add(new byte[Merkle.BYTES]);
        }
        return result;
    }

    /** Adds the leaf of the next row. */
    void add(byte[] rowHash) {
        byte[] root = Merkle.leaf(sha, rowHash);
        // Every one bit at the end of the size is a perfect subtree that the new one completes.
        for (long bits = size; (bits & 1) == 1; bits >>>= 1) {
            root = Merkle.node(sha, roots.removeLast(), root);
        }
        roots.add(root);
        size++;
    }

    long size() {
        return size;
    }

    /** The root of the whole tree; that of an empty one is the hash of nothing. */
    byte[] root() {
        if (roots.isEmpty()) {
            return sha.digest();
        }
        byte[] root = roots.getLast();
        for (int i = roots.size() - 2; i >= 0; i--) {
            root = Merkle.node(sha, roots.get(i), root);
        }
        return root;
    }

    /** Its digits, as they are stored. */
    String digits() {
        StringBuilder text = new StringBuilder(DIGITS * roots.size());
        roots.forEach(root -> text.append(HexFormat.of().formatHex(root)));
        return text.toString();
    }
}
