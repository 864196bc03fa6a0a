package dev.stoa.counsel.audit;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Proofs over the tree of the log, as RFC 6962 defines them: that a row is in it, and that a tree continues another.
 * Not thread-safe. Leaves are read once and in order, so that a proof takes no more memory than its own hashes.
 */
final class MerkleProofs {
    private final MessageDigest sha = Merkle.sha256();
    private final Leaves leaves;

    private MerkleProofs(Leaves leaves) {
        this.leaves = leaves;
    }

    /** The hashes of rows, in order. */
    @FunctionalInterface
    interface Leaves {
        /** The hash of the next row. */
        byte[] next();
    }

    /** The hashes that lead from the row of this index, from 0 on, to the root of a tree of this size. */
    static List<byte[]> inclusion(Leaves leaves, long index, long size) {
        List<byte[]> path = new ArrayList<>();
        new MerkleProofs(leaves).path(index, size, path);
        return path;
    }

    /** The hashes that lead from the root of a tree to that of a larger one. */
    static List<byte[]> consistency(Leaves leaves, long from, long size) {
        List<byte[]> path = new ArrayList<>();
        if (from > 0 && from < size) {
            new MerkleProofs(leaves).subproof(from, size, true, path);
        }
        return path;
    }

    /** The largest power of two below a size. */
    private static long split(long size) {
        return Long.highestOneBit(size - 1);
    }

    private byte[] root(long size) {
        if (size == 1) {
            return Merkle.leaf(sha, leaves.next());
        }
        long left = split(size);
        byte[] first = root(left);
        return Merkle.node(sha, first, root(size - left));
    }

    private void path(long index, long size, List<byte[]> into) {
        if (size == 1) {
            leaves.next();
            return;
        }
        long left = split(size);
        if (index < left) {
            path(index, left, into);
            into.add(root(size - left));
        } else {
            byte[] first = root(left);
            path(index - left, size - left, into);
            into.add(first);
        }
    }

    /** @param known whether the verifier knows the root of these first leaves already */
    private void subproof(long from, long size, boolean known, List<byte[]> into) {
        if (from == size) {
            byte[] all = root(size);
            if (!known) {
                into.add(all);
            }
            return;
        }
        long left = split(size);
        if (from <= left) {
            subproof(from, left, known, into);
            into.add(root(size - left));
        } else {
            byte[] first = root(left);
            subproof(from - left, size - left, false, into);
            into.add(first);
        }
    }

    /** Whether hashes lead from the hash of a row to a root. */
    static boolean includes(byte[] rowHash, long index, long size, List<byte[]> path, byte[] root) {
        if (index < 0 || index >= size) {
            return false;
        }
        MessageDigest sha = Merkle.sha256();
        long node = index;
        long last = size - 1;
        byte[] hash = Merkle.leaf(sha, rowHash);
        for (byte[] other : path) {
            if (last == 0) {
                return false;
            }
            if ((node & 1) == 1 || node == last) {
                hash = Merkle.node(sha, other, hash);
                while ((node & 1) == 0 && node != 0) {
                    node >>= 1;
                    last >>= 1;
                }
            } else {
                hash = Merkle.node(sha, hash, other);
            }
            node >>= 1;
            last >>= 1;
        }
        return last == 0 && Arrays.equals(hash, root);
    }

    /** Whether hashes lead from the root of a tree to that of a larger one. */
    static boolean continues(long from, byte[] oldRoot, long size, byte[] root, List<byte[]> path) {
        if (from == size) {
            return path.isEmpty() && Arrays.equals(oldRoot, root);
        }
        if (from <= 0 || from > size) {
            return false;
        }
        MessageDigest sha = Merkle.sha256();
        List<byte[]> hashes = new ArrayList<>(path);
        if (Long.bitCount(from) == 1) {
            hashes.addFirst(oldRoot);
        }
        if (hashes.isEmpty()) {
            return false;
        }
        long node = from - 1;
        long last = size - 1;
        while ((node & 1) == 1) {
            node >>= 1;
            last >>= 1;
        }
        byte[] before = hashes.getFirst();
        byte[] after = hashes.getFirst();
        for (byte[] hash : hashes.subList(1, hashes.size())) {
            if (last == 0) {
                return false;
            }
            if ((node & 1) == 1 || node == last) {
                before = Merkle.node(sha, hash, before);
                after = Merkle.node(sha, hash, after);
                while ((node & 1) == 0 && node != 0) {
                    node >>= 1;
                    last >>= 1;
                }
            } else {
                after = Merkle.node(sha, after, hash);
            }
            node >>= 1;
            last >>= 1;
        }
        return last == 0 && Arrays.equals(before, oldRoot) && Arrays.equals(after, root);
    }
}
