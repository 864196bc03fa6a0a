package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.audit.AuditSettings;
import dev.stoa.counsel.audit.LogState;
import dev.stoa.json.Json;
import dev.stoa.storage.backup.BackupKey;
import dev.stoa.storage.backup.BackupReader;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Puts a backup in place of the archives and says so in the audit log, which goes back with them. Thread-safe. The log
 * that is given up stays known by its size, its root and its checkpoints.
 */
public final class Restorer {
    private final StoaConfig config;
    private final InstantSource clock;
    private final Principal caller;

    private Restorer(StoaConfig config, InstantSource clock, Principal caller) {
        this.config = config;
        this.clock = clock;
        this.caller = caller;
    }

    /** Restores into the place of a configuration. */
    public static Restorer into(StoaConfig config, InstantSource clock, Principal by) {
        return new Restorer(config, clock, by);
    }

    /** Verifies a backup and puts it in place, all of it or nothing. */
    @Needs(Right.ADMIN)
    public Backup.Verified run(Path source, boolean replace, @Nullable BackupKey key) {
        // Before anything is replaced, not when it is to be recorded.
        Rights.check(caller);
        LogState before = state();
        Backup.Verified verified;
        try (Site site = Stoa.site(config, clock)) {
            verified = Backup.restore(source, site, Stoa.ARCHIVES, replace, key);
        }
        try (Stoa stoa = Stoa.open(config, clock, Runnable::run)) {
            stoa.counsel()
                    .audit()
                    .restored(
                            caller,
                            before,
                            AuditEvent.of(
                                    "restore",
                                    caller.trace(),
                                    Json.object(
                                            "file",
                                            String.valueOf(source.getFileName()),
                                            "backup_created_at",
                                            verified.manifest().get("created_at"),
                                            "manifest_sha256",
                                            Json.sha256(verified.manifest()),
                                            "by",
                                            caller.shown())));
        }
        return verified;
    }

    /** What is known about where a backup comes from, in words. */
    public static String note(BackupReader.Origin origin) {
        return switch (origin) {
            case PROVEN -> "its signature is that of backup.key_file";
            case UNCHECKED ->
                "it is signed, but no backup.key_file is set to check that; checksums prove integrity, not origin";
            case UNSIGNED -> "it is not signed; checksums prove integrity, not origin";
        };
    }

    /** The log that is given up; of one that cannot be read, what its files beside the database tell. */
    private LogState state() {
        try (Site site = Stoa.site(config, clock)) {
            if (site.exists(CounselArchive.SCHEMA)) {
                try (Stoa stoa = Stoa.open(config, clock, Runnable::run)) {
                    return stoa.counsel().audit().state(caller);
                }
            }
        } catch (StoaException e) {
            // A damaged archive is a usual reason to restore.
        }
        return LogState.of(AuditSettings.places(config.values()));
    }
}
