package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.VerificationException;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import dev.stoa.storage.move.MoveColumn;
import dev.stoa.storage.move.MoveTable;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the rows of a SQLite archive leave it and come into it. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class SqliteRowsTest {
    private static final String AUTHOR = "author";
    private static final MoveTable NOTES = new MoveTable(
            "notes", List.of(column("body", "text"), column("id", "bigint"), column("price", "numeric")), "id");
    private static final MoveTable PLAIN = new MoveTable("plain", List.of(column("number", "bigint")), "number");

    private SqliteSession session;
    private SqliteRows rows;

    @BeforeEach
    void open() throws SQLException {
        session = SqliteSession.inMemory("notes");
        rows = new SqliteRows(session);
        session.script("""
                CREATE TABLE Authors (Name TEXT PRIMARY KEY);
                CREATE TABLE Notes (Id INTEGER PRIMARY KEY AUTOINCREMENT, Body TEXT, Price REAL,
                    Author TEXT REFERENCES Authors (Name), Size INTEGER GENERATED ALWAYS AS (length(Body)));
                CREATE TABLE Plain (Number INTEGER PRIMARY KEY);
                CREATE VIEW Shown AS SELECT Body FROM Notes""");
    }

    @AfterEach
    void close() {
        session.close();
    }

    private static MoveColumn column(String name, String type) {
        return MoveColumn.of(name, type, 2, TimeForm.UTC_MILLIS);
    }

    private long number(String sql) {
        return new Tx(session).number(sql);
    }

    private List<String> texts(String sql) {
        return new Tx(session).list(sql, row -> row.text(1));
    }

    private List<List<@Nullable Object>> read(MoveTable table) throws SQLException {
        List<List<@Nullable Object>> all = new ArrayList<>();
        rows.read(table, values -> all.add(Arrays.asList(values.clone())));
        return all;
    }

    @Test
    void theLayoutNamesTablesAndTheColumnsThatAreWrittenInLowerCase() {
        assertThat(rows.layout())
                .isEqualTo(Map.of(
                        "authors", List.of("name"),
                        "notes", List.of("id", "body", "price", AUTHOR),
                        "plain", List.of("number")));
    }

    @Test
    void aTableIsSmallerThanANumberOfRowsThatItDoesNotReach() throws SQLException {
        session.script(
                "INSERT INTO Notes (Body) VALUES ('one'), ('two'), ('three'); INSERT INTO Plain VALUES (1), (2)");
        Set<String> all = Set.of("authors", "notes", "plain");
        assertThat(rows.smaller(1, all)).containsExactly("authors");
        assertThat(rows.smaller(2, all)).containsExactly("authors");
        assertThat(rows.smaller(3, all)).containsExactlyInAnyOrder("authors", "plain");
        assertThat(rows.smaller(4, all)).isEqualTo(all);
        assertThat(rows.smaller(4, Set.of("plain"))).containsExactly("plain");
    }

    @Test
    void everyRowIsReadWithItsColumnsInTheirOrderAndAsWhatTheyMean() throws SQLException {
        session.script("INSERT INTO Notes (Id, Body, Price) VALUES (3, 'one', 1.005), (7, NULL, 2)");
        assertThat(read(NOTES))
                .containsExactly(
                        Arrays.<@Nullable Object>asList("one", 3L, new BigDecimal("1.01")),
                        Arrays.<@Nullable Object>asList(null, 7L, new BigDecimal("2.00")));
        assertThat(read(PLAIN)).isEmpty();
    }

    @Test
    void aValueThatIsNotWhatItsColumnHoldsIsNamed() throws SQLException {
        session.script("CREATE TABLE Loose (Number); INSERT INTO Loose VALUES ('many')");
        MoveTable loose = new MoveTable("loose", List.of(column("number", "bigint")), null);
        assertThatThrownBy(() -> read(loose))
                .isInstanceOf(VerificationException.class)
                .hasMessageStartingWith("loose.number holds ");
    }

    @Test
    void theLastNumberIsTheGreatestThatIsThereOrWasGivenOut() throws SQLException {
        assertThat(rows.last(NOTES)).isZero();
        session.script("INSERT INTO Notes (Body) VALUES ('one'), ('two'), ('three')");
        assertThat(rows.last(NOTES)).isEqualTo(3);
        session.script("DELETE FROM Notes WHERE Id > 1");
        assertThat(rows.last(NOTES)).as("what was given out stays given out").isEqualTo(3);
        session.script("UPDATE sqlite_sequence SET seq = 0");
        assertThat(rows.last(NOTES)).isEqualTo(1);
        session.script("INSERT INTO Plain VALUES (9)");
        assertThat(rows.last(PLAIN)).isEqualTo(9);
        assertThat(rows.last(new MoveTable("notes", NOTES.columns(), null))).isZero();
    }

    @Test
    void aDatabaseThatCountsNothingHasTheNumbersOfItsRows() throws SQLException {
        try (SqliteSession other = SqliteSession.inMemory("other")) {
            other.script("CREATE TABLE plain (number INTEGER PRIMARY KEY); INSERT INTO plain VALUES (4)");
            SqliteRows uncounted = new SqliteRows(other);
            assertThat(uncounted.last(PLAIN)).isEqualTo(4);
            assertThatCode(() -> uncounted.count(PLAIN, 8)).doesNotThrowAnyException();
            assertThat(uncounted.last(PLAIN)).isEqualTo(4);
        }
    }

    @Test
    void whatIsClearedHasNoRowsIndexesOrTriggersAndGetsThemBack() throws SQLException {
        session.script("""
                CREATE TABLE _schema_versions (module TEXT, version INTEGER);
                CREATE TABLE archive_sequence (name TEXT, value INTEGER);
                CREATE INDEX notes_of ON Notes (Author);
                CREATE INDEX "notes by body" ON Notes (Body);
                CREATE TRIGGER shout AFTER INSERT ON Plain BEGIN INSERT INTO Notes (Body) VALUES ('!'); END;
                INSERT INTO _schema_versions VALUES ('notes', 2);
                INSERT INTO archive_sequence VALUES ('unit', 5);
                INSERT INTO Authors VALUES ('ana');
                INSERT INTO Notes (Body) VALUES ('one')""");
        SqliteRows.Parts parts = rows.clear();
        assertThat(parts.indexes())
                .containsExactly(
                        "CREATE INDEX \"notes by body\" ON Notes (Body)", "CREATE INDEX notes_of ON Notes (Author)");
        assertThat(parts.triggers()).singleElement().asString().startsWith("CREATE TRIGGER shout AFTER INSERT");
        assertThat(number("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' OR type = 'index' AND sql <> ''"))
                .isZero();
        assertThat(number("SELECT version FROM _schema_versions")).isEqualTo(2);
        for (String table : List.of("archive_sequence", "authors", "notes", "plain")) {
            assertThat(number("SELECT count(*) FROM " + table)).as(table).isZero();
        }

        session.script("INSERT INTO Plain VALUES (1)");
        assertThat(texts("SELECT Body FROM Notes")).isEmpty();
        rows.restore(parts.indexes());
        rows.restore(parts.triggers());
        session.script("INSERT INTO Plain VALUES (2)");
        assertThat(texts("SELECT Body FROM Notes")).containsExactly("!");
        assertThat(texts("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql <> '' ORDER BY name"))
                .containsExactly("notes by body", "notes_of");
    }

    @Test
    void aRowThatRefersToNothingIsRefused() throws SQLException {
        session.script("PRAGMA foreign_keys = OFF");
        session.script("INSERT INTO Authors VALUES ('ana'); INSERT INTO Notes (Author) VALUES ('ana')");
        assertThatCode(() -> rows.refuseOrphans("notes")).doesNotThrowAnyException();
        session.script("INSERT INTO Notes (Author) VALUES ('nobody')");
        assertThatThrownBy(() -> rows.refuseOrphans("notes"))
                .isInstanceOfSatisfying(
                        VerificationException.class, e -> assertThat(e.code()).isEqualTo("damaged"))
                .hasMessage("archive notes: a row of Notes refers to a missing row of Authors");
    }

    @Test
    void whatIsWrittenIsReadAgainAndKeptAsSqliteKeepsIt() throws SQLException {
        session.script("CREATE TABLE Times (At TEXT, Number INTEGER)");
        MoveTable times = new MoveTable(
                "times", List.of(column("at", "timestamp with time zone"), column("number", "bigint")), null);
        Instant at = Instant.parse("2026-11-15T08:30:00.123Z");
        try (SqliteRows.Writer writer = rows.writer(times)) {
            writer.row(new @Nullable Object[] {at, 5L});
            writer.row(new @Nullable Object[] {null, 6L});
        }
        assertThat(read(times))
                .containsExactly(Arrays.<@Nullable Object>asList(at, 5L), Arrays.<@Nullable Object>asList(null, 6L));
        assertThat(texts("SELECT At FROM Times WHERE Number = 5"))
                .containsExactly(String.valueOf(TimeForm.UTC_MILLIS.stored(at)));
    }

    @Test
    void aWriterThatIsClosedWritesNothingMore() throws SQLException {
        SqliteRows.Writer writer = rows.writer(PLAIN);
        writer.row(new @Nullable Object[] {1L});
        writer.close();
        assertThatThrownBy(() -> writer.row(new @Nullable Object[] {2L})).isInstanceOf(SQLException.class);
        assertThat(number("SELECT count(*) FROM Plain")).isEqualTo(1);
    }

    @Test
    void aCounterGoesOnBehindTheNumberThatItIsGiven() throws SQLException {
        rows.count(NOTES, 40);
        session.script("INSERT INTO Notes (Body) VALUES ('one')");
        assertThat(number("SELECT Id FROM Notes"))
                .as("of a table that was always empty")
                .isEqualTo(41);
        rows.count(NOTES, 60);
        session.script("INSERT INTO Notes (Body) VALUES ('two')");
        assertThat(number("SELECT max(Id) FROM Notes")).isEqualTo(61);
        rows.count(NOTES, 0);
        rows.count(new MoveTable("notes", NOTES.columns(), null), 80);
        assertThat(rows.last(NOTES)).isEqualTo(61);
        rows.count(PLAIN, 9);
        assertThat(texts("SELECT name FROM sqlite_sequence"))
                .as("a table that numbers itself without a counter gets none")
                .containsExactly("Notes");
    }
}
