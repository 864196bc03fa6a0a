package dev.stoa.bench.server;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * One connection to a server that is used again and again. Not thread-safe. It knows just enough of HTTP to read an
 * answer to its end, so that what is measured is the server.
 */
final class KeepAlive implements AutoCloseable {
    private static final String LENGTH = "content-length: ";
    private static final String CHUNKED = "transfer-encoding: chunked";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    KeepAlive(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** A request in its bytes; header lines end with CR and LF. */
    static byte[] request(String method, String path, String headers, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String length = bytes.length == 0 ? "" : "Content-Length: " + bytes.length + "\r\n";
        byte[] head = (method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + length + "\r\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[head.length + bytes.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(bytes, 0, all, head.length, bytes.length);
        return all;
    }

    /** Sends a request and reads the body of its answer, which must be one of success. */
    byte[] ask(byte[] request) throws IOException {
        out.write(request);
        out.flush();
        String status = line();
        int length = 0;
        boolean chunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                length = Integer.parseInt(header.substring(LENGTH.length()));
            }
            chunked |= header.equalsIgnoreCase(CHUNKED);
        }
        byte[] body = chunked ? chunks() : in.readNBytes(length);
        if (!status.startsWith("HTTP/1.1 2")) {
            throw new IOException(status + ": " + new String(body, StandardCharsets.UTF_8));
        }
        return body;
    }

    /** The last chunk alone is kept: it has the end of the answer, and the rest is only counted. */
    private byte[] chunks() throws IOException {
        byte[] last = {};
        for (int size = size(); size > 0; size = size()) {
            last = in.readNBytes(size);
            line();
        }
        line();
        return last;
    }

    private int size() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
