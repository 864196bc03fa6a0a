package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.SimulatedOption;
import dev.stoa.learning.memory.CleanupResult;
import dev.stoa.learning.memory.ConsolidationResult;
import dev.stoa.learning.memory.ContinuumStats;
import dev.stoa.learning.memory.TuneRequest;
import dev.stoa.learning.memory.Tuning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verbs of {@code memory} that keep the whole in order. Each is used by one thread. */
final class MemoryUpkeepCommands {
    private MemoryUpkeepCommands() {}

    private static final String DRY_RUN = "Show what would be done without doing it.";

    /** The verb {@code memory consolidate}. */
    @Command(
            name = "consolidate",
            description = "Compute missing vectors, correct tiers, clean up and tune the parameters.")
    static final class Consolidate implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private MemoryCommand memory;

        @Option(names = "--dry-run", description = DRY_RUN)
        private boolean dryRun;

        @Override
        public void run() {
            Invocation main = memory.main();
            try (Stoa stoa = main.open()) {
                ConsolidationResult done =
                        stoa.learning().memories().as(main.principal()).consolidate(dryRun);
                main.print(
                        done.document(),
                        List.of(
                                done.embedded() + " embedded, " + done.promoted() + " promoted, " + done.demoted()
                                        + " demoted",
                                words(done.cleaned()),
                                done.tuned() ? "parameters were tuned" : "parameters are as they were"));
            }
        }
    }

    /** The verb {@code memory cleanup}. */
    @Command(name = "cleanup", description = "Archive expired memories and those above the limits of their tiers.")
    static final class Cleanup implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private MemoryCommand memory;

        @Option(names = "--dry-run", description = DRY_RUN)
        private boolean dryRun;

        @Override
        public void run() {
            Invocation main = memory.main();
            try (Stoa stoa = main.open()) {
                CleanupResult done =
                        stoa.learning().memories().as(main.principal()).cleanup(dryRun);
                main.print(done.document(), List.of(words(done)));
            }
        }
    }

    /** The verb {@code memory tune}. */
    @Command(
            name = "tune",
            description = "Change parameters with --set and --reset, or without them by rule from recent outcomes.")
    static final class Tune implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private MemoryCommand memory;

        @Option(names = "--set", paramLabel = "K=V", description = "Parameter and its value; may be repeated.")
        private List<String> settings = new ArrayList<>();

        @Option(names = "--reset", description = "Reset all parameters to their defaults first.")
        private boolean reset;

        @Option(names = "--dry-run", description = DRY_RUN)
        private boolean dryRun;

        @Override
        public void run() {
            Map<String, Double> set = new HashMap<>();
            for (String setting : settings) {
                Map.Entry<String, Double> one = TuneRequest.parse(setting);
                set.put(one.getKey(), one.getValue());
            }
            Invocation main = memory.main();
            try (Stoa stoa = main.open()) {
                Tuning tuning =
                        stoa.learning().memories().as(main.principal()).tune(new TuneRequest(set, reset, dryRun));
                main.print(tuning.document(), List.of((dryRun ? "would be " : "") + tuning.reason()));
            }
        }
    }

    /** The verb {@code memory stats}. */
    @Command(name = "stats", description = "Show the number of memories and the parameters in force.")
    static final class Stats implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private MemoryCommand memory;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private SimulatedOption simulated;

        @Option(names = "--namespace", paramLabel = "NAME", description = "Only memories of this namespace.")
        private @Nullable String namespace;

        @Override
        public void run() {
            Invocation main = memory.main();
            try (Stoa stoa = main.open()) {
                ContinuumStats stats =
                        stoa.learning().memories().as(main.principal()).stats(simulated.value(), namespace);
                main.print(stats.document(), lines(stats));
            }
        }

        private static List<String> lines(ContinuumStats stats) {
            Columns tiers = new Columns().row("tier", "memories", "cap", "red lines", "importance", "surprise");
            for (ContinuumStats.Tier tier : stats.tiers()) {
                tiers.row(
                        tier.tier().text(),
                        tier.count(),
                        tier.limit(),
                        tier.redLines(),
                        number(tier.averageImportance()),
                        number(tier.averageSurprise()));
            }
            List<String> lines = new ArrayList<>(tiers.lines());
            lines.add(stats.total() + " live, " + stats.archived() + " archived, " + stats.pendingEmbeddings()
                    + " without a vector");
            lines.add("parameters from " + stats.hyperparamsSource() + ":");
            Columns parameters = new Columns();
            stats.hyperparams().forEach((name, value) -> parameters.row("  " + name, String.valueOf(value)));
            lines.addAll(parameters.lines());
            return lines;
        }

        private static String number(@Nullable Double value) {
            return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
        }
    }

    private static String words(CleanupResult cleaned) {
        return (cleaned.dryRun() ? "would be: " : "") + cleaned.expired() + " expired, " + cleaned.evicted()
                + " evicted, " + cleaned.overflowed() + " moved to a slower tier";
    }
}
