package dev.stoa.storage.crash;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line to a PostgreSQL server, which a test can cut, mute and mend. Thread-safe. What goes over it is not looked at.
 */
final class Line implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("jdbc:postgresql://([^:/?]+)(?::(\\d+))?(/.*)");

    private final String host;
    private final int port;
    private final String rest;
    private final int ownPort;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean mute;
    private volatile boolean silent;
    private @Nullable ServerSocket entrance;

    /** A line to the server of this JDBC URL. */
    Line(String url) throws IOException {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(url);
        }
        this.host = matcher.group(1);
        this.port = matcher.group(2) == null ? 5432 : Integer.parseInt(matcher.group(2));
        this.rest = matcher.group(3);
        this.ownPort = listen(0);
    }

    /** The JDBC URL of the same database by way of this line. */
    String url() {
        return "jdbc:postgresql://localhost:" + ownPort + rest;
    }

    private int listen(int wanted) throws IOException {
        ServerSocket server = new ServerSocket(wanted, 50, InetAddress.getLoopbackAddress());
        entrance = server;
        Thread.ofVirtual().start(() -> accept(server));
        return server.getLocalPort();
    }

    private void accept(ServerSocket server) {
        try {
            while (true) {
                Socket client = server.accept();
                sockets.add(client);
                if (silent) {
                    unanswered.incrementAndGet();
                    continue;
                }
                Socket behind = new Socket(host, port);
                sockets.add(behind);
                Thread.ofVirtual().start(() -> pump(client, behind, false));
                Thread.ofVirtual().start(() -> pump(behind, client, true));
            }
        } catch (IOException closed) {
            // The line was cut.
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[8192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read != -1; read = in.read(buffer)) {
                if (!answers || !mute) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException closed) {
            // One end has gone, so both go.
        }
    }

    /** From now on the server hears what it is told, and nobody hears its answers. */
    void mute() {
        mute = true;
    }

    /** From now on new connections are accepted and get no answer; those that are there go on. */
    void silenceNewcomers() {
        silent = true;
    }

    /** How many connections were accepted and got no answer. */
    int unanswered() {
        return unanswered.get();
    }

    /** Breaks every connection and refuses new ones. */
    synchronized void cut() {
        try {
            if (entrance != null) {
                entrance.close();
                entrance = null;
            }
            for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Accepts connections again. */
    synchronized void mend() throws IOException {
        mute = false;
        listen(ownPort);
    }

    @Override
    public void close() {
        cut();
    }
}
