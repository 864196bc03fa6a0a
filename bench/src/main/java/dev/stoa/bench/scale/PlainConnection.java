package dev.stoa.bench.scale;

import dev.stoa.storage.ArchiveSchema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A connection of one caller, with statements that stay prepared and nothing of Stoa in between. Not thread-safe.
 * Statements that need no answer of each other are sent one by one, as they are usually written, or in one message.
 */
final class PlainConnection implements AutoCloseable {
    private final Connection connection;
    private final boolean together;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    PlainConnection(String url, ArchiveSchema schema, boolean together) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("currentSchema", schema.postgresSchema());
        properties.setProperty("stringtype", "unspecified");
        properties.setProperty("options", "-c TimeZone=UTC");
        this.connection = DriverManager.getConnection(url, properties);
        this.together = together;
        connection.setAutoCommit(false);
    }

    /** A statement and its values: text, whole numbers, real numbers or nothing. */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    record Statement(String sql, @Nullable Object[] values) {
        static Statement statement(String sql, @Nullable Object... values) {
            return new Statement(sql, values);
        }
    }

    /** Runs statements and reads all of the rows they give, as text; what is missing is empty. */
    List<String[]> run(Statement... statements) throws SQLException {
        List<String[]> rows = new ArrayList<>();
        if (together) {
            run(
                    Stream.of(statements).map(Statement::sql).collect(Collectors.joining(";\n")),
                    Stream.of(statements)
                            .flatMap(statement -> Stream.of(statement.values()))
                            .toArray(),
                    rows);
        } else {
            for (Statement statement : statements) {
                run(statement.sql(), statement.values(), rows);
            }
        }
        return rows;
    }

    private void run(String sql, @Nullable Object[] values, List<String[]> rows) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        for (int i = 0; i < values.length; i++) {
            bind(statement, i + 1, values[i]);
        }
        boolean result = statement.execute();
        while (result || statement.getUpdateCount() >= 0) {
            if (result) {
                read(statement.getResultSet(), rows);
            }
            result = statement.getMoreResults();
        }
    }

    private static void read(ResultSet result, List<String[]> rows) throws SQLException {
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            String[] row = new String[columns];
            for (int column = 0; column < columns; column++) {
                row[column] = Objects.requireNonNullElse(result.getString(column + 1), "");
            }
            rows.add(row);
        }
    }

    private static void bind(PreparedStatement statement, int place, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> statement.setNull(place, Types.NULL);
            case Long number -> statement.setLong(place, number);
            case Integer number -> statement.setLong(place, number);
            case Double number -> statement.setDouble(place, number);
            default -> statement.setString(place, value.toString());
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
