package dev.stoa.evolution.episode;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.run.Run;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What a list of episodes finds, and that it does not read the history of others for it. */
@OnBothDatabases
class EpisodeQueriesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Laboratory lab;

    @BeforeEach
    void open() {
        lab = Laboratory.on(dialect, folder);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    /** A run whose generations have more and more episodes, the last of which is not played yet. */
    private Run played(int generations) {
        Run run = lab.run(0);
        for (int i = 0; i < generations; i++) {
            RunState state = lab.state(run);
            for (int j = 0; j <= i; j++) {
                EpisodeDraft draft = Laboratory.episode(state, null, null, 1, j - 2, i);
                lab.record(j % 2 == 0 ? draft : shadow(draft));
            }
            lab.next(run);
        }
        return run;
    }

    private static EpisodeDraft shadow(EpisodeDraft of) {
        return new EpisodeDraft(
                null,
                of.generationId(),
                null,
                null,
                null,
                true,
                TerminationReason.TIMEOUT,
                of.totalTurns(),
                of.participants(),
                of.nashRatio(),
                of.judge(),
                null,
                null,
                of.finalState(),
                of.logs());
    }

    private List<Long> pages(EpisodeFilter filter, int size) {
        List<Long> seqs = new ArrayList<>();
        Page.Request request = Page.Request.first(size);
        while (true) {
            Page<Episode> page = lab.stores().episodes().list(ME, filter.page(request));
            page.items().forEach(episode -> seqs.add(episode.seq()));
            if (page.next() == null) {
                return seqs;
            }
            assertThat(page.items()).hasSize(size);
            request = new Page.Request(size, page.next());
        }
    }

    @Test
    void thePagesOfARunAreItsEpisodesNewestFirstWithEveryFilter() {
        Run first = played(6);
        Run second = played(4);
        List<Episode> all =
                lab.stores().episodes().list(ME, EpisodeFilter.all()).items();
        assertThat(all).hasSize(31).extracting(Episode::seq).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        for (Run run : List.of(first, second)) {
            EpisodeFilter of = EpisodeFilter.ofRun(run.id());
            check(all, of, episode -> run.id().equals(episode.runId()));
            check(all, of.generation(3), episode -> run.id().equals(episode.runId()) && generation(episode) == 3);
            check(all, of.generation(9), episode -> false);
            check(all, of.shadow(true), episode -> run.id().equals(episode.runId()) && episode.shadow());
            check(all, of.maxScore(-1), episode -> run.id().equals(episode.runId()) && episode.minScore() <= -1);
            check(
                    all,
                    of.actor("right").maxScore(1),
                    episode -> run.id().equals(episode.runId()) && generation(episode) <= 2);
            check(all, of.actor("nobody"), episode -> false);
            check(
                    all,
                    of.reason(TerminationReason.TIMEOUT),
                    episode -> run.id().equals(episode.runId()) && episode.shadow());
        }
        assertThat(pages(EpisodeFilter.ofRun("none"), 5)).isEmpty();
    }

    private static long generation(Episode episode) {
        Long generation = episode.generation();
        return generation == null ? 0 : generation;
    }

    private void check(List<Episode> all, EpisodeFilter filter, Predicate<Episode> wanted) {
        List<Long> expected = all.stream().filter(wanted).map(Episode::seq).toList();
        assertThat(pages(filter, 2)).isEqualTo(expected);
        assertThat(pages(filter, 100)).isEqualTo(expected);
    }

    @Test
    void aListReadsOneGenerationAfterTheOtherAndNoTableFromItsBeginning() {
        played(3);
        assertPlan(EpisodeTable.OF_GENERATION, "idx_episode_participants_worst", "g", 9L);
        if (dialect == Dialect.SQLITE) {
            assertThat(plan(EpisodeTable.ANY, EpisodeFilter.all(), 9L)).noneMatch(step -> step.contains("TEMP B-TREE"));
        }
    }

    private void assertPlan(EpisodeTable.Within within, String index, Object... place) {
        for (EpisodeFilter filter : List.of(
                EpisodeFilter.all(),
                EpisodeFilter.all().shadow(false),
                EpisodeFilter.all().actor("left").maxScore(1),
                EpisodeFilter.all().reason(TerminationReason.TIMEOUT))) {
            assertThat(plan(within, filter, place))
                    .as("%s", filter)
                    .anyMatch(step -> step.contains(index))
                    .noneMatch(step -> step.startsWith("SCAN") || step.contains("Seq Scan"));
        }
    }

    private List<String> plan(EpisodeTable.Within within, EpisodeFilter filter, Object... place) {
        List<Object> params = new ArrayList<>(List.of(place));
        String sql = EpisodeTable.sql(filter, within, params);
        params.add(10);
        return lab.archive().write(tx -> {
            if (dialect == Dialect.POSTGRES) {
                // So few rows are read as a whole; what counts is that there is another way.
                tx.update("SET LOCAL enable_seqscan = off");
            }
            return tx.list(
                    dialect.pick("EXPLAIN QUERY PLAN ", "EXPLAIN (COSTS OFF) ") + sql,
                    row -> row.text(dialect == Dialect.SQLITE ? 4 : 1),
                    params.toArray());
        });
    }
}
