package dev.stoa.testing;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL server for tests, started with the first database asked for: one for all JVMs of a Maven build, and
 * outside of one its own for each JVM. Thread-safe. It trades durability for speed; a test of durability needs a server
 * of its own.
 *
 * <p>With {@code STOA_TEST_DB} set to a {@code jdbc:postgresql://} URL, that server is used instead; its user must be
 * allowed to create databases, and the databases made here are dropped at the end.
 */
public final class TestPostgres {
    private static final Pattern URL = Pattern.compile("(jdbc:postgresql://[^/?]+/)[^/?]*(\\?.*)?");

    private static final Pattern DATABASE = Pattern.compile("stoa_test_[0-9a-f]{32}");

    private TestPostgres() {}

    /** The JDBC URL, with its user, of a new and empty database. */
    public static String freshDatabase() {
        return Server.SHARED.create();
    }

    /**
     * The URL of a new database that holds empty archives: a copy of one that is made once in a JVM, because every
     * statement of every version takes longer than a copy.
     */
    public static String freshDatabase(List<ArchiveSchema> schemas) {
        List<String> names = schemas.stream().map(ArchiveSchema::name).toList();
        return Server.SHARED.copy(Server.SHARED.models().computeIfAbsent(names, any -> model(schemas)));
    }

    private static String model(List<ArchiveSchema> schemas) {
        String url = freshDatabase();
        schemas.forEach(schema -> make(schema, url));
        return name(url);
    }

    private static void make(ArchiveSchema schema, String url) {
        PostgresArchive.open(
                        schema, url, PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system())
                .close();
    }

    private static String name(String url) {
        Matcher matcher = DATABASE.matcher(url);
        if (!matcher.find()) {
            throw new IllegalArgumentException(url + " is not a database made here");
        }
        return matcher.group();
    }

    /** Drops a database that {@link #freshDatabase} made, whoever is still connected to it. */
    public static void drop(String url) {
        Server.SHARED.drop(name(url));
    }

    /** The same URL with another database in it. */
    static String withDatabase(String url, String database) {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "STOA_TEST_DB is " + url + "; give it as jdbc:postgresql://host:port/database?user=…");
        }
        String parameters = matcher.group(2);
        return matcher.group(1) + database + (parameters == null ? "" : parameters);
    }

    // The collation is that of a language, not bytewise as SQLite's: a query that leaves its order to the locale of the
    // server shows itself here, and it does so alike on every machine.
    static EmbeddedPostgres.Builder configured() {
        return EmbeddedPostgres.builder()
                .setLocaleConfig("locale-provider", "icu")
                .setLocaleConfig("icu-locale", "en-US")
                .setLocaleConfig("locale", "C")
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .setServerConfig("max_wal_size", "256MB")
                .setServerConfig("synchronous_commit", "off");
    }

    private record Server(
            String adminUrl,
            UnaryOperator<String> urlOf,
            Queue<String> created,
            Map<List<String>, String> models,
            AtomicReference<@Nullable Connection> admin) {
        // Initialised by the first use of the nested class: a run without PostgreSQL tests starts no server.
        static final Server SHARED = start();

        private static Server start() {
            String given = System.getenv("STOA_TEST_DB");
            if (given != null && !given.isBlank()) {
                Server server = at(given);
                Runtime.getRuntime().addShutdownHook(new Thread(server::dropAll, "test-postgres-drop"));
                return server;
            }
            int port = BuildServer.port().orElseGet(Server::own);
            return at("jdbc:postgresql://localhost:" + port + "/postgres?user=postgres");
        }

        private static Server at(String adminUrl) {
            return new Server(
                    adminUrl,
                    name -> withDatabase(adminUrl, name),
                    new ConcurrentLinkedQueue<>(),
                    new ConcurrentHashMap<>(),
                    new AtomicReference<>());
        }

        /** The port of a server for this JVM alone. */
        private static int own() {
            try {
                return configured().start().getPort();
            } catch (IOException failed) {
                throw new UncheckedIOException("the embedded PostgreSQL did not start", failed);
            }
        }

        String create() {
            return create("");
        }

        String copy(String model) {
            return create(" TEMPLATE " + model + " STRATEGY FILE_COPY");
        }

        private String create(String how) {
            String name = "stoa_test_" + UUID.randomUUID().toString().replace("-", "");
            execute("CREATE DATABASE " + name + how);
            created.add(name);
            return urlOf.apply(name);
        }

        void drop(String name) {
            created.remove(name);
            execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        }

        private void dropAll() {
            created.forEach(this::drop);
        }

        private void execute(String sql) {
            // One connection for all: a new one costs the server nearly as much as the database.
            synchronized (admin) {
                try {
                    Connection connection = admin.get();
                    if (connection == null || !connection.isValid(0)) {
                        connection = DriverManager.getConnection(adminUrl);
                        admin.set(connection);
                    }
                    try (Statement statement = connection.createStatement()) {
                        statement.execute(sql);
                    }
                } catch (SQLException failed) {
                    throw new IllegalStateException("the test server refused: " + sql, failed);
                }
            }
        }
    }
}
