package dev.stoa.storage.site;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Times;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.backup.BackupReader;
import dev.stoa.storage.backup.BackupWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies of all archives in one file, and their way back. Stateless.
 *
 * <p>Each archive in a backup is one consistent state of it; on PostgreSQL all of them are the same state. The archives
 * are copied in the order given, which matters where one refers to others.
 */
public final class Backup {
    private Backup() {}

    /** Writes a backup and returns its manifest; the file appears whole or not at all. */
    public static Map<String, @Nullable Object> write(
            Site site, List<ArchiveSchema> schemas, Path target, boolean replace, String program, InstantSource clock) {
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
            return writer.finish(head);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "the backup " + target + " cannot be written (" + e.getMessage() + ")",
                    "check that the directory exists, allows writing and has space",
                    e);
        }
    }

    /** Reads a whole backup against its checksums and returns its manifest. */
    public static Map<String, @Nullable Object> verify(Path source) {
        try (BackupReader reader = BackupReader.open(source)) {
            reader.verify();
            return reader.manifest();
        } catch (IOException e) {
            throw unreadable(source, e);
        }
    }

    /**
     * Verifies a backup and puts it in place of the site's archives, all or none. Archives that exist are refused
     * unless {@code replace} says otherwise.
     */
    public static Map<String, @Nullable Object> restore(
            Path source, Site site, List<ArchiveSchema> schemas, boolean replace) {
        try (BackupReader reader = BackupReader.open(source)) {
            if (!reader.backend().equals(backend(site))) {
                throw new ConflictException(
                        "other_backend",
                        source + " is a backup of " + reader.backend() + " archives, and " + backend(site)
                                + " is in use",
                        "restore it where it came from, then move the archives");
            }
            refuseUnknown(reader, schemas);
            reader.verify();
            if (!replace) {
                refuseExisting(site, schemas);
            }
            site.replaceBy(reader, schemas);
            return reader.manifest();
        } catch (IOException e) {
            throw unreadable(source, e);
        }
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
                        "restore --into an empty directory, or give --replace to put the backup in its place");
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
