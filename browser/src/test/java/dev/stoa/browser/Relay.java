package dev.stoa.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A port that stays the same while the server behind it changes, and whose connections can be cut. Thread-safe. */
final class Relay implements AutoCloseable {
    private final ServerSocket door;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile int target;

    private Relay(ServerSocket door, int target) {
        this.door = door;
        this.target = target;
    }

    static Relay to(int port) {
        try {
            Relay relay = new Relay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
            Thread.ofVirtual().start(relay::accept);
            return relay;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + door.getLocalPort();
    }

    /** New connections lead to another port. */
    void lead(int port) {
        target = port;
    }

    /** Ends all connections, in the middle of whatever they carry. */
    void cut() {
        open.forEach(Relay::end);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket near = door.accept();
                open.add(near);
                Thread.ofVirtual().start(() -> connect(near));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket near) {
        try (near;
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target)) {
            open.add(far);
            Thread back = Thread.ofVirtual().start(() -> carry(far, near));
            carry(near, far);
            back.join();
            open.remove(far);
        } catch (IOException gone) {
            // The browser sees a connection that ends, as it would of a server that is away.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(near);
        }
    }

    /** When either side ends, both do. */
    private static void carry(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[8_192];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                out.write(bytes, 0, read);
                out.flush();
            }
        } catch (IOException cut) {
            // Ended below.
        } finally {
            end(from);
            end(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
