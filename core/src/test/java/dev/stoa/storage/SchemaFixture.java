package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A freshly built archive on one backend, spoken to in the SQL that both understand. */
abstract class SchemaFixture {
    private final SchemaBackend backend;
    private @Nullable Connection connection;

    SchemaFixture(SchemaBackend backend) {
        this.backend = backend;
    }

    @AfterEach
    void closeConnection() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }

    void build(SchemaSeed seed) throws SQLException {
        for (int version : seed.versions()) {
            apply(seed, version);
        }
    }

    void apply(SchemaSeed seed, int version) throws SQLException {
        if (connection == null) {
            connection = backend.empty(seed);
        }
        backend.apply(connection, seed, version);
    }

    Connection connection() {
        if (connection == null) {
            throw new IllegalStateException("build an archive first");
        }
        return connection;
    }

    /** Runs the statements one by one. */
    void run(String... statements) throws SQLException {
        try (Statement statement = connection().createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }

    /** The first column of every row. */
    List<@Nullable String> ask(String sql) throws SQLException {
        try (Statement statement = connection().createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<@Nullable String> values = new ArrayList<>();
            while (result.next()) {
                values.add(result.getString(1));
            }
            return values;
        }
    }

    long count(String table) throws SQLException {
        return Long.parseLong(
                String.valueOf(ask("SELECT count(*) FROM " + table).getFirst()));
    }

    /** The statement fails, and the database says it was because of such a constraint: check, unique, foreign key. */
    void assertRefused(String constraint, String sql) {
        assertThatThrownBy(() -> run(sql))
                .as(sql)
                .isInstanceOf(SQLException.class)
                .satisfies(refusal -> assertThat(
                                String.valueOf(refusal.getMessage()).toLowerCase(Locale.ROOT))
                        .contains(constraint));
    }
}
