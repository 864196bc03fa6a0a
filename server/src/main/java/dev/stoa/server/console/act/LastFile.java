package dev.stoa.server.console.act;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A form whose last part is a file of any size, as browsers send it: the parts before it are read at once, and the file
 * as it comes. Used by one thread.
 */
public final class LastFile extends InputStream {
    private static final int LONGEST_HEAD = 16_384;
    private static final String BLANK = "\r\n\r\n";

    private final PushbackInputStream in;
    private final byte[] mark;
    private final Multipart before;
    private boolean over;

    /**
     * Reads the parts before the file.
     *
     * @param type the type of the body, which has the boundary
     */
    public LastFile(String type, InputStream body) throws IOException {
        String boundary = Multipart.boundary(type);
        this.mark = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.in = new PushbackInputStream(new BufferedInputStream(body), mark.length);
        String head = head();
        int file = head.lastIndexOf("--" + boundary);
        if (file < 0) {
            throw Multipart.broken();
        }
        // The parts before the file are a form of their own.
        this.before = Multipart.read(
                type, (head.substring(0, file) + "--" + boundary + "--").getBytes(StandardCharsets.ISO_8859_1));
    }

    /** All up to the first byte of the file. */
    private String head() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (head.size() < LONGEST_HEAD) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.write(next);
            String text = next == '\n' ? head.toString(StandardCharsets.ISO_8859_1) : "";
            if (text.endsWith(BLANK) && text.indexOf("filename=\"", text.lastIndexOf("\r\n--")) > 0) {
                return text;
            }
        }
        throw Multipart.broken();
    }

    /** A field before the file; empty if there is none of that name. */
    public String field(String name) {
        return before.fields().getOrDefault(name, "");
    }

    /** The next byte of the file. */
    @Override
    public int read() throws IOException {
        if (over) {
            return -1;
        }
        int next = in.read();
        if (next < 0) {
            throw Multipart.broken();
        }
        if (next != mark[0]) {
            return next;
        }
        byte[] rest = in.readNBytes(mark.length - 1);
        if (Arrays.equals(rest, 0, rest.length, mark, 1, mark.length)) {
            over = true;
            in.transferTo(OutputStream.nullOutputStream());
            return -1;
        }
        in.unread(rest);
        return next;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
        int read = 0;
        while (read < most) {
            int next = read();
            if (next < 0) {
                return read == 0 ? -1 : read;
            }
            into[from + read] = (byte) next;
            read++;
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
