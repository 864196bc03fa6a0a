package dev.stoa.cli.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.UnavailableException;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.Verbs;
import dev.stoa.engine.evolution.RunPlots;
import dev.stoa.engine.evolution.RunView;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.scenario.Problem;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.json.Json;
import dev.stoa.storage.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code evolve}: runs in which agents improve. Used by one thread. */
@Command(
        name = "evolve",
        description = "Run evolutions of agents, inspect what they decided, and decide about created agents.",
        addMethodSubcommands = false)
@Verbs({
    EvolveRunCommands.RunVerb.class,
    EvolveRunCommands.Resume.class,
    EvolveEpisodeCommands.Episodes.class,
    EvolveEpisodeCommands.Log.class,
    EvolveEpisodeCommands.Replay.class,
    EvolveProfileCommands.Lineage.class,
    EvolveProfileCommands.Diff.class,
    EvolveProfileCommands.BlameVerb.class,
    EvolveProfileCommands.Verdicts.class,
    EvolveProfileCommands.Observe.class,
    EvolveCreatedCommands.Created.class,
    EvolveCreatedCommands.Approve.class,
    EvolveCreatedCommands.Reject.class,
    EvolveCreatedCommands.Retire.class,
    EvolveMemoryCommand.class
})
public final class EvolveCommand extends CommandGroup {
    @Command(name = "scenarios", description = "List the built-in scenarios.")
    void scenarios() {
        List<Object> items = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String name : Scenarios.NAMES) {
            Scenario scenario = Scenarios.get(name);
            items.add(Json.object(
                    "name", name,
                    "kind", scenario.kind().text(),
                    "context", scenario.context(),
                    "max_generations", scenario.evolution().maxGenerations()));
            lines.add(name + "  " + scenario.context());
        }
        main.print(Json.object("items", items, "next", null), lines);
    }

    @Command(name = "check", description = "Check a scenario file; exit 2 if anything is wrong.")
    int check(@Parameters(paramLabel = "FILE", description = "TOML file of a scenario.") Path file) {
        String text = EvolveRunCommands.text(main, file.toString());
        List<Problem> problems = ScenarioReader.check(text);
        if (problems.isEmpty()) {
            // Its questions may stand in a file of their own, the errors of which name that file.
            EvolveRunCommands.asked(main, file.toString(), ScenarioReader.toml(file.toString(), text));
        }
        main.print(
                Json.object(
                        "valid",
                        problems.isEmpty(),
                        "errors",
                        problems.stream()
                                .map(each -> Json.object(
                                        "line", each.line(),
                                        "column", each.column(),
                                        "field", each.field(),
                                        "message", each.message()))
                                .toList()),
                problems.isEmpty()
                        ? List.of(file + " is a valid scenario")
                        : problems.stream()
                                .map(each -> each.shown(file.toString()))
                                .toList());
        return problems.isEmpty() ? 0 : ExitCode.USAGE;
    }

    @Command(name = "list", description = "List the runs, newest first.")
    void list(@Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Evolution stores = stoa.evolution();
            Page<Run> page = stores.runs().list(main.principal(), paging.request());
            List<RunView> views = page.items().stream()
                    .map(run -> RunView.brief(stores, main.principal(), run.id()))
                    .toList();
            List<String> lines = new ArrayList<>(EvolveText.runs(views));
            if (page.next() != null) {
                lines.add("more with --cursor " + page.next());
            }
            main.print(Json.object("items", views.stream().map(RunView::item).toList(), "next", page.next()), lines);
        }
    }

    @Command(name = "show", description = "Show a run: what each generation achieved.")
    void show(
            @Parameters(paramLabel = "RUN", description = "Id of the run.") String run,
            @Option(
                            names = "--plots",
                            paramLabel = "DIR",
                            description = "Also write the plots of fitness and lineage as SVG files to this folder.")
                    @Nullable
                    Path plots) {
        try (Stoa stoa = main.open()) {
            RunView view = RunView.of(stoa.evolution(), main.principal(), run);
            if (plots != null) {
                draw(RunPlots.of(view, stoa.evolution().profiles().tree(main.principal(), run)), main.resolve(plots));
            }
            main.print(view.document(), EvolveText.run(view));
        }
    }

    private static void draw(Map<String, String> plots, Path folder) {
        try {
            PrivateFiles.directories(folder);
            for (Map.Entry<String, String> plot : plots.entrySet()) {
                PrivateFiles.writeString(folder.resolve(plot.getKey()), plot.getValue());
            }
        } catch (IOException e) {
            throw new UnavailableException(
                    "unavailable",
                    "the plots cannot be written to " + folder + " (" + e.getMessage() + ")",
                    "name a folder that you may write to");
        }
    }

    @Command(name = "cancel", description = "Give a run up for good; the process that runs it stops at its next step.")
    void cancel(@Parameters(paramLabel = "RUN", description = "Id of the run.") String run) {
        try (Stoa stoa = main.open()) {
            stoa.evolution().runs().cancel(main.principal(), run);
            RunView view = RunView.of(stoa.evolution(), main.principal(), run);
            main.print(view.document(), List.of("run " + run + " is cancelled"));
        }
    }
}
