package dev.stoa.engine.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** The beginning or the end of what a stream gives; the rest is read and forgotten. Safe for a reader and a writer. */
final class Kept {
    private final int most;
    private final boolean end;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean cut;

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

    /** Reads to the end, so that the writer never waits for a reader. */
    void drain(InputStream stream) {
        byte[] buffer = new byte[8_192];
        try (stream) {
            for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                add(buffer, n);
            }
        } catch (IOException e) {
            // The process was killed, or its reader has given up.
        }
    }

    private synchronized void add(byte[] buffer, int n) {
        if (!end) {
            int taken = Math.min(n, most - bytes.size());
            bytes.write(buffer, 0, taken);
            cut |= taken < n;
            return;
        }
        bytes.write(buffer, 0, n);
        if (bytes.size() > 2 * most + buffer.length) {
            byte[] last = last();
            bytes.reset();
            bytes.write(last, 0, last.length);
        }
    }

    private byte[] last() {
        byte[] all = bytes.toByteArray();
        if (all.length <= most) {
            return all;
        }
        cut = true;
        return java.util.Arrays.copyOfRange(all, all.length - most, all.length);
    }

    synchronized String text() {
        return new String(end ? last() : bytes.toByteArray(), UTF_8);
    }

    /** Whether there was more than could be kept. */
    synchronized boolean wasCut() {
        return cut;
    }
}
