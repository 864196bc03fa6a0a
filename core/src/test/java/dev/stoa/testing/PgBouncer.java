package dev.stoa.testing;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A real PgBouncer in front of a server, which gives a connection to another client after each transaction. Not
 * thread-safe. A test that uses it {@linkplain NeedsTool needs} {@link Tool#PGBOUNCER}.
 */
public final class PgBouncer implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static @Nullable PgBouncer shared;

    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts one.
     *
     * @param serverUrl the address of any database of the server
     * @param connections how many connections to the server all clients share, for each database
     */
    public static PgBouncer start(Path folder, String serverUrl, int connections) throws Exception {
        URI server = URI.create(serverUrl.substring("jdbc:".length()));
        int port = freePort();
        Path file = folder.resolve("pgbouncer.ini");
        Files.writeString(file, """
                [databases]
                * = host=%s port=%d user=postgres
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = %d
                max_client_conn = 500
                ignore_startup_parameters = extra_float_digits
                """.formatted(server.getHost(), server.getPort(), port, connections));
        List<String> command = new ArrayList<>(List.of("sh", "-c", "PATH=$PATH:/usr/sbin exec pgbouncer \"$@\"", "-"));
        if (Integer.valueOf(0).equals(Files.getAttribute(file, "unix:uid"))) {
            // It does not run as the superuser.
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(file.toString());
        Redirect log = Redirect.to(folder.resolve("pgbouncer.log").toFile());
        Process process = new ProcessBuilder(command)
                .redirectOutput(log)
                .redirectError(log)
                .start();
        PgBouncer bouncer = new PgBouncer(process, port);
        boolean ready = false;
        try {
            bouncer.await(serverUrl, folder);
            ready = true;
            return bouncer;
        } finally {
            if (!ready) {
                bouncer.close();
            }
        }
    }

    /** One for the whole JVM, in front of the server that has this database. */
    static synchronized PgBouncer shared(String serverUrl) {
        if (shared == null) {
            try {
                PgBouncer started = start(Files.createTempDirectory("stoa-pgbouncer"), serverUrl, 3);
                Runtime.getRuntime().addShutdownHook(new Thread(started::close));
                shared = started;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        return shared;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void await(String serverUrl, Path folder) throws IOException {
        long end = System.nanoTime() + LONG.toNanos();
        while (true) {
            try (Connection connection = DriverManager.getConnection(url(serverUrl))) {
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new AssertionError(
                            "PgBouncer does not answer: " + Files.readString(folder.resolve("pgbouncer.log")), e);
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    /** The address of the same database through it. */
    public String url(String serverUrl) {
        return serverUrl.replaceFirst("//[^/]+/", "//127.0.0.1:" + port + "/");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
