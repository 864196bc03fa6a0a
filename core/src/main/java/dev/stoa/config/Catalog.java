package dev.stoa.config;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Nearest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * All settings that are known, by the path of their key. Immutable once made. Modules that contradict each other are
 * refused here, since no user could mend that.
 */
final class Catalog {
    /** What a path stands for. */
    sealed interface Found {
        /** A setting with a key of its own. */
        record Plain(Setting<?> setting) implements Found {}

        /** A setting in one of the tables with free names. */
        record InTable(Table table, Setting<?> setting) implements Found {}

        /** A table with a free name. */
        record Table(NamedTables group, String name) implements Found {}

        /** A section of which other paths are part. */
        record Section() implements Found {}

        /** Nothing; the message says what may have been meant. */
        record Unknown(String message) implements Found {}
    }

    private final Map<List<String>, Setting<?>> settings = new LinkedHashMap<>();
    private final Map<List<String>, NamedTables> tables = new LinkedHashMap<>();
    private final Map<List<String>, Set<String>> sections = new LinkedHashMap<>();
    private final Map<String, Setting<?>> variables = new LinkedHashMap<>();

    Catalog(List<ConfigModule> modules) {
        sections.put(List.of(), new TreeSet<>());
        for (ConfigModule module : modules) {
            for (Setting<?> setting : module.settings()) {
                once(settings.put(setting.path(), setting) == null, setting.key());
                once(variables.put(setting.variable(), setting) == null, setting.variable());
                addSections(setting.path());
            }
            for (NamedTables group : module.tables()) {
                once(tables.put(group.path(), group) == null, group.prefix());
                addSections(group.path());
            }
        }
        for (List<String> path : settings.keySet()) {
            once(!sections.containsKey(path) && !tables.containsKey(path), String.join(".", path));
        }
    }

    private static void once(boolean first, String name) {
        if (!first) {
            throw new InvalidException(ConfigLoader.INVALID, name + " is declared twice", "rename one of the settings");
        }
    }

    private void addSections(List<String> path) {
        for (int length = 1; length <= path.size(); length++) {
            sections.computeIfAbsent(path.subList(0, length - 1), parent -> new TreeSet<>())
                    .add(path.get(length - 1));
        }
    }

    Collection<Setting<?>> settings() {
        return settings.values();
    }

    Collection<NamedTables> tables() {
        return tables.values();
    }

    Optional<Setting<?>> byVariable(String variable) {
        return Optional.ofNullable(variables.get(variable));
    }

    /** Why a variable that sets nothing is a mistake; empty if it belongs to no known section, and so to others. */
    Optional<String> variableProblem(String variable) {
        String prefix = "";
        boolean free = false;
        for (Collection<List<String>> paths : List.of(sections.keySet(), tables.keySet())) {
            for (List<String> path : paths) {
                String candidate = Setting.variable(String.join(".", path)) + "_";
                if (!path.isEmpty() && variable.startsWith(candidate) && candidate.length() >= prefix.length()) {
                    prefix = candidate;
                    free = tables.containsKey(path);
                }
            }
        }
        if (prefix.isEmpty()) {
            return Optional.empty();
        }
        if (free) {
            return Optional.of("tables with free names are not set by variables; use stoa.toml");
        }
        Set<String> known = new TreeSet<>();
        for (String name : variables.keySet()) {
            if (name.startsWith(prefix)) {
                known.add(name.substring(prefix.length()));
            }
        }
        return Optional.of(suggestion("variable", variable.substring(prefix.length()), known, prefix));
    }

    /** What a path stands for; the noun is what the user takes it for, key or section. */
    Found find(List<String> path, String noun) {
        Setting<?> setting = settings.get(path);
        if (setting != null) {
            return new Found.Plain(setting);
        }
        for (int length = path.size() - 1; length > 0; length--) {
            NamedTables group = tables.get(path.subList(0, length));
            if (group != null) {
                return below(group, path.subList(length, path.size()), noun);
            }
        }
        return sections.containsKey(path) || tables.containsKey(path) ? new Found.Section() : unknown(path, noun);
    }

    private static Found below(NamedTables group, List<String> rest, String noun) {
        if (!group.names().matcher(rest.getFirst()).matches()) {
            return new Found.Unknown("the name does not match " + group.names());
        }
        Found.Table table = new Found.Table(group, rest.getFirst());
        if (rest.size() == 1) {
            return table;
        }
        for (Setting<?> setting : group.settings()) {
            if (rest.size() == 2 && setting.key().equals(rest.get(1))) {
                return new Found.InTable(table, setting);
            }
        }
        List<String> known = group.settings().stream().map(Setting::key).toList();
        return new Found.Unknown(suggestion(noun, rest.get(1), known, ""));
    }

    private Found unknown(List<String> path, String noun) {
        int length = path.size() - 1;
        while (!sections.containsKey(path.subList(0, length))) {
            length--;
        }
        String name = path.get(length);
        if (length == 0) {
            // Often it is the header of the section that was forgotten.
            for (List<String> known : settings.keySet()) {
                if (known.getLast().equals(name)) {
                    return new Found.Unknown("unknown " + noun + "; did you mean " + String.join(".", known) + "?");
                }
            }
        }
        return new Found.Unknown(suggestion(noun, name, sections.getOrDefault(path.subList(0, length), Set.of()), ""));
    }

    private static String suggestion(String noun, String name, Collection<String> known, String prefix) {
        return "unknown " + noun + "; "
                + Nearest.of(name, known)
                        .map(nearest -> "did you mean " + prefix + nearest + "?")
                        .orElseGet(() -> "known are " + prefix + String.join(", " + prefix, known));
    }
}
