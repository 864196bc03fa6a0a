package dev.stoa.cli.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Utf8Lines;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.InterruptGuard;
import dev.stoa.cli.console.Invocation;
import dev.stoa.engine.evolution.EvolutionEngine;
import dev.stoa.engine.evolution.RunView;
import dev.stoa.evolution.base.EvolutionSettings;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.scenario.DebateReader;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.DebateSpec;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verbs that run: {@code evolve run} and {@code evolve resume}. Used by one thread. */
final class EvolveRunCommands {
    private EvolveRunCommands() {}

    /** What runs a run to its end or to its interruption. */
    @FunctionalInterface
    private interface Going {
        Run on(EvolutionEngine engine, EvolutionView view);
    }

    private static int run(Invocation main, Going going) {
        try (Stoa stoa = main.open();
                InterruptGuard guard = main.longRunning()) {
            Run run = going.on(main.engines(stoa).evolutions(), new EvolutionView(main));
            RunView view = RunView.of(stoa.evolution(), main.principal(), run.id());
            if (run.status() == RunStatus.PAUSED && "interrupted".equals(run.stopReason())) {
                return main.interrupted(
                        "run " + run.id() + " is paused in generation "
                                + view.generations().getLast().seq() + "; what was played is stored",
                        "go on with stoa evolve resume " + run.id());
            }
            main.print(view.document(), EvolveText.run(view));
            return run.status() == RunStatus.COMPLETED ? 0 : ExitCode.FAILED;
        }
    }

    /** The scenario of a built-in name or of a file; what it does not set is as configured. */
    static Scenario scenario(Invocation main, String given) {
        Map<String, Object> defaults = EvolutionSettings.defaults(main.config().values());
        return Scenarios.NAMES.contains(given)
                ? Scenarios.get(given, defaults)
                : asked(main, given, ScenarioReader.toml(name(given), text(main, given), defaults));
    }

    /** How errors name the file; a root has no name of its own. */
    private static String name(String given) {
        Path name = Path.of(given).getFileName();
        return name == null ? given : name.toString();
    }

    /** A scenario with the questions of its debates, whose file is found from that of the scenario. */
    static Scenario asked(Invocation main, String given, Scenario scenario) {
        DebateSpec debate = scenario.debate();
        if (debate == null || debate.questions().isEmpty()) {
            return scenario;
        }
        Path file = main.resolve(Path.of(given)).resolveSibling(debate.questions());
        return DebateReader.with(
                scenario,
                debate.questions(),
                text(file, "file of questions " + Bounds.shown(debate.questions()), DebateReader.MOST_BYTES));
    }

    /** The text of a scenario file, which may not be larger than scenarios are. */
    static String text(Invocation main, String given) {
        Path file = main.resolve(Path.of(given));
        if (!Files.isRegularFile(file)) {
            throw new NotFoundException(
                    "not_found",
                    "there is no scenario " + Bounds.shown(given) + ", neither built in nor as a file",
                    "built in are " + String.join(", ", Scenarios.NAMES));
        }
        return text(file, "scenario " + given, ScenarioReader.MOST_BYTES);
    }

    private static String text(Path file, String what, int most) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new NotFoundException("not_found", "there is no " + what, "check the path: " + file);
            }
            if (Files.size(file) > most) {
                throw Bounds.invalid(what + " has " + Files.size(file) + " bytes; at most " + most, "shorten it");
            }
            return Utf8Lines.text(what, Files.readAllBytes(file));
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found", what + " cannot be read (" + e.getMessage() + ")", "check the path");
        }
    }

    /** {@code evolve run}. */
    @Command(
            name = "run",
            description =
                    "Run a scenario: play, mutate, try and deploy, generation by generation. Everything is stored;"
                            + " an interrupted run is continued by evolve resume.",
            footer = {
                "",
                "With --set any setting of the table [evolution] can be given, such as",
                "--set epoch_size=20 or --set memory.scope=archive. It comes before the scenario's."
            })
    static final class RunVerb implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private EvolveCommand evolve;

        @Parameters(paramLabel = "SCENARIO", description = "Name of a built-in scenario, or a TOML file.")
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private String scenario;

        @Option(
                names = "--seed",
                paramLabel = "N",
                description = "Seed of all random draws, any whole number of 64 bits (default: the scenario's)")
        private @Nullable Long seed;

        @Option(
                names = "--generations",
                paramLabel = "N",
                description = "Number of generations, 1 to 10,000 (default: the scenario's)")
        private @Nullable Long generations;

        @Option(
                names = "--set",
                paramLabel = "KEY=VALUE",
                description = "Setting that replaces the scenario's; may be repeated.")
        private List<String> settings = new ArrayList<>();

        @Override
        public Integer call() {
            Invocation main = evolve.main();
            Scenario read = scenario(main, scenario);
            Map<String, String> set = new LinkedHashMap<>();
            for (String each : settings) {
                int equals = each.indexOf('=');
                if (equals < 1) {
                    throw Bounds.invalid(
                            "--set " + Bounds.shown(each) + " is not KEY=VALUE", "write --set epoch_size=20");
                }
                if (set.put(each.substring(0, equals), each.substring(equals + 1)) != null) {
                    throw Bounds.invalid("--set gives " + each.substring(0, equals) + " twice", "give it once");
                }
            }
            if (generations != null && set.put("max_generations", generations.toString()) != null) {
                throw Bounds.invalid("max_generations is given twice, by --generations and by --set", "give it once");
            }
            return run(
                    main,
                    (engine, view) -> engine.run(main.principal(), read, seed == null ? read.seed() : seed, set, view));
        }
    }

    /** {@code evolve resume}. */
    @Command(
            name = "resume",
            description = "Continue a run that no process runs, or a completed one with more generations.")
    static final class Resume implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private EvolveCommand evolve;

        @Parameters(paramLabel = "RUN", description = "Id of the run.")
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private String run;

        @Option(
                names = "--generations",
                paramLabel = "N",
                description = "Larger number of generations, 1 to 10,000 (default: as the run was created)")
        private @Nullable Long generations;

        @Option(
                names = "--max-tokens",
                paramLabel = "N",
                description = "Larger number of tokens, 0 for no limit (default: as the run was created)")
        private @Nullable Long tokens;

        @Option(names = "--force", description = "Take the run from a process that still seems to run it.")
        private boolean force;

        @Override
        public Integer call() {
            Invocation main = evolve.main();
            return run(
                    main,
                    (engine, view) -> engine.resume(
                            main.principal(), run, new EvolutionEngine.Resume(force, generations, tokens), view));
        }
    }
}
