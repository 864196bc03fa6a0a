package dev.stoa.cli.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.engine.evolution.EpisodeReplay;
import dev.stoa.engine.evolution.WorstEpisodes;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about episodes. Used by one thread. */
final class EvolveEpisodeCommands {
    private EvolveEpisodeCommands() {}

    /** {@code evolve episodes}. */
    @Command(name = "episodes", description = "List the episodes of a run, newest first.")
    static final class Episodes extends EvolveVerb {
        @Parameters(paramLabel = "RUN", description = "Id of the run.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String run;

        @Option(names = "--generation", paramLabel = "N", description = "Only episodes of this generation.")
        private @Nullable Long generation;

        @Option(names = "--actor", paramLabel = "ACTOR", description = "Only episodes in which this actor takes part.")
        private @Nullable String actor;

        @Option(
                names = "--worst",
                description =
                        "Only the production episodes in which the actor scored worst, a fifth of them; of the newest"
                                + " generation that played, unless --generation names another. Needs --actor.")
        private boolean worst;

        @Option(
                names = "--shadow",
                arity = "1",
                paramLabel = "true|false",
                description = "Only trials and races (true), or only production (false).")
        private @Nullable Boolean shadow;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private PageOptions paging;

        @Override
        void check() {
            if (worst && actor == null) {
                throw Bounds.invalid("--worst needs --actor", "name the actor whose score counts");
            }
            if (worst && Boolean.TRUE.equals(shadow)) {
                throw Bounds.invalid("--worst lists production, and --shadow true asks for the rest", "leave one out");
            }
        }

        @Override
        void show(Invocation main, Stoa stoa) {
            stoa.evolution().runs().get(main.principal(), run);
            Page<Episode> page = worst && actor != null
                    ? new Page<>(WorstEpisodes.of(stoa.evolution(), main.principal(), run, generation, actor), null)
                    : stoa.evolution()
                            .episodes()
                            .list(
                                    main.principal(),
                                    new EpisodeFilter(run, generation, actor, null, shadow, null, paging.request()));
            List<String> lines = new ArrayList<>(EvolveText.episodes(page.items()));
            if (page.next() != null) {
                lines.add("more with --cursor " + page.next());
            }
            main.print(
                    Json.object(
                            "items",
                            page.items().stream().map(Episode::document).toList(),
                            "next",
                            page.next()),
                    lines);
        }
    }

    /** {@code evolve log}. */
    @Command(name = "log", description = "Show every turn of an episode.")
    static final class Log extends EvolveVerb {
        @Parameters(paramLabel = "EPISODE", description = "Id of the episode.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String episode;

        @Override
        void show(Invocation main, Stoa stoa) {
            List<LogEntry> entries = stoa.evolution().logs().of(main.principal(), episode);
            print(main, entries.stream().map(LogEntry::document).toList(), EvolveText.log(entries));
        }
    }

    /** {@code evolve replay}. */
    @Command(
            name = "replay",
            description = "Prove an episode: apply its log again and judge it again; exit 5 if anything differs.")
    static final class Replay extends EvolveVerb {
        @Parameters(paramLabel = "EPISODE", description = "Id of the episode.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String episode;

        @Override
        void show(Invocation main, Stoa stoa) {
            EpisodeReplay.Proof proof = EpisodeReplay.check(stoa.evolution(), main.principal(), episode);
            Map<String, @Nullable Object> document = new LinkedHashMap<>(proof.document());
            main.print(
                    document,
                    List.of("episode " + episode + " is as its log says: "
                            + proof.episode().totalTurns() + " turns, "
                            + proof.episode().terminationReason()
                            + (proof.judged() ? ", the same scores" : "; a model gave the scores")));
        }
    }
}
