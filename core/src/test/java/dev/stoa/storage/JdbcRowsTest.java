package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows read through a driver of JDBC. */
@Tag("quick")
class JdbcRowsTest {
    @Test
    void everyRowGivesItsColumnsAsTheyAreAskedFor() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("""
                        SELECT 'one', 7, 2.5, 1, x'0a0b', NULL UNION ALL SELECT 'two', 8, 3.5, 0, x'', NULL""")) {
            Rows rows = new JdbcRows(result);
            assertThat(rows.next()).isTrue();
            assertThat(rows.text(1)).isEqualTo("one");
            assertThat(rows.stored(1)).isEqualTo("one");
            assertThat(rows.isNull(1)).isFalse();
            assertThat(rows.number(2)).isEqualTo(7);
            assertThat(rows.stored(2)).isEqualTo(7);
            assertThat(rows.real(3)).isEqualTo(2.5);
            assertThat(rows.flag(4)).isTrue();
            assertThat(rows.bytes(5)).containsExactly(10, 11);

            assertThat(rows.next()).isTrue();
            assertThat(rows.text(1)).isEqualTo("two");
            assertThat(rows.number(2)).isEqualTo(8);
            assertThat(rows.real(3)).isEqualTo(3.5);
            assertThat(rows.flag(4)).isFalse();
            assertThat(rows.bytes(5)).isEmpty();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void whereThereIsNothingNumbersAreZeroAndTheRestIsNull() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT NULL")) {
            Rows rows = new JdbcRows(result);
            assertThat(rows.next()).isTrue();
            assertThat(rows.isNull(1)).isTrue();
            assertThat(rows.text(1)).isNull();
            assertThat(rows.stored(1)).isNull();
            assertThat(rows.bytes(1)).isNull();
            assertThat(rows.number(1)).isZero();
            assertThat(rows.real(1)).isZero();
            assertThat(rows.flag(1)).isFalse();
        }
    }
}
