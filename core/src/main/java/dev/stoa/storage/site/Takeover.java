package dev.stoa.storage.site;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Fault;
import dev.stoa.storage.Intake;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.TemporaryFolder;
import dev.stoa.storage.Tx;
import dev.stoa.storage.foreign.ForeignArchive;
import dev.stoa.storage.foreign.ForeignDatabase;
import dev.stoa.storage.foreign.Quarantine;
import dev.stoa.storage.foreign.TakeoverReport;
import dev.stoa.storage.sqlite.SqliteFile;
import dev.stoa.storage.sqlite.SqliteRestore;
import dev.stoa.storage.sqlite.SqliteSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The way of a database of another program, or of another data directory, into this one. Stateless.
 *
 * <p>A copy of it is recognised by its tables and columns, split where several programs shared it, brought to the
 * latest version by the ordinary migrations, and then put in place: all archives of the file or none, and only where
 * there is nothing yet, because rows of two records cannot be distinguished once they are mixed.
 */
public final class Takeover {
    private Takeover() {}

    /**
     * Takes a file over, or with {@code dryRun} does everything but the last step.
     *
     * @param quarantine the folder for the rows that are set aside; made when there is one
     */
    public static TakeoverReport run(
            Path file, Site site, List<ArchiveSchema> schemas, Path quarantine, boolean dryRun, InstantSource clock) {
        Path work = null;
        try {
            work = TemporaryFolder.make("stoa-import-").path();
            Path copy = work.resolve("copy.db");
            ForeignDatabase.copy(file, copy);
            Map<ArchiveSchema, Found> found = recognise(file, copy, schemas, clock);
            for (ArchiveSchema schema : found.keySet()) {
                refuseFilled(site, schema);
            }
            List<TakeoverReport.Part> parts = new ArrayList<>();
            List<Intake> intakes = new ArrayList<>();
            List<TakeoverReport.Altered> altered = new ArrayList<>();
            Quarantine aside = new Quarantine();
            for (Map.Entry<ArchiveSchema, Found> archive : found.entrySet()) {
                ForeignArchive part = new ForeignArchive(
                        archive.getKey(),
                        archive.getValue().version(),
                        archive.getValue().ours(),
                        work.resolve(archive.getKey().name()),
                        clock);
                part.prepare(copy, found.size() > 1, aside);
                altered.addAll(part.altered());
                parts.add(part.report(site.locate(archive.getKey())));
                intakes.add(new Intake(archive.getKey(), part.path()));
            }
            List<TakeoverReport.Table> leftOut = leftOut(copy, found.keySet());
            Path written = dryRun ? null : putInPlace(site, intakes, aside, quarantine, file, clock);
            return new TakeoverReport(file, dryRun, parts, leftOut, altered, aside.rows(), written);
        } catch (SQLException e) {
            throw Fault.of("import", e);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    file + " cannot be taken over (" + e.getMessage() + ")",
                    "check that the data directory allows writing and that the disk has space",
                    e);
        } finally {
            discard(work);
        }
    }

    /** What was set aside is written before the rest is in place, so that a crash between them loses no row. */
    private static @Nullable Path putInPlace(
            Site site, List<Intake> intakes, Quarantine aside, Path folder, Path file, InstantSource clock)
            throws IOException {
        Path written = aside.write(folder, file, clock.instant());
        boolean done = false;
        try {
            site.takeIn(intakes);
            done = true;
            return written;
        } finally {
            if (!done && written != null) {
                Files.deleteIfExists(written);
            }
        }
    }

    /** Refuses an archive that has rows, naming what to do instead. */
    public static void refuseFilled(Site site, ArchiveSchema schema) {
        refuse(site, schema, site.rows(schema));
    }

    public static void refuse(Site site, ArchiveSchema schema, long rows) {
        if (rows > 0) {
            throw new ConflictException(
                    "precondition",
                    "archive " + schema.name() + " has " + rows + (rows == 1 ? " row" : " rows") + " already ("
                            + site.locate(schema) + ")",
                    site.dialect().pick("import into an empty data directory", "import into an empty database"));
        }
    }

    /**
     * An archive in a file.
     *
     * @param ours whether this program wrote it, so that its numbers and indexes can be kept
     */
    private record Found(int version, boolean ours) {}

    private static Map<ArchiveSchema, Found> recognise(
            Path file, Path copy, List<ArchiveSchema> schemas, InstantSource clock) throws SQLException {
        Map<ArchiveSchema, Found> found = new LinkedHashMap<>();
        try (SqliteSession session = ForeignDatabase.open(copy, SqliteSession.Access.READ)) {
            boolean ours = session.pragma("application_id").equals(Integer.toString(SqliteFile.APPLICATION_ID));
            boolean numbered =
                    new Tx(session).number("SELECT count(*) FROM sqlite_schema WHERE lower(name) = 'archive_sequence'")
                            > 0;
            for (ArchiveSchema schema : schemas) {
                Migrations migrations = new Migrations(schema, clock);
                OptionalInt claimed = ours ? migrations.claimed(session) : OptionalInt.empty();
                if (claimed.isPresent()) {
                    migrations.refuseNewer(file.toString(), claimed.getAsInt());
                }
                OptionalInt version = claimed.isPresent() ? claimed : session.recognise(migrations);
                if (version.isPresent()) {
                    found.put(schema, new Found(version.getAsInt(), ours || numbered));
                } else if (!ours && session.hasPart(migrations)) {
                    found.put(schema, new Found(schema.versions().getFirst().number(), false));
                }
            }
            if (found.isEmpty()) {
                throw unknown(file, ForeignArchive.rows(session).keySet(), schemas);
            }
        }
        return found;
    }

    private static VerificationException unknown(Path file, Set<String> tables, List<ArchiveSchema> schemas) {
        String names =
                String.join(", ", schemas.stream().map(ArchiveSchema::name).toList());
        return new VerificationException(
                "not_an_archive",
                file + " is a database, but not of any known archive; "
                        + (tables.isEmpty() ? "it has no tables" : "its tables are " + String.join(", ", tables)),
                "known are all versions of " + names);
    }

    private static List<TakeoverReport.Table> leftOut(Path copy, Set<ArchiveSchema> found) throws SQLException {
        Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (ArchiveSchema schema : found) {
            known.addAll(ForeignArchive.tables(schema));
        }
        try (SqliteSession session = ForeignDatabase.open(copy, SqliteSession.Access.READ)) {
            return ForeignArchive.rows(session).entrySet().stream()
                    .filter(table -> !known.contains(table.getKey()))
                    .map(table -> new TakeoverReport.Table(table.getKey(), table.getValue(), 0))
                    .toList();
        }
    }

    private static void discard(@Nullable Path work) {
        try {
            if (work != null) {
                SqliteRestore.deleteAll(work);
            }
        } catch (IOException ignored) {
            // The system clears its temporary folder; what was taken over is not affected.
        }
    }
}
