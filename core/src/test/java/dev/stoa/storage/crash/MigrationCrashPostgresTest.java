package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.HaltBeforeCommit;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.testing.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An old schema on PostgreSQL whose upgrade dies on the way: one version or the next, and every row. */
@Tag("crash")
class MigrationCrashPostgresTest {
    private static final List<String> BODIES =
            IntStream.range(0, 400).mapToObj(i -> "x".repeat(i % 50) + i).toList();
    private static final int KILLS = Math.max(1, Integer.getInteger("stoa.crash.upgrade.kills", 12) / 4);

    private String url;

    @BeforeEach
    void writeOldSchema() {
        url = TestPostgres.freshDatabase();
        try (Archive archive = open(1)) {
            archive.write(tx -> {
                BODIES.forEach(body -> tx.update("INSERT INTO entry (author, body) VALUES ('ana', ?)", body));
                return null;
            });
        }
    }

    @AfterEach
    void drop() {
        TestPostgres.drop(url);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"clock, 1, 1", "clock, 2, 2", "row, 0, 2", "row, 222, 2", "row, 399, 2"})
    void anUpgradeThatDiesLeavesOneVersionOrTheNext(String point, int count, int version) throws Exception {
        try (Child child = Child.start(Upgrader.class, url, point, count)) {
            child.say("go");
            assertThat(child.rest()).isNotEmpty().doesNotContain("done");
            assertThat(child.exit()).as("it died where it was to").isEqualTo(9);
        }
        assertThat(versionNow()).isEqualTo(version);
        completeTheUpgrade();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void anUpgradeThatDiesJustBeforeItsCommitHasNotHappened(int version) throws Exception {
        if (version == 3) {
            open(2).close();
        }
        try (Child child = Child.start(HaltBeforeCommit.class, url, version)) {
            assertThat(child.rest()).containsExactly("version " + version);
        }
        assertThat(versionNow()).isEqualTo(version - 1);
        completeTheUpgrade();
    }

    @Test
    void anUpgradeThatIsKilledAnywhereCanBeCompleted() throws Exception {
        long seed = Long.getLong("stoa.crash.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int kill = 1; kill <= KILLS; kill++) {
            drop();
            writeOldSchema();
            try (Child child = Child.start(Upgrader.class, url, "nothing", 0)) {
                child.say("go");
                for (int lines = random.nextInt(2, 9); lines > 0; lines--) {
                    child.line();
                }
                Pause.micros(random.nextInt(20_000));
                child.kill();
                assertThat(versionNow()).isBetween(1, 3);
                completeTheUpgrade();
            } catch (AssertionError e) {
                throw new AssertionError("after kill " + kill + " with -Dstoa.crash.seed=" + seed, e);
            }
        }
    }

    @Test
    void processesThatUpgradeAtOnceAllSucceedAndDoItOnce() throws Exception {
        try (Child one = Child.start(Upgrader.class, url, "nothing", 0);
                Child two = Child.start(Upgrader.class, url, "nothing", 0)) {
            List<Child> both = List.of(one, two);
            both.forEach(child -> child.expect("started"));
            both.forEach(child -> child.say("go"));
            for (Child child : both) {
                assertThat(child.rest()).endsWith("done");
                child.succeed();
            }
        }
        assertThat(versionNow()).isEqualTo(3);
    }

    @Test
    void aNewerVersionIsRefused() {
        open(3).close();
        Refusal.of("newer_version", () -> open(2));
    }

    @Test
    void aSchemaOfAnotherKindIsRefused() throws Exception {
        drop();
        url = TestPostgres.freshDatabase();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA notebook; CREATE TABLE notebook.entry (what text)");
        }
        Refusal.of("not_an_archive", () -> open(3));
    }

    private int versionNow() throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            Audit.awaitAlone(connection);
            statement.execute("SET search_path TO notebook");
            return Upgrade.versionOf(connection, BODIES);
        }
    }

    private void completeTheUpgrade() throws Exception {
        open(3).close();
        assertThat(versionNow()).isEqualTo(3);
    }

    private Archive open(int version) {
        return PostgresArchive.open(
                Upgrade.upTo(version),
                url,
                PostgresSettings.defaults(),
                StorageSettings.defaults(),
                InstantSource.system());
    }
}
