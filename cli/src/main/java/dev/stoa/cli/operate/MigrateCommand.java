package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Invocation;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.site.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
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
        List<Object> items = new ArrayList<>();
        Columns columns = new Columns();
        try (Site site = main.site()) {
            for (ArchiveSchema schema : Stoa.ARCHIVES) {
                OptionalInt before = site.version(schema);
                if (before.isEmpty()) {
                    continue;
                }
                boolean pending = before.getAsInt() < schema.latest();
                if (!dryRun) {
                    site.open(schema).close();
                }
                items.add(Json.object(
                        "name", schema.name(), "from", before.getAsInt(), "to", schema.latest(), "upgraded", pending));
                columns.row(
                        schema.name(),
                        pending
                                ? "version " + before.getAsInt() + " to " + schema.latest()
                                : "version " + schema.latest(),
                        pending ? (dryRun ? "would be upgraded" : "upgraded") : "up to date");
            }
        }
        main.print(Json.object("archives", items, "dry_run", dryRun), columns.lines());
    }
}
