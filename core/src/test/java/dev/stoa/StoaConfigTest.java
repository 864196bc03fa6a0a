package dev.stoa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.config.ConfigEntry;
import dev.stoa.config.ConfigModule;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.FoundationSettings;
import dev.stoa.config.Location;
import dev.stoa.config.NamedTables;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import dev.stoa.json.Json;
import dev.stoa.search.vector.EmbedderChoice;
import dev.stoa.search.vector.SearchSettings;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("quick")
class StoaConfigTest {
    @TempDir
    private Path directory;

    @Test
    void theDefaultsOfTheFoundationAreThoseOfItsRecords() {
        StoaConfig config = StoaConfig.load(sources(Map.of()));
        assertThat(config.storage()).isEqualTo(StorageSettings.defaults());
        assertThat(config.postgres()).isEqualTo(PostgresSettings.defaults());
        assertThat(config.search()).isEqualTo(SearchSettings.defaults());
        assertThat(config.location().directory()).isEqualTo(directory);
    }

    @Test
    void everyKeyOfTheFoundationReachesItsRecord() throws IOException {
        Files.writeString(directory.resolve("stoa.toml"), """
                [storage]
                durability = "full"
                busy_timeout_seconds = 5
                cache_mb = 16
                readers = 2

                [postgres]
                pool_size = 8
                connect_timeout_seconds = 3

                [search]
                embedder = "hashing"
                """);
        StoaConfig config = StoaConfig.load(sources(Map.of()));
        assertThat(config.storage()).isEqualTo(new StorageSettings(Durability.FULL, Duration.ofSeconds(5), 16, 2));
        assertThat(config.postgres()).isEqualTo(new PostgresSettings(8, Duration.ofSeconds(3)));
        assertThat(config.search()).isEqualTo(new SearchSettings(EmbedderChoice.HASHING));
        assertThat(config.get(FoundationSettings.READERS)).isEqualTo(2);
    }

    @Test
    void everyVariableOfTheFoundationReachesItsRecord() {
        StoaConfig config = StoaConfig.load(sources(Map.of(
                "STOA_STORAGE_DURABILITY", "full",
                "STOA_STORAGE_BUSY_TIMEOUT_SECONDS", "600",
                "STOA_STORAGE_CACHE_MB", "4096",
                "STOA_STORAGE_READERS", "64",
                "STOA_POSTGRES_POOL_SIZE", "64",
                "STOA_POSTGRES_CONNECT_TIMEOUT_SECONDS", "120",
                "STOA_SEARCH_EMBEDDER", "off")));
        assertThat(config.storage()).isEqualTo(new StorageSettings(Durability.FULL, Duration.ofMinutes(10), 4096, 64));
        assertThat(config.postgres()).isEqualTo(new PostgresSettings(64, Duration.ofMinutes(2)));
        assertThat(config.search()).isEqualTo(new SearchSettings(EmbedderChoice.OFF));
    }

    @Test
    void everyArchiveCanHaveADatabaseOfItsOwn() {
        assertThat(FoundationSettings.ARCHIVE_ADDRESSES.keySet())
                .containsExactlyElementsOf(
                        Stoa.ARCHIVES.stream().map(ArchiveSchema::name).toList());
        StoaConfig config = StoaConfig.load(sources(Map.of(
                "STOA_POSTGRES_ARCHIVE_DEBATE", "jdbc:postgresql://one/db?user=ana",
                "STOA_POSTGRES_ARCHIVE_RATING", "jdbc:postgresql://ana:own@two/db",
                "STOA_DB_PASSWORD", "common")));
        assertThat(config.postgres().elsewhere())
                .containsOnly(
                        Map.entry("debate", "jdbc:postgresql://one/db?user=ana&password=common"),
                        Map.entry("rating", "jdbc:postgresql://ana:own@two/db"));
        assertThat(StoaConfig.load(sources(FoundationSettings.variables(config.postgres())))
                        .postgres())
                .as("another process is led to the same servers")
                .isEqualTo(config.postgres());
        assertThat(config.entries().toString() + config.postgres())
                .contains("jdbc:postgresql://ana:***@two/db")
                .doesNotContain("own@", "common");
    }

