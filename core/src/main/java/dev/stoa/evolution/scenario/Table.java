package dev.stoa.evolution.scenario;

import dev.stoa.base.Nearest;
import dev.stoa.evolution.scenario.Tree.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of a scenario, read field by field. For one thread. What is wrong goes to the problems and a harmless value
 * is returned, so that reading goes on and finds the other errors too.
 */
final class Table {
    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_-]+");

    private final Map<String, Tree> fields;
    private final Position at;
    private final String path;
    private final Problems problems;
    private final Set<String> known = new LinkedHashSet<>();

    private Table(Map<String, Tree> fields, Position at, String path, Problems problems) {
        this.fields = fields;
        this.at = at;
        this.path = path;
        this.problems = problems;
    }

    // Every map of a tree has text as keys and trees as values.
    @SuppressWarnings("unchecked")
    static Table of(Tree tree, String path, Problems problems) {
        if (tree.value() instanceof Map<?, ?> map) {
            return new Table((Map<String, Tree>) map, tree.at(), path, problems);
        }
        problems.add(tree.at(), path, "must be a table, was " + tree.shown());
        return new Table(Map.of(), tree.at(), path, problems);
    }

    /** The full name of one of its fields; a key with a dot in it is quoted. */
    String name(String key) {
        String shown = BARE.matcher(key).matches() ? key : "\"" + key.replaceAll("[\\p{Cntrl}\"]", "?") + "\"";
        return path.isEmpty() ? shown : path + "." + shown;
    }

    /** The field, or null where it is absent; JSON writes an absent field as null too. */
    @Nullable
    Tree find(String key) {
        known.add(key);
        Tree tree = fields.get(key);
        return tree == null || tree.value() == null ? null : tree;
    }

    boolean has(String key) {
        return find(key) != null;
    }

    void wrong(String key, String message) {
        Tree tree = fields.get(key);
        problems.add(tree == null ? at : tree.at(), name(key), message);
    }

    void missing(String key) {
        problems.add(at, name(key), "is missing");
    }

    String text(String key, int least, int most) {
        if (!has(key)) {
            missing(key);
            return "";
        }
        return text(key, least, most, "");
    }

    String text(String key, int least, int most, String otherwise) {
        Tree tree = find(key);
        if (tree == null) {
            return otherwise;
        }
        if (!(tree.value() instanceof String text)) {
            wrong(key, "must be text, was " + tree.shown());
            return otherwise;
        }
        int length = text.codePointCount(0, text.length());
        if (length < least || length > most || (least > 0 && text.isBlank())) {
            wrong(key, "must have " + least + " to " + most + " characters and not be blank, has " + length);
            return otherwise;
        }
        if (text.codePoints().anyMatch(point -> (point >= 0xd800 && point <= 0xdfff) || point == 0)) {
            wrong(key, "has half of a character or a NUL");
            return otherwise;
        }
        return text;
    }

    String matching(String key, Pattern pattern, @Nullable String otherwise) {
        Tree tree = find(key);
        if (tree == null) {
            if (otherwise == null) {
                missing(key);
            }
            return otherwise == null ? "" : otherwise;
        }
        if (!(tree.value() instanceof String text) || !pattern.matcher(text).matches()) {
            wrong(key, "must match " + pattern + ", was " + tree.shown());
            return otherwise == null ? "" : otherwise;
        }
        return text;
    }

    String word(String key, List<String> choices, String otherwise) {
        Tree tree = find(key);
        if (tree == null) {
            return otherwise;
        }
        if (!(tree.value() instanceof String text) || !choices.contains(text)) {
            List<String> quoted =
                    choices.stream().map(choice -> "\"" + choice + "\"").toList();
            wrong(key, "must be " + String.join(" or ", quoted) + ", was " + tree.shown());
            return otherwise;
        }
        return text;
    }

    long whole(String key, long least, long most, long otherwise) {
        Tree tree = find(key);
        if (tree == null) {
            return otherwise;
        }
        if (!(tree.value() instanceof Long number) || number < least || number > most) {
            wrong(key, "must be a whole number from " + least + " to " + most + ", was " + tree.shown());
            return otherwise;
        }
        return number;
    }

    /** A number from {@code least}, or above it, to {@code most}. */
    double real(String key, double least, boolean above, double most, double otherwise) {
        Tree tree = find(key);
        if (tree == null) {
            return otherwise;
        }
        Double number = number(tree);
        if (number == null || (above ? number <= least : number < least) || number > most) {
            wrong(
                    key,
                    "must be a number " + (above ? "above " : "from ") + shown(least) + " to " + shown(most) + ", was "
                            + tree.shown());
            return otherwise;
        }
        return number;
    }

    /** Any finite number; a missing one is a problem. */
    double number(String key) {
        Tree tree = find(key);
        if (tree == null) {
            missing(key);
            return Double.NaN;
        }
        Double number = number(tree);
        if (number == null) {
            wrong(key, "must be a number, was " + tree.shown());
            return Double.NaN;
        }
        return number;
    }

    static @Nullable Double number(Tree tree) {
        return tree.value() instanceof Number number && Double.isFinite(number.doubleValue())
                ? (Double) number.doubleValue()
                : null;
    }

    static String shown(double number) {
        return dev.stoa.json.Json.canonical(number);
    }

    boolean flag(String key, boolean otherwise) {
        Tree tree = find(key);
        if (tree == null) {
            return otherwise;
        }
        if (!(tree.value() instanceof Boolean flag)) {
            wrong(key, "must be true or false, was " + tree.shown());
            return otherwise;
        }
        return flag;
    }

    List<String> texts(String key, int most, int longest, List<String> otherwise) {
        Tree tree = find(key);
        if (tree == null) {
            return otherwise;
        }
        List<String> texts = new ArrayList<>();
        List<Tree> elements = elements(key, most);
        for (int i = 0; i < elements.size(); i++) {
            Tree each = elements.get(i);
            if (each.value() instanceof String text && !text.isBlank() && text.length() <= longest) {
                texts.add(text);
            } else {
                problems.add(
                        each.at(),
                        name(key) + "[" + i + "]",
                        "must be text of 1 to " + longest + " characters, was " + each.shown());
            }
        }
        return texts;
    }

    // Every list of a tree has trees as elements.
    @SuppressWarnings("unchecked")
    List<Tree> elements(String key, int most) {
        Tree tree = find(key);
        if (tree == null) {
            return List.of();
        }
        if (!(tree.value() instanceof List<?> list)) {
            wrong(key, "must be a list, was " + tree.shown());
            return List.of();
        }
        if (list.size() > most) {
            wrong(key, "must have at most " + most + " entries, has " + list.size());
            return List.of();
        }
        return (List<Tree>) list;
    }

    List<Table> tables(String key, int most) {
        List<Table> tables = new ArrayList<>();
        List<Tree> elements = elements(key, most);
        for (int i = 0; i < elements.size(); i++) {
            tables.add(of(elements.get(i), name(key) + "[" + i + "]", problems));
        }
        return tables;
    }

    /** A table inside; an absent one is empty, at the place of this one. */
    Table table(String key) {
        Tree tree = find(key);
        return tree == null ? new Table(Map.of(), at, name(key), problems) : of(tree, name(key), problems);
    }

    /** The keys of the table, all of which the caller will read. */
    Set<String> keys() {
        return fields.keySet();
    }

    Map<String, @Nullable Object> plain() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        fields.forEach((key, tree) -> plain.put(key, tree.plain()));
        return java.util.Collections.unmodifiableMap(plain);
    }

    /** Says which fields nobody has read. */
    void end() {
        for (Map.Entry<String, Tree> field : fields.entrySet()) {
            if (!known.contains(field.getKey())) {
                problems.add(
                        field.getValue().at(),
                        name(field.getKey()),
                        "is not known"
                                + Nearest.of(field.getKey(), known)
                                        .map(near -> "; did you mean " + near + "?")
                                        .orElse(""));
            }
        }
    }
}
