package dev.stoa.storage.foreign;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Utf8Lines;
import dev.stoa.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows that the import of another program's file set aside, on their way back after they were corrected. Stateless. They
 * keep the tables and columns of that program: only its import knows what they become.
 */
public final class ReturnedRows {
    private ReturnedRows() {}

    /** Whether a file has such rows, by its first line. */
    public static boolean are(Path file, String archive) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines.Line line = in.read() == '{' ? new Utf8Lines(in).next() : null;
            return line != null
                    && Json.parse("{" + line.text()) instanceof Map<?, ?> map
                    && archive.equals(map.get("archive"));
        } catch (IOException | InvalidException e) {
            return false;
        }
    }

    /**
     * The rows of each table.
     *
     * @param archive what a person calls that program's database
     * @param known whether it has a table
     */
    public static Map<String, List<Map<String, @Nullable Object>>> read(
            Path file, String archive, Predicate<String> known) {
        Map<String, List<Map<String, @Nullable Object>>> tables = new LinkedHashMap<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines lines = new Utf8Lines(in);
            for (Utf8Lines.Line line = lines.next(); line != null; line = lines.next()) {
                take(line, archive, known, tables);
            }
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found", file + " cannot be read (" + e.getMessage() + ")", "check the path");
        }
        return tables;
    }

    private static void take(
            Utf8Lines.Line line,
            String archive,
            Predicate<String> known,
            Map<String, List<Map<String, @Nullable Object>>> tables) {
        try {
            String text = line.text();
            if (text.isBlank()) {
                return;
            }
            Map<String, @Nullable Object> object = Json.parseObject(text);
            String table = String.valueOf(object.get("table"));
            if (!known.test(table) || !(object.get("row") instanceof Map<?, ?> values)) {
                throw Bounds.invalid("table " + Bounds.shown(table) + " is none of " + archive, "correct it");
            }
            Map<String, @Nullable Object> row = new TreeMap<>();
            values.forEach((column, value) -> row.put(String.valueOf(column), word(String.valueOf(column), value)));
            tables.computeIfAbsent(table, any -> new ArrayList<>()).add(row);
        } catch (InvalidException e) {
            throw new InvalidException(
                    e.code(),
                    "line " + line.number() + ": " + e.getMessage(),
                    e.hint().orElse("correct the line"));
        }
    }

    private static @Nullable Object word(String column, @Nullable Object value) {
        if (value instanceof Map<?, ?>) {
            throw Bounds.invalid(column + " has bytes that are no text", "write the text in their place");
        }
        return value;
    }
}
