package dev.stoa.society.foreign;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.ForeignTables;
import dev.stoa.storage.Tx;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

/**
 * Takes over the rows of a {@code space.db} of the program that Stoa succeeds. Thread-safe.
 *
 * <p>Ids are kept, and all rows are written in one unit of work or none. What is there already is skipped, so that the
 * same file can be imported again. Hazard: the whole file is held in memory while it is taken in.
 */
public final class SpaceImport {
    public static final String ARCHIVE = "society";
    public static final String FILE = "space.db";

    private final Archive archive;
    private final InstantSource clock;
    private final Principal caller;

    private SpaceImport(Archive archive, InstantSource clock, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.caller = caller;
    }

    public static SpaceImport over(Archive archive, InstantSource clock) {
        return new SpaceImport(archive, clock, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public SpaceImport as(Principal other) {
        return new SpaceImport(archive, clock, other);
    }

    /** Whether a database is one, by its tables; those of Stoa itself are not. */
    public static boolean recognises(ForeignTables file) {
        return !file.isOurs() && SpaceFile.is(file.tables());
    }

    /** Adds the rows of a file, or with {@code dryRun} only says what would be done. */
    @Needs(Right.ADMIN)
    public SpaceImportReport run(ForeignTables file, Path name, SpaceOptions options, boolean dryRun) {
        Rights.check(caller);
        return run(SpaceFile.read(file), name, options, dryRun);
    }

    /** Adds the rows of a file of rows that an earlier import set aside, after they were corrected. */
    @Needs(Right.ADMIN)
    public SpaceImportReport runAgain(Path quarantine, SpaceOptions options, boolean dryRun) {
        Rights.check(caller);
        return run(SpaceQuarantine.read(quarantine), quarantine, options, dryRun);
    }

    private SpaceImportReport run(SpaceFile rows, Path name, SpaceOptions options, boolean dryRun) {
        Instant now = clock.instant();
        SpaceImportCounts tally = dryRun
                ? archive.rehearse(tx -> SpaceImporter.run(tx, rows, options, now))
                : archive.write(tx -> SpaceImporter.run(tx, rows, options, now));
        Path folder = options.aside();
        Path written = dryRun || folder == null || options.skipBroken()
                ? null
                : tally.aside().writeRest(folder, name, now);
        return tally.taken(name.toString(), dryRun, options, written);
    }

    /** What happens to such a file that lies where the archive belongs. */
    public static ArchiveSchema.Conversion conversion() {
        return new ArchiveSchema.Conversion() {
            @Override
            public boolean knows(Map<String, Set<String>> tables) {
                return SpaceFile.is(tables);
            }

            @Override
            public String convert(ForeignTables file, String sha256, Tx tx, Instant now) {
                SpaceOptions options = SpaceOptions.defaults();
                SpaceImportCounts tally;
                try {
                    tally = SpaceImporter.run(tx, SpaceFile.read(file), options, now);
                } catch (ConflictException e) {
                    throw new ConflictException(
                            e.code(),
                            FILE + " cannot be taken over as it is: " + e.getMessage(),
                            "move the file away and import it; " + e.hint().orElse(""),
                            e);
                }
                return Json.write(tally.taken(FILE, false, options, null).document());
            }
        };
    }
}
