package dev.stoa.bench.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.storage.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What a run costs that has grown to 1,000 generations and 100,000 episodes. Not thread-safe. */
final class EvolutionGrowth {
    private static final Principal ME = Principal.local();
    private static final int EACH = 100;
    private static final int PAGE = 50;

    private final List<Grown> grown = new ArrayList<>();

    /** A run with its episodes. */
    private record Grown(Stoa stoa, PlayedRun run, int generations) {
        String name() {
            return String.format(Locale.ROOT, "%,d generations, %,d episodes", generations, generations * EACH);
        }
    }

    /** Makes a run of few generations and one of many; the stores are the caller's to close. */
    EvolutionGrowth(Stores stores, Pace pace, List<AutoCloseable> open) throws Exception {
        for (int generations : List.of(Math.max(1, pace.small() / 100), pace.small())) {
            Stoa stoa = stores.open(Durability.NORMAL);
            open.add(stoa);
            PlayedRun run = PlayedRun.in(stoa);
            for (int i = 1; i < generations; i++) {
                run.record(EACH, 0);
                run.next();
            }
            run.record(EACH, 0);
            grown.add(new Grown(stoa, run, generations));
        }
    }

    List<Contest> all() {
        return List.of(
                contest(
                        "record an episode with 10 logs into a grown run",
                        "episodes",
                        each -> n -> each.run().record(1, 10)),
                contest(
                        "the record of a grown run, from which its next step follows",
                        "reads",
                        each -> n -> each.stoa()
                                .evolution()
                                .steps()
                                .state(ME, each.run().id())),
                contest(
                        "a page of " + PAGE + " episodes of a grown run",
                        "pages",
                        each -> n -> each.stoa()
                                .evolution()
                                .episodes()
                                .list(ME, EpisodeFilter.ofRun(each.run().id()).page(Page.Request.first(PAGE)))));
    }

    private Contest contest(String title, String unit, Function<Grown, Steps.Step> step) {
        Contest contest = new Contest(title, unit, 1);
        grown.forEach(each -> contest.add(new InProcess(each.name(), Steps.of(step.apply(each)))));
        String small = grown.getFirst().name();
        return contest.cpuAgainst(small).aim(Aim.cpuAtMost(1.5, grown.getLast().name(), small));
    }
}
