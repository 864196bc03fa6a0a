package dev.stoa.storage.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.ArchiveSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A database as another program of the same kind would have left it, with rows in every table. Not thread-safe. */
final class ForeignFile implements AutoCloseable {
    private static final int ROWS = 40;

    private final Connection connection;
    private final Path path;

    private ForeignFile(Connection connection, Path path) {
        this.connection = connection;
        this.path = path;
    }

    /** Creates the file of an archive with the tables of its first versions, and nothing that marks it as ours. */
    static ForeignFile create(ArchiveSchema schema, Path directory, String journal) throws SQLException, IOException {
        Path path = directory.resolve(schema.file());
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        ForeignFile file = new ForeignFile(DriverManager.getConnection("jdbc:sqlite:" + path), path);
        file.run("PRAGMA journal_mode = " + journal);
        return file;
    }

    /** Opens a file to look at it. */
    static ForeignFile at(Path path) throws SQLException {
        return new ForeignFile(DriverManager.getConnection("jdbc:sqlite:" + path), path);
    }

    void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /** Runs the SQL of a version, which must be one that needs no columns of ours. */
    ForeignFile version(ArchiveSchema schema, int version) throws SQLException, IOException {
        String resource = String.format(Locale.ROOT, "/schema/%s/sqlite/%03d.sql", schema.name(), version);
        try (InputStream in = ArchiveSchema.class.getResourceAsStream(resource)) {
            run(new String(Objects.requireNonNull(in, resource).readAllBytes(), UTF_8)
                    .replace("COLUMN IF NOT EXISTS", "COLUMN"));
        }
        return this;
    }

    /** Fills every table; with a write-ahead log, the second half of the rows is only there. */
    void fill() throws SQLException {
        rows(0, ROWS / 2);
        run("PRAGMA wal_checkpoint(TRUNCATE)");
        rows(ROWS / 2, ROWS);
    }

    private void rows(int from, int to) throws SQLException {
        for (String table : tables()) {
            List<String> columns = new ArrayList<>();
            List<String> types = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet column = statement.executeQuery("PRAGMA table_info(" + table + ")")) {
                while (column.next()) {
                    columns.add(column.getString("name"));
                    types.add(column.getString("type"));
                }
            }
            String marks = String.join(", ", columns.stream().map(column -> "?").toList());
            String sql = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES (" + marks + ")";
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                for (int row = from; row < to; row++) {
                    for (int c = 0; c < columns.size(); c++) {
                        insert.setObject(c + 1, value(columns.get(c), types.get(c), row));
                    }
                    insert.executeUpdate();
                }
            }
        }
    }

    // Columns that are or refer to an id hold the same ids everywhere, so that every reference finds its row; a hash is
    // that of its text, a time a time and a bounded value within its bounds, for upgrades put right what is not.
    private static Object value(String column, String type, int row) {
        if (column.equals("topic_hash")) {
            return Tokenizer.wordsHash((String) value("topic", type, row));
        }
        switch (column) {
            case "tier" -> {
                return "slow";
            }
            case "metadata" -> {
                return "{\"row\":" + row + "}";
            }
            case "importance", "surprise_score", "consolidation_score" -> {
                return row / 64.0;
            }
            default -> {
                // By its type.
            }
        }
        if (column.endsWith("_at") && type.equals("TEXT")) {
            return String.format(Locale.ROOT, "2999-01-01T00:00:00.%03dZ", row);
        }
        return switch (type) {
            case "INTEGER" -> row + 1;
            case "REAL" -> row / 7.0;
            case "BOOLEAN" -> row % 2;
            case "BLOB" -> new byte[] {(byte) row, 0, -1};
            default -> column.endsWith("id") ? "id " + row : column + " of\n'" + row + "' 🜚";
        };
    }

    private List<String> tables() throws SQLException {
        return Audit.texts(connection, """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                AND lower(name) NOT IN ('_schema_versions', 'schemaversions', 'archive_sequence') ORDER BY name""");
    }

    /** Every row of every table by the columns that are there now. */
    Map<String, List<String>> content() throws SQLException {
        Map<String, List<String>> content = new TreeMap<>();
        for (String table : tables()) {
            List<String> columns = Audit.texts(connection, "SELECT name FROM pragma_table_info('" + table + "')");
            content.put(table + " (" + String.join(", ", columns) + ")", List.of());
        }
        content.replaceAll((table, none) -> rowsOf(table));
        return content;
    }

    /** The rows of a table by the columns named in brackets after it. */
    List<String> rowsOf(String tableAndColumns) {
        int bracket = tableAndColumns.indexOf(" (");
        String columns = tableAndColumns.substring(bracket + 2, tableAndColumns.length() - 1);
        String quoted = "quote(" + columns.replace(", ", ") || ', ' || quote(") + ")";
        try {
            return Audit.texts(
                    connection, "SELECT " + quoted + " FROM " + tableAndColumns.substring(0, bracket) + " ORDER BY 1");
        } catch (SQLException e) {
            throw new IllegalStateException(tableAndColumns, e);
        }
    }

    List<String> texts(String sql) throws SQLException {
        return Audit.texts(connection, sql);
    }

    /** Leaves the file as a killed program would, its log beside it. */
    void abandonIn(Path target) throws IOException {
        Path folder = Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Audit.copy(Objects.requireNonNull(path.getParent()), path.getFileName().toString(), folder);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
