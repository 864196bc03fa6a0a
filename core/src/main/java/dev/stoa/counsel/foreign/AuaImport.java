package dev.stoa.counsel.foreign;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Trace;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.Utf8Lines;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.key.Resealing;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.ForeignTables;
import dev.stoa.storage.Tx;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes over the rows of an {@code aua.db} of the program that the counsel succeeds. Thread-safe.
 *
 * <p>Ids are kept, and all rows are written in one unit of work or none. What is there already is skipped, so that the
 * same file can be imported again. Hazard: the whole file is held in memory while it is taken in.
 */
public final class AuaImport {
    static final String ARCHIVE = "counsel";
    static final String FILE = "aua.db";
    private static final String PENDING = "pending_import";

    private final CounselContext context;

    private AuaImport(CounselContext context) {
        this.context = context;
    }

    public static AuaImport over(CounselContext context) {
        return new AuaImport(context);
    }

    /** Whether a database is one, by its tables; those of Stoa itself are not. */
    public static boolean recognises(ForeignTables file) {
        return !file.isOurs() && AuaFile.is(file.tables());
    }

    /** Whether a file holds rows that an earlier import set aside, by its first line. */
    public static boolean isQuarantine(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines.Line line = in.read() == '{' ? new Utf8Lines(in).next() : null;
            return line != null
                    && Json.parse("{" + line.text()) instanceof Map<?, ?> map
                    && FILE.equals(map.get("archive"));
        } catch (IOException | InvalidException e) {
            return false;
        }
    }

    /** Adds the rows of a file, or with {@code dryRun} only says what would be done. */
    @Needs(value = Right.ADMIN, agents = false)
    public AuaImportReport run(Principal by, ForeignTables file, Path name, AuaOptions options, boolean dryRun) {
        Rights.check(by);
        return run(by, AuaFile.read(file), name, options, dryRun);
    }

    /** Adds the rows of a file of rows that an earlier import set aside, after they were corrected. */
    @Needs(value = Right.ADMIN, agents = false)
    public AuaImportReport runAgain(Principal by, Path quarantine, AuaOptions options, boolean dryRun) {
        Rights.check(by);
        return run(by, AuaFile.returned(lines(quarantine)), quarantine, options, dryRun);
    }

    private AuaImportReport run(Principal by, AuaFile rows, Path name, AuaOptions options, boolean dryRun) {
        Instant now = context.now();
        String hash = sha256(name);
        AuaTally tally = dryRun
                ? context.archive().rehearse(tx -> take(tx, by, rows, options, hash, now))
                : context.archive().write(tx -> take(tx, by, rows, options, hash, now));
        if (!dryRun && context.seal().on()) {
            // Rows were written plain before they were sealed, in the same unit.
            context.archive().cleanFiles(1);
        }
        Path folder = options.aside();
        Path written = dryRun || folder == null ? null : write(tally, folder, name, now);
        return tally.report(name.toString(), dryRun, written);
    }

    private AuaTally take(Tx tx, Principal by, AuaFile rows, AuaOptions options, String hash, Instant now) {
        context.seal().admit(tx);
        AuaImporter.Done done = AuaImporter.run(tx, context.seal(), rows, options, now);
        Resealing.inside(tx, context);
        context.audit().append(tx, event(by.trace(), details(done, hash)), now);
        return done.tally();
    }

    private static AuditEvent event(Trace trace, Map<String, @Nullable Object> details) {
        return AuditEvent.of("import", trace, details);
    }

    private static Map<String, @Nullable Object> details(AuaImporter.Done done, @Nullable String hash) {
        return Json.object(
                "file_sha256",
                hash,
                "imported",
                done.tally().imported(),
                "legacy_sha256",
                done.legacyHash(),
                "legacy_rows",
                done.tally().legacyRows(),
                "legacy_verified",
                done.tally().verified());
    }

    private static @Nullable Path write(AuaTally tally, Path folder, Path source, Instant now) {
        try {
            return tally.aside().write(folder, source, now);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "the rows that cannot be taken cannot be written to " + folder + " (" + e.getMessage()
                            + "); the others were taken",
                    "make space there and import the same file again, which skips what is there",
                    e);
        }
    }

    private static String sha256(Path file) {
        try (DigestInputStream in =
                new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (IOException e) {
            throw unreadable(file, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static NotFoundException unreadable(Path file, IOException e) {
        return new NotFoundException("not_found", file + " cannot be read (" + e.getMessage() + ")", "check the path");
    }

    private static Map<String, List<Map<String, @Nullable Object>>> lines(Path file) {
        Map<String, List<Map<String, @Nullable Object>>> tables = new LinkedHashMap<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Utf8Lines lines = new Utf8Lines(in);
            for (Utf8Lines.Line line = lines.next(); line != null; line = lines.next()) {
                take(line, tables);
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        return tables;
    }

    private static void take(Utf8Lines.Line line, Map<String, List<Map<String, @Nullable Object>>> tables) {
        try {
            String text = line.text();
            if (text.isBlank()) {
                return;
            }
            Map<String, @Nullable Object> object = Json.parseObject(text);
            String table = String.valueOf(object.get("table"));
            if (!AuaFile.knows(table) || !(object.get("row") instanceof Map<?, ?> values)) {
                throw Bounds.invalid("table " + Bounds.shown(table) + " is none of an aua.db", "correct it");
            }
            Map<String, @Nullable Object> row = new TreeMap<>();
            values.forEach((column, value) -> {
                if (value instanceof Map<?, ?>) {
                    throw Bounds.invalid(column + " has bytes that are no text", "write the text in their place");
                }
                row.put(String.valueOf(column), value);
            });
            tables.computeIfAbsent(table, any -> new ArrayList<>()).add(row);
        } catch (InvalidException e) {
            throw new InvalidException(
                    e.code(),
                    "line " + line.number() + ": " + e.getMessage(),
                    e.hint().orElse("correct the line"));
        }
    }

    /** What happens to such a file that lies where the archive belongs. */
    public static ArchiveSchema.Conversion conversion() {
        return new ArchiveSchema.Conversion() {
            @Override
            public boolean knows(Map<String, Set<String>> tables) {
                return AuaFile.is(tables);
            }

            @Override
            public String convert(ForeignTables file, Tx tx, Instant now) {
                AuaImporter.Done done;
                try {
                    done = AuaImporter.run(tx, Seal.plain(), AuaFile.read(file), AuaOptions.defaults(), now);
                } catch (ConflictException e) {
                    throw new ConflictException(
                            e.code(),
                            FILE + " cannot be taken over as it is: " + e.getMessage(),
                            "move the file away and import it; " + e.hint().orElse(""),
                            e);
                }
                // The log has its key from the place where it is opened: the event is written then.
                tx.update(
                        "INSERT INTO counsel_meta (key, value) VALUES (?, ?)",
                        PENDING,
                        Json.write(details(done, null)));
                return Json.write(done.tally().report(FILE, false, null).document());
            }
        };
    }

    /** Records the conversion of a file that lay in the place of the archive, if one was. */
    public static void record(CounselContext context) {
        if (context.archive()
                .one("SELECT value FROM counsel_meta WHERE key = ?", row -> row.text(1), PENDING)
                .isEmpty()) {
            return;
        }
        Instant now = context.now();
        context.archive().write(tx -> {
            // Read again: another process may have been first.
            String details = tx.one("SELECT value FROM counsel_meta WHERE key = ?", row -> row.text(1), PENDING)
                    .orElse(null);
            if (details != null) {
                tx.update("DELETE FROM counsel_meta WHERE key = ?", PENDING);
                context.audit().append(tx, event(Trace.NONE, Json.parseObject(details)), now);
            }
            return 0;
        });
    }
}
