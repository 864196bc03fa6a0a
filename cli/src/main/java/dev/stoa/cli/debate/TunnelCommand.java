package dev.stoa.cli.debate;

import dev.stoa.base.Bounds;
import dev.stoa.base.UnavailableException;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.InterruptGuard;
import dev.stoa.cli.console.ProgressLine;
import dev.stoa.cli.text.Plural;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.tunnel.Experiment;
import dev.stoa.engine.tunnel.ExperimentFile;
import dev.stoa.engine.tunnel.LawResult;
import dev.stoa.engine.tunnel.LawRuns;
import dev.stoa.engine.tunnel.Plot;
import dev.stoa.engine.tunnel.SessionRecorder;
import dev.stoa.engine.tunnel.SimPanel;
import dev.stoa.engine.tunnel.Tunnel;
import dev.stoa.engine.tunnel.TunnelReport;
import dev.stoa.engine.tunnel.TunnelRow;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The noun {@code tunnel}: ways of debating tried on simulated agents. Used by one thread. */
@Command(
        name = "tunnel",
        description = "Compare debate configurations with simulated agents, without any model.",
        addMethodSubcommands = false)
public final class TunnelCommand extends CommandGroup {
    @Command(
            name = "run",
            description = "Compare configurations on the same questions; nothing is stored without --record.",
            footer = {
                "",
                "A PANEL is a list of simulated agents, separated by commas. A part of it is",
                "  [Nx]sim:[?key=value&…]   N agents, named a0, a1 … by their seats",
                "  name=sim:[?key=value&…]  one agent of that name",
                "Keys: accuracy (.6) of a draft; conformity, pool: how far it follows others;",
                "verify: how often it recognises the truth; flip: how often it misjudges it;",
                "correlation, family: agents with the same errors; faulty=1: always wrong; sharpness,",
                "spread: of its confidence; role. All but accuracy are 0 unless given.",
                "",
                "Lists are separated by commas, and every combination is tried. --file takes",
                "a TOML file with a table [[run]] for each experiment, whose keys are the",
                "names of these options with _ for - (early_stop = false)."
            })
    int run(
            @Option(
                            names = "--panel",
                            paramLabel = "PANEL",
                            description = "Panel of simulated agents; may be repeated (default: 5xsim:)")
                    @Nullable
                    List<String> panels,
            @Option(
                            names = "--preset",
                            paramLabel = "LIST",
                            description = "Presets to try: ladder, classic, vote, round-table (default: ladder)")
                    @Nullable
                    String presets,
            @Option(
                            names = "--topology",
                            paramLabel = "LIST",
                            description =
                                    "Topologies to try: graph_mesh, star, tree, chain (default: as in debate run)")
                    @Nullable
                    String topologies,
            @Option(
                            names = "--voting",
                            paramLabel = "LIST",
                            description =
                                    "Voting rules to try: weighted, majority, plurality, unanimous, borda, condorcet (default:"
                                            + " weighted)")
                    @Nullable
                    String votings,
            @Option(
                            names = "--rounds",
                            paramLabel = "LIST",
                            description =
                                    "Numbers of rounds to try, 1 to 12, including the drafts (default: by preset)")
                    @Nullable
                    String rounds,
            @Option(
                            names = "--threshold",
                            paramLabel = "LIST",
                            description = "Consensus thresholds to try, 0.5 to 1 (default: 0.75)")
                    @Nullable
                    String thresholds,
            @Option(names = "--decision", paramLabel = "HOW", description = "Who decides: vote or lead (default: vote)")
                    @Nullable
                    String decision,
            @Option(names = "--no-early-stop", description = "Hold all rounds even after agreement.")
                    boolean noEarlyStop,
            @Option(
                            names = "--questions",
                            paramLabel = "N",
                            description = "Number of questions, 1 to 1,000,000 (default: 2000)")
                    @Nullable
                    Long questions,
            @Option(
                            names = "--options",
                            paramLabel = "N",
                            description = "Number of answers to each question, 2 to 26 (default: 4)")
                    @Nullable
                    Long options,
            @Option(names = "--seed", paramLabel = "N", description = "Seed of all random draws (default: 1)") @Nullable
                    Long seed,
            @Option(names = "--file", paramLabel = "TOML", description = "Read the experiments from a TOML file.")
                    @Nullable
                    Path file,
            @Option(names = "--record", description = "Also store each debate and verify that it has the same outcome.")
                    boolean record) {
        Map<String, @Nullable Object> given = Json.object(
                "panel",
                panels,
                "preset",
                list(presets),
                "topology",
                list(topologies),
                "voting",
                list(votings),
                "rounds",
                list(rounds),
                "threshold",
                list(thresholds),
                "decision",
                decision,
                "early_stop",
                noEarlyStop ? false : null,
                "questions",
                questions,
                "options",
                options,
                "seed",
                seed);
        List<Experiment> experiments = experiments(given, file);
        List<TunnelRow> rows = new ArrayList<>();
        try (ProgressLine progress = new ProgressLine(main.environment(), 0)) {
            Tunnel tunnel = Tunnel.telling(progress::taken);
            experiments.forEach(experiment -> rows.addAll(tunnel.run(experiment).rows()));
        }
        TunnelReport report = new TunnelReport(rows);
        int exit = record ? record(experiments) : 0;
        if (exit == 0) {
            main.print(report.document(), TunnelText.rows(report));
        }
        return exit;
    }

