package dev.stoa;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.LogProvider;
import dev.stoa.config.ConfigEntry;
import dev.stoa.config.ConfigLoader;
import dev.stoa.config.ConfigModule;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.ConfigValues;
import dev.stoa.config.FoundationSettings;
import dev.stoa.config.Location;
import dev.stoa.config.ModuleSource;
import dev.stoa.config.NamedTables;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingValues;
import dev.stoa.counsel.assertion.AssertionSettings;
import dev.stoa.counsel.audit.AuditSettings;
import dev.stoa.counsel.base.CounselSettings;
import dev.stoa.counsel.base.FieldSettings;
import dev.stoa.counsel.seal.Keysets;
import dev.stoa.counsel.seal.SealSettings;
import dev.stoa.evolution.base.EvolutionSettings;
import dev.stoa.search.vector.SearchSettings;
import dev.stoa.society.base.SocietySettings;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.backup.BackupKey;
import dev.stoa.storage.postgres.PostgresSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one Stoa, validated when it is loaded and then frozen. Immutable. A change of a file or of the
 * environment is seen by the next one that is loaded.
 */
public final class StoaConfig {
    static {
        // Before any class that logs is loaded, and the settings load some.
        LogProvider.mayBeMissing();
    }

    private final ConfigValues values;
    private final Map<String, String> environment;
    private final StorageSettings storage;
    private final PostgresSettings postgres;
    private final SearchSettings search;

    private StoaConfig(ConfigValues values, Map<String, String> environment) {
        this.values = values;
        this.environment = environment;
        this.storage = new StorageSettings(
                values.get(FoundationSettings.DURABILITY),
                values.get(FoundationSettings.BUSY_TIMEOUT),
                values.get(FoundationSettings.CACHE_MB),
                values.get(FoundationSettings.READERS));
        String password = environment.getOrDefault(Location.PASSWORD_VARIABLE, "");
        this.postgres = new PostgresSettings(
                values.get(FoundationSettings.POOL_SIZE),
                values.get(FoundationSettings.CONNECT_TIMEOUT),
                elsewhere(values, password),
                server(values, password));
        this.search = new SearchSettings(values.get(FoundationSettings.EMBEDDER));
    }

    /** The addresses of the archives with databases of their own. */
    private static Map<String, String> elsewhere(ConfigValues values, String password) {
        Map<String, String> addresses = new HashMap<>();
        FoundationSettings.ARCHIVE_ADDRESSES.forEach((archive, setting) -> values.get(setting)
                .ifPresent(url -> addresses.put(archive, withPassword(values, setting, url, password))));
        return addresses;
    }

    /** The address of the server behind a pooler; null if there is no pooler. */
    private static @Nullable String server(ConfigValues values, String password) {
        if (!values.get(FoundationSettings.POOLER)) {
            return null;
        }
        Setting<?> setting = FoundationSettings.LISTEN_URL;
        String url = values.get(FoundationSettings.LISTEN_URL)
                .orElseThrow(() -> new InvalidException(
                        ConfigLoader.INVALID,
                        FoundationSettings.POOLER + " is true and " + setting + " is not set",
                        "set " + setting + " to the address of the server itself: what listens cannot use a pooler"));
        return withPassword(values, setting, url, password);
    }

    /** An address with the password of the common database, unless it has one. */
    private static String withPassword(ConfigValues values, Setting<?> setting, String url, String password) {
        return new Location.Postgres(url, values.location().directory(), setting.key(), setting.key())
                .withPassword(password)
                .url();
    }

    /**
     * The configuration that the sources give to the foundation and to every part on the class path. All that is wrong
     * is reported at once, one line each, as {@code FILE:LINE:COLUMN: key: message} with the code
     * {@code invalid_config}.
     */
    public static StoaConfig load(ConfigSources sources) {
        Bounds.given("sources", sources);
        List<ConfigModule> found = new ArrayList<>();
        ServiceLoader.load(ModuleSource.class, StoaConfig.class.getClassLoader())
                .forEach(source -> found.addAll(source.modules()));
        return load(sources, found.toArray(ConfigModule[]::new));
    }

    /** The configuration that the sources give to the foundation and to these modules alone. */
    public static StoaConfig load(ConfigSources sources, ConfigModule... modules) {
        List<ConfigModule> all = new ArrayList<>();
        all.add(FoundationSettings.module());
        all.add(SocietySettings.module());
        all.add(AssertionSettings.module());
        all.add(CounselSettings.module());
        all.add(FieldSettings.module());
        all.add(AuditSettings.module());
        all.add(SealSettings.module());
        all.add(EvolutionSettings.module());
        all.addAll(List.of(modules));
        return new StoaConfig(ConfigLoader.load(Bounds.given("sources", sources), all), sources.environment());
    }

    /** Where the data lives. */
    public Location location() {
        return values.location();
    }

    /** How SQLite archives are opened. */
    public StorageSettings storage() {
        return storage;
    }

    /** How PostgreSQL is reached. */
    public PostgresSettings postgres() {
        return postgres;
    }

    /** The key that signs backups, read from its file; empty if none is configured. */
    public Optional<BackupKey> backupKey() {
        return values.get(FoundationSettings.BACKUP_KEY)
                .map(file -> BackupKey.read(location().directory().resolve(file)));
    }

    /** Where the keys are that seal texts of the counsel; nothing is read yet. */
    public Keysets keysets() {
        return Keysets.of(
                values.get(SealSettings.KEYSET),
                values.get(SealSettings.INDEX_KEYSET),
                location().directory(),
                environment);
    }

    /** How text is searched. */
    public SearchSettings search() {
        return search;
    }

    /** The value of a setting; one of a module that was not loaded is refused. */
    public <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** Every value, for the parts that read their own settings. */
    public ConfigValues values() {
        return values;
    }

    /** The tables of a group with free names, by name. */
    public Map<String, SettingValues> tables(NamedTables group) {
        return values.tables(group);
    }

    /** Every value with where it came from; passwords and secrets are hidden. */
    public List<ConfigEntry> entries() {
        return values.entries();
    }
}
