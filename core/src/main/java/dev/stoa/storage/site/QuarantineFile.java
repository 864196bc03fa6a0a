package dev.stoa.storage.site;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.Utf8Lines;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Invariants;
import dev.stoa.storage.Tx;
import dev.stoa.storage.foreign.Quarantine;
import dev.stoa.storage.foreign.RowReturn;
import dev.stoa.storage.foreign.TakeoverReport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows that an import has set aside, on their way back after somebody corrected them. Stateless. Rows that are
 * still not right are set aside again; an archive that would not be in order afterwards stays as it was.
 */
public final class QuarantineFile {
    private QuarantineFile() {}

    /** Whether a file is one, by its first line. */
    public static boolean is(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines.Line line = in.read() == '{' ? new Utf8Lines(in).next() : null;
            return line != null
                    && Json.parse("{" + line.text()) instanceof Map<?, ?> map
                    && map.containsKey("archive")
                    && map.containsKey("table")
                    && map.get("row") instanceof Map<?, ?>;
        } catch (IOException | InvalidException e) {
            return false;
        }
    }

    /** Adds the rows to their archives, or with {@code dryRun} only finds out which would be added. */
    public static TakeoverReport take(
            Path file, Site site, List<ArchiveSchema> schemas, Path folder, boolean dryRun, InstantSource clock) {
        Map<ArchiveSchema, List<RowReturn.Line>> lines = read(file, schemas);
        Quarantine aside = new Quarantine();
        List<TakeoverReport.Part> parts = new ArrayList<>();
        List<TakeoverReport.Altered> altered = new ArrayList<>();
        lines.forEach((schema, rows) -> {
            try (Archive archive = site.open(schema)) {
                RowReturn back = new RowReturn(schema, rows, clock.instant(), aside);
                if (dryRun) {
                    archive.rehearse(tx -> put(tx, schema, back));
                } else {
                    archive.write(tx -> put(tx, schema, back));
                }
                altered.addAll(back.altered());
                parts.add(back.report(site.locate(schema)));
            }
        });
        try {
            Path written = dryRun ? null : aside.write(folder, file, clock.instant());
            return new TakeoverReport(file, dryRun, parts, List.of(), altered, aside.rows(), written);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "what was set aside again cannot be written to " + folder + " (" + e.getMessage() + ")",
                    "keep " + file + ", which has these rows",
                    e);
        }
    }

    private static Void put(Tx tx, ArchiveSchema schema, RowReturn back) {
        back.run(tx);
        List<Checkup.Finding> findings = new ArrayList<>();
        Invariants.check(schema, tx, findings);
        if (!findings.isEmpty()) {
            throw new VerificationException(
                    "damaged",
                    "archive " + schema.name() + " would not be in order with these rows: "
                            + findings.getFirst().message(),
                    "correct them; the archive was not changed");
        }
        return null;
    }

    private static Map<ArchiveSchema, List<RowReturn.Line>> read(Path file, List<ArchiveSchema> schemas) {
        Map<ArchiveSchema, List<RowReturn.Line>> lines = new LinkedHashMap<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines source = new Utf8Lines(in);
            for (Utf8Lines.Line line = source.next(); line != null; line = source.next()) {
                line(line, schemas, lines);
            }
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found", file + " cannot be read (" + e.getMessage() + ")", "check the path");
        }
        return lines;
    }

    private static void line(
            Utf8Lines.Line line, List<ArchiveSchema> schemas, Map<ArchiveSchema, List<RowReturn.Line>> lines) {
        try {
            String text = line.text();
            if (text.isBlank()) {
                return;
            }
            JsonFields fields = JsonFields.of(Json.parseObject(text));
            String name = fields.text("archive");
            ArchiveSchema schema = schemas.stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new InvalidException("invalid", "there is no archive " + name, "correct it"));
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            if (fields.valueOrNull("row") instanceof Map<?, ?> values) {
                values.forEach((column, value) -> row.put(String.valueOf(column), value));
            }
            lines.computeIfAbsent(schema, any -> new ArrayList<>())
                    .add(new RowReturn.Line(Math.toIntExact(line.number()), fields.text("table"), row));
        } catch (InvalidException e) {
            throw new InvalidException(
                    e.code(),
                    "line " + line.number() + ": " + e.getMessage(),
                    e.hint().orElse("correct the line"));
        }
    }
}
