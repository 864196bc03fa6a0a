package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is seen of the tables of another program. */
@Tag("quick")
class SqliteTablesTest {
    private SqliteSession session;
    private SqliteTables tables;

    @BeforeEach
    void open() throws SQLException {
        session = SqliteSession.inMemory("theirs");
        tables = new SqliteTables(session);
        session.script("""
                CREATE TABLE Notes (Id INTEGER PRIMARY KEY AUTOINCREMENT, Body TEXT);
                CREATE TABLE Pairs (A TEXT PRIMARY KEY, B TEXT) WITHOUT ROWID;
                CREATE VIEW Shown AS SELECT Body FROM Notes""");
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void tablesAndColumnsAreNamedInLowerCaseWithoutThoseOfTheDatabaseItself() {
        assertThat(tables.tables()).isEqualTo(Map.of("notes", Set.of("id", "body"), "pairs", Set.of("a", "b")));
    }

    @Test
    void aTableHasRowidsUnlessItSaysOtherwise() {
        assertThat(tables.hasRowids("notes")).isTrue();
        assertThat(tables.hasRowids("pairs")).isFalse();
        assertThat(tables.hasRowids("absent")).isFalse();
    }

    @Test
    void aFileIsOursByItsLedgerOrByItsMark() throws SQLException {
        assertThat(tables.isOurs()).isFalse();
        session.script("CREATE TABLE _schema_versions (module TEXT)");
        assertThat(tables.isOurs()).isTrue();
        session.script("DROP TABLE _schema_versions");
        session.script("PRAGMA application_id = " + SqliteFile.APPLICATION_ID);
        assertThat(tables.isOurs()).isTrue();
    }

    @Test
    void everyRowIsHandedOn() throws SQLException {
        session.script("INSERT INTO Notes (Body) VALUES ('one'), ('two')");
        List<String> bodies = new ArrayList<>();
        tables.each("SELECT Body FROM Notes ORDER BY Id", row -> bodies.add(row.text(1)));
        assertThat(bodies).containsExactly("one", "two");
    }
}
