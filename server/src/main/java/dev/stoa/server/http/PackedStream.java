package dev.stoa.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A body that is compressed once it is long enough for that to pay; until then it is kept back. Used by one thread.
 * Unless it is closed, what was written is not whole.
 */
final class PackedStream extends OutputStream {
    private final OutputStream out;
    private final int from;
    private final Runnable packing;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private @Nullable OutputStream gzip;

    /**
     * A body.
     *
     * @param from how many bytes are compressed
     * @param packing runs before the first byte of a body that is compressed
     */
    PackedStream(OutputStream out, int from, Runnable packing) {
        this.out = out;
        this.from = from;
        this.packing = packing;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        OutputStream packed = gzip;
        if (packed != null) {
            packed.write(bytes, offset, length);
            return;
        }
        kept.write(bytes, offset, length);
        if (kept.size() >= from) {
            packing.run();
            packed = Bodies.gzip(out);
            gzip = packed;
            kept.writeTo(packed);
            kept.reset();
        }
    }

    @Override
    public void flush() throws IOException {
        if (gzip != null) {
            gzip.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (gzip != null) {
            gzip.close();
        } else {
            kept.writeTo(out);
            out.close();
        }
    }
}
