package dev.stoa.storage.site;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Times;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.backup.BackupKey;
import dev.stoa.storage.backup.BackupReader;
import dev.stoa.storage.backup.BackupWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Copies of all archives in one file, and their way back. Stateless.
 *
 * <p>Each archive in a backup is one consistent state of it; on PostgreSQL all of them are the same state. The archives
 * are copied in the order given, which matters where one refers to others.
 */
public final class Backup {
    /** The files beside the archives that are part of the record; what is configured or secret is not. */
    static final String AUDIT = "audit";

    // Names that are the same file on every system, with no way up and no hidden part.
    private static final Pattern AUDIT_FILE = Pattern.compile(AUDIT + "(?:/[A-Za-z0-9_][A-Za-z0-9._-]{0,127}){1,8}");

    private Backup() {}

    /**
     * A backup that was read against its checksums.
     *
     * @param manifest what it says of itself
     * @param origin what is known about where it comes from
     */
    public record Verified(Map<String, @Nullable Object> manifest, BackupReader.Origin origin) {}

    /** Writes a backup without a signature and returns its manifest. */
    public static Map<String, @Nullable Object> write(
            Site site, List<ArchiveSchema> schemas, Path target, boolean replace, String program, InstantSource clock) {
        return write(site, schemas, target, replace, program, clock, null);
    }

    /** Writes a backup, signed if there is a key, and returns its manifest; the file appears complete or not. */
    public static Map<String, @Nullable Object> write(
            Site site,
            List<ArchiveSchema> schemas,
            Path target,
            boolean replace,
            String program,
            InstantSource clock,
            @Nullable BackupKey key) {
        try (BackupWriter writer = BackupWriter.to(target, replace)) {
            Map<String, @Nullable Object> head = Json.object(
                    "format",
                    BackupReader.FORMAT,
                    "format_version",
                    BackupReader.FORMAT_VERSION,
                    "program",
                    program,
                    "created_at",
                    Times.show(clock.instant()),
                    "backend",
                    backend(site));
            site.copyTo(writer, schemas);
            return writer.finish(head, key);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "the backup " + target + " cannot be written (" + e.getMessage() + ")",
                    "check that the directory exists, allows writing and has space",
                    e);
        }
    }

    /** Reads a whole backup against its checksums and its signature; one that names more than it may is refused. */
    public static Verified verify(Path source, List<ArchiveSchema> schemas, @Nullable BackupKey key) {
        try (BackupReader reader = BackupReader.open(source)) {
            return verify(source, reader, schemas, key);
        } catch (IOException e) {
            throw unreadable(source, e);
        }
    }

    private static Verified verify(
            Path source, BackupReader reader, List<ArchiveSchema> schemas, @Nullable BackupKey key) throws IOException {
        BackupReader.Origin origin = reader.origin(key);
        refuseUnknown(reader, schemas);
        refuseForeign(source, reader, schemas);
        reader.verify();
        return new Verified(reader.manifest(), origin);
    }

    /** Restores a backup of whatever origin. */
    public static Verified restore(Path source, Site site, List<ArchiveSchema> schemas, boolean replace) {
        return restore(source, site, schemas, replace, null);
    }

    /**
     * Verifies a backup and puts it in place of the site's archives, all or none. Archives that exist are refused
     * unless {@code replace} says otherwise.
     */
    public static Verified restore(
            Path source, Site site, List<ArchiveSchema> schemas, boolean replace, @Nullable BackupKey key) {
        try (BackupReader reader = BackupReader.open(source)) {
            if (!reader.backend().equals(backend(site))) {
                throw new ConflictException(
                        "other_backend",
                        source + " is a backup of " + reader.backend() + " archives, and " + backend(site)
                                + " is in use",
                        "restore it where it came from, then move the archives");
            }
            Verified verified = verify(source, reader, schemas, key);
            if (!replace) {
                refuseExisting(site, schemas);
            }
            site.replaceBy(reader, schemas);
            return verified;
        } catch (IOException e) {
            throw unreadable(source, e);
        }
    }

    /** Refuses every part that is neither an archive under its own name nor a file of the audit log. */
    private static void refuseForeign(Path source, BackupReader reader, List<ArchiveSchema> schemas) {
        Set<String> seen = new HashSet<>();
        for (BackupReader.Entry entry : reader.archives()) {
            ArchiveSchema schema = schemas.stream()
                    .filter(known -> known.name().equals(entry.name()))
                    .findFirst()
                    .orElseThrow();
            boolean files = reader.backend().equals("sqlite");
            if (!seen.add(entry.name()) || (files && entry.parts().size() != 1)) {
                throw foreign(source, "archive " + entry.name() + " more than once, or without its file");
            }
            for (BackupReader.Part part : entry.parts()) {
                String expected = files
                        ? schema.file()
                        : "postgres/" + schema.postgresSchema() + "/"
                                + part.details().get("table") + ".copy";
                if (!part.entry().equals(expected)) {
                    throw foreign(source, part.entry() + " as a part of archive " + entry.name());
                }
            }
        }
        for (BackupReader.Part file : reader.files()) {
            if (!AUDIT_FILE.matcher(file.entry()).matches() || !seen.add(file.entry())) {
                throw foreign(source, file.entry());
            }
        }
    }

    /** Refuses to back up a file of the audit log under a name that no restore would accept. */
    static void refuseName(String entry) {
        if (!AUDIT_FILE.matcher(entry).matches()) {
            throw new ConflictException(
                    "foreign_entry",
                    entry + " has a name that no backup may hold",
                    "rename it to letters, digits, dots, hyphens and underscores");
        }
    }

    private static VerificationException foreign(Path source, String what) {
        return new VerificationException(
                "foreign_entry",
                "the backup " + source + " names " + what + "; a backup holds archives and " + AUDIT + "/ alone",
                "use another backup; no program of Stoa wrote this one");
    }

    private static void refuseUnknown(BackupReader reader, List<ArchiveSchema> schemas) {
        for (BackupReader.Entry entry : reader.archives()) {
            int known = schemas.stream()
                    .filter(schema -> schema.name().equals(entry.name()))
                    .mapToInt(ArchiveSchema::latest)
                    .findFirst()
                    .orElse(-1);
            if (entry.version() > known) {
                throw new ConflictException(
                        "newer_version",
                        "the backup holds version " + entry.version() + " of archive " + entry.name()
                                + (known < 0
                                        ? ", which this program does not know"
                                        : ", and this program knows up to " + known),
                        "use the newer program");
            }
        }
    }

    private static void refuseExisting(Site site, List<ArchiveSchema> schemas) {
        for (ArchiveSchema schema : schemas) {
            if (site.exists(schema)) {
                throw new ConflictException(
                        "exists",
                        "archive " + schema.name() + " exists already (" + site.locate(schema) + ")",
                        "restore into an empty directory, or allow replacing the archives");
            }
        }
    }

    private static String backend(Site site) {
        return site.dialect().name().toLowerCase(Locale.ROOT);
    }

    private static UnavailableException unreadable(Path source, IOException e) {
        return new UnavailableException(
                "cannot_read",
                "the backup " + source + " cannot be restored (" + e.getMessage() + ")",
                "check that it can be read and that there is space for its archives",
                e);
    }
}
