package dev.stoa.cli.console;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a command prints as data, with the reason for which it could not be written. Safe from any thread. A {@link
 * PrintWriter} throws nothing, so without this a full disk would end in success.
 */
public final class StandardOutput extends PrintWriter {
    private final Sink sink;

    private StandardOutput(Sink sink) {
        // UTF-8 whatever the terminal says, because JSON on a pipe has no other encoding.
        super(new BufferedWriter(new OutputStreamWriter(sink, StandardCharsets.UTF_8)), true);
        this.sink = sink;
    }

    static StandardOutput ofThisProcess() {
        return to(new FileOutputStream(FileDescriptor.out));
    }

    /** Writes to a stream. */
    public static StandardOutput to(OutputStream out) {
        return new StandardOutput(new Sink(out));
    }

    /** Why something was lost; null if all was written so far, or the reason is not known. */
    @Nullable
    String reason() {
        return sink.reason;
    }

    /** Whether the reader went away, as {@code head} does when it has enough. */
    boolean readerLeft() {
        String known = sink.reason;
        return known != null && (known.contains("Broken pipe") || known.contains("pipe is being closed"));
    }

    private static final class Sink extends FilterOutputStream {
        private volatile @Nullable String reason;

        Sink(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] data, int from, int length) throws IOException {
            try {
                out.write(data, from, length);
            } catch (IOException e) {
                if (reason == null) {
                    reason = String.valueOf(e.getMessage());
                }
                throw e;
            }
        }
    }
}
