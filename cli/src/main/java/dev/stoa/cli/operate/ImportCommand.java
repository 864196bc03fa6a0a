package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.Invocation;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.foreign.SpaceImport;
import dev.stoa.society.foreign.SpaceImportReport;
import dev.stoa.society.foreign.SpaceOptions;
import dev.stoa.society.graph.Graph;
import dev.stoa.society.graph.GraphFile;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.foreign.ForeignFile;
import dev.stoa.storage.foreign.TakeoverReport;
import dev.stoa.storage.site.Site;
import dev.stoa.storage.site.Takeover;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code import}: takes over a file of an earlier system. Used by one thread. */
@Command(
        name = "import",
        description = "Import a SQLite database of an earlier system, recognised by its tables and upgraded, or"
                + " the JSON Lines of an MCP memory server. The file itself is not changed. Rows of a"
                + " space.db and of a memory server are added to the existing ones; the options below"
                + " --dry-run apply to a space.db.",
        sortOptions = false)
public final class ImportCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Parameters(paramLabel = "FILE", description = "File to import.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private Path file;

    @Option(names = "--dry-run", description = "Show what would be imported without importing it.")
    private boolean dryRun;

    @Mixin
    private final SpaceImportOptions space = new SpaceImportOptions();

    @Override
    public void run() {
        main.showWarnings();
        if (GraphFile.is(main.resolve(file))) {
            space.refuseIfGiven();
            takeGraph();
            return;
        }
        try (ForeignFile old = ForeignFile.open(main.resolve(file))) {
            if (SpaceImport.recognises(old)) {
                takeSpace(old);
                return;
            }
        }
        space.refuseIfGiven();
        try (Site site = main.site()) {
            TakeoverReport report =
                    Takeover.run(main.resolve(file), site, Stoa.ARCHIVES, dryRun, InstantSource.system());
            main.print(report.document(), lines(report));
        }
    }

    private void takeSpace(ForeignFile old) {
        SpaceOptions options = space.options(main);
        try (Site site = main.site()) {
            String where = site.locate(SocietyArchive.SCHEMA);
            SpaceImportReport taken = dryRun && !site.exists(SocietyArchive.SCHEMA)
                    ? rehearseOnNothing(old, options)
                    : take(old, options);
            List<String> lines = new ArrayList<>();
            lines.add(
                    "society: " + counted(taken.written(), "row") + (dryRun ? " would go to " : " added to ") + where);
            taken.lines().forEach(line -> lines.add("  " + line));
            main.print(taken.document(), lines);
        }
    }

    private SpaceImportReport take(ForeignFile old, SpaceOptions options) {
        try (Stoa stoa = main.open()) {
            return stoa.society().spaceImport().run(old, main.resolve(file), options, dryRun);
        }
    }

    /** A rehearsal must not make the archive that it is a rehearsal for. */
    private SpaceImportReport rehearseOnNothing(ForeignFile old, SpaceOptions options) {
        try (TempFolder scratch = TempFolder.make();
                Site site = Site.directory(scratch.folder(), StorageSettings.defaults(), InstantSource.system());
                Archive archive = site.open(SocietyArchive.SCHEMA)) {
            return SpaceImport.over(archive, InstantSource.system()).run(old, main.resolve(file), options, true);
        }
    }

    private void takeGraph() {
        Graph.Part part = GraphFile.read(main.resolve(file));
        try (Stoa stoa = main.open()) {
            // What agents have noted is not a person's word because a person brought it here.
            boolean person = main.actor().equals(Principal.local());
            Principal by = person && !dryRun ? Graph.keeper(stoa.society().agents()) : main.actor();
            Graph.Taken taken = stoa.society().graph().take(by.atMost(Trust.AGENT), part, dryRun);
            String verb = dryRun ? " would be new" : " new";
            main.print(
                    taken.document(),
                    List.of(
                            "entities: " + taken.entities() + ", " + taken.newEntities() + verb,
                            "observations: " + taken.observations() + ", " + taken.newObservations() + verb,
                            "relations: " + taken.relations() + ", " + taken.newRelations() + verb));
        }
    }

    private static List<String> lines(TakeoverReport report) {
        List<String> lines = new ArrayList<>();
        for (TakeoverReport.Part part : report.archives()) {
            String versions = part.found() == part.version()
                    ? "version " + part.version()
                    : "version " + part.found() + ", now " + part.version();
            lines.add(part.name() + ": " + versions + ", " + counted(part.rows(), "row")
                    + (report.dryRun() ? " would go to " : " in ") + part.location());
            for (TakeoverReport.Table table : part.tables()) {
                if (table.rows() > 0 || table.found() > 0) {
                    lines.add("  " + table.name() + ": " + counted(table.rows(), "row"));
                }
            }
            part.notes().forEach(note -> lines.add("  note: " + note));
        }
        report.leftOut()
                .forEach(table ->
                        lines.add("left out: table " + table.name() + " with " + counted(table.found(), "row")));
        if (report.dryRun()) {
            lines.add("nothing was changed");
        }
        return lines;
    }

    private static String counted(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
