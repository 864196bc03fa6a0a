package dev.stoa.engine.provider;

/**
 * A bounded part of a stream: its beginning or its end. Thread-safe, because a stream that outlives its reader's
 * patience is still written while its bytes are taken.
 */
final class Kept {
    private final int most;
    private final boolean end;
    private byte[] bytes = new byte[1024];
    private int size;
    private int start;
    private long seen;

    private Kept(int most, boolean end) {
        this.most = most;
        this.end = end;
    }

    static Kept beginning(int most) {
        return new Kept(most, false);
    }

    static Kept end(int most) {
        return new Kept(most, true);
    }

    synchronized void add(byte[] from, int length) {
        seen += length;
        if (end) {
            // Of a piece longer than all that is kept only its own end matters.
            for (int i = Math.max(0, length - most); i < length; i++) {
                addToRing(from[i]);
            }
            return;
        }
        int taken = Math.min(length, most - size);
        room(size + taken);
        System.arraycopy(from, 0, bytes, size, taken);
        size += taken;
    }

    private void addToRing(byte one) {
        if (size < most) {
            room(size + 1);
            bytes[size++] = one;
        } else {
            bytes[start] = one;
            start = (start + 1) % most;
        }
    }

    private void room(int needed) {
        if (needed > bytes.length) {
            byte[] more = new byte[(int) Math.min(Math.max(needed, 2L * bytes.length), Math.max(most, needed))];
            System.arraycopy(bytes, 0, more, 0, size);
            bytes = more;
        }
    }

    synchronized byte[] bytes() {
        byte[] result = new byte[size];
        for (int i = 0; i < size; i++) {
            result[i] = bytes[size < most ? i : (start + i) % most];
        }
        return result;
    }

    /** Whether there was more than is kept. */
    synchronized boolean cut() {
        return seen > size;
    }
}