    /** Holds the debates again as sessions, and answers the exit code. */
    private int record(List<Experiment> experiments) {
        try (DebateConsole console = DebateConsole.open(main);
                InterruptGuard guard = main.longRunning()) {
            SessionRecorder recorder =
                    SessionRecorder.of(console.engine(), main.principal().name());
            try {
                for (Experiment experiment : experiments) {
                    Tunnel.create().record(experiment, recorder);
                }
            } catch (InterruptedException e) {
                return main.interrupted(
                        "the recording is interrupted; " + recorder.kept() + " debates are kept",
                        "see stoa debate list");
            }
            main.say("kept " + Plural.of(recorder.kept(), "debate") + ", each with the same outcome as here");
            return 0;
        }
    }

    private static @Nullable List<String> list(@Nullable String text) {
        return text == null ? null : List.of(text.split(",", -1));
    }

    private List<Experiment> experiments(Map<String, @Nullable Object> given, @Nullable Path file) {
        if (file == null) {
            return List.of(ExperimentFile.experiment(JsonFields.of(given), this::panel));
        }
        given.forEach((name, value) -> {
            if (value != null) {
                throw Bounds.invalid(
                        "--file says everything, and --" + (name.equals("early_stop") ? "no-early-stop" : name)
                                + " is given too",
                        "write it into the file");
            }
        });
        return ExperimentFile.parse(main.text("the experiment", null, file), this::panel);
    }

    /** A panel; the archive is opened only for one that names a profile of the evolution. */
    private SimPanel panel(String text) {
        if (!text.contains("=profile:")) {
            return SimPanel.parse(text);
        }
        try (DebateConsole console = DebateConsole.open(main)) {
            return SimPanel.parse(
                    text, ProfileAgents.of(console.stoa(), console.engine().providers())::parse);
        }
    }

    @Command(name = "laws", description = "Measure known properties of debates; exit 5 if one does not hold.")
    int laws(
            @Option(
                            names = "--questions",
                            paramLabel = "N",
                            defaultValue = "" + LawRuns.QUESTIONS,
                            description =
                                    "Number of questions; with fewer than the default, a law may fail by chance (default:"
                                            + " ${DEFAULT-VALUE})")
                    int questions,
            @Option(
                            names = "--seed",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "Seed of all random draws (default: ${DEFAULT-VALUE})")
                    long seed,
            @Option(
                            names = "--plots",
                            paramLabel = "DIR",
                            description = "Also write the plots as SVG files to this folder.")
                    @Nullable
                    Path plots) {
        LawRuns runs;
        try (ProgressLine progress =
                new ProgressLine(main.environment(), (long) questions * LawRuns.TURNS_PER_QUESTION)) {
            runs = LawRuns.of(Tunnel.telling(progress::taken), questions, seed);
        }
        if (plots != null) {
            draw(runs.plots(), main.resolve(plots));
        }
        List<LawResult> laws = runs.results();
        boolean ok = laws.stream().allMatch(LawResult::ok);
        main.print(LawResult.document(laws, questions, seed), TunnelText.laws(laws, questions, seed));
        return ok ? 0 : ExitCode.VERIFICATION_FAILED;
    }

    private static void draw(Map<String, Plot> plots, Path folder) {
        try {
            PrivateFiles.directories(folder);
            for (Map.Entry<String, Plot> plot : plots.entrySet()) {
                PrivateFiles.writeString(
                        folder.resolve(plot.getKey()), plot.getValue().svg());
            }
        } catch (IOException e) {
            throw new UnavailableException(
                    "unavailable",
                    "the plots cannot be written to " + folder + " (" + e.getMessage() + ")",
                    "name a folder that you may write to");
        }
    }
}
