package dev.stoa.storage.foreign;

import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import dev.stoa.storage.PrivateFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows that an import sets aside, on their way into a file of JSON Lines. Not thread-safe. Each line has the
 * archive, the table, the reason and the row; bytes that are no text stand as an object with their Base64 form.
 */
public final class Quarantine {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final List<String> lines = new ArrayList<>();
    private final List<TakeoverReport.SetAside> named = new ArrayList<>();

    /** Sets a row aside, with what names it in a report and the reason. */
    public void add(
            String archive, String table, String key, String reason, Map<String, ? extends @Nullable Object> row) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        row.forEach((column, value) -> values.put(column, shown(value)));
        lines.add(Json.write(Json.object("archive", archive, "table", table, "reason", reason, "row", values)));
        named.add(new TakeoverReport.SetAside(archive, table, key, reason));
    }

    private static @Nullable Object shown(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return Map.of("base64", Base64.getEncoder().encodeToString(bytes));
        }
        return value instanceof Double number && !Double.isFinite(number) ? (Object) number.toString() : value;
    }

    public List<TakeoverReport.SetAside> rows() {
        return List.copyOf(named);
    }

    /** Writes the file, readable by its owner alone; null if nothing was set aside. */
    public @Nullable Path write(Path folder, Path source, Instant now) throws IOException {
        return lines.isEmpty()
                ? null
                : put((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8), folder, source, now);
    }

    /** The same after the other rows were taken: that it fails does not undo them. */
    public @Nullable Path writeRest(Path folder, Path source, Instant now) {
        try {
            return write(folder, source, now);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "the rows that cannot be taken cannot be written to " + folder + " (" + e.getMessage()
                            + "); the others were taken",
                    "make space there and import the same file again, which skips what is there",
                    e);
        }
    }

    /** Writes lines of another program's file as they are; null if there are none. */
    public static @Nullable Path write(List<byte[]> lines, Path folder, Path source, Instant now) {
        if (lines.isEmpty()) {
            return null;
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            text.writeBytes(line);
            text.write('\n');
        }
        try {
            return put(text.toByteArray(), folder, source, now);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "the lines that are wrong cannot be written to " + folder + " (" + e.getMessage() + ")",
                    "make space, or allow writing there",
                    e);
        }
    }

    private static Path put(byte[] text, Path folder, Path source, Instant now) throws IOException {
        PrivateFiles.directories(folder);
        for (Instant at = now; ; at = at.plusMillis(1)) {
            Path file = folder.resolve(source.getFileName() + "." + STAMP.format(at) + ".jsonl");
            try {
                PrivateFiles.copy(new ByteArrayInputStream(text), file);
                return file;
            } catch (FileAlreadyExistsException e) {
                // Another import of this millisecond has that name.
            }
        }
    }
}
