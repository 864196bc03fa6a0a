package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.base.ConflictException;
import dev.stoa.storage.sqlite.SqliteSession;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a database comes to a version, and how its version is found. */
@Tag("quick")
class MigrationsTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-15T08:30:00.123Z"));

    private final Migrations migrations = new Migrations(Notebook.upTo(3), CLOCK);
    private final Migrations history = new Migrations(withHistory(), CLOCK);
    private SqliteSession session;

    private static ArchiveSchema withHistory() {
        return ArchiveSchema.named("notebook")
                .ledger(ArchiveSchema.Ledger.HISTORY)
                .version(1, "entries")
                .version(2, "tags")
                .version(3, "lengths")
                .build();
    }

    @BeforeEach
    void open() throws SQLException {
        session = SqliteSession.inMemory("notebook");
    }

    @AfterEach
    void close() {
        session.close();
    }

    private void upgrade(Migrations by, int from) throws SQLException {
        by.upgrade(from, version -> by.apply(session, version));
    }

    private List<String> rows(String sql) {
        return new Tx(session).list(sql, row -> row.text(1));
    }

    private List<String> columns(String table) {
        return rows("SELECT name FROM pragma_table_info('" + table + "')");
    }

    private OptionalInt recognised() throws SQLException {
        return session.recognise(migrations);
    }

    private boolean hasPart() throws SQLException {
        return session.hasPart(migrations);
    }

    @Test
    void aDatabaseClaimsTheLastVersionThatWasApplied() throws SQLException {
        assertThat(migrations.claimed(session)).isEmpty();
        upgrade(migrations, 0);
        assertThat(migrations.claimed(session)).hasValue(3);
        assertThat(rows("SELECT module || ' ' || version || ' ' || updated_at FROM _schema_versions"))
                .containsExactly("notebook 3 2026-11-15T08:30:00.123Z");
        session.script("UPDATE _schema_versions SET module = 'another'");
        assertThat(migrations.claimed(session)).isEmpty();
    }

    @Test
    void aLedgerOfHistoryHasARowForEachVersion() throws SQLException {
        assertThat(history.claimed(session)).isEmpty();
        upgrade(history, 0);
        assertThat(history.claimed(session)).hasValue(3);
        assertThat(rows("SELECT version || ' ' || description || ' ' || applied_at FROM SchemaVersions"))
                .containsExactly(
                        "1 entries 2026-11-15T08:30:00.123Z",
                        "2 tags 2026-11-15T08:30:00.123Z",
                        "3 lengths 2026-11-15T08:30:00.123Z");
        session.script("DELETE FROM SchemaVersions");
        assertThat(history.claimed(session)).isEmpty();
    }

    @Test
    void onlyVersionsAboveThePresentOneAreApplied() throws SQLException {
        List<Integer> applied = new ArrayList<>();
        migrations.upgrade(1, version -> applied.add(version.number()));
        assertThat(applied).containsExactly(2, 3);
    }

    @Test
    void aDatabaseOfANewerProgramIsRefused() {
        migrations.refuseNewer("here", 3);
        assertThatThrownBy(() -> migrations.refuseNewer("here", 4))
                .isInstanceOf(ConflictException.class)
                .hasMessage("here has version 4 of archive notebook, and this program knows up to 3");
    }

    @Test
    void aVersionFillsItsColumnsFromTheRowsThatAreThere() throws SQLException {
        upgrade(new Migrations(Notebook.upTo(2), CLOCK), 0);
        session.script("INSERT INTO entry (author, body) VALUES ('ana', 'twelve signs')");
        upgrade(migrations, 2);
        assertThat(rows("SELECT length FROM entry")).containsExactly("12");
    }

    @Test
    void aBackFillThatSwallowedAFailureStillFailsItsVersion() throws SQLException {
        ArchiveSchema schema = ArchiveSchema.named("notebook")
                .version(1, "entries", tx -> {
                    var unused = catchThrowable(() -> tx.update("DELETE FROM nowhere"));
                })
                .build();
        Migrations careless = new Migrations(schema, CLOCK);
        assertThatThrownBy(() -> upgrade(careless, 0)).hasMessageContaining("nowhere");
        assertThat(careless.claimed(session)).isEmpty();
    }

    @Test
    void theUnitOfABackFillIsOverWithIt() throws SQLException {
        List<Tx> used = new ArrayList<>();
        upgrade(
                new Migrations(
                        ArchiveSchema.named("notebook")
                                .version(1, "entries", used::add)
                                .build(),
                        CLOCK),
                0);
        assertThatThrownBy(() -> used.getFirst().number("SELECT 1")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatIsThereAlreadyIsLeftAsItIs() throws SQLException {
        migrations.runSql(session, 1);
        session.script("ALTER TABLE entry ADD COLUMN TAG TEXT DEFAULT 'mine'");
        session.script("INSERT INTO entry (author) VALUES ('ana')");
        migrations.runSql(session, 2);
        migrations.complete(session, 2);
        assertThat(columns("entry")).contains("TAG").doesNotContain("tag");
        assertThat(rows("SELECT tag FROM entry")).containsExactly("mine");
        migrations.complete(session, 3);
        assertThat(columns("entry")).contains("length");
    }

    @Test
    void aFileHasTheHighestVersionOfWhichNothingIsMissing() throws SQLException {
        assertThat(recognised()).isEmpty();
        migrations.runSql(session, 1);
        assertThat(recognised()).hasValue(1);
        migrations.runSql(session, 2);
        session.script("CREATE TABLE more (id INTEGER)");
        assertThat(recognised()).hasValue(2);
        migrations.runSql(session, 3);
        assertThat(recognised()).hasValue(3);
        session.script("ALTER TABLE entry DROP COLUMN score");
        assertThat(recognised()).isEmpty();
    }

    @Test
    void aPartIsAWholeTableOfTheFirstVersionWithMoreThanTwoColumns() throws SQLException {
        assertThat(hasPart()).isFalse();
        session.script("CREATE TABLE reply (id INTEGER, entry_id INTEGER, note TEXT)");
        session.script("CREATE TABLE archive_sequence (name TEXT, value INTEGER)");
        assertThat(hasPart()).as("tables of two columns may be anything").isFalse();
        session.script("CREATE TABLE ENTRY (id, seq, author, body, score, done, blob)");
        assertThat(hasPart()).as("a column is missing").isFalse();
        session.script("ALTER TABLE entry ADD COLUMN at TEXT");
        assertThat(hasPart()).isTrue();
    }

    @Test
    void theOnlyRowOfAnotherProgramsLedgerBecomesThatOfTheArchive() throws SQLException {
        migrations.adoptLedger(session, 2);
        assertThat(rows("SELECT name FROM sqlite_schema")).isEmpty();

        upgrade(migrations, 0);
        session.script("UPDATE _schema_versions SET module = 'theirs', version = 9");
        migrations.adoptLedger(session, 2);
        assertThat(rows("SELECT module || ' ' || version FROM _schema_versions"))
                .containsExactly("notebook 2");

        session.script("INSERT INTO _schema_versions (module, version) VALUES ('theirs', 7)");
        migrations.adoptLedger(session, 1);
        assertThat(rows("SELECT module || ' ' || version FROM _schema_versions ORDER BY module"))
                .containsExactly("notebook 1", "theirs 7");
    }

    @Test
    void whatAHistoryClaimsBeyondItsVersionIsTakenBack() throws SQLException {
        upgrade(history, 0);
        history.adoptLedger(session, 2);
        assertThat(rows("SELECT version FROM SchemaVersions")).containsExactly("1", "2");
    }

    @Test
    void aVersionThatNeededNoUpgradeIsNotedWithThoseBeforeIt() throws SQLException {
        history.recordPresent(session, 2);
        assertThat(rows("SELECT version FROM SchemaVersions")).containsExactly("1", "2");
        migrations.recordPresent(session, 2);
        assertThat(migrations.claimed(session)).hasValue(2);
    }
}
