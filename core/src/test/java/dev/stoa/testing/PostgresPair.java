package dev.stoa.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two real PostgreSQL servers, a primary and a standby that follows it, which a test can kill, freeze and promote. Not
 * thread-safe. Made of the programs of the embedded server, so that they are there wherever the other tests run.
 *
 * <p>They do not wait for the disk, because what is lost here is processes and no power. They do wait for each other:
 * where the standby is synchronous, a commit is answered when the standby has it.
 */
public final class PostgresPair implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** What a copy of a running server leaves out, as the server itself does that again. */
    private static final Set<String> OMITTED_CONTENT = Set.of(
            "pg_wal",
            "pg_replslot",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    private static final Set<String> OMITTED_FILES =
            Set.of("postmaster.pid", "postmaster.opts", "postgresql.auto.conf", "epg-lock", "standby.signal");

    /** One server: its place, its process and where it keeps its data. */
    private static final class Host {
        private final int port;
        private Path data;
        private @Nullable EmbeddedPostgres server;

        Host(int port, Path data) {
            this.port = port;
            this.data = data;
        }

        String url() {
            return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
        }
    }

    private final Path folder;
    private final Path disk;
    private Host primary;
    private Host standby;
    private int copies;

    private PostgresPair(Path folder) throws IOException {
        this.folder = folder;
        this.disk = BuildServer.inMemory("stoa-test-pair").orElse(folder);
        this.primary = new Host(freePort(), disk.resolve("data-0"));
        this.standby = new Host(freePort(), disk.resolve("none"));
    }

    /** Starts a primary without a standby. */
    public static PostgresPair lonely(Path folder) throws IOException {
        PostgresPair pair = new PostgresPair(folder);
        pair.start(pair.primary);
        return pair;
    }

    /** Starts a primary and a synchronous standby. */
    public static PostgresPair start(Path folder) throws Exception {
        PostgresPair pair = lonely(folder);
        try {
            pair.addStandby();
            pair.makeSynchronous();
            return pair;
        } catch (Exception e) {
            pair.close();
            throw e;
        }
    }

    /**
     * A port below those that the system gives to clients: while a server is away, a client that connects to its port
     * could otherwise be given the same one and meet itself.
     */
    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(15_000, 32_000);
            try (ServerSocket unused = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (IOException taken) {
                // The next one.
            }
        }
    }

    private void start(Host host) throws IOException {
        Redirect log = Redirect.appendTo(folder.resolve("log-" + host.port).toFile());
        host.server = TestPostgres.configured()
                .setPort(host.port)
                .setDataDirectory(host.data)
                .setCleanDataDirectory(false)
                .setOutputRedirector(log)
                .setErrorRedirector(log)
                .setPGStartupWait(LONG)
                // The standby replays whole pages only if they are logged.
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("wal_level", "replica")
                .setServerConfig("wal_keep_size", "512MB")
                .setServerConfig("hot_standby", "on")
                .setServerConfig("max_connections", "100")
                .setServerConfig("shared_buffers", "32MB")
                // A process that is killed leaves its shared memory behind; this kind goes with the files.
                .setServerConfig("dynamic_shared_memory_type", "mmap")
                .setServerConfig("unix_socket_directories", "''")
                .start();
    }

    /** The address that names both, and is valid whichever of them is the primary. */
    public String url(String database) {
        // In an order of its own, so that the primary is not always named first.
        int first = Math.min(primary.port, standby.port);
        int second = Math.max(primary.port, standby.port);
        return "jdbc:postgresql://127.0.0.1:" + first + ",127.0.0.1:" + second + "/" + database
                + "?user=postgres&targetServerType=primary";
    }

    /** The address of the primary alone. */
    public String primaryUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + primary.port + "/" + database + "?user=postgres";
    }

    /** The address of the standby alone. */
    public String standbyUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + standby.port + "/" + database + "?user=postgres";
    }

    /** A connection to the primary. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(primary.url());
    }

    /** Copies the running primary and starts the copy as its standby, which is not synchronous yet. */
    public void addStandby() throws IOException, SQLException {
        Path data = disk.resolve("data-" + ++copies);
        Files.createDirectory(data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (Connection connection = connect()) {
            execute(connection, "SELECT pg_backup_start('copy', true)");
            copy(primary.data, data);
            Files.writeString(
                    data.resolve("backup_label"), text(connection, "SELECT labelfile FROM pg_backup_stop(false)"));
        }
        Files.createFile(data.resolve("standby.signal"));
        Files.writeString(
                data.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + primary.port + " user=postgres application_name=standby'\n"
                        + "wal_retrieve_retry_interval = 200\n");
        standby.data = data;
        start(standby);
        await("a standby that streams", "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'");
    }

    /** Makes the primary wait for its standby at every commit; returns when all that was committed before is there. */
    public void makeSynchronous() throws SQLException {
        set("synchronous_standby_names", "*");
        await("a synchronous standby", "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'");
        try (Connection connection = connect()) {
            // Its commit waits, and what was committed without a wait comes before it.
            execute(connection, "CREATE TABLE IF NOT EXISTS stoa_waited (at timestamptz)");
            execute(connection, "INSERT INTO stoa_waited VALUES (now())");
        }
    }

    /** Lets the primary answer commits before the standby has them. */
    public void makeAsynchronous() throws SQLException {
        set("synchronous_standby_names", "");
        await("an asynchronous standby", "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'async'");
    }

    private void set(String setting, String value) throws SQLException {
        try (Connection connection = connect()) {
            execute(connection, "ALTER SYSTEM SET " + setting + " = '" + value + "'");
            execute(connection, "SELECT pg_reload_conf()");
        }
    }

    private void await(String what, String sql) throws SQLException {
        long end = System.nanoTime() + LONG.toNanos();
        try (Connection connection = connect()) {
            while (text(connection, sql).equals("0")) {
                if (System.nanoTime() > end) {
                    throw new AssertionError("there is not " + what + "; see " + folder);
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    /** Ends every process of the primary as a power switch would. */
    public void killPrimary() throws IOException {
        end(primary);
    }

    /** Starts a primary again that was killed, with what it had. */
    public void restartPrimary() throws IOException {
        if (primary.server != null) {
            // It is gone, but what stands for it here holds its folder.
            primary.server.close();
        }
        start(primary);
    }

    /** Stops every process of the primary: it holds its connections, accepts new ones and answers nothing. */
    public void freezePrimary() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-STOP"));
        processes(primary).forEach(process -> command.add(Long.toString(process.pid())));
        // Those that were started by the postmaster meanwhile are the next.
        for (int i = 0; i < 2; i++) {
            if (new ProcessBuilder(command).start().waitFor() != 0 && i == 0) {
                // One of them had ended by itself.
                continue;
            }
            processes(primary).map(process -> Long.toString(process.pid())).forEach(pid -> {
                if (!command.contains(pid)) {
                    command.add(pid);
                }
            });
        }
    }

    /** Makes the standby the primary; the other server is the one that can be renewed. */
    public void promote() throws SQLException {
        try (Connection connection = DriverManager.getConnection(standby.url())) {
            execute(connection, "SELECT pg_promote(true, " + LONG.toSeconds() + ")");
        }
        Host old = primary;
        primary = standby;
        standby = old;
    }

    /** Makes a synchronous standby where the old primary was. */
    public void renewStandby() throws IOException, SQLException {
        end(standby);
        delete(standby.data);
        addStandby();
        makeSynchronous();
    }

    private static Stream<ProcessHandle> processes(Host host) throws IOException {
        Optional<ProcessHandle> postmaster = lines(host)
                .flatMap(lines -> ProcessHandle.of(Long.parseLong(lines.get(0).trim())));
        return postmaster.stream().flatMap(process -> Stream.concat(Stream.of(process), process.descendants()));
    }

    private static Optional<List<String>> lines(Host host) throws IOException {
        Path file = host.data.resolve("postmaster.pid");
        return Files.exists(file) ? Optional.of(Files.readAllLines(file)) : Optional.empty();
    }

    private static void end(Host host) throws IOException {
        List<ProcessHandle> processes = processes(host).toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        awaitRefusal(host.port);
        removeSegment(host);
        Files.deleteIfExists(host.data.resolve("postmaster.pid"));
    }

    private static void awaitRefusal(int port) {
        long end = System.nanoTime() + LONG.toNanos();
        while (System.nanoTime() < end) {
            try (ServerSocket unused = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return;
            } catch (IOException held) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        throw new AssertionError("a killed server still holds port " + port);
    }

    /** A killed server leaves a segment of shared memory of a few bytes; its number is in the seventh line. */
    private static void removeSegment(Host host) throws IOException {
        Optional<String> line = lines(host).filter(lines -> lines.size() > 6).map(lines -> lines.get(6));
        String[] words = line.orElse("").trim().split("\\s+", -1);
        if (words.length == 2) {
            try {
                new ProcessBuilder("ipcrm", "-m", words[1])
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD)
                        .start();
            } catch (IOException absent) {
                // Without that program they stay until the machine is started again.
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path relative = from.relativize(folder);
                if (!folder.equals(from)) {
                    Files.createDirectory(to.resolve(relative));
                }
                if (relative.getNameCount() == 1 && OMITTED_CONTENT.contains(relative.toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path relative = from.relativize(file);
                if (relative.getNameCount() > 1 || !OMITTED_FILES.contains(relative.toString())) {
                    try {
                        Files.copy(file, to.resolve(relative));
                    } catch (NoSuchFileException gone) {
                        // Deleted meanwhile; what is replayed deletes it too.
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public void close() {
        for (Host host : List.of(standby, primary)) {
            try {
                end(host);
                if (host.server != null) {
                    host.server.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (!disk.equals(folder)) {
            delete(disk);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // A process that is being ended has written or deleted one more; what is left is small.
        }
    }
}
