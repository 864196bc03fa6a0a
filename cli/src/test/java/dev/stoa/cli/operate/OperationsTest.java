package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.cli.Terminal;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The operator's commands as an operator types them, on both backends. */
@OnBothDatabases
class OperationsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;
    private Map<String, String> environment;
    private Path data;

    @BeforeEach
    void place() {
        terminal = Terminal.bare(dialect, folder);
        environment = terminal.environment();
        data = terminal.data();
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @Test
    void initCreatesEveryArchiveAndListsItWithItsVersion() {
        assertThat(terminal.run("init", "--json")).isZero();
        assertThat(terminal.items("archives"))
                .extracting(archive -> archive.get("name") + " " + archive.get("version") + " " + archive.get("state"))
                .containsExactly(
                        "debate 13 created",
                        "continuum 7 created",
                        "consensus 5 created",
                        "rating 5 created",
                        "critique 3 created",
                        "evidence 4 created",
                        "breaker 1 created",
                        "society 6 created",
                        "counsel 12 created",
                        "evolution 11 created");
        if (dialect == Dialect.SQLITE) {
            for (String file : List.of(
                    "continuum.db",
                    "consensus_memory.db",
                    "aragora_elo.db",
                    "aragora_traces.db",
                    "evidence.db",
                    ".data/circuit_breaker.db",
                    "space.db",
                    "aua.db",
                    "evolution.sqlite",
                    "debate.db")) {
                assertThat(data.resolve(file)).isRegularFile();
            }
        }
        assertThat(terminal.run("init")).isZero();
        assertThat(terminal.out().lines()).hasSize(10).allMatch(line -> line.contains("present"));
    }

    @Test
    void withDataAndDbTheArchivesAreInTheDatabaseAndTheConfigurationInTheDirectory() throws IOException {
        String database = terminal.environment().remove("STOA_DB");
        terminal.environment().remove("STOA_DATA");
        Path local = Files.createDirectories(folder.resolve("local"));
        Files.writeString(local.resolve("stoa.toml"), "[storage]\ncache_mb = 3\n");
        if (database == null) {
            assertThat(terminal.run("config", "--data", "local", "--db", "sqlite:x"))
                    .isEqualTo(2);
            assertThat(terminal.err()).contains("--db names sqlite:x");
            return;
        }
        assertThat(terminal.run("init", "--data", "local", "--db", database)).isZero();
        assertThat(local).isDirectoryNotContaining(file -> file.toString().endsWith(".db"));
        assertThat(terminal.run("config", "--data", "local", "--db", database)).isZero();
        assertThat(terminal.out()).containsPattern("storage.cache_mb += 3 ");
        terminal.environment().put("STOA_DB", database);
        assertThat(terminal.run("doctor", "--data", "local"))
                .as("--data alone means its files")
                .isEqualTo(3);
    }

    @Test
    void doctorFindsAFreshDirectoryInOrder() {
        terminal.run("init");
        assertThat(terminal.run("doctor")).isZero();
        assertThat(terminal.out())
                .contains("everything is in order")
                .doesNotContain("notice")
                .doesNotContain("damage");
        assertThat(terminal.run("doctor", "--deep", "--json")).isZero();
        assertThat(terminal.document()).containsEntry("ok", true).containsEntry("deep", true);
        assertThat(terminal.items("archives"))
                .hasSize(10)
                .allMatch(archive -> List.of().equals(archive.get("findings")));
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void doctorWithoutArchivesSaysHowToGetThem() {
        assertThat(terminal.run("doctor")).isEqualTo(3);
        assertThat(terminal.err().lines()).singleElement().asString().endsWith("create the archives first (stoa init)");
        assertThat(terminal.out()).isEmpty();
        assertThat(data).doesNotExist();
    }

    @Test
    void doctorNamesADroppedIndexAndAMissingColumnAndExitsWith5() throws SQLException {
        terminal.run("init");
        terminal.alter("continuum", "DROP INDEX idx_continuum_tier");
        terminal.alter("society", "ALTER TABLE channels DROP COLUMN topic");
        assertThat(terminal.run("doctor")).isEqualTo(5);
        assertThat(terminal.out())
                .contains("damage: continuum: schema: ")
                .contains("idx_continuum_tier")
                .contains("damage: society: schema: ")
                .contains("topic");
        assertThat(terminal.run("doctor", "--json")).isEqualTo(5);
        assertThat(terminal.document()).containsEntry("ok", false);
    }

    @Test
    void aDeepDoctorChecksWhatMustAlwaysHold() throws SQLException {
        terminal.run("init");
        terminal.alter("breaker", """
                INSERT INTO circuit_breakers (name, state_json, failure_threshold, cooldown_seconds, updated_at)
                VALUES ('openai:x', '{"state":"open","retry_at":null}', 5, 60, '2026-11-15T08:30:00.000Z')""");
        assertThat(terminal.run("doctor")).isZero();
        assertThat(terminal.run("doctor", "--deep")).isEqualTo(5);
        assertThat(terminal.out()).contains("damage: breaker: invariant: B1").contains("openai:x");
    }

    @Test
    void doctorTellsWhatDebatesCouldNotTeachAndThatIsNoDamage() throws SQLException {
        terminal.run("debate", "run", "q0", "--seed", "1");
        terminal.alter("debate", """
                UPDATE debate_outbox SET status = 'dead', attempts = 12, done_at = NULL, last_error = 'the disk is full'
                WHERE target = 'match'""");

        assertThat(terminal.run("doctor", "--deep")).isZero();
        assertThat(terminal.out())
                .contains("notice: debate: outbox: 1 row for match could not be applied and was given up")
                .contains(
                        "(the disk is full); remove the cause and retry the dead rows (stoa debate learn --retry-dead)")
                .contains("there is no damage")
                .doesNotContain("in order");
        assertThat(terminal.run("doctor", "--json")).isZero();
        assertThat(terminal.document()).containsEntry("ok", true);
        assertThat(terminal.out()).contains("{\"check\":\"outbox\",\"damage\":false,\"message\":\"1 row for match");

        assertThat(terminal.run("debate", "learn", "--retry-dead")).isZero();
        assertThat(terminal.run("doctor")).isZero();
        assertThat(terminal.out()).contains("everything is in order").doesNotContain("outbox");
    }

    @Test
    void aDeepDoctorSaysWhereNumbersWentBackwardsAgainstAnotherArchive() throws SQLException {
        String lost = String.valueOf(terminal.json("debate", "run", "Which way?", "--preset", "vote", "--seed", "1")
                .get("id"));
        terminal.json("debate", "run", "Which other way?", "--preset", "vote", "--seed", "2");
        terminal.json("debate", "learn");
        assertThat(terminal.run("doctor", "--deep")).as(terminal.out()).isZero();
        assertThat(terminal.out()).doesNotContain("lost_rows");
        // As if the log with the last rows had been deleted.
        terminal.alter("consensus", "DELETE FROM dissent WHERE debate_id = '" + lost + "'");
        terminal.alter("consensus", "DELETE FROM consensus WHERE id = '" + lost + "'");
        assertThat(terminal.run("doctor", "--repair-index", "--deep"))
                .as(terminal.out())
                .isZero();
        assertThat(terminal.out())
                .contains("notice: consensus: lost_rows: 1 of 2 conclusions that debates have taught are not in it ("
                        + lost + "): it went backwards against archive debate");
        assertThat(terminal.run("doctor")).isZero();
        assertThat(terminal.out()).doesNotContain("lost_rows");
    }

    @Test
    void aDeepExaminationShowsHowFarTheReplayIsOnATerminalAndHowManyDebatesWereProved() throws SQLException {
        terminal.run("debate", "run", "q0", "--seed", "1");
        terminal.run("debate", "run", "q1", "--seed", "2");
        assertThat(terminal.run("doctor", "--deep")).isZero();
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out()).contains("2 debates replayed and proved");
        assertThat(terminal.watched(true).run("doctor", "--deep")).isZero();
        assertThat(terminal.err()).contains("1 of 2 debates replayed").contains("2 of 2 debates replayed");
        assertThat(terminal.run("debate", "replay", "--all")).isZero();
        assertThat(terminal.err()).contains("2 of 2 debates replayed");
        assertThat(terminal.watched(false).json("doctor", "--deep")).containsEntry("debates_proved", 2L);
        assertThat(terminal.json("doctor")).containsEntry("debates_proved", null);

        terminal.alter("debate", """
                INSERT INTO debate_tombstones (session_id, debate_id, deleted_at)
                VALUES ('0197a2b4-0000-7000-8000-000000000001', 'd', '2026-01-01T00:00:00.000Z')""");
        assertThat(terminal.run("debate", "replay", "--all")).isEqualTo(5);
        assertThat(terminal.out())
                .contains("the register does not hold: 4 entries")
                .contains("session_id of the tombstone of session 0197a2b4-0000-7000-8000-000000000001");
        assertThat(terminal.run("doctor", "--deep")).isEqualTo(5);
        assertThat(terminal.out()).contains("damage: debate: invariant: D10");
    }

    @Test
    void doctorWithoutAnOutboxToLookAtSaysSo() throws SQLException {
        terminal.run("init");
        terminal.alter("debate", "DROP TABLE debate_outbox");
        assertThat(terminal.run("doctor")).isEqualTo(5);
        assertThat(terminal.out())
                .contains("damage: debate: schema: ")
                .contains("damage: debate: outbox: it cannot be looked at: ");
    }

    @Test
    void aBackupRestoresIntoAnEmptyPlaceAndIsRefusedOverAFullOne() throws SQLException {
        terminal.run("init");
        terminal.alter("critique", "INSERT INTO debates (id, task) VALUES ('d1', 'which cache?')");
        assertThat(terminal.run("backup", "all.backup")).isZero();
        assertThat(terminal.out()).contains("wrote all.backup with 10 archives");
        assertThat(terminal.run("backup", "all.backup")).isEqualTo(4);
        assertThat(terminal.run("backup", "all.backup", "--replace")).isZero();
        assertThat(terminal.run("restore", "all.backup", "--dry-run")).isZero();
        assertThat(terminal.out()).contains("all.backup is whole: 10 archives");

        assertThat(terminal.run("restore", "all.backup")).isEqualTo(4);
        assertThat(terminal.err()).contains("exists already").contains("--replace");
        assertThat(terminal.run("restore", "all.backup", "--replace")).isEqualTo(4);
        assertThat(terminal.err()).contains("give --yes");

        terminal.typing("n\n");
        assertThat(terminal.run("restore", "all.backup", "--replace")).isEqualTo(4);
        assertThat(terminal.err()).contains("[y/N]").contains("nothing was changed");

        terminal.alter("critique", "DELETE FROM debates");
        assertThat(terminal.run("restore", "all.backup", "--replace", "--yes")).isZero();
        assertThat(terminal.value("critique", "SELECT task FROM debates")).isEqualTo("which cache?");
        assertThat(terminal.run("doctor", "--deep")).isZero();
    }

    @Test
    void restoreFailsClearlyWithoutItsFile() {
        assertThat(terminal.run("restore", "nowhere.backup")).isEqualTo(3);
        assertThat(terminal.err().lines()).singleElement().asString().startsWith("stoa: there is no backup");
    }

    @Test
    void migrateUpgradesWhatExistsAndSaysSo() {
        assertThat(terminal.run("migrate")).isZero();
        assertThat(terminal.out()).isEmpty();
        terminal.run("init");
        assertThat(terminal.run("migrate", "--dry-run", "--json")).isZero();
        assertThat(terminal.items("archives"))
                .hasSize(10)
                .allMatch(archive -> Boolean.FALSE.equals(archive.get("upgraded")));
    }

    @Test
    void configShowsEveryValueWithItsOrigin() throws IOException {
        Files.createDirectories(data);
        Files.writeString(data.resolve("stoa.toml"), "[storage]\ndurability = \"full\"\n");
        environment.put("STOA_STORAGE_READERS", "7");
        assertThat(terminal.run("config")).isZero();
        assertThat(terminal.out().lines().map(line -> line.replaceAll(" +", " ")))
                .anyMatch(line -> line.equals("storage.durability = \"full\" " + data.resolve("stoa.toml") + ":2"))
                .anyMatch(line -> line.equals("storage.readers = 7 env STOA_STORAGE_READERS"))
                .anyMatch(line -> line.equals("storage.cache_mb = 64 default"));
        assertThat(terminal.run("config", "--json")).isZero();
        assertThat(terminal.items("settings")).anyMatch(setting -> "storage.readers".equals(setting.get("key")));
    }

    @Test
    void aWrongKeyInTheConfigurationStopsEveryCommandWithItsPlace() throws IOException {
        Files.createDirectories(data);
        Files.writeString(data.resolve("stoa.toml"), "[storage]\ndurabilty = \"full\"\n");
        assertThat(terminal.run("init")).isEqualTo(2);
        assertThat(terminal.err()).contains("stoa.toml:2:1").contains("durability");
        assertThat(data.resolve("continuum.db")).doesNotExist();
    }

    @Test
    void breakersAreListedAndReset() {
        assertThat(terminal.run("breaker", "list")).isZero();
        assertThat(terminal.out()).isEqualTo("no breaker has opened\n");
        assertThat(terminal.run("breaker", "reset", "openai:x")).isEqualTo(3);
        try (Stoa stoa = terminal.open()) {
            CircuitBreakers breakers = stoa.learning().breakers();
            for (int i = 0; i < 5; i++) {
                var permit = (Permit.Granted) breakers.acquire("openai:x", Duration.ofSeconds(60));
                breakers.report(permit, CallResult.failure("http_503"));
            }
        }
        assertThat(terminal.run("breaker", "list")).isZero();
        assertThat(terminal.out()).contains("openai:x  open").contains("last failure http_503: HTTP 503");
        assertThat(terminal.run("breaker", "list", "--json")).isZero();
        assertThat(terminal.items("items"))
                .singleElement()
                .satisfies(breaker -> assertThat(breaker)
                        .containsEntry("name", "openai:x")
                        .containsEntry("state", "open")
                        .containsEntry("failure_threshold", 5L)
                        .containsEntry("permits_out", 0L)
                        .containsKeys(
                                "cooldown_seconds",
                                "opened_at",
                                "retry_at",
                                "half_open_successes",
                                "last_failure",
                                "updated_at"));
        assertThat(terminal.run("breaker", "reset", "openai:x")).isZero();
        assertThat(terminal.run("breaker", "list")).isZero();
        assertThat(terminal.out()).contains("openai:x  closed");
    }

    @Test
    @NeedsTool(Tool.BASH)
    void completionIsAScriptAShellCanRead() throws Exception {
        assertThat(terminal.run("completion")).isZero();
        Path script = Files.writeString(folder.resolve("completion"), terminal.out());
        Process bash =
                new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start();
        assertThat(bash.waitFor()).isZero();
        assertThat(terminal.out()).contains("doctor").contains("--deep");
        assertThat(terminal.run("completion", "tcsh")).isEqualTo(2);
    }
}
