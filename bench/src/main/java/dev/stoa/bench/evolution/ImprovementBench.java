package dev.stoa.bench.evolution;

import dev.stoa.evolution.loop.Evolution;
import dev.stoa.evolution.loop.Evolution.Options;
import dev.stoa.evolution.loop.RunReport;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.scenario.SettingsReader;
import dev.stoa.evolution.search.BuiltinMutator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * How far the runs of the shipped scenarios get, seed by seed, beside what no run can exceed and what chance alone
 * does. Not thread-safe. Runs are played in memory, on all processors; what comes out depends on the seeds alone, so
 * that it is the same each time. It takes minutes, so this runs only when it is asked for.
 */
public final class ImprovementBench {
    private static final List<String> SCENARIOS = List.of("split-100", "two-issue-trade");
    private static final double GOOD = .8;

    private final boolean tiny;
    private final Consumer<String> progress;

    /** A measurement; a tiny one has few short runs, to see that it works. */
    public ImprovementBench(boolean tiny, Consumer<String> progress) {
        this.tiny = tiny;
        this.progress = progress;
    }

    /** Where runs ended: the mean nash ratio of the last three generations, ascending. */
    private record Ends(List<Double> ascending) {
        static Ends of(List<RunReport> runs) {
            return new Ends(runs.stream()
                    .map(run -> run.endNashRatio().orElseThrow())
                    .sorted()
                    .toList());
        }

        double median() {
            int half = ascending.size() / 2;
            return ascending.size() % 2 == 1
                    ? ascending.get(half)
                    : (ascending.get(half - 1) + ascending.get(half)) / 2;
        }

        /** A tenth of the runs end below it. */
        double tenth() {
            return ascending.get(ascending.size() / 10);
        }

        double worst() {
            return ascending.getFirst();
        }

        double goodShare() {
            return (double) ascending.stream().filter(end -> end >= GOOD).count() / ascending.size();
        }
    }

    /** Runs everything and tells it as Markdown. */
    public List<String> run() throws InterruptedException {
        int runs = tiny ? 2 : 100;
        List<String> lines = new ArrayList<>();
        lines.add("| scenario | runs | first generation, highest | median | tenth percentile | worst | " + GOOD
                + " or more | without trials, median | attainable |");
        lines.add("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
        List<String> remarks = new ArrayList<>();
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            for (String name : SCENARIOS) {
                Scenario scenario =
                        SettingsReader.override(Scenarios.get(name), tiny ? Map.of("max_generations", "3") : Map.of());
                List<RunReport> gated = each(threads, runs, seed -> played(scenario, seed, true));
                Ends ends = Ends.of(gated);
                Ends drift = Ends.of(each(threads, runs, seed -> played(scenario, seed, false)));
                progress.accept("improvement: " + name);
                Attainable.Best best =
                        Attainable.of(scenario, tiny ? 3 : scenario.issues().size() > 1 ? 7 : 13);
                progress.accept("improvement: attainable in " + name);
                lines.add(String.format(
                        Locale.ROOT,
                        "| %s | %d | %.3f | %.3f | %.3f | %.3f | %.0f %% | %.3f | %.3f |",
                        name,
                        runs,
                        gated.stream()
                                .mapToDouble(run -> run.generations().getFirst().nashRatio())
                                .max()
                                .orElse(0),
                        ends.median(),
                        ends.tenth(),
                        ends.worst(),
                        100 * ends.goodShare(),
                        drift.median(),
                        best.nashRatio()));
                remarks.add(String.format(
                        Locale.ROOT,
                        "- attainable in %s: %,d pairs of profiles; the best are %s and %s",
                        name,
                        best.pairs(),
                        best.first().values(),
                        best.second().values()));
            }
            lines.add("");
            lines.addAll(remarks);
            lines.addAll(new NullControl(tiny).run((count, play) -> each(threads, count, play)));
            progress.accept("improvement: chance alone");
        } finally {
            threads.shutdownNow();
        }
        return lines;
    }

    private static RunReport played(Scenario scenario, long seed, boolean gated) {
        return Evolution.run(scenario, seed, new Options(new BuiltinMutator(), gated, false, null));
    }

    /** Plays something for each seed from 1 on; the results are in the order of the seeds. */
    private static <T> List<T> each(ExecutorService threads, int count, LongFunction<T> play)
            throws InterruptedException {
        List<Future<T>> futures = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            long seed = i;
            futures.add(threads.submit(() -> play.apply(seed)));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a run failed", e.getCause());
            }
        }
        return results;
    }
}
