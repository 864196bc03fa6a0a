package dev.stoa.config;

import dev.stoa.search.vector.EmbedderChoice;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings that every configuration has. Constants; immutable. */
public final class FoundationSettings {
    /** {@code storage.durability}. */
    public static final Setting<Durability> DURABILITY = Setting.of(
            "storage.durability",
            SettingType.choice(Durability.class),
            StorageSettings.defaults().durability(),
            "what a commit survives: normal a killed process, full a power cut too");

    /** {@code storage.busy_timeout_seconds}. */
    public static final Setting<Duration> BUSY_TIMEOUT = Setting.of(
            "storage.busy_timeout_seconds",
            SettingType.seconds(1, 600),
            StorageSettings.defaults().busyTimeout(),
            "how long to wait for a writer in another process");

    /** {@code storage.cache_mb}. */
    public static final Setting<Integer> CACHE_MB = Setting.of(
            "storage.cache_mb",
            SettingType.integer(1, 4096),
            StorageSettings.defaults().cacheMegabytes(),
            "page cache of each SQLite connection that reads, in megabytes");

    /** {@code storage.readers}. */
    public static final Setting<Integer> READERS = Setting.of(
            "storage.readers",
            SettingType.integer(1, 64),
            StorageSettings.defaults().readers(),
            "most connections that read one SQLite archive at once");

    /** {@code postgres.pool_size}. */
    public static final Setting<Integer> POOL_SIZE = Setting.of(
            "postgres.pool_size",
            SettingType.integer(2, 64),
            PostgresSettings.defaults().poolSize(),
            "most connections of this process to PostgreSQL");

    /** {@code postgres.connect_timeout_seconds}. */
    public static final Setting<Duration> CONNECT_TIMEOUT = Setting.of(
            "postgres.connect_timeout_seconds",
            SettingType.seconds(1, 120),
            PostgresSettings.defaults().connectTimeout(),
            "how long to wait for PostgreSQL to accept a connection");

    /** {@code postgres.pooler}. */
    public static final Setting<Boolean> POOLER = Setting.of(
            "postgres.pooler",
            SettingType.flag(),
            false,
            "whether the address of the database leads to a pooler that shares connections between transactions");

    /** {@code postgres.listen_url}. */
    public static final Setting<Optional<String>> LISTEN_URL = Setting.of(
            "postgres.listen_url",
            SettingType.optional(SettingType.address()),
            Optional.empty(),
            "the address of the server behind the pooler, for listeners, new versions, backups and moves");

    /** {@code postgres.archive.NAME}, by the names of the archives. */
    public static final Map<String, Setting<Optional<String>>> ARCHIVE_ADDRESSES = addresses(
            "debate",
            "continuum",
            "consensus",
            "rating",
            "critique",
            "evidence",
            "breaker",
            "society",
            "counsel",
            "evolution");

    /** {@code search.embedder}. */
    public static final Setting<EmbedderChoice> EMBEDDER = Setting.of(
            "search.embedder",
            SettingType.choice(EmbedderChoice.class),
            EmbedderChoice.E5,
            "what turns text into vectors: e5 by meaning, hashing by words, off none");

    /** {@code proofs.lean}. */
    public static final Setting<Optional<String>> LEAN = Setting.of(
            "proofs.lean",
            SettingType.optional(SettingType.text(4096)),
            Optional.empty(),
            "the program lean; without it the one on the search path is used");

    /** {@code proofs.lean_remote}. */
    public static final Setting<Boolean> LEAN_REMOTE = Setting.of(
            "proofs.lean_remote",
            SettingType.flag(),
            false,
            "whether REST and MCP may have Lean text elaborated, which is running code");

    /** {@code rating.history_days}. */
    public static final Setting<Integer> HISTORY_DAYS = Setting.of(
            "rating.history_days",
            SettingType.integer(0, 36_500),
            0,
            "after how many days prune drops the history of ratings; 0 never");

    /** {@code backup.key_file}. */
    public static final Setting<Optional<String>> BACKUP_KEY = Setting.of(
            "backup.key_file",
            SettingType.optional(SettingType.text(4096)),
            Optional.empty(),
            "the file of the key that signs backups, relative to the data directory; none: they are not signed");

    private FoundationSettings() {}

    private static Map<String, Setting<Optional<String>>> addresses(String... archives) {
        Map<String, Setting<Optional<String>>> addresses = new LinkedHashMap<>();
        for (String archive : archives) {
            addresses.put(
                    archive,
                    Setting.of(
                            "postgres.archive." + archive,
                            SettingType.optional(SettingType.address()),
                            Optional.empty(),
                            "the database of archive " + archive + ", if it is not the one of the others"));
        }
        return Collections.unmodifiableMap(addresses);
    }

    /** The variables that lead another process to the same servers, beside the address of the database. */
    public static Map<String, String> variables(PostgresSettings servers) {
        Map<String, String> variables = new LinkedHashMap<>();
        ARCHIVE_ADDRESSES.forEach((archive, setting) -> {
            String url = servers.elsewhere().get(archive);
            if (url != null) {
                variables.put(setting.variable(), url);
            }
        });
        String server = servers.server();
        if (server != null) {
            variables.put(POOLER.variable(), "true");
            variables.put(LISTEN_URL.variable(), server);
        }
        return variables;
    }

    /** All of them. */
    public static ConfigModule module() {
        List<Setting<?>> all = new ArrayList<>(
                List.of(DURABILITY, BUSY_TIMEOUT, CACHE_MB, READERS, POOL_SIZE, CONNECT_TIMEOUT, POOLER, LISTEN_URL));
        all.addAll(ARCHIVE_ADDRESSES.values());
        all.addAll(List.of(EMBEDDER, LEAN, LEAN_REMOTE, HISTORY_DAYS, BACKUP_KEY));
        return new ConfigModule(all, List.of());
    }
}
