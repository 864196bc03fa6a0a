package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.storage.move.MoveTable;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.schema.SchemaReport;
import dev.stoa.testing.Databases;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every table of every archive, with rows in it that have a value in each column, goes there and back. */
class MoveEveryTableTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-15T08:30:00.123Z"));
    private static final Pattern LITERAL = Pattern.compile("'([^']*)'");

    /** What checks ask of a column beyond a word of a list. */
    private static final Map<String, Object> VALUES =
            Map.of("agent_relationships.agent_a", "a", "match_pairs.agent_a", "a", "passages.seq", 2);

    @TempDir
    Path folder;

    @Test
    void everyTableArrivesAndComesBack() throws SQLException {
        Assumptions.assumeTrue(Databases.asked(Dialect.POSTGRES));
        String model = TestPostgres.freshDatabase(Stoa.ARCHIVES);
        String url = TestPostgres.freshDatabase();
        StorageSettings settings = StorageSettings.defaults();
        try (Site files = Site.directory(folder, settings, CLOCK);
                Site database = Site.postgres(url, PostgresSettings.defaults(), settings, CLOCK)) {
            for (ArchiveSchema schema : Stoa.ARCHIVES) {
                files.open(schema).close();
                fill(schema, model);
            }
            MoveReport there = new Move(files, database, Stoa.ARCHIVES, folder, CLOCK, MoveListener.NONE).run();
            MoveReport back = new Move(database, files, Stoa.ARCHIVES, folder, CLOCK, MoveListener.NONE).run();

            assertThat(there.leftOut()).isEmpty();
            assertThat(back.archives()).isEqualTo(there.archives()).hasSize(Stoa.ARCHIVES.size());
            assertThat(there.archives())
                    .flatMap(MoveReport.Archive::tables)
                    .as("every table has rows")
                    .allSatisfy(
                            table -> assertThat(table.rows()).as(table.table()).isPositive());
            assertThat(there.archives())
                    .flatMap(MoveReport.Archive::tables)
                    .extracting(MoveTable.Content::table)
                    .hasSizeGreaterThan(100);
        } finally {
            TestPostgres.drop(model);
            TestPostgres.drop(url);
        }
    }

    private void fill(ArchiveSchema schema, String model) throws SQLException {
        Map<String, Map<String, String>> types = types(schema, model);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(schema.file()));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA foreign_keys = OFF");
            SchemaReport report = SchemaReport.ofSqlite(connection);
            Map<String, String> triggers = new LinkedHashMap<>();
            try (ResultSet row = statement.executeQuery("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")) {
                while (row.next()) {
                    triggers.put(row.getString(1), row.getString(2));
                }
            }
            // They hold for what the program writes; a move takes rows as they are.
            for (String trigger : triggers.keySet()) {
                statement.execute("DROP TRIGGER " + trigger);
            }
            for (SchemaReport.Table table : report.tables()) {
                Map<String, String> columns = types.get(table.name().toLowerCase(Locale.ROOT));
                if (!table.kind().startsWith("table") || columns == null) {
                    continue;
                }
                statement.execute("DELETE FROM " + table.name());
                insert(connection, schema, table, columns);
            }
            for (String trigger : triggers.values()) {
                statement.execute(trigger);
            }
            try (ResultSet sequence =
                    statement.executeQuery("SELECT count(*) FROM sqlite_schema WHERE name = 'archive_sequence'")) {
                if (sequence.getInt(1) > 0) {
                    statement.execute("INSERT INTO archive_sequence (name, value) VALUES ('test', 9007199254740993)"
                            + " ON CONFLICT DO NOTHING");
                }
            }
        }
    }

    private static void insert(
            Connection connection, ArchiveSchema schema, SchemaReport.Table table, Map<String, String> columns)
            throws SQLException {
        List<String> names = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (SchemaReport.Column column : table.columns()) {
            String name = column.name().toLowerCase(Locale.ROOT);
            String type = columns.get(name);
            if (type != null) {
                names.add(name);
                values.add(value(schema, table, name, type));
            }
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table.name() + " (\""
                + String.join("\", \"", names) + "\") VALUES (?" + ", ?".repeat(names.size() - 1) + ")")) {
            for (int i = 0; i < values.size(); i++) {
                insert.setObject(i + 1, values.get(i));
            }
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new SQLException(schema.name() + "." + table.name() + ": " + e.getMessage(), e);
        }
    }

    private static Object value(ArchiveSchema schema, SchemaReport.Table table, String column, String type) {
        Object own = VALUES.get(table.name() + "." + column);
        if (own != null) {
            return own;
        }
        for (SchemaReport.Check check : table.checks()) {
            Matcher literal = LITERAL.matcher(check.expression());
            if (check.expression().matches("(?s).*\\b" + column + "\\b\\W+(?i:in|=).*") && literal.find()) {
                return literal.group(1);
            }
        }
        return switch (type) {
            case "bigint", "integer", "smallint" -> 1;
            case "boolean" -> true;
            case "double precision", "numeric" -> 0.1;
            case "bytea" -> new byte[] {0, 1, -1, 92};
            case "jsonb" -> "{\"b\":[1.50,1e-7,null,true],\"a\":\"\\\\ \\t \\u00e4 \\ud83d\\ude00\"}";
            case "timestamp with time zone" -> schema.timeForm().stored(CLOCK.instant());
            case "uuid" -> "00000000-0000-4000-8000-00000000000a";
            case "character" -> "A";
            default -> "x";
        };
    }

    private static Map<String, Map<String, String>> types(ArchiveSchema schema, String url) throws SQLException {
        Map<String, Map<String, String>> types = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = ?")) {
            statement.setString(1, schema.postgresSchema());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    types.computeIfAbsent(row.getString(1), table -> new LinkedHashMap<>())
                            .put(row.getString(2), row.getString(3));
                }
            }
        }
        return types;
    }
}
