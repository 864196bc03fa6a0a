package dev.stoa.process;

import java.nio.charset.StandardCharsets;

/**
 * A bounded part of a stream of bytes: its beginning or its end. Thread-safe, because a stream may still be written when
 * its reader takes what there is.
 */
public final class BoundedBuffer {
    private final int most;
    private final boolean end;
    private byte[] bytes = new byte[1024];
    private int size;
    private int start;
    private long seen;

    private BoundedBuffer(int most, boolean end) {
        this.most = most;
        this.end = end;
    }

    /** Keeps the first bytes. */
    public static BoundedBuffer beginning(int most) {
        return new BoundedBuffer(most, false);
    }

    /** Keeps the last bytes. */
    public static BoundedBuffer end(int most) {
        return new BoundedBuffer(most, true);
    }

    /** Takes the first {@code length} bytes of an array, which stays the caller's. */
    public synchronized void add(byte[] from, int length) {
        seen += length;
        if (end) {
            // Of a piece longer than all that is kept only its own end matters.
            for (int i = Math.max(0, length - most); i < length; i++) {
                addToRing(from[i]);
            }
            return;
        }
        int taken = Math.min(length, most - size);
        grow(size + taken);
        System.arraycopy(from, 0, bytes, size, taken);
        size += taken;
    }

    private void addToRing(byte one) {
        if (size < most) {
            grow(size + 1);
            bytes[size++] = one;
        } else {
            bytes[start] = one;
            start = (start + 1) % most;
        }
    }

    private void grow(int needed) {
        if (needed > bytes.length) {
            byte[] more = new byte[(int) Math.min(Math.max(needed, 2L * bytes.length), Math.max(most, needed))];
            System.arraycopy(bytes, 0, more, 0, size);
            bytes = more;
        }
    }

    /** A copy of what is kept. */
    public synchronized byte[] bytes() {
        byte[] result = new byte[size];
        for (int i = 0; i < size; i++) {
            result[i] = bytes[size < most ? i : (start + i) % most];
        }
        return result;
    }

    /** What is kept, as UTF-8; a character that is not whole becomes the replacement character. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Whether there was more than is kept. */
    public synchronized boolean isCut() {
        return seen > size;
    }
}
