package dev.stoa.base;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a stream, decoded one by one. For one thread. A line that is not UTF-8 is refused by its byte and costs
 * no other; nothing is ever replaced by U+FFFD.
 */
public final class Utf8Lines {
    private static final String HINT = "write it in UTF-8";

    private final InputStream in;
    private final int longest;
    private long number;

    /** The lines of a stream, which stays the caller's to close; no byte is read beyond the line that is asked for. */
    public Utf8Lines(InputStream in) {
        this(in, Integer.MAX_VALUE);
    }

    /**
     * The same with a bound of what is kept in memory.
     *
     * @param longest of a line with more bytes than this only one more is kept
     */
    public Utf8Lines(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /**
     * One line without its end.
     *
     * @param number its place, from 1
     * @param bytes as they are in the stream
     */
    // Handed on as they were read; nobody changes them.
    @SuppressWarnings("ArrayRecordComponent")
    public record Line(long number, byte[] bytes) {
        /** The line as text, without the mark that some editors put before the first. */
        public String text() {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            try {
                String text = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
                return number == 1 && text.startsWith("\ufeff") ? text.substring(1) : text;
            } catch (CharacterCodingException e) {
                throw Bounds.invalid("not UTF-8 at byte " + (buffer.position() + 1), HINT);
            }
        }
    }

    /** The next line; null where there is none. */
    public @Nullable Line next() throws IOException {
        int next = in.read();
        if (next < 0) {
            return null;
        }
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() <= longest) {
                line.write(next);
            }
        }
        return new Line(++number, line.toByteArray());
    }

    /**
     * A whole text.
     *
     * @param what it is, for the error
     */
    public static String text(String what, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
        } catch (CharacterCodingException e) {
            int line = 1;
            int start = 0;
            for (int i = 0; i < buffer.position(); i++) {
                if (bytes[i] == '\n') {
                    line++;
                    start = i + 1;
                }
            }
            throw Bounds.invalid(
                    what + " is not UTF-8: line " + line + ", byte " + (buffer.position() - start + 1), HINT);
        }
    }
}
