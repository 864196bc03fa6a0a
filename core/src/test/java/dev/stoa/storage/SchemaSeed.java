package dev.stoa.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The archives with the versions that make up their seeds and what was added to them, built from the schema files by the shortest way. */
enum SchemaSeed {
    CONTINUUM(2, 7),
    CONSENSUS(1, 5),
    RATING(1, 5),
    CRITIQUE(1, 3),
    EVIDENCE(1, 4),
    BREAKER(1, 1),
    SOCIETY(1, 6),
    COUNSEL(1, 12),
    EVOLUTION(1, 11),
    DEBATE(1, 13);

    private static final Pattern ADDED_COLUMN =
            Pattern.compile("(?m)^ALTER TABLE (\\w+) ADD COLUMN IF NOT EXISTS (\\w+) (.*);$");

    private final int first;
    private final int last;

    SchemaSeed(int first, int last) {
        this.first = first;
        this.last = last;
    }

    String archive() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<Integer> versions() {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }

    void buildSqlite(Connection connection) throws SQLException {
        for (int version : versions()) {
            applySqlite(connection, version);
        }
    }

    void applySqlite(Connection connection, int version) throws SQLException {
        Matcher added = ADDED_COLUMN.matcher(file("sqlite", version));
        StringBuilder sql = new StringBuilder();
        while (added.find()) {
            boolean isThere = hasColumn(connection, added.group(1), added.group(2));
            added.appendReplacement(sql, isThere ? "" : "ALTER TABLE $1 ADD COLUMN $2 $3;");
        }
        added.appendTail(sql);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql.toString());
        }
    }

    /** Builds in a schema of the archive's name, which is made and left as the search path. */
    void buildPostgres(Connection connection) throws SQLException {
        createPostgresSchema(connection);
        for (int version : versions()) {
            applyPostgres(connection, version);
        }
    }

    void createPostgresSchema(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + archive() + "; SET search_path TO " + archive());
        }
    }

    void applyPostgres(Connection connection, int version) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(file("postgres", version));
        }
    }

    private String file(String dialect, int version) {
        String path = "/schema/%s/%s/%03d.sql".formatted(archive(), dialect, version);
        try (InputStream in = SchemaSeed.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(path, failed);
        }
    }

    private static boolean hasColumn(Connection connection, String table, String column) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT 1 FROM pragma_table_info(?) WHERE name = ?")) {
            statement.setString(1, table);
            statement.setString(2, column);
            try (ResultSet result = statement.executeQuery()) {
                return result.next();
            }
        }
    }
}
