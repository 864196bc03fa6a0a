package dev.stoa.bench.harness;

import dev.stoa.storage.Durability;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A SQLite file with the tables and indexes of the published schema and nothing more, used by JDBC alone: what somebody
 * has who takes the schema as it stands and writes the statements that come to mind. Not thread-safe.
 */
public final class SeedTables implements AutoCloseable {
    private final Connection connection;

    private SeedTables(Connection connection) {
        this.connection = connection;
    }

    /** The tables of an archive, made by the scripts of its published versions. */
    public static SeedTables of(Path folder, String archive, Durability durability, int... versions) throws Exception {
        Path file = Files.createTempDirectory(Files.createDirectories(folder), "seed")
                .resolve(archive + ".db");
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = " + durability.name());
            statement.execute("PRAGMA cache_size = -64000");
            statement.execute("PRAGMA temp_store = MEMORY");
            for (int version : versions) {
                statement.executeUpdate(script(archive, version));
            }
        }
        return new SeedTables(connection);
    }

    private static String script(String archive, int version) throws IOException {
        String path = String.format("/schema/%s/sqlite/%03d.sql", archive, version);
        try (InputStream in = SeedTables.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException(path + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("ADD COLUMN IF NOT EXISTS", "ADD COLUMN");
        }
    }

    /** Binds the parameters of one row. */
    @FunctionalInterface
    public interface Binder {
        void bind(PreparedStatement statement, int row) throws SQLException;
    }

    /** Writes so many rows in one transaction. */
    public void fill(int rows, String sql, Binder binder) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int row = 0; row < rows; row++) {
                binder.bind(insert, row);
                insert.addBatch();
                if (row % 1_000 == 999) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    public PreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    public Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
