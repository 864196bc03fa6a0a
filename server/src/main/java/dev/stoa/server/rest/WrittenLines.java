package dev.stoa.server.rest;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Lists that are written while they are read, one line for each item. Stateless. */
final class WrittenLines {
    private static final int BUFFER = 1 << 16;

    private WrittenLines() {}

    /** Hands a writer of lines to what makes them. A client that is gone ends that. */
    static void to(OutputStream out, Consumer<Consumer<String>> making) throws IOException {
        BufferedOutputStream buffer = new BufferedOutputStream(out, BUFFER);
        try {
            making.accept(line -> {
                try {
                    buffer.write(line.getBytes(StandardCharsets.UTF_8));
                    buffer.write('\n');
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        buffer.flush();
    }
}
