package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.HaltBeforeCommit;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An old file, half of its rows only in the write-ahead log, whose upgrade dies on the way: it is of one version or the
 * next, has every row, and the next opening completes the upgrade.
 */
@Tag("crash")
class MigrationCrashTest {
    private static final int ROWS = 2000;
    private static final List<String> BODIES =
            IntStream.range(0, ROWS).mapToObj(i -> "x".repeat(i % 50) + i).toList();
    private static final int KILLS = Integer.getInteger("stoa.crash.upgrade.kills", 12);
    private static final String FILE = "notebook.db";

    @TempDir
    Path directory;

    @TempDir
    Path template;

    @TempDir
    Path scratch;

    @BeforeEach
    void writeOldFile() throws Exception {
        Path work = Files.createDirectory(scratch.resolve("old"));
        for (List<String> half : List.of(BODIES.subList(0, ROWS / 2), BODIES.subList(ROWS / 2, ROWS))) {
            try (Archive archive = open(work, 1)) {
                archive.write(tx -> {
                    half.forEach(body -> tx.update("INSERT INTO entry (author, body) VALUES ('ana', ?)", body));
                    return null;
                });
                // A copy taken before the archive is closed is what a killed process leaves.
                Audit.copy(work, FILE, template);
            }
        }
        Audit.copy(template, FILE, directory);
        assertThat(rowsOutsideTheLog()).as("rows that are not in the log").isEqualTo(ROWS / 2);
    }

    private long rowsOutsideTheLog() throws Exception {
        Path bare = scratch.resolve("bare.db");
        Files.copy(template.resolve(FILE), bare);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + bare)) {
            return Long.parseLong(
                    Audit.texts(connection, "SELECT count(*) FROM entry").get(0));
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "clock, 1, 1, 0", // before the snapshot
        "clock, 2, 1, 1", // after the SQL of version 2, before its row
        "clock, 3, 2, 1", // after the back-fill of version 3, before its row
        "row, 0, 2, 1",
        "row, 777, 2, 1",
        "row, 1999, 2, 1",
    })
    void anUpgradeThatDiesLeavesOneVersionOrTheNext(String point, int count, int version, int snapshots)
            throws Exception {
        try (Child child = Child.start(Upgrader.class, directory, point, count)) {
            child.say("go");
            assertThat(child.rest()).isNotEmpty().doesNotContain("done");
            assertThat(child.exit()).as("it died where it was to").isEqualTo(9);
        }
        assertThat(snapshots()).hasSize(snapshots);
        assertThat(versionNow()).isEqualTo(version);
        completeTheUpgrade();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void anUpgradeThatDiesJustBeforeItsCommitHasNotHappened(int version) throws Exception {
        if (version == 3) {
            open(directory, 2).close();
        }
        try (Child child = Child.start(HaltBeforeCommit.class, directory, version)) {
            assertThat(child.rest()).containsExactly("version " + version);
            assertThat(child.exit()).isEqualTo(9);
        }
        assertThat(versionNow()).isEqualTo(version - 1);
        completeTheUpgrade();
    }

    @Test
    void anUpgradeThatIsKilledAnywhereCanBeCompleted() throws Exception {
        long seed = Long.getLong("stoa.crash.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int kill = 1; kill <= KILLS; kill++) {
            empty(directory);
            Audit.copy(template, FILE, directory);
            try (Child child = Child.start(Upgrader.class, directory, "nothing", 0)) {
                child.say("go");
                for (int lines = random.nextInt(2, 26); lines > 0; lines--) {
                    child.line();
                }
                Pause.micros(random.nextInt(random.nextBoolean() ? 1_000 : 30_000));
                child.kill();
                assertThat(versionNow()).isBetween(1, 3);
                completeTheUpgrade();
            } catch (AssertionError e) {
                throw new AssertionError("after kill " + kill + " with -Dstoa.crash.seed=" + seed, e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "foreign", "foreign without a log"})
    void processesThatUpgradeAtOnceAllSucceedAndDoItOnce(String file) throws Exception {
        for (int round = 0; round < 5; round++) {
            empty(directory);
            Audit.copy(template, FILE, directory);
            if (file.startsWith("foreign")) {
                makeForeign(file.equals("foreign") ? "WAL" : "DELETE");
            }
            try (Child one = Child.start(Upgrader.class, directory, "nothing", 0);
                    Child two = Child.start(Upgrader.class, directory, "nothing", 0)) {
                for (Child child : List.of(one, two)) {
                    child.expect("started");
                }
                for (Child child : List.of(one, two)) {
                    child.say("go");
                }
                for (Child child : List.of(one, two)) {
                    assertThat(child.rest()).as(child::complaints).endsWith("done");
                    child.succeed();
                }
            }
            assertThat(versionNow()).isEqualTo(3);
            assertThat(snapshots()).isNotEmpty();
        }
    }

    /** Takes away what marks the file as this program's own; the version that it claims stays. */
    private void makeForeign(String journal) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(FILE));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA application_id = 0; PRAGMA journal_mode = " + journal);
        }
    }

    private int versionNow() throws Exception {
        return Upgrade.versionOf(Audit.copy(directory, FILE, scratch), BODIES);
    }

    private void completeTheUpgrade() throws Exception {
        try (Archive archive = open(directory, 3)) {
            assertThat(archive.list("SELECT body FROM entry ORDER BY id", row -> row.text(1)))
                    .isEqualTo(BODIES);
        }
        assertThat(versionNow()).isEqualTo(3);
        assertThat(Upgrade.versionOf(snapshots().get(0), BODIES))
                .as("the first snapshot is of the old version and has the rows of the log")
                .isEqualTo(1);
    }

    private List<Path> snapshots() throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("notebook\\.backup\\.\\w+\\.sqlite"))
                    .sorted()
                    .toList();
        }
    }

    private static void empty(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    private static Archive open(Path directory, int version) {
        return SqliteArchive.open(Upgrade.upTo(version), directory, StorageSettings.defaults(), InstantSource.system());
    }
}
