package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stoa.base.StoaException;
import dev.stoa.json.Digest;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Durability;
import dev.stoa.storage.ForeignTables;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the file of an archive comes to be, is recognised, upgraded, taken over or refused. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class SqliteFileTest {
    private static final Instant NOW = Instant.parse("2026-11-15T08:30:00.123Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);
    private static final StorageSettings SETTINGS = new StorageSettings(Durability.NORMAL, Duration.ZERO, 8, 2);

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("notebook.db");
    }

    private SqliteFile file(ArchiveSchema schema) {
        return new SqliteFile(schema, folder, SETTINGS, CLOCK);
    }

    private static String refusal(ThrowingCallable call) {
        StoaException refused = catchThrowableOfType(StoaException.class, call);
        return refused.code() + ": " + refused.getMessage();
    }

    private List<Path> backups() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().contains(".backup.")).toList();
        }
    }

    private static List<String> bodies(SqliteSession session) {
        return new Tx(session).list("SELECT body FROM entry ORDER BY id", row -> row.text(1));
    }

    /** A file of another program in the layout of a version, without a ledger. */
    private void theirs(int version, String sql) throws SQLException {
        try (SqliteSession session =
                SqliteSession.open("theirs", TimeForm.UTC_MILLIS, path, SqliteSession.Access.CREATE, SETTINGS)) {
            Migrations migrations = new Migrations(Notebook.upTo(version), CLOCK);
            for (int i = 1; i <= version; i++) {
                migrations.runSql(session, i);
            }
            session.script(sql);
        }
    }

    @Test
    void aNewFileHasTheLatestVersionAndWasNotUpgraded() {
        SqliteFile file = file(Notebook.SCHEMA);
        assertThat(file.path()).isEqualTo(path);
        assertThat(file.name()).isEqualTo("notebook");
        file.open().close();
        assertThat(file.version()).isEqualTo(2);
        assertThat(file.upgradedFrom()).isZero();
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws IOException {
        Path taken = Files.writeString(folder.resolve("taken"), "a file");
        SqliteFile file = new SqliteFile(Notebook.SCHEMA, taken, SETTINGS, CLOCK);
        assertThat(refusal(file::open))
                .startsWith("cannot_open: archive notebook: " + taken.resolve("notebook.db")
                        + " cannot be created or read");
    }

    @Test
    void whatIsNoFileOrTooShortIsRefusedAsThat() throws IOException {
        SqliteFile file = file(Notebook.SCHEMA);
        assertThat(refusal(file::version)).isEqualTo("cannot_open: archive notebook: " + path + " cannot be reached");
        Files.createDirectory(path);
        assertThat(refusal(file::version)).isEqualTo("cannot_open: archive notebook: " + path + " is not a file");
        assertThat(refusal(file::open)).isEqualTo("cannot_open: archive notebook: " + path + " is not a file");
        Files.delete(path);
        Files.write(path, new byte[511]);
        assertThat(refusal(file::version))
                .isEqualTo("damaged: archive notebook: " + path + " is shorter than any database");
    }

    @Test
    void theShortestDatabaseIsOneAndNoArchive() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA page_size = 512");
            statement.executeUpdate("PRAGMA user_version = 1");
        }
        assertThat(path).hasSize(512);
        assertThat(refusal(file(Notebook.SCHEMA)::open)).startsWith("not_an_archive: ");
    }

    @Test
    void aDamagedFileIsRefusedBeforeItsLogIsMovedIntoIt() throws Exception {
        long root;
        long page;
        Path log = folder.resolve("notebook.db-wal");
        Path keptFile = folder.resolve("kept.db");
        Path keptLog = folder.resolve("kept.log");
        try (SqliteSession session = file(Notebook.SCHEMA).open()) {
            session.execute("INSERT INTO entry (author, body) VALUES ('ana', 'in the log')");
            root = new Tx(session).number("SELECT rootpage FROM sqlite_schema WHERE name = '_schema_versions'");
            page = Long.parseLong(session.pragma("page_size"));
            Files.copy(path, keptFile);
            Files.copy(log, keptLog);
        }
        try (RandomAccessFile bytes = new RandomAccessFile(keptFile.toFile(), "rw")) {
            byte[] noise = new byte[(int) page];
            Arrays.fill(noise, (byte) 0x5a);
            bytes.seek((root - 1) * page);
            bytes.write(noise);
        }
        Files.delete(path);
        Files.copy(keptFile, path);
        Files.copy(keptLog, log);
        assertThat(refusal(file(Notebook.SCHEMA)::open)).startsWith("damaged: ");
        assertThat(path).hasSameBinaryContentAs(keptFile);
        assertThat(log).hasSameBinaryContentAs(keptLog);
    }

    @Test
    void anUpgradeKeepsTheFileAsItWasAndSaysFromWhere() throws Exception {
        try (SqliteSession session = file(Notebook.upTo(1)).open()) {
            session.execute("INSERT INTO entry (author, body) VALUES ('ana', 'old')");
        }
        SqliteFile file = file(Notebook.upTo(3));
        try (SqliteSession session = file.open()) {
            assertThat(bodies(session)).containsExactly("old");
        }
        assertThat(file.upgradedFrom()).isEqualTo(1);
        assertThat(backups()).containsExactly(folder.resolve("notebook.backup.20261115T083000123Z.sqlite"));
        Files.delete(path);
        Files.move(backups().getFirst(), path);
        assertThat(file(Notebook.upTo(3)).version()).isEqualTo(1);
    }

    @Test
    void anUpgradeThatFailsAtItsFirstStepLeavesTheFileAndNothingElse() throws Exception {
        ArchiveSchema failing = ArchiveSchema.named("notebook")
                .version(1, "entries")
                .version(2, "tags", tx -> tx.update("DELETE FROM nowhere"))
                .build();
        file(Notebook.upTo(1)).open().close();
        SqliteFile file = file(failing);
        assertThat(refusal(file::open)).contains("nowhere");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(path);
        }
        assertThat(file.version()).isEqualTo(1);
    }

    @Test
    void anUpgradeThatFailsLaterKeepsTheFileAsItWasBesideIt() throws Exception {
        ArchiveSchema failing = ArchiveSchema.named("notebook")
                .version(1, "entries")
                .version(2, "tags")
                .version(3, "lengths", tx -> tx.update("DELETE FROM nowhere"))
                .build();
        file(Notebook.upTo(1)).open().close();
        SqliteFile file = file(failing);
        assertThat(refusal(file::open)).contains("nowhere");
        assertThat(file.version()).isEqualTo(2);
        assertThat(file.upgradedFrom()).isZero();
        assertThat(backups()).hasSize(1);
    }

    @Test
    void aFileOfAnotherProgramGetsWhatItsVersionHasAndTheMarkOfOurs() throws Exception {
        theirs(2, "DROP INDEX entry_tag; INSERT INTO entry (author, body) VALUES ('them', 'theirs')");
        SqliteFile file = file(Notebook.SCHEMA);
        assertThat(file.version()).isEqualTo(2);
        try (SqliteSession session = file.open()) {
            assertThat(bodies(session)).containsExactly("theirs");
            assertThat(new Tx(session).number("SELECT count(*) FROM sqlite_schema WHERE name = 'entry_tag'"))
                    .isEqualTo(1);
        }
        assertThat(file.upgradedFrom()).as("it had the latest version").isZero();
        assertThat(backups()).hasSize(1);
        file.open().close();
        assertThat(file.version()).isEqualTo(2);
        assertThat(backups()).as("nothing is left to do").hasSize(1);
    }

    @Test
    void ofAFileOfAnotherProgramNothingIsAddedBeyondItsVersionBeforeItsUpgrade() throws Exception {
        theirs(1, "INSERT INTO entry (author, body) VALUES ('them', 'twelve signs')");
        SqliteFile file = file(Notebook.upTo(3));
        try (SqliteSession session = file.open()) {
            assertThat(new Tx(session).number("SELECT length FROM entry")).isEqualTo(12);
        }
        assertThat(file.upgradedFrom()).isEqualTo(1);
    }

    @Test
    void whatIsMadeIsCompleteAndItsUnitIsOver() throws Exception {
        SqliteFile file = file(Notebook.SCHEMA);
        Path fresh = folder.resolve("fresh");
        List<Tx> units = new ArrayList<>();
        String answer = file.make(fresh, tx -> {
            units.add(tx);
            Notebook.add(tx, "ana", "made");
            return "done";
        });
        assertThat(answer).isEqualTo("done");
        assertThatThrownBy(() -> units.getFirst().number("SELECT 1")).isInstanceOf(IllegalStateException.class);
        try (SqliteSession session = file.session(SqliteSession.Access.READ, fresh)) {
            assertThat(bodies(session)).containsExactly("made");
            assertThat(session.pragma("journal_mode")).isEqualTo("wal");
        }
    }

    @Test
    void aUnitThatSwallowedAFailureMakesNoFile() {
        SqliteFile file = file(Notebook.SCHEMA);
        assertThatThrownBy(() -> file.make(folder.resolve("fresh"), tx -> {
                    assertThatThrownBy(() -> tx.update("DELETE FROM nowhere")).isInstanceOf(StoaException.class);
                    return "done";
                }))
                .hasMessageContaining("nowhere");
    }

    @Test
    void referencesAreCheckedUnlessTheUnitSaysThatItDoes() throws Exception {
        SqliteFile file = file(Notebook.SCHEMA);
        SqliteFile.Filling<Integer> orphan = (session, tx) -> tx.update("INSERT INTO reply (entry_id) VALUES (99)");
        assertThatThrownBy(() -> file.make(folder.resolve("checked"), true, orphan))
                .hasMessageContaining("FOREIGN KEY");
        assertThat(file.make(folder.resolve("unchecked"), false, orphan)).isEqualTo(1);
    }

    @Test
    void aHiddenFileIsOfTheDeadWhenNobodyTouchedItForLongerThanAQuarterOfAnHour() throws Exception {
        SqliteFile file = file(Notebook.SCHEMA);
        Path left = Files.writeString(folder.resolve(".notebook.db.new-x"), "half");
        Files.setLastModifiedTime(left, FileTime.from(NOW));
        Path fresh = file.fresh("notebook.db", NOW.plus(Duration.ofMinutes(15)));
        assertThat(String.valueOf(fresh.getFileName())).startsWith(".notebook.db.new-");
        assertThat(fresh).doesNotExist();
        assertThat(left).exists();
        assertThat(file.fresh("notebook.db", NOW.plus(Duration.ofMinutes(15)).plusMillis(1)))
                .isNotEqualTo(fresh);
        assertThat(left).doesNotExist();
    }

    @Test
    void backupsAreNamedAfterTheFileAndTheFirstMillisecondThatIsFree() throws Exception {
        SqliteFile file = file(Notebook.SCHEMA);
        assertThat(file.backupBase()).isEqualTo("notebook.backup");
        assertThat(file(ArchiveSchema.named("n").file("plain").version(1, "x").build())
                        .backupBase())
                .isEqualTo("plain.backup");
        assertThat(file(ArchiveSchema.named("n").file(".hidden").version(1, "x").build())
                        .backupBase())
                .isEqualTo(".hidden.backup");
        Path kept = Files.writeString(folder.resolve("kept"), "kept");
        assertThat(file.link(kept, "b", NOW)).isEqualTo(folder.resolve("b.20261115T083000123Z.sqlite"));
        assertThat(file.link(kept, "b", NOW))
                .isEqualTo(folder.resolve("b.20261115T083000124Z.sqlite"))
                .hasContent("kept");
    }

    /** What knows files with a table of notes. */
    private static ArchiveSchema converting() {
        return ArchiveSchema.named("notebook")
                .version(1, "entries")
                .version(2, "tags")
                .conversion(new ArchiveSchema.Conversion() {
                    @Override
                    public boolean knows(Map<String, Set<String>> tables) {
                        return tables.containsKey("notes");
                    }

                    @Override
                    public String convert(ForeignTables file, String sha256, Tx tx, Instant now) {
                        file.each("SELECT body FROM notes", row -> Notebook.add(tx, "them", row.text(1)));
                        return "the notes of " + sha256;
                    }
                })
                .build();
    }

    private void notes(String journal) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA journal_mode = " + journal);
            statement.executeUpdate("CREATE TABLE notes (body TEXT)");
            statement.executeUpdate("INSERT INTO notes VALUES ('a note')");
        }
    }

    @Test
    void aFileThatCanBeConvertedHasTheFirstVersionAndIsConvertedWhenItIsOpened() throws Exception {
        notes("DELETE");
        String sha256 = Digest.sha256(Files.readAllBytes(path));
        SqliteFile file = file(converting());
        assertThat(file.version()).isEqualTo(1);
        assertThat(refusal(file(Notebook.SCHEMA)::version)).startsWith("not_an_archive: ");
        try (SqliteSession session = file.open()) {
            assertThat(bodies(session)).containsExactly("a note");
        }
        assertThat(file.version()).isEqualTo(2);
        assertThat(backups()).hasSize(2);
        assertThat(folder.resolve("notebook.backup.20261115T083000123Z.json")).hasContent("the notes of " + sha256);
        try (SqliteSession session = file.open()) {
            assertThat(bodies(session)).as("once").containsExactly("a note");
        }
        assertThat(backups()).hasSize(2);
    }

    @Test
    void aFileThatItsProgramHasOpenIsNotConverted() throws Exception {
        notes("WAL");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT body FROM notes").close();
            assertThat(refusal(file(converting())::open))
                    .startsWith("busy: archive notebook is busy: another program has " + path + " open");
        }
        assertThat(backups()).isEmpty();
    }

    @Test
    void whatOnlyTheLogOfAConvertedFileHasIsConvertedAndKept() throws Exception {
        Path live = folder.resolve("live.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + live);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA journal_mode = WAL");
            statement.executeUpdate("CREATE TABLE notes (body TEXT)");
            statement.executeUpdate("INSERT INTO notes VALUES ('in the log')");
            Files.copy(live, path);
            Files.copy(folder.resolve("live.db-wal"), folder.resolve("notebook.db-wal"));
        }
        try (SqliteSession session = file(converting()).open()) {
            assertThat(bodies(session)).containsExactly("in the log");
        }
        Path kept = folder.resolve("notebook.backup.20261115T083000123Z.sqlite");
        try (SqliteSession session = file(converting()).session(SqliteSession.Access.READ, kept)) {
            assertThat(new Tx(session).list("SELECT body FROM notes", row -> row.text(1)))
                    .containsExactly("in the log");
        }
    }

    @Test
    void aSecondNameThatADeadProcessGaveAConvertedFileIsKept() throws Exception {
        notes("DELETE");
        Files.writeString(folder.resolve("notebook.backup.another.sqlite"), "another");
        Path kept = Files.createLink(folder.resolve("notebook.backup.before.sqlite"), path);
        file(converting()).open().close();
        assertThat(folder.resolve("notebook.backup.before.json")).isNotEmptyFile();
        assertThat(backups())
                .containsExactlyInAnyOrder(
                        kept,
                        folder.resolve("notebook.backup.before.json"),
                        folder.resolve("notebook.backup.another.sqlite"));
    }

    /** Begins to convert a file that its program has open, and waits until that waits. */
    private FutureTask<String> converting(Consumer<Thread> then) {
        StorageSettings patient = new StorageSettings(Durability.NORMAL, Duration.ofMinutes(5), 8, 2);
        FutureTask<String> opening = new FutureTask<>(() -> {
            try (SqliteSession session = new SqliteFile(converting(), folder, patient, CLOCK).open()) {
                return String.join(", ", bodies(session));
            } catch (StoaException e) {
                return e.code();
            }
        });
        Thread thread = Thread.ofPlatform().daemon().start(opening);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(opening.isDone()).isFalse();
            Thread.onSpinWait();
        }
        then.accept(thread);
        return opening;
    }

    @Test
    @Timeout(60)
    void aFileIsConvertedWhenItsProgramLeavesIt() throws Exception {
        notes("WAL");
        FutureTask<String> opening;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT body FROM notes").close();
            opening = converting(thread -> {});
        }
        assertThat(opening.get()).isEqualTo("a note");
    }

    @Test
    @Timeout(60)
    void whoIsInterruptedWaitsNoLongerForAProgramToLeaveItsFile() throws Exception {
        notes("WAL");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT body FROM notes").close();
            assertThat(converting(Thread::interrupt).get()).isEqualTo("interrupted");
        }
    }
}
