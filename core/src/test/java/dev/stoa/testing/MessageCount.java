package dev.stoa.testing;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands between a program and a PostgreSQL server and counts how often the program waits for an answer: every Sync and
 * every simple query of the protocol is one message there and back. Thread-safe.
 */
public final class MessageCount implements AutoCloseable {
    /** What tells others of commits does so beside the units. */
    private static final String NOTIFIER = "stoa-notifier";

    private static final Pattern ADDRESS = Pattern.compile("jdbc:postgresql://([^:/]+):([0-9]+)/");

    private final ServerSocket door;
    private final String host;
    private final int port;
    private final String url;
    private final AtomicLong messages = new AtomicLong();

    private MessageCount(ServerSocket door, String host, int port, String url) {
        this.door = door;
        this.host = host;
        this.port = port;
        this.url = url;
    }

    /** A relay to the database of a URL. */
    public static MessageCount before(String url) throws IOException {
        Matcher matcher = ADDRESS.matcher(url);
        if (!matcher.find()) {
            throw new IllegalArgumentException(url);
        }
        ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        String through = url.replaceFirst("//[^:/]+:[0-9]+/", "//127.0.0.1:" + door.getLocalPort() + "/");
        MessageCount count = new MessageCount(door, matcher.group(1), Integer.parseInt(matcher.group(2)), through);
        Thread.ofVirtual().start(count::accept);
        return count;
    }

    /** The URL that leads through it. */
    public String url() {
        return url;
    }

    /** How many messages were sent until now. */
    public long messages() {
        return messages.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                Socket server = new Socket(host, port);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> relay(client, server, true));
                Thread.ofVirtual().start(() -> relay(server, client, false));
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void relay(Socket from, Socket to, boolean counted) {
        try (from;
                to) {
            if (counted) {
                forward(new DataInputStream(from.getInputStream()), to.getOutputStream());
            } else {
                InputStream in = from.getInputStream();
                in.transferTo(to.getOutputStream());
            }
        } catch (IOException e) {
            // One of both has hung up.
        }
    }

    /** The first message has no type, because older programs sent none; every other begins with it. */
    private void forward(DataInputStream in, OutputStream out) throws IOException {
        boolean first = true;
        boolean counted = true;
        while (true) {
            int type = first ? 0 : in.read();
            if (type < 0) {
                return;
            }
            int length = in.readInt();
            byte[] body = in.readNBytes(length - 4);
            if (body.length < length - 4) {
                throw new EOFException();
            }
            String text = new String(body, StandardCharsets.UTF_8);
            counted &= !text.contains(NOTIFIER);
            // The driver sends the beginning of a transaction without waiting for its answer.
            if (counted && (type == 'S' || (type == 'Q' && !text.startsWith("BEGIN")))) {
                messages.incrementAndGet();
            }
            byte[] all = new byte[(first ? 0 : 1) + length];
            int at = 0;
            if (!first) {
                all[at++] = (byte) type;
            }
            for (int shift = 24; shift >= 0; shift -= 8) {
                all[at++] = (byte) (length >>> shift);
            }
            System.arraycopy(body, 0, all, at, body.length);
            out.write(all);
            out.flush();
            // A request for encryption is answered with one byte and followed by the real first message.
            first = first && length == 8;
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
