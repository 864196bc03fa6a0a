package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.storage.move.MoveTable;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.testing.Databases;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What a move promises, away from each of the two databases. */
@OnBothDatabases
class MoveTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-15T08:30:00.123Z"));
    private static final ArchiveSchema DIARY =
            ArchiveSchema.named("diary").version(1, "days").build();
    private static final List<ArchiveSchema> ALL = List.of(Notebook.SCHEMA, DIARY);

    /** The kind of the source. */
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private String url;
    private Site source;
    private Site target;

    @BeforeEach
    void open() {
        Assumptions.assumeTrue(Databases.asked(Dialect.POSTGRES));
        url = TestPostgres.freshDatabase();
        Site files = directory("data");
        Site database = database(url);
        source = dialect == Dialect.SQLITE ? files : database;
        target = dialect == Dialect.SQLITE ? database : files;
    }

    @AfterEach
    void close() {
        if (source != null) {
            source.close();
            target.close();
            TestPostgres.drop(url);
        }
    }

    private Site directory(String name) {
        return Site.directory(folder.resolve(name), StorageSettings.defaults(), CLOCK);
    }

    private static Site database(String at) {
        return Site.postgres(at, PostgresSettings.defaults(), StorageSettings.defaults(), CLOCK);
    }

    private void fill() {
        try (Archive notebook = source.open(Notebook.SCHEMA);
                Archive diary = source.open(DIARY)) {
            notebook.write(tx -> {
                for (int i = 1; i <= 1_200; i++) {
                    long id = Notebook.add(tx, "ana", "row " + i + "\ttab \\ back\nline \u00e4 \ud83d\ude00");
                    tx.update(
                            "UPDATE entry SET score = ?, done = ?, blob = ?, at = ? WHERE id = ?",
                            i / 7.0,
                            i % 2 == 0,
                            new byte[] {0, (byte) i, -1},
                            CLOCK.instant().plusMillis(i),
                            id);
                    tx.update("INSERT INTO reply (entry_id) VALUES (?)", id);
                }
                tx.next("entry");
                return tx.update("DELETE FROM entry WHERE id = 1200");
            });
            diary.write(tx -> tx.update(
                    "INSERT INTO day (name, notes) VALUES ('mon', '{\"b\":1.0,\"a\":[9007199254740993,null]}'),"
                            + " ('tue', NULL)"));
        }
        source.close();
    }

    private Move move() {
        return move(source, target, MoveListener.NONE);
    }

    private Move move(Site from, Site to, MoveListener listener) {
        return new Move(from, to, ALL, folder.resolve("data"), CLOCK, listener);
    }

    @Test
    void whatWasMovedIsEqualHealthyAndGoesOn() {
        fill();
        MoveReport report = move().run();

        assertThat(report.archives())
                .flatMap(MoveReport.Archive::tables)
                .extracting(MoveTable.Content::table, MoveTable.Content::rows)
                .contains(
                        org.assertj.core.groups.Tuple.tuple("entry", 1_199L),
                        org.assertj.core.groups.Tuple.tuple("day", 2L));
        for (ArchiveSchema schema : ALL) {
            assertThat(target.examine(schema, true).findings()).isEmpty();
        }
        try (Archive archive = target.open(Notebook.SCHEMA)) {
            assertThat(Notebook.bodies(archive)).hasSize(1_199);
            assertThat(archive.<Long>write(tx -> Notebook.add(tx, "ana", "next")))
                    .as("no number is given out twice")
                    .isEqualTo(1_201);
            assertThat(archive.<Long>write(tx -> tx.next("entry"))).isEqualTo(2);
        }
    }

    @Test
    void thereAndBackIsTheSameAndMayBeDoneAgain() {
        fill();
        MoveReport there = move().run();
        MoveReport back = move(target, source, MoveListener.NONE).run();
        MoveReport again = move().run();
        assertThat(back.archives()).isEqualTo(there.archives()).isEqualTo(again.archives());
        try (Archive archive = target.open(DIARY)) {
            assertThat(archive.list("SELECT CAST(notes AS text) FROM day WHERE name = 'mon'", row -> row.text(1))
                            .getFirst())
                    .contains("9007199254740993");
        }
    }

    @Test
    void aDryRunCountsAndChangesNothing() {
        fill();
        MoveReport plan = move().plan();
        assertThat(plan.rows()).isEqualTo(1_199 + 1_199 + 2);
        assertThat(plan.bytes()).isPositive();
        assertThat(ALL).noneMatch(target::exists);
        try (Archive archive = source.open(DIARY)) {
            assertThat(archive.<Integer>write(tx -> tx.update("DELETE FROM day")))
                    .isEqualTo(2);
        }
    }

    @Test
    void whatIsLeftSaysWhereItWentAndTakesNoWrite() {
        fill();
        try (Site server = dialect == Dialect.SQLITE ? directory("data") : database(url);
                Archive held = server.open(Notebook.SCHEMA)) {
            held.ping();
            MoveReport report = move().run();
            refused("moved", () -> Notebook.add(held, "ana", "late"));
            assertThat(Notebook.bodies(held)).as("a reader goes on").hasSize(1_199);
            assertThat(report.stillOpen()).isTrue();
        }
        source.close();
        assertThatThrownBy(() -> source.open(Notebook.SCHEMA)).hasMessageContaining(target.place());
        refused("moved", () -> source.open(DIARY));
        refused("moved", () -> move().run());
        refused("moved", () -> move().cancel());
        Path file = folder.resolve("late.backup");
        refused("moved", () -> Backup.write(source, ALL, file, false, "test", CLOCK));
        Backup.write(target, ALL, file, false, "test", CLOCK);
    }

    @Test
    void meanwhileTheSourceIsReadAndNotWrittenAndTheTargetIsClosed() {
        fill();
        List<String> steps = new ArrayList<>();
        try (Archive held = source.open(Notebook.SCHEMA)) {
            move(source, target, new MoveListener() {
                        @Override
                        public void step(String what) {
                            steps.add(what);
                            if (what.startsWith("copy") || what.startsWith("compare")) {
                                refused("mov", () -> Notebook.add(held, "ana", "meanwhile"));
                                assertThat(Notebook.bodies(held)).hasSize(1_199);
                                try (Archive reader = source.open(DIARY)) {
                                    assertThat(reader.list("SELECT name FROM day", row -> row.text(1)))
                                            .hasSize(2);
                                    refused("mov", () -> reader.write(tx -> tx.update("DELETE FROM day")));
                                }
                                refused("moving", () -> target.open(Notebook.SCHEMA));
                                refused("moving", () -> move().run());
                            }
                        }
                    })
                    .run();
        }
        assertThat(steps).contains("copy notebook", "compare diary", "done");
    }

    @Test
    void aFailureLeavesTheSourceInUseAndTheNextMoveBeginsAtTheStart() {
        fill();
        MoveListener failing = new MoveListener() {
            @Override
            public void step(String what) {
                if (what.equals("compare diary")) {
                    throw new IllegalStateException("stop");
                }
            }
        };
        assertThatThrownBy(() -> move(source, target, failing).run()).hasMessage("stop");
        refused("moving", () -> target.open(Notebook.SCHEMA));
        try (Archive archive = source.open(Notebook.SCHEMA)) {
            Notebook.add(archive, "ana", "in between");
        }
        source.close();
        move().run();
        try (Archive archive = target.open(Notebook.SCHEMA)) {
            assertThat(Notebook.bodies(archive)).hasSize(1_200).contains("in between");
        }
    }

    @Test
    void aDifferenceIsAnErrorThatNamesTheTable() throws Exception {
        Assumptions.assumeTrue(dialect == Dialect.SQLITE);
        fill();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            // A trigger of the server that changes what arrives.
            statement.execute("""
                    CREATE FUNCTION spoil() RETURNS event_trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        IF EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'notebook' AND tablename = 'entry') THEN
                            UPDATE notebook.entry SET score = 0 WHERE id = 7;
                        END IF;
                    END $$;
                    CREATE EVENT TRIGGER spoil ON ddl_command_end WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION spoil()""");
        }
        assertThatThrownBy(() -> move().run())
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("table entry of archive notebook");
        try (Archive archive = source.open(Notebook.SCHEMA)) {
            Notebook.add(archive, "ana", "still in use");
        }
    }

    @Test
    void aTargetWithArchivesIsRefused() {
        fill();
        target.open(DIARY).close();
        target.close();
        refused("exists", () -> move().run());
        refused("exists", () -> move().plan());
        try (Archive archive = source.open(Notebook.SCHEMA)) {
            Notebook.add(archive, "ana", "still in use");
        }
    }

    @Test
    void aPlaceThatWasLeftIsOverwrittenOnlyFromWhereItsArchivesWent() {
        fill();
        move().run();
        String other = TestPostgres.freshDatabase();
        try (Site elsewhere = dialect == Dialect.SQLITE ? database(other) : directory("other")) {
            elsewhere.open(Notebook.SCHEMA).close();
            elsewhere.close();
            refused("exists", () -> move(elsewhere, source, MoveListener.NONE).run());
        } finally {
            TestPostgres.drop(other);
        }
    }

    @Test
    void aMoveThatWasGivenUpLeavesNothingBehind() {
        fill();
        assertThatThrownBy(() -> move().cancel()).isInstanceOf(NotFoundException.class);
        MoveListener failing = new MoveListener() {
            @Override
            public void step(String what) {
                if (what.equals("copy diary")) {
                    throw new IllegalStateException("stop");
                }
            }
        };
        assertThatThrownBy(() -> move(source, target, failing).run()).hasMessage("stop");
        move().cancel();
        assertThat(ALL).noneMatch(target::exists);
        target.open(DIARY).close();
    }

    @Test
    void whatCannotBeMovedIsRefused() {
        assertThatThrownBy(() -> move().run()).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> move(source, source, MoveListener.NONE)).isInstanceOf(InvalidException.class);
        try (Site silent = database("jdbc:postgresql://127.0.0.1:1/none?user=none");
                Site files = directory("none")) {
            assertThatThrownBy(() -> move(files, silent, MoveListener.NONE).run())
                    .isInstanceOf(UnavailableException.class);
        }
        assertThat(folder.resolve("none").resolve(".move")).doesNotExist();
    }

    @Test
    void auditFilesGoAlongToAnotherDirectory() throws Exception {
        Assumptions.assumeTrue(dialect == Dialect.POSTGRES);
        fill();
        Path beside = Files.createDirectories(folder.resolve("beside").resolve("audit"));
        Files.writeString(beside.resolve("checkpoints.txt"), "signed\n");
        new Move(source, target, ALL, folder.resolve("beside"), CLOCK, MoveListener.NONE).run();
        assertThat(folder.resolve("data/audit/checkpoints.txt")).hasContent("signed\n");
    }

    private static void refused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).startsWith(code))
                .satisfies(e -> assertThat(((StoaException) e).hint()).isPresent());
    }
}
