package dev.stoa.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.bench.harness.PostgresArena;
import dev.stoa.bench.harness.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bare JDBC writes the rows that Stoa writes, so that the two can be compared. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnitsTest {
    private static final int UNITS = 3;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private PostgresArena arena;

    @SuppressWarnings("NullAway.Init")
    private PostgresArena.PostgresCopy database;

    @SuppressWarnings("NullAway.Init")
    private Stoa stoa;

    @BeforeAll
    void open(@TempDir Path temporary) throws Exception {
        arena = new PostgresArena(null, temporary.resolve("postgres"), 1);
        database = arena.copy();
        stoa = new Stores(Files.createDirectories(temporary.resolve("stoa"))).open(database.url());
    }

    @AfterAll
    void close() throws Exception {
        stoa.close();
        database.close();
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void bareJdbcWritesAsManyRowsOfTheSameTables(Work work) throws Exception {
        Units.Unit unit = work.units().stoa(stoa, "stoa");
        unit.prepare();
        unit.run(0);
        Map<String, Long> expected = written(work, () -> {
            for (int number = 1; number <= UNITS; number++) {
                unit.run(number);
            }
        });

        assertThat(expected).isNotEmpty();
        assertThat(plain(work, false)).isEqualTo(expected);
        assertThat(plain(work, true)).isEqualTo(expected);
    }

    private Map<String, Long> plain(Work work, boolean together) throws Exception {
        Units.PlainUnit unit = work.units().plain(stoa, together ? "together" : "plain");
        unit.prepare();
        try (PlainConnection connection =
                new PlainConnection(database.url(), work.units().schema(), together)) {
            unit.run(connection, 0);
            connection.commit();
            return written(work, () -> {
                for (int number = 1; number <= UNITS; number++) {
                    unit.run(connection, number);
                    connection.commit();
                }
            });
        }
    }

    private interface Writing {
        void run() throws Exception;
    }

    /** How many rows of each table of the archive are new or changed; each is counted once. */
    private Map<String, Long> written(Work work, Writing writing) throws Exception {
        try (Connection connection = DriverManager.getConnection(database.url());
                Statement statement = connection.createStatement()) {
            long before = number(statement, "SELECT pg_current_xact_id()::text::bigint");
            writing.run();
            Map<String, Long> rows = new TreeMap<>();
            for (String table : tables(statement, work.units().schema().postgresSchema())) {
                long count =
                        number(statement, "SELECT count(*) FROM " + table + " WHERE xmin::text::bigint > " + before);
                if (count > 0) {
                    rows.put(table, count);
                }
            }
            return rows;
        }
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static List<String> tables(Statement statement, String schema) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables WHERE schemaname = '"
                        + schema + "'")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }
}
