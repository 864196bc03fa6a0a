package dev.stoa.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tomlj.Toml;

/** The effective configuration: every setting of every module with its value and origin. Immutable. */
public final class ConfigValues {
    private final Location location;
    private final SettingValues values;
    private final Map<NamedTables, Map<String, SettingValues>> tables;
    private final List<ConfigEntry> entries;

    ConfigValues(Location location, Gathering gathering) {
        this.location = location;
        this.values = gathering.values();
        this.tables = gathering.tables();
        this.entries = List.copyOf(listed(gathering.catalog()));
    }

    /** Where the data lives. */
    public Location location() {
        return location;
    }

    /** The value of a setting. */
    public <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** The tables of a group, by name: first the built-in ones, then those of the files in their order. */
    public Map<String, SettingValues> tables(NamedTables group) {
        return tables.getOrDefault(group, Map.of());
    }

    /** Every value with its origin, for people and for {@code stoa config}; passwords and secrets are hidden. */
    public List<ConfigEntry> entries() {
        return entries;
    }

    private List<ConfigEntry> listed(Catalog catalog) {
        List<ConfigEntry> list = new ArrayList<>();
        String directory = location.directory().toString();
        switch (location) {
            case Location.Directory data ->
                list.add(new ConfigEntry("data", directory, data.origin(), "the directory of the archives"));
            case Location.Postgres db -> {
                list.add(new ConfigEntry("db", db.shownUrl(), db.origin(), "the PostgreSQL database of the archives"));
                list.add(new ConfigEntry(
                        "data", directory, db.directoryOrigin(), "the directory of what stays outside the database"));
            }
        }
        for (Setting<?> setting : catalog.settings()) {
            list.add(values.entry(setting, setting.key()));
        }
        tables.forEach((group, byName) -> byName.forEach((name, table) -> {
            for (Setting<?> setting : group.settings()) {
                List<String> path = Gathering.child(Gathering.child(group.path(), name), setting.key());
                list.add(table.entry(setting, Toml.joinKeyPath(path)));
            }
        }));
        return list;
    }
}
