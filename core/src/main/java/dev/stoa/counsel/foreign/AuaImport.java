package dev.stoa.counsel.foreign;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Trace;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.key.Resealing;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealState;
import dev.stoa.counsel.seal.SealedTable;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.ForeignTables;
import dev.stoa.storage.Tx;
import dev.stoa.storage.foreign.ReturnedRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
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
        return ReturnedRows.are(file, FILE);
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
        return run(
                by,
                AuaFile.returned(ReturnedRows.read(quarantine, "an " + FILE, AuaFile::knows)),
                quarantine,
                options,
                dryRun);
    }

    private AuaImportReport run(Principal by, AuaFile rows, Path name, AuaOptions options, boolean dryRun) {
        Instant now = context.now();
        String hash = sha256(name);
        AuaTally tally;
        boolean marked = mark();
        try {
            tally = dryRun
                    ? context.archive().rehearse(tx -> take(tx, by, rows, options, hash, now))
                    : context.archive().write(tx -> take(tx, by, rows, options, hash, now));
        } finally {
            clean(marked);
        }
        Path folder = options.aside();
        Path written = dryRun || folder == null ? null : tally.aside().writeRest(folder, name, now);
        return tally.report(name.toString(), dryRun, written);
    }

    /**
     * Says in a sealed archive that plain bytes may be left: rows are written plain before they are sealed in the same
     * unit, and one that is undone or killed leaves bytes too. Whether it was not said before.
     */
    private boolean mark() {
        return context.seal().on()
                && context.archive().write(tx -> {
                    boolean said = SealState.of(tx).unfinished();
                    SealState.unfinished(tx);
                    return !said;
                });
    }

    private void clean(boolean marked) {
        // What could not be removed now, or waited before, is removed when rows are next sealed again.
        if (marked && context.archive().rewrite(SealedTable.tables())) {
            context.archive().write(tx -> {
                SealState.finished(tx);
                return 0;
            });
        }
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

    private static Map<String, @Nullable Object> details(AuaImporter.Done done, String hash) {
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

    private static String sha256(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Digest.sha256(in);
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found", file + " cannot be read (" + e.getMessage() + ")", "check the path");
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
            public String convert(ForeignTables file, String sha256, Tx tx, Instant now) {
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
                        Json.write(details(done, sha256)));
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
