package dev.stoa.society.foreign;

import dev.stoa.storage.foreign.ReturnedRows;
import java.nio.file.Path;
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
        return ReturnedRows.are(file, ARCHIVE);
    }

    static SpaceFile read(Path file) {
        Map<String, List<Map<String, @Nullable String>>> tables = new LinkedHashMap<>();
        ReturnedRows.read(file, "a " + ARCHIVE, SpaceFile::knows).forEach((table, rows) -> {
            List<Map<String, @Nullable String>> texts = new ArrayList<>();
            for (Map<String, @Nullable Object> row : rows) {
                Map<String, @Nullable String> text = new HashMap<>();
                row.forEach((column, value) -> text.put(column, value == null ? null : value.toString()));
                texts.add(text);
            }
            tables.put(table, texts);
        });
        return SpaceFile.returned(tables);
    }
}
