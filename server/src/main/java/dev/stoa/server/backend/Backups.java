package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.engine.upkeep.AuditTrail;
import dev.stoa.engine.upkeep.Restorer;
import dev.stoa.json.Json;
import dev.stoa.storage.backup.BackupKey;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Backups that are sent away. Stateless. */
public final class Backups {
    private static final Logger LOG = LoggerFactory.getLogger(Backups.class);

    private Backups() {}

    /**
     * A backup that is to be sent. Used by one thread. Sending it deletes the copy of it that is here.
     *
     * @param sha256 the hash of its manifest, which the audit log has too
     */
    public record Made(Path file, String sha256, Places.Place place) {
        /** Sends it. */
        public void sendTo(OutputStream out) throws IOException {
            try (place) {
                Files.copy(file, out);
            } finally {
                delete(file);
            }
        }
    }

    /**
     * Copies all archives into one file with checksums, and records that.
     *
     * @param place in which it is made; the backup has it until it is sent
     */
    public static Made make(Stoa stoa, Principal by, Places.Place place) {
        return make(stoa, by, place, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** The same with its copy in another folder. */
    static Made make(Stoa stoa, Principal by, Places.Place place, Path folder) {
        Path file = null;
        try {
            Rights.need(by, Right.ADMIN, "backup");
            // Only this user may read the folder.
            file = Files.createTempDirectory(folder, "stoa-backup").resolve("stoa.backup");
            return new Made(file, write(stoa, by, file), place);
        } catch (IOException | RuntimeException e) {
            place.close();
            if (file != null) {
                delete(file);
            }
            if (e instanceof IOException || (e instanceof UnavailableException away && !away.isInterruption())) {
                LOG.warn("a backup could not be made", e);
                // What failed names folders of this machine.
                throw new UnavailableException(
                        "unavailable", "the backup cannot be written", "see the log of the server, and its disk", e);
            }
            throw (RuntimeException) e;
        }
    }

    private static String write(Stoa stoa, Principal by, Path file) {
        BackupKey key = stoa.config().backupKey().orElse(null);
        try (Site site = Stoa.site(stoa.config(), InstantSource.system())) {
            Map<String, @Nullable Object> manifest = Backup.write(
                    site, Stoa.ARCHIVES, file, false, "stoa " + Program.version(), InstantSource.system(), key);
            String sha256 = Json.sha256(manifest);
            AuditTrail.of(stoa, by)
                    .record(
                            "backup",
                            Json.object(
                                    "file",
                                    String.valueOf(file.getFileName()),
                                    "signed",
                                    key != null,
                                    "manifest_sha256",
                                    sha256));
            return sha256;
        }
    }

    /**
     * Reads a whole backup and compares its checksums and its signature, as a restore does before it changes anything.
     *
     * @return whether it is whole, and what it says of itself or what is wrong
     */
    public static Map<String, @Nullable Object> verify(Stoa stoa, Principal by, InputStream sent) throws IOException {
        Rights.need(by, Right.ADMIN, "backup verify");
        // Only this user may read the folder.
        Path file = Files.createTempDirectory("stoa-backup").resolve("stoa.backup");
        try {
            Files.copy(sent, file);
            Backup.Verified verified =
                    Backup.verify(file, Stoa.ARCHIVES, stoa.config().backupKey().orElse(null));
            return Json.object(
                    "ok",
                    true,
                    "origin",
                    verified.origin().name().toLowerCase(Locale.ROOT),
                    "note",
                    Restorer.note(verified.origin()),
                    "manifest",
                    verified.manifest(),
                    "problem",
                    null);
        } catch (StoaException e) {
            // It names the copy, which is a file of this machine.
            String problem = String.valueOf(e.getMessage())
                    .replace("backup " + file, "backup")
                    .replace(file.toString(), "the file");
            return Json.object(
                    "ok", false, "origin", null, "note", e.hint().orElse(null), "manifest", null, "problem", problem);
        } finally {
            delete(file);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(Objects.requireNonNull(file.getParent()));
        } catch (IOException e) {
            LOG.warn("the copy of a backup could not be deleted: {}", e.toString());
        }
    }
}
