package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.StoaException;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** How a column is read, above all where null and zero must be told apart. */
@Tag("quick")
@OnBothDatabases
class RowTest {
    private static final String COLUMNS = "SELECT body, seq, score, blob, at FROM entry WHERE author = ?";
    private static final Instant AT = Instant.parse("2026-11-15T08:30:00.123Z");

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private Archive archive;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        archive = place.open(Notebook.SCHEMA);
        archive.write(tx -> {
            String insert = "INSERT INTO entry (author, body, seq, score, done, blob, at) VALUES (?, ?, ?, ?, ?, ?, ?)";
            tx.update(insert, "null", null, null, null, false, null, null);
            tx.update(insert, "zero", "", 0, 0.0, false, new byte[0], Instant.EPOCH);
            tx.update(insert, "value", "text", 7, 0.5, true, new byte[] {1}, AT);
            return null;
        });
    }

    @AfterEach
    void close() {
        place.close();
    }

    private Object read(String author, Row.Mapper<Object> mapper) {
        return archive.one(COLUMNS, mapper, author).orElseThrow();
    }

    @Test
    void zeroAndEmptyAreValuesAndNotNull() {
        assertThat(read(
                        "zero",
                        row -> List.of(row.text(1), row.number(2), row.integer(2), row.real(3), row.instant(5))))
                .isEqualTo(List.of("", 0L, 0, 0.0, Instant.EPOCH));
        assertThat(read("zero", row -> row.bytes(4))).isEqualTo(new byte[0]);
        assertThat(read("zero", row -> List.of(String.valueOf(row.numberOrNull(2)), String.valueOf(row.realOrNull(3)))))
                .isEqualTo(List.of("0", "0.0"));
    }

    @Test
    void aValueIsTheSameWhetherOrNotNullIsAllowed() {
        assertThat(read(
                        "value",
                        row -> List.of(
                                String.valueOf(row.textOrNull(1)),
                                String.valueOf(row.numberOrNull(2)),
                                String.valueOf(row.realOrNull(3)),
                                String.valueOf(row.instantOrNull(5)))))
                .isEqualTo(List.of("text", "7", "0.5", AT.toString()));
        assertThat(read(
                        "value",
                        row -> List.of(row.text(1), row.number(2), row.integer(2), row.real(3), row.instant(5))))
                .isEqualTo(List.of("text", 7L, 7, 0.5, AT));
        assertThat(read("value", row -> row.bytes(4))).isEqualTo(new byte[] {1});
    }

    @Test
    void nullIsRefusedByEveryMethodThatPromisesAValueAndNamesItsColumn() {
        List<Row.Mapper<Object>> demands = List.of(
                row -> row.text(1),
                row -> row.number(2),
                row -> row.real(3),
                row -> row.bytes(4),
                row -> row.instant(5));
        for (int i = 0; i < demands.size(); i++) {
            Row.Mapper<Object> demand = demands.get(i);
            assertThatThrownBy(() -> read("null", demand))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("column " + (i + 1) + " is null; read it with an OrNull method");
        }
        assertThatThrownBy(() -> read("null", row -> row.integer(2))).hasMessageContaining("column 2 is null");
    }

    @Test
    void aFlagIsTrueOrFalseAndNeverNull() {
        String flag = "SELECT done FROM entry WHERE author = ?";
        assertThat(archive.one(flag, row -> row.flag(1), "zero")).hasValue(false);
        assertThat(archive.one(flag, row -> row.flag(1), "value")).hasValue(true);
        String none = "SELECT max(CASE WHEN author = ? THEN NULL ELSE NULL END) FROM entry";
        assertThatThrownBy(() -> archive.one(none, row -> row.flag(1), "zero"))
                .hasMessageContaining("column 1 is null");
    }

    @Test
    void aNumberThatFitsNoIntegerIsRefusedAndNotCutOff() {
        archive.write(tx -> tx.update("UPDATE entry SET seq = ? WHERE author = 'value'", 1L << 32));
        assertThat(read("value", row -> row.number(2))).isEqualTo(1L << 32);
        assertThatThrownBy(() -> read("value", row -> row.integer(2))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void aColumnThatIsNotThereIsAFaultOfTheArchive() {
        List<Row.Mapper<Object>> beyond = List.of(
                row -> row.text(6),
                row -> row.number(6),
                row -> String.valueOf(row.numberOrNull(6)),
                row -> row.real(6),
                row -> row.flag(6),
                row -> row.bytes(6));
        for (Row.Mapper<Object> mapper : beyond) {
            assertThatThrownBy(() -> read("value", mapper))
                    .isInstanceOf(StoaException.class)
                    .hasMessageContaining("archive notebook");
        }
    }

    @Test
    void aListOfPlaceholdersHasAsManyAsAreAskedFor() {
        assertThat(Tx.marks(1)).isEqualTo("?");
        assertThat(Tx.marks(3)).isEqualTo("?, ?, ?");
        assertThat(Tx.marks(0)).isEmpty();
        assertThat(archive.list(
                        "SELECT author FROM entry WHERE author IN (" + Tx.marks(2) + ") ORDER BY author",
                        row -> row.text(1),
                        "zero",
                        "null"))
                .containsExactly("null", "zero");
    }

    @Test
    void aQueryForANumberThatFindsNoRowIsNamed() {
        assertThatThrownBy(() -> archive.read(tx -> tx.number("SELECT seq FROM entry WHERE author = 'nobody'")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the query returned no row: SELECT seq FROM entry WHERE author = 'nobody'");
        long rows = archive.read(tx -> tx.number("SELECT count(*) FROM entry"));
        assertThat(rows).isEqualTo(3);
    }

    @Test
    void aStatementTellsHowManyRowsItTouched() {
        int all = archive.write(tx -> tx.update("UPDATE entry SET seq = 1"));
        int none = archive.write(tx -> tx.update("UPDATE entry SET seq = 1 WHERE author = 'nobody'"));
        assertThat(all).isEqualTo(3);
        assertThat(none).isZero();
    }

    @Test
    void smallNumbersOfEveryTypeAreStoredAsWhatTheyAre() {
        archive.write(tx -> tx.update("UPDATE entry SET seq = ?, score = ? WHERE author = 'value'", (short) 5, 0.25f));
        assertThat(read("value", row -> row.number(2) + " " + row.real(3))).isEqualTo("5 0.25");
    }
}
