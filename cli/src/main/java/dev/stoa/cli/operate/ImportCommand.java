package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.cli.console.CommandHints;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.text.Plural;
import dev.stoa.counsel.foreign.AuaOptions;
import dev.stoa.engine.upkeep.ImportReport;
import dev.stoa.evolution.transfer.TransferReport;
import dev.stoa.society.foreign.SpaceImportReport;
import dev.stoa.society.graph.Graph;
import dev.stoa.storage.foreign.TakeoverReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code import}: takes over a file of an earlier system. Used by one thread. */
@Command(
        name = "import",
        description = "Import a SQLite database of an earlier system, recognised by its tables and upgraded, or"
                + " the JSON Lines of an MCP memory server or of an export of the evolution. The file itself is"
                + " not changed. Rows of a space.db, of an aua.db, of a memory server and of such an export are"
                + " added to the existing ones; the options"
                + " below --aua-key-env apply to a space.db.",
        sortOptions = false)
public final class ImportCommand implements Runnable {
    private static final int SHOWN = 20;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Parameters(paramLabel = "FILE", description = "File to import.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private Path file;

    @Option(names = "--dry-run", description = "Show what would be imported without importing it.")
    private boolean dryRun;

    @Option(
            names = "--aua-key-env",
            paramLabel = "NAME",
            description = "Environment variable with the key of an aua.db whose texts are encrypted, 64 hex digits.")
    private @Nullable String auaKey;

    @Mixin
    private final SpaceImportOptions space = new SpaceImportOptions();

    @Override
    public void run() {
        main.showWarnings();
        try (Stoa stoa = main.open()) {
            ImportReport report = main.engines(stoa)
                    .importer()
                    .run(main.resolve(file), space.options(main), aua(), main.principal(), dryRun);
            main.print(
                    report.document(),
                    switch (report) {
                        case ImportReport.Archives archives -> lines(archives.taken());
                        case ImportReport.Space rows -> lines(rows);
                        case ImportReport.Aua rows -> lines(rows);
                        case ImportReport.Runs rows -> lines(rows);
                        case ImportReport.MemoryServer graph -> lines(graph);
                    });
        }
    }

    private static List<String> lines(ImportReport.Space space) {
        SpaceImportReport taken = space.taken();
        List<String> lines = new ArrayList<>();
        lines.add("society: " + Plural.of(taken.written(), "row") + (taken.dryRun() ? " would go to " : " added to ")
                + space.location());
        taken.lines().forEach(line -> lines.add("  " + CommandHints.of(line)));
        return lines;
    }

    private static List<String> lines(ImportReport.Aua aua) {
        List<String> lines = new ArrayList<>();
        lines.add("counsel: " + Plural.of(aua.taken().imported(), "row")
                + (aua.taken().dryRun() ? " would go to " : " added to ") + aua.location());
        aua.taken().lines().forEach(line -> lines.add("  " + CommandHints.of(line)));
        return lines;
    }

    private static List<String> lines(ImportReport.Runs runs) {
        TransferReport taken = runs.taken();
        List<String> lines = new ArrayList<>();
        lines.add("evolution: " + Plural.of(taken.rows(), "row") + (taken.dryRun() ? " would go to " : " added to ")
                + runs.location());
        taken.runIds().forEach(run -> lines.add("  run " + run));
        Set<String> types = new LinkedHashSet<>(taken.added().keySet());
        types.addAll(taken.skipped().keySet());
        types.forEach(type -> lines.add("  " + type + ": " + taken.added().getOrDefault(type, 0L) + " new, "
                + taken.skipped().getOrDefault(type, 0L) + " already there"));
        return lines;
    }

    /** What was said about an aua.db; null if nothing was. */
    private @Nullable AuaOptions aua() {
        if (auaKey == null) {
            return null;
        }
        String key = main.environment().variables().get(auaKey);
        if (key == null || key.isBlank()) {
            throw Bounds.invalid(
                    "environment variable " + auaKey + " of --aua-key-env is not set", "set it to the key of the file");
        }
        return new AuaOptions(key.strip(), null);
    }

    private static List<String> lines(ImportReport.MemoryServer graph) {
        Graph.Taken taken = graph.taken();
        String verb = graph.dryRun() ? " would be new" : " new";
        List<String> lines = new ArrayList<>(List.of(
                "entities: " + taken.entities() + ", " + taken.newEntities() + verb,
                "observations: " + taken.observations() + ", " + taken.newObservations() + verb,
                "relations: " + taken.relations() + ", " + taken.newRelations() + verb));
        named(lines, "set aside", graph.bad());
        if (graph.quarantine() != null) {
            lines.add("the lines set aside are in " + graph.quarantine() + "; correct them there, then import it");
        }
        return lines;
    }

    private static List<String> lines(TakeoverReport report) {
        List<String> lines = new ArrayList<>();
        for (TakeoverReport.Part part : report.archives()) {
            String versions = part.found() == part.version()
                    ? "version " + part.version()
                    : "version " + part.found() + ", now " + part.version();
            lines.add(part.name() + ": " + versions + ", " + Plural.of(part.rows(), "row")
                    + (report.dryRun() ? " would go to " : " in ") + part.location());
            for (TakeoverReport.Table table : part.tables()) {
                if (table.rows() > 0 || table.found() > 0) {
                    lines.add("  " + table.name() + ": " + Plural.of(table.rows(), "row"));
                }
            }
            part.notes().forEach(note -> lines.add("  note: " + CommandHints.of(note)));
        }
        report.leftOut()
                .forEach(table ->
                        lines.add("left out: table " + table.name() + " with " + Plural.of(table.found(), "row")));
        named(lines, "altered", report.altered());
        named(lines, "set aside", report.setAside());
        if (report.quarantine() != null) {
            lines.add("the rows set aside are in " + report.quarantine() + "; correct them there, then import it");
        }
        if (report.dryRun()) {
            lines.add("nothing was changed");
        }
        return lines;
    }

    private static void named(List<String> lines, String what, List<?> items) {
        items.stream().limit(SHOWN).forEach(item -> lines.add(what + ": " + item));
        if (items.size() > SHOWN) {
            lines.add(what + ": " + (items.size() - SHOWN) + " more; the JSON document lists all");
        }
    }
}