    @Test
    void aPoolerNeedsTheAddressOfItsServer() {
        assertThatThrownBy(() -> StoaConfig.load(sources(Map.of("STOA_POSTGRES_POOLER", "true"))))
                .hasMessage("postgres.pooler is true and postgres.listen_url is not set");
        StoaConfig config = StoaConfig.load(sources(Map.of(
                "STOA_POSTGRES_POOLER", "true",
                "STOA_POSTGRES_LISTEN_URL", "jdbc:postgresql://one/db?user=ana",
                "STOA_DB_PASSWORD", "common")));
        assertThat(config.postgres().server()).isEqualTo("jdbc:postgresql://one/db?user=ana&password=common");
        assertThat(StoaConfig.load(sources(FoundationSettings.variables(config.postgres())))
                        .postgres())
                .isEqualTo(config.postgres());
        assertThat(config.postgres().toString()).doesNotContain("common");
    }

    @Test
    void anAddressOfAnArchiveThatCannotBeWrittenToIsRefused() {
        assertThatThrownBy(() -> StoaConfig.load(sources(Map.of(
                        "STOA_POSTGRES_ARCHIVE_DEBATE", "mysql://ana:hidden@one/db",
                        "STOA_POSTGRES_ARCHIVE_RATING", "jdbc:postgresql://one/db?targetServerType=secondary"))))
                .hasMessageContaining("STOA_POSTGRES_ARCHIVE_DEBATE: ")
                .hasMessageContaining("must be the address of a primary")
                .hasMessageContaining("STOA_POSTGRES_ARCHIVE_RATING: ")
                .message()
                .doesNotContain("hidden");
    }

    @Test
    void entriesListEveryKeyInOrderWithPlainValues() {
        StoaConfig config = StoaConfig.load(sources(Map.of("STOA_SEARCH_EMBEDDER", "off")));
        assertThat(config.entries().stream().map(ConfigEntry::key))
                .containsExactly(
                        "data",
                        "storage.durability",
                        "storage.busy_timeout_seconds",
                        "storage.cache_mb",
                        "storage.readers",
                        "postgres.pool_size",
                        "postgres.connect_timeout_seconds",
                        "postgres.pooler",
                        "postgres.listen_url",
                        "postgres.archive.debate",
                        "postgres.archive.continuum",
                        "postgres.archive.consensus",
                        "postgres.archive.rating",
                        "postgres.archive.critique",
                        "postgres.archive.evidence",
                        "postgres.archive.breaker",
                        "postgres.archive.society",
                        "postgres.archive.counsel",
                        "postgres.archive.evolution",
                        "search.embedder",
                        "proofs.lean",
                        "proofs.lean_remote",
                        "rating.history_days",
                        "backup.key_file",
                        "society.mentions",
                        "society.max_fan_out",
                        "society.max_depth",
                        "society.max_tree",
                        "society.max_runs_per_channel_hour",
                        "society.idle_seconds",
                        "society.models",
                        "society.worker",
                        "society.parallel",
                        "society.workdirs",
                        "society.files",
                        "society.retention",
                        "society.keep_output_days",
                        "counsel.raw_response_days",
                        "audit.key_file",
                        "audit.anchor",
                        "encryption.keyset",
                        "encryption.index_keyset",
                        "evolution.strategy_cap",
                        "evolution.max_generations",
                        "evolution.epoch_size",
                        "evolution.worst_fraction",
                        "evolution.mutation_variants",
                        "evolution.race_pool",
                        "evolution.mutation_sigma",
                        "evolution.cull_trials",
                        "evolution.cull_turns",
                        "evolution.shadow_trial_count",
                        "evolution.improvement_margin",
                        "evolution.acceptance_lcb_lambda",
                        "evolution.acceptance_p_value_threshold",
                        "evolution.creation_patience",
                        "evolution.creation_cooldown_generations",
                        "evolution.max_active_created_agents",
                        "evolution.require_human_approval_for_creation",
                        "evolution.created_review_generations",
                        "evolution.scout_sweep_interval_generations",
                        "evolution.max_concurrency",
                        "evolution.slot_attempts",
                        "evolution.max_run_tokens",
                        "evolution.stop_stall",
                        "evolution.memory.embedder",
                        "evolution.memory.scope",
                        "evolution.memory.neighbours",
                        "evolution.memory.recurrence_count",
                        "evolution.memory.recurrence_similarity",
                        "evolution.memory.constraint_generations");
        assertThat(Json.write(config.entries().stream().map(ConfigEntry::value).toList()))
                .isEqualTo(
                        "[" + Json.write(directory.toString()) + ",\"normal\",30,64,4,4,10,false" + ",\"\"".repeat(11)
                                + ",\"off\",\"\",false,0,\"\""
                                + ",\"run\",8,3,32,60,900,{\"claude\":\"command:claude\",\"codex\":\"command:codex\""
                                + ",\"gemini\":\"command:gemini\",\"gpt\":\"command:codex\"},true,4,[],[],false,90,90,\"keys/audit.key\",\"\",\"\",\"\",10000"
                                + ",100,10,0.2,3,36,0.25,3,0,10,0.5,1.0,0.05,5,3,3,true,10,5,5,2,0,0,\"auto\",\"run\",5,3"
                                + ",0.8,5]");
        assertThat(config.entries()).allSatisfy(entry -> assertThat(entry.doc()).isNotBlank());
        assertThat(config.entries().getFirst().origin()).isEqualTo("java");
        assertThat(config.entries().get(19).origin()).isEqualTo("env STOA_SEARCH_EMBEDDER");
        assertThat(config.entries().getLast().origin()).isEqualTo("default");
    }

