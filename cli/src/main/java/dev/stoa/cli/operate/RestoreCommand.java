package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.InvalidException;
import dev.stoa.cli.console.Invocation;
import dev.stoa.config.Location;
import dev.stoa.json.Json;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code restore}: puts a backup in place, all of it or nothing. Used by one thread. */
@Command(name = "restore", description = "Verify a backup, then put its archives in place, all or none.")
public final class RestoreCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Parameters(paramLabel = "FILE", description = "The backup to restore.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private Path file;

    @Option(names = "--into", paramLabel = "DIR", description = "Restore into this data directory.")
    private @Nullable Path into;

    @Option(names = "--replace", description = "Replace archives that exist; they are kept in replaced-TIME.")
    private boolean replace;

    @Option(names = "--dry-run", description = "Only verify the backup and show what it holds.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Do not ask before replacing.")
    private boolean yes;

    @Override
    public void run() {
        Path source = main.resolve(file);
        if (dryRun) {
            Map<String, @Nullable Object> manifest = Backup.verify(source);
            main.print(
                    Json.object("restored", false, "dry_run", true, "manifest", manifest),
                    List.of(file + " is whole: " + archives(manifest)));
            return;
        }
        try (Site site = target()) {
            if (replace && !yes && Stoa.ARCHIVES.stream().anyMatch(site::exists)) {
                main.confirm("Replace the archives there are (" + site.locate(Stoa.ARCHIVES.get(0)) + " and others)?");
            }
            Map<String, @Nullable Object> manifest = Backup.restore(source, site, Stoa.ARCHIVES, replace);
            main.print(
                    Json.object("restored", true, "dry_run", false, "manifest", manifest),
                    List.of("restored " + archives(manifest) + " from " + file));
        }
    }

    private Site target() {
        if (into == null) {
            return main.site();
        }
        StoaConfig config = main.config();
        if (config.location() instanceof Location.Postgres) {
            throw new InvalidException("invalid", "--into names a directory, and --db a database", "give one of them");
        }
        return Site.directory(main.resolve(into), config.storage(), InstantSource.system());
    }

    /** What a backup holds, in words. */
    static String archives(Map<String, @Nullable Object> manifest) {
        int count = manifest.get("archives") instanceof List<?> archives ? archives.size() : 0;
        return count + (count == 1 ? " archive" : " archives") + " of " + manifest.get("created_at");
    }
}
