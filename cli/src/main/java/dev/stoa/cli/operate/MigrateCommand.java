package dev.stoa.cli.operate;

import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Invocation;
import dev.stoa.engine.upkeep.ArchiveCare;
import dev.stoa.engine.upkeep.UpgradeReport;
import dev.stoa.engine.upkeep.UpkeepListener;
import java.time.InstantSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verb {@code migrate}: brings the archives that exist to their latest version. Used by one thread. */
@Command(name = "migrate", description = "Upgrade all existing archives; a snapshot of each is stored beside it first.")
public final class MigrateCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Option(names = "--dry-run", description = "Show what would be upgraded without upgrading it.")
    private boolean dryRun;

    @Override
    public void run() {
        UpgradeReport report = ArchiveCare.of(main.config(), InstantSource.system())
                .as(main.principal())
                .upgrade(dryRun, UpkeepListener.NONE);
        Columns columns = new Columns();
        for (UpgradeReport.Archive archive : report.archives()) {
            columns.row(
                    archive.name(),
                    archive.upgraded()
                            ? "version " + archive.from() + " to " + archive.to()
                            : "version " + archive.to(),
                    archive.upgraded() ? (dryRun ? "would be upgraded" : "upgraded") : "up to date");
        }
        main.print(report.document(), columns.lines());
    }
}
