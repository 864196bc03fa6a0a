package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What was acknowledged, against what the database holds, read by plain SQL that shares no code with the archive. Not
 * thread-safe.
 */
final class Audit {
    private final Map<String, Long> acknowledged = new HashMap<>();
    private long verified;

    /** Takes note of the lines of a writer that say a unit is stored. */
    void acknowledge(Iterable<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("stored")) {
                acknowledge(words[1], words[2], Long.parseLong(words[3]));
            }
        }
    }

    void acknowledge(String author, String body, long seq) {
        assertThat(acknowledged.put(author + " " + body, seq)).isNull();
    }

    int acknowledged() {
        return acknowledged.size();
    }

    /** Checks a file that nobody uses on a copy, so that the next process finds it as the last one left it. */
    void checkFile(Path directory, String name, Path scratch) throws IOException, SQLException {
        checkFile(copy(directory, name, scratch));
    }

    void checkFile(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            assertThat(texts(connection, "PRAGMA integrity_check")).containsExactly("ok");
            assertThat(texts(connection, "PRAGMA foreign_key_check")).isEmpty();
            check(connection);
        }
    }

    /** Checks a PostgreSQL database once the server has done with the connections of killed processes. */
    void checkServer(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            awaitAlone(connection);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET search_path TO notebook");
            }
            check(connection);
        }
    }

    /** Waits until nobody else is connected: a server goes on for a moment with what a dead client has asked for. */
    static void awaitAlone(Connection connection) throws SQLException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Child.LIFE_SECONDS);
        List<String> others = List.of("nobody has looked yet");
        while (!others.isEmpty()) {
            assertThat(System.nanoTime())
                    .as("connections that do not end: " + others)
                    .isLessThan(end);
            others = texts(connection, """
                    SELECT pid FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'""");
        }
    }

    /** Copies a database with its write-ahead log, as a crash left them. */
    static Path copy(Path directory, String name, Path target) throws IOException {
        for (String suffix : List.of("", "-wal")) {
            Path source = directory.resolve(name + suffix);
            Path copy = target.resolve(name + suffix);
            Files.deleteIfExists(copy);
            if (Files.exists(source)) {
                Files.copy(source, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return target.resolve(name);
    }

    private void check(Connection connection) throws SQLException {
        long rows = 0;
        Set<String> keys = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT e.seq, e.author, e.body, (SELECT count(*) FROM reply r WHERE r.entry_id = e.id),
                               CASE WHEN e.seq > %d THEN e.blob END
                        FROM entry e ORDER BY e.seq""".formatted(verified))) {
            while (row.next()) {
                rows++;
                String key = row.getString(2) + " " + row.getString(3);
                assertThat(row.getLong(1)).as("the number of " + key).isEqualTo(rows);
                assertThat(row.getInt(4)).as("the other half of " + key).isEqualTo(1);
                assertThat(keys.add(key)).as("first time that there is " + key).isTrue();
                if (rows > verified) {
                    assertThat(row.getBytes(5))
                            .as("the payload of " + key)
                            .isEqualTo(Units.payload(row.getString(2), row.getString(3)));
                }
                Long promised = acknowledged.get(key);
                assertThat(promised == null || promised == rows)
                        .as(key + " was acknowledged as " + promised + " and is " + rows)
                        .isTrue();
            }
        }
        assertThat(keys).as("what was acknowledged is there").containsAll(acknowledged.keySet());
        assertThat(texts(connection, "SELECT count(*) FROM reply")).containsExactly(Long.toString(rows));
        assertThat(texts(
                        connection,
                        "SELECT coalesce(max(value), 0) FROM archive_sequence WHERE name = '" + Units.SEQUENCE + "'"))
                .containsExactly(Long.toString(rows));
        assertThat(rows).as("rows never get fewer").isGreaterThanOrEqualTo(verified);
        verified = rows;
    }

    static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                texts.add(result.getString(1));
            }
        }
        return texts;
    }
}
