package dev.stoa.server.http;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Bodies of requests, read within their bounds, and of answers, compressed. Stateless. */
final class Bodies {
    private static final int MEBIBYTE = 1 << 20;
    private static final int MOST_INFLATION = 100;
    private static final int CHUNK = 16_384;
    /** With any weight but 0, which says that it is not taken. */
    private static final Pattern GZIP = Pattern.compile("\\s*gzip\\s*(;\\s*q=(?!0(\\.0*)?\\s*$)[0-9.]+\\s*)?");

    private Bodies() {}

    /** Whether the type of a body is this one, in UTF-8. */
    static boolean isType(@Nullable String type, String wanted) {
        if (type == null) {
            return false;
        }
        String[] parts = type.toLowerCase(Locale.ROOT).split(";", -1);
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("charset=")
                    && !parameter.substring(8).replace("\"", "").equals("utf-8")) {
                return false;
            }
        }
        return parts[0].strip().equals(wanted);
    }

    /** Refuses a body that is said to be other than JSON in UTF-8. */
    static void requireJson(@Nullable String type) {
        if (type != null && !isType(type, Answer.JSON)) {
            throw Refusal.of(
                    415, "unsupported_media", "the body is not " + Answer.JSON + " in UTF-8", "send it as that");
        }
    }

    /** All bytes of a body. */
    static byte[] all(InputStream in, long most) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        try {
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                bytes.write(chunk, 0, n);
                if (bytes.size() > most) {
                    throw tooLarge(most);
                }
            }
        } catch (IOException e) {
            throw notGzip();
        }
        return bytes.toByteArray();
    }

    /** The body as it comes in; one that breaks off or is badly framed is refused as that. */
    static InputStream raw(InputStream in, SlowClients.Body watched) {
        return new Raw(in, watched);
    }

    /** Reads what a client still sends of a body that is refused, so that it sees the answer; not without end. */
    static void drain(InputStream in, long most) {
        byte[] chunk = new byte[CHUNK];
        try {
            long left = most;
            for (int n = in.read(chunk); n >= 0 && left > 0; n = in.read(chunk)) {
                left -= n;
            }
        } catch (IOException | Refusal e) {
            // The client has gone or sends no body at all, and the answer is on its way.
        }
    }

    private static final class Raw extends FilterInputStream {
        private final SlowClients.Body watched;

        Raw(InputStream in, SlowClients.Body watched) {
            super(in);
            this.watched = watched;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            try {
                watched.waits();
                int n = super.read(into, from, length);
                watched.came(n);
                return n;
            } catch (IOException e) {
                throw badlyFramed();
            }
        }

        private static Refusal badlyFramed() {
            return Refusal.of(400, "bad_request", "the body broke off or is badly framed", "send it again")
                    .with("Connection", "close");
        }
    }

    /**
     * The body as it was before a client compressed it. Neither what comes in nor what a bomb makes of it is larger than
     * the bound.
     */
    static InputStream decoded(InputStream in, @Nullable String coding, long most) {
        Bounded packed = new Bounded(in, most);
        if (coding == null || coding.equalsIgnoreCase("identity")) {
            return packed;
        }
        if (!coding.equalsIgnoreCase("gzip")) {
            throw Refusal.of(
                    415, "unsupported_media", "the coding of the body is not gzip", "send it as it is, or with gzip");
        }
        try {
            return new Inflated(new GZIPInputStream(packed), packed, most);
        } catch (IOException e) {
            throw notGzip();
        }
    }

    /** A body of which no more than its bound is read, however it is framed. Used by one thread. */
    private static class Bounded extends FilterInputStream {
        private final long most;
        private long count;

        Bounded(InputStream in, long most) {
            super(in);
            this.most = most;
        }

        long count() {
            return count;
        }

        boolean isTooLarge() {
            return count > most;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int n = super.read(into, from, length);
            count += Math.max(0, n);
            if (isTooLarge()) {
                throw tooLarge(most);
            }
            return n;
        }
    }

    private static final class Inflated extends Bounded {
        private final Bounded packed;

        Inflated(InputStream in, Bounded packed, long most) {
            super(in, most);
            this.packed = packed;
        }

        @Override
        boolean isTooLarge() {
            return super.isTooLarge() || (count() > MEBIBYTE && count() > MOST_INFLATION * packed.count());
        }
    }

    static Refusal tooLarge(long most) {
        return Refusal.of(
                413, "too_large", "the body is larger than " + most + " bytes", "send less, or in several requests");
    }

    private static Refusal notGzip() {
        return Refusal.of(422, "invalid", "the body is not whole or not gzip", "send it again");
    }

    /** The text of a body; bytes that are not UTF-8 are refused with their place. */
    static String text(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            int line = 1;
            int column = 1;
            for (int i = 0; i < in.position(); i++) {
                column = bytes[i] == '\n' ? 1 : column + 1;
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw Refusal.of(
                    422,
                    "invalid",
                    "line " + line + ", column " + column + ": the byte is not UTF-8",
                    "send the body as UTF-8");
        }
        return out.flip().toString();
    }

    /** Whether a client takes an answer with gzip, by its Accept-Encoding. */
    static boolean takesGzip(@Nullable String codings) {
        return codings != null
                && Arrays.stream(codings.toLowerCase(Locale.ROOT).split(",", -1))
                        .anyMatch(coding -> GZIP.matcher(coding).matches());
    }

    /** Compressed as well as is worth it: what is whole in memory is short, and pages go over slow lines. */
    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 2);
        try (OutputStream gzip = new Gzip(packed, Deflater.DEFAULT_COMPRESSION)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    /** Compresses what is written to it, which may be long, as fast as can be. */
    static OutputStream gzip(OutputStream out) throws IOException {
        return new Gzip(out, Deflater.BEST_SPEED);
    }

    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out, int level) throws IOException {
            super(out);
            def.setLevel(level);
        }
    }
}
