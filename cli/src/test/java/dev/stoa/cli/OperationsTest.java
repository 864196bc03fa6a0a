package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Json;
import dev.stoa.testing.TestPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The operator's commands as an operator types them, on both backends. */
@ParameterizedClass
@EnumSource(Dialect.class)
class OperationsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();
    private String typed = "";
    private Path data;

    @BeforeEach
    void place() {
        data = folder.resolve("data");
        environment.put("STOA_DATA", data.toString());
        if (dialect == Dialect.POSTGRES) {
            environment.put("STOA_DB", TestPostgres.freshDatabase());
        }
    }

    @AfterEach
    void drop() {
        String database = environment.get("STOA_DB");
        if (database != null) {
            TestPostgres.drop(database);
        }
    }

    @Test
    void initCreatesEveryArchiveAndListsItWithItsVersion() {
        assertThat(run("init", "--json")).isZero();
        assertThat(items("archives"))
                .extracting(archive -> archive.get("name") + " " + archive.get("version") + " " + archive.get("state"))
                .containsExactly(
                        "debate 1 created",
                        "continuum 3 created",
                        "consensus 2 created",
                        "rating 2 created",
                        "critique 1 created",
                        "evidence 1 created",
                        "breaker 1 created",
                        "society 1 created",
                        "counsel 1 created",
                        "evolution 3 created");
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
        assertThat(run("init")).isZero();
        assertThat(out.toString().lines()).hasSize(10).allMatch(line -> line.contains("present"));
    }

    @Test
    void doctorFindsAFreshDirectoryInOrder() {
        run("init");
        assertThat(run("doctor")).isZero();
        assertThat(out.toString())
                .contains("everything is in order")
                .doesNotContain("notice")
                .doesNotContain("damage");
        assertThat(run("doctor", "--deep", "--json")).isZero();
        assertThat(document()).containsEntry("ok", true).containsEntry("deep", true);
        assertThat(items("archives")).hasSize(10).allMatch(archive -> List.of().equals(archive.get("findings")));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void doctorWithoutArchivesSaysHowToGetThem() {
        assertThat(run("doctor")).isEqualTo(3);
        assertThat(err.toString().lines()).singleElement().asString().endsWith("create them with stoa init");
        assertThat(out.toString()).isEmpty();
        assertThat(data).doesNotExist();
    }

    @Test
    void doctorNamesADroppedIndexAndAMissingColumnAndExitsWith5() throws SQLException {
        run("init");
        alter("continuum", "DROP INDEX idx_continuum_tier");
        alter("society", "ALTER TABLE channels DROP COLUMN topic");
        assertThat(run("doctor")).isEqualTo(5);
        assertThat(out.toString())
                .contains("damage: continuum: schema: ")
                .contains("idx_continuum_tier")
                .contains("damage: society: schema: ")
                .contains("topic");
        assertThat(run("doctor", "--json")).isEqualTo(5);
        assertThat(document()).containsEntry("ok", false);
    }

    @Test
    void aDeepDoctorChecksWhatMustAlwaysHold() throws SQLException {
        run("init");
        alter("breaker", """
                INSERT INTO circuit_breakers (name, state_json, failure_threshold, cooldown_seconds, updated_at)
                VALUES ('openai:x', '{"state":"open","retry_at":null}', 5, 60, '2026-11-15T08:30:00.000Z')""");
        assertThat(run("doctor")).isZero();
        assertThat(run("doctor", "--deep")).isEqualTo(5);
        assertThat(out.toString()).contains("damage: breaker: invariant: B1").contains("openai:x");
    }

    @Test
    void aBackupRestoresIntoAnEmptyPlaceAndIsRefusedOverAFullOne() throws SQLException {
        run("init");
        alter("critique", "INSERT INTO debates (id, task) VALUES ('d1', 'which cache?')");
        assertThat(run("backup", "all.backup")).isZero();
        assertThat(out.toString()).contains("wrote all.backup with 10 archives");
        assertThat(run("backup", "all.backup")).isEqualTo(4);
        assertThat(run("backup", "all.backup", "--replace")).isZero();
        assertThat(run("restore", "all.backup", "--dry-run")).isZero();
        assertThat(out.toString()).contains("all.backup is whole: 10 archives");

        assertThat(run("restore", "all.backup")).isEqualTo(4);
        assertThat(err.toString()).contains("exists already").contains("--replace");
        assertThat(run("restore", "all.backup", "--replace")).isEqualTo(4);
        assertThat(err.toString()).contains("give --yes");

        typed = "n\n";
        assertThat(run("restore", "all.backup", "--replace")).isEqualTo(4);
        assertThat(err.toString()).contains("[y/N]").contains("nothing was changed");

        alter("critique", "DELETE FROM debates");
        assertThat(run("restore", "all.backup", "--replace", "--yes")).isZero();
        assertThat(value("critique", "SELECT task FROM debates")).isEqualTo("which cache?");
        assertThat(run("doctor", "--deep")).isZero();
    }

    @Test
    void restoreFailsClearlyWithoutItsFile() {
        assertThat(run("restore", "nowhere.backup")).isEqualTo(3);
        assertThat(err.toString().lines()).singleElement().asString().startsWith("stoa: there is no backup");
    }

    @Test
    void migrateUpgradesWhatExistsAndSaysSo() {
        assertThat(run("migrate")).isZero();
        assertThat(out.toString()).isEmpty();
        run("init");
        assertThat(run("migrate", "--dry-run", "--json")).isZero();
        assertThat(items("archives")).hasSize(10).allMatch(archive -> Boolean.FALSE.equals(archive.get("upgraded")));
    }

    @Test
    void configShowsEveryValueWithItsOrigin() throws IOException {
        Files.createDirectories(data);
        Files.writeString(data.resolve("stoa.toml"), "[storage]\ndurability = \"full\"\n");
        environment.put("STOA_STORAGE_READERS", "7");
        assertThat(run("config")).isZero();
        assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
                .anyMatch(line -> line.equals("storage.durability = \"full\" " + data.resolve("stoa.toml") + ":2"))
                .anyMatch(line -> line.equals("storage.readers = 7 env STOA_STORAGE_READERS"))
                .anyMatch(line -> line.equals("storage.cache_mb = 64 default"));
        assertThat(run("config", "--json")).isZero();
        assertThat(items("settings")).anyMatch(setting -> "storage.readers".equals(setting.get("key")));
    }

    @Test
    void aWrongKeyInTheConfigurationStopsEveryCommandWithItsPlace() throws IOException {
        Files.createDirectories(data);
        Files.writeString(data.resolve("stoa.toml"), "[storage]\ndurabilty = \"full\"\n");
        assertThat(run("init")).isEqualTo(2);
        assertThat(err.toString()).contains("stoa.toml:2:1").contains("durability");
        assertThat(data.resolve("continuum.db")).doesNotExist();
    }

    @Test
    void breakersAreListedAndReset() {
        assertThat(run("breaker", "list")).isZero();
        assertThat(out.toString()).isEqualTo("no breaker has opened\n");
        assertThat(run("breaker", "reset", "openai:x")).isEqualTo(3);
        try (Stoa stoa = open()) {
            CircuitBreakers breakers = stoa.breakers();
            for (int i = 0; i < 5; i++) {
                var permit = (Permit.Granted) breakers.acquire("openai:x", Duration.ofSeconds(60));
                breakers.report(permit, CallResult.failure("http_503", "overloaded"));
            }
        }
        assertThat(run("breaker", "list")).isZero();
        assertThat(out.toString()).contains("openai:x  open").contains("last failure http_503: overloaded");
        assertThat(run("breaker", "list", "--json")).isZero();
        assertThat(items("items"))
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
        assertThat(run("breaker", "reset", "openai:x")).isZero();
        assertThat(run("breaker", "list")).isZero();
        assertThat(out.toString()).contains("openai:x  closed");
    }

    @Test
    void completionIsAScriptAShellCanRead() throws Exception {
        assertThat(run("completion")).isZero();
        Path script = Files.writeString(folder.resolve("completion"), out.toString());
        Process bash =
                new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start();
        assertThat(bash.waitFor()).isZero();
        assertThat(out.toString()).contains("doctor").contains("--deep");
        assertThat(run("completion", "tcsh")).isEqualTo(2);
    }

    private Stoa open() {
        return Stoa.open(dev.stoa.StoaConfig.load(dev.stoa.config.ConfigSources.of(
                folder, environment, dev.stoa.config.Location.choose(null, null, environment, folder))));
    }

    private int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        int exit = Main.run(
                new Surroundings(
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        new BufferedReader(new StringReader(typed)),
                        environment,
                        folder),
                args);
        assertThat(err.toString()).doesNotContain("\tat ").doesNotContain("Exception");
        return exit;
    }

    private Map<String, @Nullable Object> document() {
        assertThat(out.toString().lines()).hasSize(1);
        return Json.parseObject(out.toString());
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private List<Map<String, Object>> items(String field) {
        return (List<Map<String, Object>>)
                java.util.Objects.requireNonNull(document().get(field));
    }

    private Connection connect(String archive) throws SQLException {
        var schema = Stoa.ARCHIVES.stream()
                .filter(a -> a.name().equals(archive))
                .findFirst()
                .orElseThrow();
        return dialect == Dialect.SQLITE
                ? DriverManager.getConnection("jdbc:sqlite:" + data.resolve(schema.file()))
                : DriverManager.getConnection(environment.get("STOA_DB") + "&currentSchema=" + schema.postgresSchema());
    }

    private void alter(String archive, String sql) throws SQLException {
        try (Connection connection = connect(archive);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private String value(String archive, String sql) throws SQLException {
        try (Connection connection = connect(archive);
                Statement statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getString(1);
        }
    }
}
