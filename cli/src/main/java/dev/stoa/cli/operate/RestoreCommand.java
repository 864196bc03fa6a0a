package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.InvalidException;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.text.Plural;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.engine.upkeep.Restorer;
import dev.stoa.json.Json;
import dev.stoa.storage.backup.BackupKey;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code restore}: puts a backup in place, all of it or nothing. Used by one thread. */
@Command(name = "restore", description = "Verify a backup, then install all of its archives or none.")
public final class RestoreCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Parameters(paramLabel = "FILE", description = "Backup to restore.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private Path file;

    @Option(
            names = "--into",
            paramLabel = "DIR",
            description = "Data directory to restore into (default: the data directory in use)")
    private @Nullable Path into;

    @Option(names = "--replace", description = "Replace existing archives; they are moved to replaced-TIME.")
    private boolean replace;

    @Option(names = "--dry-run", description = "Verify the backup and show its content without restoring it.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Do not ask for confirmation before replacing.")
    private boolean yes;

    @Override
    public void run() {
        Path source = main.resolve(file);
        BackupKey key = main.config().backupKey().orElse(null);
        if (dryRun) {
            Backup.Verified verified = Backup.verify(source, Stoa.ARCHIVES, key);
            main.print(
                    document(verified, false),
                    List.of(file + " is whole: " + archives(verified.manifest()), Restorer.note(verified.origin())));
            return;
        }
        StoaConfig config = target();
        try (Site site = Stoa.site(config, InstantSource.system())) {
            if (replace && !yes && site.existsAny(Stoa.ARCHIVES)) {
                main.confirm("Replace the archives there are (" + site.locate(Stoa.ARCHIVES.get(0)) + " and others)?");
            }
        }
        Backup.Verified verified =
                Restorer.into(config, InstantSource.system(), main.principal()).run(source, replace, key);
        main.print(
                document(verified, true),
                List.of(
                        "restored " + archives(verified.manifest()) + " from " + file,
                        Restorer.note(verified.origin())));
    }

    private static Map<String, @Nullable Object> document(Backup.Verified verified, boolean restored) {
        return Json.object(
                "restored",
                restored,
                "dry_run",
                !restored,
                "origin",
                verified.origin().name().toLowerCase(Locale.ROOT),
                "note",
                Restorer.note(verified.origin()),
                "manifest",
                verified.manifest());
    }

    private StoaConfig target() {
        StoaConfig config = main.config();
        if (into == null) {
            return config;
        }
        if (config.location() instanceof Location.Postgres) {
            throw new InvalidException("invalid", "--into names a directory, and --db a database", "give one of them");
        }
        return StoaConfig.load(ConfigSources.of(
                main.environment().workingDirectory(),
                main.environment().variables(),
                Location.directory(main.resolve(into))));
    }

    /** What a backup holds, in words. */
    static String archives(Map<String, @Nullable Object> manifest) {
        int count = manifest.get("archives") instanceof List<?> archives ? archives.size() : 0;
        return Plural.of(count, "archive") + " of " + manifest.get("created_at");
    }
}