    @Test
    void entriesHideThePasswordOfTheDatabase() {
        Location location = new Location.Postgres(
                "jdbc:postgresql://h/d?user=u&password=topsecret",
                directory.resolve("files"),
                "option",
                "env STOA_DATA");
        StoaConfig config = StoaConfig.load(ConfigSources.of(directory, Map.of(), location));
        assertThat(config.entries().subList(0, 2))
                .containsExactly(
                        new ConfigEntry(
                                "db",
                                "jdbc:postgresql://h/d?user=u&password=***",
                                "option",
                                "the PostgreSQL database of the archives"),
                        new ConfigEntry(
                                "data",
                                directory.resolve("files").toString(),
                                "env STOA_DATA",
                                "the directory of what stays outside the database"));
        assertThat(config.entries().toString()).doesNotContain("topsecret");
    }

    @Test
    void aModuleAddsItsSettingsWithoutTheFoundationKnowing() {
        Setting<Double> threshold = Setting.of("debate.threshold", SettingType.real(0.5, 1), 0.75, "when to stop");
        NamedTables tables = NamedTables.of("debate.preset", Setting.of("rounds", SettingType.integer(1, 12), 3, ""))
                .builtIn("short", Map.of("rounds", 1L));
        StoaConfig config = StoaConfig.load(
                sources(Map.of("STOA_DEBATE_THRESHOLD", "0.9")),
                ConfigModule.of(threshold).with(tables));
        assertThat(config.get(threshold)).isEqualTo(0.9);
        assertThat(config.tables(tables)).containsOnlyKeys("short");
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> StoaConfig.load(sources(Map.of())).get(threshold))
                .withMessage("setting debate.threshold is not part of this configuration");
    }

    @Test
    void aMistakeIsReportedBeforeAnythingIsOpened() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> StoaConfig.load(sources(Map.of("STOA_STORAGE_DURABILTY", "full"))))
                .withMessage("STOA_STORAGE_DURABILTY: unknown variable; did you mean STOA_STORAGE_DURABILITY?")
                .satisfies(e -> assertThat(e.code()).isEqualTo("invalid_config"))
                .satisfies(e -> assertThat(e.hint()).contains("correct the configuration"));
    }

    private ConfigSources sources(Map<String, String> environment) {
        return ConfigSources.of(directory, environment, Location.directory(directory));
    }
}
