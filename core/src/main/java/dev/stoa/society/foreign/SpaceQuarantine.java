package dev.stoa.society.foreign;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.Utf8Lines;
import dev.stoa.json.Json;
import dev.stoa.storage.foreign.Quarantine;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a {@code space.db} that could not be taken, as a file of JSON Lines, and their way back after they were
 * corrected. Stateless. The rows keep the tables and columns of that program: only its import knows what they become.
 */
public final class SpaceQuarantine {
    static final String ARCHIVE = SpaceImport.FILE;

    private SpaceQuarantine() {}

    /** Whether a file is one, by its first line. */
    public static boolean is(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines.Line line = in.read() == '{' ? new Utf8Lines(in).next() : null;
            return line != null
                    && Json.parse("{" + line.text()) instanceof Map<?, ?> map
                    && ARCHIVE.equals(map.get("archive"));
        } catch (IOException | InvalidException e) {
            return false;
        }
    }

    static @Nullable Path write(Quarantine aside, Path folder, Path source, Instant now) {
        try {
            return aside.write(folder, source, now);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "the rows that cannot be taken cannot be written to " + folder + " (" + e.getMessage()
                            + "); the others were taken",
                    "make space there and import the same file again, which skips what is there",
                    e);
        }
    }

    static SpaceFile read(Path file) {
        Map<String, List<Map<String, @Nullable String>>> tables = new LinkedHashMap<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines lines = new Utf8Lines(in);
            for (Utf8Lines.Line line = lines.next(); line != null; line = lines.next()) {
                take(line, tables);
            }
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found", file + " cannot be read (" + e.getMessage() + ")", "check the path");
        }
        return SpaceFile.returned(tables);
    }

    private static void take(Utf8Lines.Line line, Map<String, List<Map<String, @Nullable String>>> tables) {
        try {
            String text = line.text();
            if (text.isBlank()) {
                return;
            }
            Map<String, @Nullable Object> object = Json.parseObject(text);
            String table = String.valueOf(object.get("table"));
            if (!SpaceFile.knows(table) || !(object.get("row") instanceof Map<?, ?> values)) {
                throw Bounds.invalid("table " + Bounds.shown(table) + " is none of a space.db", "correct it");
            }
            Map<String, @Nullable String> row = new HashMap<>();
            values.forEach((column, value) -> row.put(String.valueOf(column), word(String.valueOf(column), value)));
            tables.computeIfAbsent(table, any -> new ArrayList<>()).add(row);
        } catch (InvalidException e) {
            throw new InvalidException(
                    e.code(),
                    "line " + line.number() + ": " + e.getMessage(),
                    e.hint().orElse("correct the line"));
        }
    }

    private static @Nullable String word(String column, @Nullable Object value) {
        if (value instanceof Map<?, ?>) {
            throw Bounds.invalid(column + " has bytes that are no text", "write the text in their place");
        }
        return value == null ? null : value.toString();
    }
}
