package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.base.NotFoundException;
import dev.stoa.cli.console.Invocation;
import dev.stoa.engine.upkeep.AuditTrail;
import dev.stoa.json.Json;
import dev.stoa.storage.backup.BackupKey;
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

/** The verb {@code backup}: all archives in one file. Used by one thread. */
@Command(
        name = "backup",
        description = "Copy all archives into one file with checksums; other processes may keep using them.")
public final class BackupCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Parameters(paramLabel = "FILE", description = "Backup file to write.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private Path file;

    @Option(names = "--replace", description = "Replace the file if it exists.")
    private boolean replace;

    @Override
    public void run() {
        try (Site site = main.site()) {
            if (!site.existsAny(Stoa.ARCHIVES)) {
                throw new NotFoundException(
                        "not_found", "there is nothing to back up yet", "create the archives with stoa init");
            }
            BackupKey key = main.config().backupKey().orElse(null);
            Map<String, @Nullable Object> manifest = Backup.write(
                    site,
                    Stoa.ARCHIVES,
                    main.resolve(file),
                    replace,
                    VersionCommand.program(),
                    InstantSource.system(),
                    key);
            AuditTrail.at(main.config(), InstantSource.system(), main.principal())
                    .record(
                            "backup",
                            Json.object(
                                    "file",
                                    String.valueOf(file.getFileName()),
                                    "signed",
                                    key != null,
                                    "manifest_sha256",
                                    Json.sha256(manifest)));
            main.print(
                    Json.object("file", main.resolve(file).toString(), "signed", key != null, "manifest", manifest),
                    List.of("wrote " + file + " with " + RestoreCommand.archives(manifest)
                            + (key == null ? "" : ", signed")));
        }
    }
}
