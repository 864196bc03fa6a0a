package dev.stoa.evolution.scenario;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A value of a scenario with its place in the file. Immutable. TOML and JSON become the same tree, so that both are
 * checked by the same rules.
 *
 * @param value a map of trees, a list of trees, or a plain value
 * @param at where it stands
 */
record Tree(@Nullable Object value, Position at) {
    /** The deepest nesting that is read. */
    private static final int DEPTH = 32;

    /**
     * A place in a file.
     *
     * @param line the line, 0 where there is none
     * @param column the column
     */
    record Position(int line, int column) {
        static final Position NONE = new Position(0, 0);

        static Position of(@Nullable TomlPosition position) {
            return position == null ? NONE : new Position(position.line(), position.column());
        }
    }

    /** The tree of a TOML text; its errors go to the problems, and then there is no tree. */
    static @Nullable Tree toml(String text, Problems problems) {
        TomlParseResult root = Toml.parse(text);
        for (TomlParseError error : root.errors()) {
            problems.add(Position.of(error.position()), "", String.valueOf(error.getMessage()));
        }
        return root.hasErrors() ? null : of(root, new Position(1, 1), 0, problems);
    }

    /** The tree of a JSON text, without places. */
    static @Nullable Tree json(String text, int bytes, Problems problems) {
        try {
            return of(Json.parseObject(text, new JsonLimits(DEPTH, bytes)), Position.NONE, 0, problems);
        } catch (InvalidException e) {
            problems.add(Position.NONE, "", String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** The tree of a plain JSON value. */
    static Tree plain(@Nullable Object value, Problems problems) {
        return of(value, Position.NONE, 0, problems);
    }

    /** The same value, all of it at another place. */
    Tree at(Position place) {
        return of(plain(), place, 0, new Problems());
    }

    private static Tree of(@Nullable Object value, Position at, int depth, Problems problems) {
        if (depth > DEPTH) {
            problems.add(at, "", "is nested deeper than " + DEPTH);
            return new Tree(null, at);
        }
        return switch (value) {
            case TomlTable table -> {
                Map<String, Tree> map = new LinkedHashMap<>();
                table.entrySet().forEach(entry -> {
                    Position child = Position.of(table.inputPositionOf(List.of(entry.getKey())));
                    map.put(entry.getKey(), of(entry.getValue(), child, depth + 1, problems));
                });
                yield new Tree(map, at);
            }
            case TomlArray array -> {
                List<Tree> list = new ArrayList<>();
                for (int i = 0; i < array.size(); i++) {
                    list.add(of(array.get(i), Position.of(array.inputPositionOf(i)), depth + 1, problems));
                }
                yield new Tree(list, at);
            }
            case Map<?, ?> map -> {
                Map<String, Tree> trees = new LinkedHashMap<>();
                map.forEach((key, each) -> trees.put(String.valueOf(key), of(each, at, depth + 1, problems)));
                yield new Tree(trees, at);
            }
            case List<?> list -> {
                List<Tree> trees = new ArrayList<>();
                list.forEach(each -> trees.add(of(each, at, depth + 1, problems)));
                yield new Tree(trees, at);
            }
            case Integer number -> new Tree(number.longValue(), at);
            case null, default -> new Tree(value, at);
        };
    }

    /** The value without places. */
    @Nullable
    Object plain() {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> plain = new LinkedHashMap<>();
                map.forEach((key, each) -> plain.put((String) key, ((Tree) each).plain()));
                yield java.util.Collections.unmodifiableMap(plain);
            }
            case List<?> list -> {
                List<@Nullable Object> plain = new ArrayList<>();
                list.forEach(each -> plain.add(((Tree) each).plain()));
                yield java.util.Collections.unmodifiableList(plain);
            }
            case null, default -> value;
        };
    }

    /** How it is shown in a message: one short line. */
    String shown() {
        return switch (value) {
            case null -> "null";
            case String text -> {
                String line = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", " ");
                yield "\"" + (line.length() <= 60 ? line : line.substring(0, 60) + "…") + "\"";
            }
            case List<?> list -> "a list of " + list.size();
            case Map<?, ?> map -> "a table of " + map.size();
            default -> value.toString();
        };
    }
}
