package dev.stoa.server.http;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Bodies of requests, read within their bounds, and of answers, compressed. Stateless. */
final class Bodies {
    private static final int MEBIBYTE = 1 << 20;
    private static final int MOST_INFLATION = 100;
    private static final int CHUNK = 16_384;

    private Bodies() {}

    /** Whether a media type is JSON in UTF-8. */
    static boolean isJson(String type) {
        String[] parts = type.toLowerCase(Locale.ROOT).split(";", -1);
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("charset=")
                    && !parameter.substring(8).replace("\"", "").equals("utf-8")) {
                return false;
            }
        }
        return parts[0].strip().equals(Answer.JSON);
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

    /** The body as it was before a client compressed it, which a bomb cannot make larger than its bound. */
    static InputStream decoded(InputStream in, @Nullable String coding, long most) {
        if (coding == null || coding.equalsIgnoreCase("identity")) {
            return in;
        }
        if (!coding.equalsIgnoreCase("gzip")) {
            throw Refusal.of(
                    415, "unsupported_media", "the coding of the body is not gzip", "send it as it is, or with gzip");
        }
        Counted packed = new Counted(in);
        try {
            return new Inflated(new GZIPInputStream(packed), packed, most);
        } catch (IOException e) {
            throw notGzip();
        }
    }

    private static final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            count += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int n = super.read(into, from, length);
            count += Math.max(0, n);
            return n;
        }
    }

    private static final class Inflated extends FilterInputStream {
        private final Counted packed;
        private final long most;
        private long count;

        Inflated(InputStream in, Counted packed, long most) {
            super(in);
            this.packed = packed;
            this.most = most;
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
            if (count > most || (count > MEBIBYTE && count > MOST_INFLATION * packed.count)) {
                throw tooLarge(most);
            }
            return n;
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

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 2);
        try (GZIPOutputStream gzip = new FastGzip(packed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(1);
        }
    }
}
