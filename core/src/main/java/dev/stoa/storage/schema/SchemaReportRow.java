package dev.stoa.storage.schema;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of a catalogue as text, columns counted from 0. Immutable. Catalogues are small; results are kept whole. */
record SchemaReportRow(List<@Nullable String> values) {
    static List<SchemaReportRow> query(Connection connection, String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            List<SchemaReportRow> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                int width = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<@Nullable String> values = new ArrayList<>(width);
                    for (int i = 1; i <= width; i++) {
                        values.add(result.getString(i));
                    }
                    rows.add(new SchemaReportRow(Collections.unmodifiableList(values)));
                }
            }
            return rows;
        }
    }

    @Nullable
    String optional(int column) {
        return values.get(column);
    }

    String text(int column) {
        String value = values.get(column);
        if (value == null) {
            throw new IllegalStateException("the catalogue has no value in column " + column + " of " + values);
        }
        return value;
    }

    int number(int column) {
        return Integer.parseInt(text(column));
    }

    /** A flag, which SQLite tells as 1 and PostgreSQL as t. */
    boolean flag(int column) {
        String value = text(column);
        return value.equals("1") || value.equals("t");
    }
}
