package dev.stoa.counsel.audit;

import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The log in an export, read line by line. Not thread-safe. */
final class ExportSource extends AuditSource {
    private final Path file;
    private final Map<String, @Nullable Object> head;

    ExportSource(Path file) {
        this.file = file;
        try (BufferedReader lines = lines()) {
            this.head = head(file, lines.readLine());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Bytes that are no text become a replacement: their row was edited, and the others are verified all the same. */
    private BufferedReader lines() throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
    }

    private static Map<String, @Nullable Object> head(Path file, @Nullable String line) {
        try {
            Map<String, @Nullable Object> head = Json.parseObject(line == null ? "" : line);
            if (AuditExport.FORMAT.equals(head.get("format"))
                    && head.get("origin") instanceof String
                    && head.get("size") instanceof Long
                    && head.get("head_hash") instanceof String) {
                return head;
            }
        } catch (StoaException e) {
            // Said below: what is wrong with the line matters less than what it should be.
        }
        throw new InvalidException(
                "invalid",
                file + " is not an export of an audit log: its first line has no format " + AuditExport.FORMAT
                        + ", origin, size and head_hash",
                "export the log again");
    }

    @Override
    public String origin() {
        return String.valueOf(head.get("origin"));
    }

    @Override
    public String claimedKey() {
        return head.get("vkey") instanceof String vkey ? vkey : "";
    }

    @Override
    Optional<AuditHead> head() {
        return head.get("size") instanceof Long size
                ? Optional.of(new AuditHead(size, String.valueOf(head.get("head_hash")), null))
                : Optional.empty();
    }

    @Override
    void rows(Consumer<AuditRow> each) {
        try (BufferedReader lines = lines()) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                each.accept(row(line));
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** The row in a line; of one that holds none, a row without values. */
    private static AuditRow row(String line) {
        try {
            return AuditRow.of(Json.parseObject(line));
        } catch (StoaException e) {
            return new AuditRow();
        }
    }

    @Override
    long strays() {
        return 0;
    }

    @Override
    List<String> missingGuards() {
        return List.of();
    }

    private UnavailableException unreadable(IOException e) {
        return new UnavailableException(
                "cannot_read",
                "the export " + file + " cannot be read (" + e.getMessage() + ")",
                "check that it exists and allows reading",
                e);
    }
}
