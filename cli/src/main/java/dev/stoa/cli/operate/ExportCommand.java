package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.text.Plural;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.engine.upkeep.Exported;
import dev.stoa.engine.upkeep.Exporter;
import dev.stoa.engine.upkeep.ReceiptFormat;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verb {@code export}: what is in the archives, for others. Used by one thread. */
@Command(
        name = "export",
        description = "Export a debate as a receipt, or all debates or runs of the evolution as JSON Lines.")
public final class ExportCommand implements Runnable {
    private static final String ONE = "debate:";
    private static final String ALL = "debates";
    private static final String EVOLUTION = "evolution";

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Option(
            names = "--what",
            required = true,
            paramLabel = "WHAT",
            description =
                    "What to export: debate:ID for the receipt of one debate, debates for all of them, evolution for"
                            + " runs of the evolution.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private String what;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Format of a receipt: json, md or html; of debates and runs: jsonl (default: json for a"
                    + " receipt)")
    private @Nullable String format;

    @Option(names = "--run", paramLabel = "RUN", description = "Run of the evolution to export (default: all)")
    private @Nullable String run;

    @Option(names = "--out", paramLabel = "FILE", description = "File to write (default: standard output)")
    private @Nullable Path out;

    @Override
    public void run() {
        if (run != null && !what.equals(EVOLUTION)) {
            throw new InvalidException(
                    "invalid", "--run is for --what evolution", "leave it out, or export the evolution");
        }
        if (what.equals(EVOLUTION)) {
            Bounds.word("--format", format == null ? "jsonl" : format, List.of("jsonl"));
            try (Stoa stoa = main.open()) {
                evolution(main.engines(stoa).exporter(main.principal()));
            }
        } else if (what.startsWith(ONE)) {
            ReceiptFormat form = ReceiptFormat.of("--format", format == null ? "json" : format);
            try (Stoa stoa = main.open()) {
                receipt(main.engines(stoa).exporter(main.principal()), what.substring(ONE.length()), form);
            }
        } else if (what.equals(ALL)) {
            Bounds.word("--format", format == null ? "jsonl" : format, List.of("jsonl"));
            try (Stoa stoa = main.open()) {
                debates(main.engines(stoa).exporter(main.principal()));
            }
        } else {
            throw new InvalidException(
                    "invalid",
                    "there is no export of " + Bounds.shown(what),
                    "export debate:ID, the receipt of one debate, debates, all of them as JSON Lines, or evolution, the runs"
                            + " of the evolution");
        }
    }

    private void receipt(Exporter exporter, String id, ReceiptFormat form) {
        if (out == null) {
            print(exporter.receipt(id, form).text());
        } else {
            Exported.ReceiptFile written = exporter.receipt(id, form, main.resolve(out));
            main.print(written.document(), List.of("wrote " + out + ", receipt " + written.sha256()));
        }
    }

    private void debates(Exporter exporter) {
        if (out == null) {
            refuseJson("all debates are one for each line");
            exporter.debates(this::print);
        } else {
            Exported.DebatesFile written = exporter.debates(main.resolve(out));
            long count = written.debates();
            main.print(written.document(), List.of("wrote " + out + " with " + Plural.of(count, "debate")));
        }
    }

    private void evolution(Exporter exporter) {
        if (out == null) {
            refuseJson("the rows of runs are one for each line");
            exporter.evolution(run, this::print);
        } else {
            Exported.EvolutionFile written = exporter.evolution(run, main.resolve(out));
            main.print(written.document(), List.of("wrote " + out + " with " + Plural.of(written.rows(), "row")));
        }
    }

    private void refuseJson(String why) {
        if (main.json()) {
            throw new InvalidException(
                    "invalid",
                    "--json prints one document, and " + why,
                    "leave out --json, or write them with --out FILE");
        }
    }

    private void print(String text) {
        // A file keeps every character; a person is shown only what a terminal does not obey.
        boolean watched = main.environment().screen();
        main.environment().out().print(watched ? String.join("\n", TerminalText.lines(text)) + "\n" : text);
        main.environment().out().flush();
    }
}
