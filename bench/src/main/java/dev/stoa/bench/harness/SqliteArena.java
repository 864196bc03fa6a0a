package dev.stoa.bench.harness;

import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import org.sqlite.SQLiteConfig;

/** A folder of SQLite files that are copies of one. Not thread-safe. */
public final class SqliteArena implements Arena {
    private final Path folder;
    private final Path filled;
    private int copies;

    /** Fills an archive below the folder with so many rows. */
    public SqliteArena(Path folder, int rows) throws IOException {
        this.folder = folder;
        Path directory = Files.createDirectories(folder.resolve("filled"));
        try (Archive archive = open(directory, Durability.NORMAL)) {
            Rows.fill(archive, rows);
        }
        this.filled = directory.resolve(ContinuumArchive.SCHEMA.file());
    }

    private static Archive open(Path directory, Durability durability) {
        StorageSettings settings = new StorageSettings(durability, PATIENCE, 64, 4);
        return SqliteArchive.open(ContinuumArchive.SCHEMA, directory, settings, InstantSource.system());
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public String describe() {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT sqlite_version()")) {
            return "SQLite " + result.getString(1) + ", WAL";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public SqliteCopy copy() throws IOException {
        Path directory = Files.createDirectories(folder.resolve("copy" + copies++));
        Path file = directory.resolve(ContinuumArchive.SCHEMA.file());
        // Closing the filled archive has moved its log into the file, so the file is all there is to copy.
        Files.copy(filled, file);
        return new SqliteCopy(directory, file);
    }

    @Override
    public void close() {}

    /** One file. */
    public record SqliteCopy(Path directory, Path file) implements Copy {
        @Override
        public Archive archive(Durability durability) {
            return open(directory, durability);
        }

        @Override
        public Connection connect(Durability durability) throws SQLException {
            return configured(new SQLiteConfig(), durability);
        }

        @Override
        public Connection connectToRead() throws SQLException {
            SQLiteConfig config = new SQLiteConfig();
            config.setReadOnly(true);
            return configured(config, Durability.NORMAL);
        }

        private Connection configured(SQLiteConfig config, Durability durability) throws SQLException {
            Connection connection = config.createConnection("jdbc:sqlite:" + file);
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + PATIENCE.toMillis());
                statement.execute("PRAGMA foreign_keys = ON");
                statement.execute("PRAGMA temp_store = MEMORY");
                statement.execute("PRAGMA cache_size = -64000");
                statement.execute("PRAGMA synchronous = " + durability.name());
                statement.execute("PRAGMA wal_autocheckpoint = 8000");
            }
            return connection;
        }

        /** Frees the disk, because a whole run makes dozens of copies. */
        @Override
        public void close() throws IOException {
            try (var files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(directory);
        }
    }
}
