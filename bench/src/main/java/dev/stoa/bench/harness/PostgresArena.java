package dev.stoa.bench.harness;

import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server whose databases are copies of one. Not thread-safe. Commits wait for the disk, as they do on a
 * server that is in use.
 */
public final class PostgresArena implements Arena {
    private static final String FILLED = "stoa_bench_filled";

    private final @Nullable EmbeddedPostgres embedded;
    private final String adminUrl;
    private final UnaryOperator<String> urlOf;
    private int copies;

    /**
     * Fills a database of a server with so many rows.
     *
     * @param url a server to use, or null to start one
     * @param folder where a server that is started keeps its data
     */
    public PostgresArena(@Nullable String url, Path folder, int rows) throws IOException, SQLException {
        EmbeddedPostgres started = url == null ? start(folder) : null;
        this.embedded = started;
        this.adminUrl = started == null ? String.valueOf(url) : started.getJdbcUrl("postgres", "postgres");
        this.urlOf = name -> adminUrl.replaceFirst("(jdbc:postgresql://[^/?]+/)[^/?]*", "$1" + name);
        admin("DROP DATABASE IF EXISTS " + FILLED + " WITH (FORCE)");
        admin("CREATE DATABASE " + FILLED);
        try (Archive archive = open(urlOf.apply(FILLED), Durability.NORMAL)) {
            Rows.fill(archive, rows);
        }
        try (Connection connection = DriverManager.getConnection(urlOf.apply(FILLED));
                Statement statement = connection.createStatement()) {
            statement.execute("VACUUM ANALYZE continuum.continuum_memory");
        }
    }

    private static EmbeddedPostgres start(Path folder) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("autovacuum", "off")
                .start();
    }

    private static Archive open(String url, Durability durability) {
        StorageSettings settings = new StorageSettings(durability, PATIENCE, 64, 4);
        return PostgresArchive.open(
                ContinuumArchive.SCHEMA, url, PostgresSettings.defaults(), settings, InstantSource.system());
    }

    private void admin(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(adminUrl);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String show(String setting) throws SQLException {
        try (Connection connection = DriverManager.getConnection(adminUrl);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SHOW " + setting)) {
            result.next();
            return result.getString(1);
        }
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    @Override
    public String describe() {
        try {
            return "PostgreSQL " + show("server_version") + ", fsync " + show("fsync") + ", synchronous_commit "
                    + show("synchronous_commit");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public PostgresCopy copy() throws SQLException {
        return made(" TEMPLATE " + FILLED);
    }

    /** A database without any rows. */
    public PostgresCopy empty() throws SQLException {
        return made("");
    }

    private PostgresCopy made(String from) throws SQLException {
        String name = "stoa_bench_copy" + copies++;
        admin("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        admin("CREATE DATABASE " + name + from);
        return new PostgresCopy(name);
    }

    @Override
    public void close() throws IOException, SQLException {
        admin("DROP DATABASE IF EXISTS " + FILLED + " WITH (FORCE)");
        if (embedded != null) {
            embedded.close();
        }
    }

    /** One database. */
    public final class PostgresCopy implements Copy {
        private final String name;

        private PostgresCopy(String name) {
            this.name = name;
        }

        /** Where it is. */
        public String url() {
            return urlOf.apply(name);
        }

        @Override
        public Archive archive(Durability durability) {
            return open(urlOf.apply(name), durability);
        }

        @Override
        public Connection connect(Durability durability) throws SQLException {
            Properties properties = new Properties();
            properties.setProperty("currentSchema", ContinuumArchive.SCHEMA.postgresSchema());
            properties.setProperty("stringtype", "unspecified");
            properties.setProperty("reWriteBatchedInserts", "true");
            return DriverManager.getConnection(urlOf.apply(name), properties);
        }

        @Override
        public Connection connectToRead() throws SQLException {
            return connect(Durability.NORMAL);
        }

        @Override
        public void close() throws SQLException {
            admin("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        }
    }
}
