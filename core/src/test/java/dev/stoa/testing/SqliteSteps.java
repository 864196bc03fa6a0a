package dev.stoa.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.sqlite.ProgressHandler;

/** What a statement costs SQLite, whatever else the machine does. Stateless. */
public final class SqliteSteps {
    private SqliteSteps() {}

    /** How many instructions of its machine the database runs for a statement, which is then undone. */
    public static long of(Connection connection, String sql, Object[] values) throws SQLException {
        long[] steps = {0};
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            ProgressHandler.setHandler(connection, 1, new ProgressHandler() {
                @Override
                protected int progress() {
                    steps[0]++;
                    return 0;
                }
            });
            if (statement.execute()) {
                try (var rows = statement.getResultSet()) {
                    while (rows.next()) {
                        steps[0]++;
                    }
                }
            }
        } finally {
            ProgressHandler.clearHandler(connection);
            connection.rollback();
        }
        return steps[0];
    }
}
