package dev.stoa.config;

import dev.stoa.base.InvalidException;
import dev.stoa.config.SettingValues.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tomlj.Toml;

/**
 * The values found so far, from the lowest layer up: what comes later replaces what came before. For one thread and one
 * loading. Each value is checked when it comes, so that a wrong one is reported even where another one beats it.
 */
final class Gathering {
    /**
     * Where a value stands.
     *
     * @param exact the place for messages, with line and column in a file
     * @param origin the place for listings
     */
    record Place(String exact, String origin) {}

    /** A table with a free name, and where it was last given. */
    private record Table(Place place, Map<Setting<?>, Value> values) {}

    private final Catalog catalog;
    private final Problems problems;
    private final Map<Setting<?>, Value> values = new LinkedHashMap<>();
    private final Map<NamedTables, Map<String, Table>> tables = new LinkedHashMap<>();

    Gathering(Catalog catalog, Problems problems) {
        this.catalog = catalog;
        this.problems = problems;
        for (Setting<?> setting : catalog.settings()) {
            putDefault(setting, values);
        }
        for (NamedTables group : catalog.tables()) {
            tables.put(group, new LinkedHashMap<>());
            Place place = new Place(group.prefix(), ConfigSources.DEFAULT);
            group.builtIn()
                    .forEach((name, table) -> table.forEach((key, plain) ->
                            take(child(child(group.path(), name), key), plain, false, place)));
        }
    }

    private static <T> void putDefault(Setting<T> setting, Map<Setting<?>, Value> into) {
        setting.defaultValue().ifPresent(value -> into.put(setting, new Value(value, ConfigSources.DEFAULT)));
    }

    Catalog catalog() {
        return catalog;
    }

    Problems problems() {
        return problems;
    }

    /** Takes what was given for a path, known or not: a plain value or, from outside files, its text. */
    void take(List<String> path, Object given, boolean text, Place place) {
        switch (catalog.find(path, "key")) {
            case Catalog.Found.Plain found -> put(found.setting(), given, text, path, place, values);
            case Catalog.Found.InTable found ->
                put(found.setting(), given, text, path, place, open(found.table(), place));
            case Catalog.Found.Unknown unknown -> wrong(place, path, unknown.message());
            case Catalog.Found.Section section -> wrong(place, path, "is a section, was " + Problems.shown(given));
            case Catalog.Found.Table table -> wrong(place, path, "is a section, was " + Problems.shown(given));
        }
    }

    /** The values of a table with a free name, which exists from now on. */
    Map<Setting<?>, Value> open(Catalog.Found.Table found, Place place) {
        Map<String, Table> group = tables.computeIfAbsent(found.group(), key -> new LinkedHashMap<>());
        Table known = group.get(found.name());
        Map<Setting<?>, Value> table = known == null ? new LinkedHashMap<>() : known.values();
        if (known == null) {
            found.group().settings().forEach(setting -> putDefault(setting, table));
        }
        group.put(found.name(), new Table(place, table));
        return table;
    }

    void wrong(Place place, List<String> path, String message) {
        problems.add(place.exact(), Toml.joinKeyPath(path) + ": " + message);
    }

    private <T> void put(
            Setting<T> setting,
            Object given,
            boolean text,
            List<String> path,
            Place place,
            Map<Setting<?>, Value> into) {
        SettingType<T> type = setting.type();
        try {
            into.put(setting, new Value(type.read(text ? type.fromText((String) given) : given), place.origin()));
        } catch (InvalidException e) {
            wrong(place, path, setting.isSecret() ? "must be " + type.expected() : e.getMessage());
            // The value is not used, but it was given, so it must not be reported as missing too.
            into.putIfAbsent(setting, new Value(given, place.origin()));
        }
    }

    /** Reports what must be given and was not; to be called when all layers have been taken. */
    void checkRequired() {
        for (Setting<?> setting : catalog.settings()) {
            if (!values.containsKey(setting)) {
                problems.add("stoa.toml", setting + ": is required; set it there or by " + setting.variable());
            }
        }
        tables.forEach((group, byName) -> byName.forEach((name, table) -> {
            for (Setting<?> setting : group.settings()) {
                if (!table.values().containsKey(setting)) {
                    wrong(table.place(), child(child(group.path(), name), setting.key()), "is required");
                }
            }
        }));
    }

    SettingValues values() {
        return new SettingValues(values);
    }

    Map<NamedTables, Map<String, SettingValues>> tables() {
        Map<NamedTables, Map<String, SettingValues>> all = new LinkedHashMap<>();
        tables.forEach((group, byName) -> {
            Map<String, SettingValues> frozen = new LinkedHashMap<>();
            byName.forEach((name, table) -> frozen.put(name, new SettingValues(table.values())));
            all.put(group, Collections.unmodifiableMap(frozen));
        });
        return Collections.unmodifiableMap(all);
    }

    static List<String> child(List<String> path, String name) {
        List<String> child = new ArrayList<>(path);
        child.add(name);
        return List.copyOf(child);
    }
}
