package dev.stoa.bench.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.memory.StrategyCondition;
import dev.stoa.evolution.memory.StrategyEntry;
import dev.stoa.evolution.memory.StrategyField;
import dev.stoa.evolution.memory.StrategyQuery;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.retention.PrunePolicy;
import dev.stoa.evolution.retention.PruneReport;
import dev.stoa.storage.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Episodes, their worst slice, pruning, the memory of strategies and the growth of runs. Not thread-safe. What another system's rates were
 * is told by the specification, on a machine of two cores with synchronous normal.
 */
public final class EvolutionContests implements AutoCloseable {
    private static final Principal ME = Principal.local();
    private static final int LOGS = 10;
    private static final int WINDOW = 5;
    private static final int DIMENSIONS = 384;
    private static final String MODEL = "bench-384";

    private final Stores stores;
    private final Pace pace;
    private final List<AutoCloseable> open = new ArrayList<>();

    public EvolutionContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        List<Contest> all = new ArrayList<>(List.of(record(), windows(), worst(), pruneAgain(), remember(), recall()));
        all.addAll(RuleContests.all());
        all.addAll(new EvolutionGrowth(stores, pace, open).all());
        return all;
    }

    private Stoa stoa() throws Exception {
        Stoa stoa = stores.open(Durability.NORMAL);
        open.add(stoa);
        return stoa;
    }

    private static String sized(String what, int count) {
        return String.format(Locale.ROOT, "%s, %,d", what, count);
    }

    private Contest record() throws Exception {
        PlayedRun run = PlayedRun.in(stoa());
        String call = "Episodes.record, a commit each";
        return new Contest("record an episode with " + LOGS + " logs", "episodes", 1)
                .add(new InProcess(call, Steps.of(n -> run.record(1, LOGS))))
                .aim(Aim.perSecond(2 * 1_225, call, "2 × the original, which does 1,225"));
    }

    private Contest windows() throws Exception {
        PlayedRun run = PlayedRun.in(stoa());
        String call = "Episodes.record of " + WINDOW;
        return new Contest("record a window of " + WINDOW + " episodes with " + LOGS + " logs each", "windows", 1)
                .add(new InProcess(call, Steps.of(n -> run.record(WINDOW, LOGS))))
                .aim(Aim.perSecond(3 * 1_225.0 / WINDOW, call, "3 × the original, which does 1,225 episodes"));
    }

    private Contest worst() throws Exception {
        String call = "Episodes.worst";
        Contest contest = new Contest("worst 20 % of a generation", "slices", 1);
        for (int size : List.of(pace.small() / 10, pace.small())) {
            Stoa stoa = stoa();
            PlayedRun run = PlayedRun.in(stoa);
            for (int i = 0; i < size; i += WINDOW) {
                run.record(WINDOW, 0);
            }
            String generation = run.generation();
            contest.add(new InProcess(
                    sized(call, size), Steps.of(n -> stoa.evolution().episodes().worst(ME, generation, "left", .2))));
        }
        return contest.cpuAgainst(sized(call, pace.small() / 10))
                // Ten times the result.
                .aim(Aim.cpuAtMost(10, sized(call, pace.small()), sized(call, pace.small() / 10)))
                .aim(Aim.perSecond(5 * 155, sized(call, pace.small()), "5 × the original, which does 155"));
    }

    private Contest pruneAgain() throws Exception {
        Stoa stoa = stoa();
        PlayedRun run = PlayedRun.in(stoa);
        for (int generation = 0; generation < 30; generation++) {
            run.record(Math.max(1, pace.small() / 100), LOGS);
            run.next();
        }
        PrunePolicy policy = PrunePolicy.defaults().of(run.id());
        stoa.evolution().retention().prune(ME, policy, false);
        String call = "Retention.prune";
        return new Contest("prune what is pruned", "calls", 1)
                .add(new InProcess(
                        call, Steps.of(n -> stoa.evolution().retention().prune(ME, policy, false))))
                .aim(Aim.perSecond(5 * 442, call, "5 × the original, which does 442"));
    }

    /** How long the first pruning takes, and whether it grows with what is moved alone. */
    public String firstPruning() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int each : List.of(pace.small() * 13 / 200, pace.small() * 13 / 100)) {
            Stoa stoa = stoa();
            PlayedRun run = PlayedRun.in(stoa);
            for (int generation = 0; generation < 30; generation++) {
                run.record(Math.min(each, 500), LOGS);
                run.next();
            }
            long start = System.nanoTime();
            PruneReport report = stoa.evolution()
                    .retention()
                    .prune(ME, PrunePolicy.defaults().of(run.id()), false)
                    .getFirst();
            text.append(String.format(
                    Locale.ROOT,
                    "First pruning of 30 generations with %,d episodes and %,d logs: %.2f s (original: 0.20 s for 3,900 and 39,000); %,d episodes moved, %,d logs deleted.%n",
                    30 * Math.min(each, 500),
                    30 * Math.min(each, 500) * LOGS,
                    (System.nanoTime() - start) / 1e9,
                    report.archivedEpisodes(),
                    report.deletedLogs()));
        }
        return text.toString();
    }

    /** How long whole runs take that are stored. */
    public String storedRuns() throws Exception {
        return StoredRun.measured(stoa(), pace.small() >= 1_000 ? 30 : 1);
    }

    private Contest remember() throws Exception {
        String call = "StrategyMemory.add";
        Contest contest = new Contest("remember a strategy with a given vector", "strategies", 1);
        for (int size : List.of(pace.small(), 10 * pace.small())) {
            Stoa stoa = stoa();
            PlayedRun run = PlayedRun.in(stoa);
            SplittableRandom random = new SplittableRandom(1);
            fill(stoa, run, random, size);
            List<Episode> waiting = new ArrayList<>();
            contest.add(new InProcess(sized(call, size), Steps.of(n -> {
                // The episode is another contest's; it is recorded many at a time.
                if (waiting.isEmpty()) {
                    waiting.addAll(run.record(500, 0));
                }
                stoa.evolution().strategies().add(ME, entry(waiting.removeLast(), random));
            })));
        }
        return contest.cpuAgainst(sized(call, pace.small()))
                .aim(Aim.perSecond(50 * 54, sized(call, 10 * pace.small()), "50 × the original, which does 25 to 54"))
                .aim(Aim.cpuAtMost(1.3, sized(call, 10 * pace.small()), sized(call, pace.small())));
    }

    private Contest recall() throws Exception {
        int size = 10 * pace.small();
        Stoa stoa = stoa();
        PlayedRun run = PlayedRun.in(stoa);
        SplittableRandom random = new SplittableRandom(1);
        fill(stoa, run, random, size);
        String filtered = sized("judge_score below 0, half of", size);
        String whole = sized("unfiltered, all of", size);
        StrategyCondition failed = StrategyCondition.lt(StrategyField.JUDGE_SCORE, 0);
        return new Contest("5 nearest strategies of " + DIMENSIONS + " dimensions, exact", "searches", 1)
                .add(new InProcess(
                        filtered,
                        Steps.of(n -> stoa.evolution()
                                .strategies()
                                .search(
                                        ME,
                                        StrategyQuery.of(MODEL, vector(random)).where(failed)))))
                .add(new InProcess(
                        whole,
                        Steps.of(n ->
                                stoa.evolution().strategies().search(ME, StrategyQuery.of(MODEL, vector(random))))))
                .aim(Aim.perSecond(8 * 33, filtered, "8 × the original, which does 26 to 33, approximately"))
                .aim(Aim.perSecond(209, whole, "the original does 176 to 209, approximately"));
    }

    private static void fill(Stoa stoa, PlayedRun run, SplittableRandom random, int size) {
        for (int i = 0; i < size; ) {
            for (Episode episode : run.record(Math.min(500, size - i), 0)) {
                stoa.evolution().strategies().add(ME, entry(episode, random));
                i++;
            }
        }
    }

    private static StrategyEntry entry(Episode episode, SplittableRandom random) {
        Integer score = episode.participants().getFirst().score();
        return new StrategyEntry(
                episode.id(),
                "bench",
                "left",
                Archetype.PRIMARY_ACTOR,
                "soft",
                score == null ? 0 : score,
                TerminationReason.AGREEMENT,
                List.of(),
                "a document of the bench",
                MODEL,
                vector(random));
    }

    private static float[] vector(SplittableRandom random) {
        float[] vector = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            vector[i] = (float) (random.nextDouble() - .5);
        }
        return vector;
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closed : open) {
            closed.close();
        }
    }
}
