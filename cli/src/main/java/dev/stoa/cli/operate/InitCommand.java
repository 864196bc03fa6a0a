package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Invocation;
import dev.stoa.engine.upkeep.UpgradeReport;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.site.Site;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The verb {@code init}: every archive exists afterwards, in its latest version. Used by one thread. */
@Command(name = "init", description = "Create all archives, and list them with their versions.")
public final class InitCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Override
    public void run() {
        // Nothing is created for texts that are to be sealed while a keyset is missing.
        main.config().keysets().seal();
        List<Object> items = new ArrayList<>();
        List<UpgradeReport.Archive> upgraded = new ArrayList<>();
        Columns columns = new Columns();
        Instant since = Instant.now();
        try (Site site = main.site()) {
            for (ArchiveSchema schema : Stoa.ARCHIVES) {
                OptionalInt before = site.version(schema);
                site.open(schema).close();
                String what =
                        before.isEmpty() ? "created" : before.getAsInt() < schema.latest() ? "upgraded" : "present";
                if (before.isPresent() && before.getAsInt() < schema.latest()) {
                    upgraded.add(new UpgradeReport.Archive(schema.name(), before.getAsInt(), schema.latest()));
                }
                items.add(Json.object(
                        "name", schema.name(),
                        "version", schema.latest(),
                        "location", site.locate(schema),
                        "state", what));
                columns.row(schema.name(), "version " + schema.latest(), what, site.locate(schema));
            }
        }
        try (Stoa stoa = main.open()) {
            // The log begins with the archive that holds it, and its key is made.
            stoa.counsel().audit();
            if (!upgraded.isEmpty()) {
                new UpgradeReport(upgraded, false).record(stoa, main.principal(), since);
            }
        }
        main.print(Json.object("archives", items), columns.lines());
    }
}
