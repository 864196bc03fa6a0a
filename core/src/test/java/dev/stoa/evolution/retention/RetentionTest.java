package dev.stoa.evolution.retention;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeDraft;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.evolution.run.Run;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class RetentionTest {
    private static final int TURNS = 3;

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
        assertThat(lab.violations()).isEmpty();
        lab.close();
    }

    /** A run of many generations, each with one good episode and one failure, all within one second. */
    private Run played(int generations) {
        Run run = lab.run(0);
        for (int i = 1; i <= generations; i++) {
            RunState state = lab.state(run);
            lab.record(
                    Laboratory.episode(state, null, null, TURNS, 1, 1),
                    Laboratory.episode(state, null, null, TURNS, 4, -3));
            if (i < generations) {
                lab.next(run);
            }
        }
        return run;
    }

    private List<Episode> all(Run run) {
        List<Episode> all = new ArrayList<>();
        EpisodeFilter filter = EpisodeFilter.ofRun(run.id()).page(Page.Request.first(500));
        all.addAll(lab.stores().episodes().list(ME, filter).items());
        return all;
    }

    @Test
    @DisplayName(
            "Pruning goes by sequence: of 60 generations within one second exactly the newest 20 stay hot and 5 keep all logs")
    void ofSixtyGenerationsWithinOneSecondExactlyTheNewestTwentyStayHotAndFiveKeepAllLogs() {
        Run run = played(60);
        List<Episode> before = all(run);
        PruneReport report = lab.stores()
                .retention()
                .prune(ME, PrunePolicy.defaults(), false)
                .getFirst();
        assertThat(report).isEqualTo(new PruneReport(run.id(), 60, 80, 55 * TURNS, 40 * TURNS, 55 * TURNS));
        assertThat(lab.archive()
                        .list(
                                "SELECT DISTINCT g.seq FROM Episodes e JOIN Generations g ON g.id = e.generation_id ORDER BY g.seq",
                                row -> row.integer(1)))
                .containsExactlyElementsOf(
                        java.util.stream.IntStream.rangeClosed(41, 60).boxed().toList());
        assertThat(lab.archive()
                        .list(
                                "SELECT DISTINCT g.seq FROM episode_facts f JOIN episodes_all e ON e.id = f.episode_id"
                                        + " JOIN Generations g ON g.id = e.generation_id"
                                        + " WHERE f.logs = 'full' AND f.min_score > -3 ORDER BY g.seq",
                                row -> row.integer(1)))
                .containsExactly(56, 57, 58, 59, 60);
        // Archived or not, they are listed alike; the log of a failure is read from wherever it is.
        List<Episode> after = all(run);
        assertThat(after)
                .extracting(Episode::id)
                .isEqualTo(before.stream().map(Episode::id).toList());
        assertThat(after)
                .extracting(Episode::participants)
                .isEqualTo(before.stream().map(Episode::participants).toList());
        Episode oldFailure = after.stream()
                .filter(each -> each.minScore() == -3)
                .reduce((newer, older) -> older)
                .orElseThrow();
        assertThat(oldFailure.archived()).isTrue();
        assertThat(lab.stores().logs().of(ME, oldFailure.id())).hasSize(TURNS);
        assertThat(lab.stores().episodes().replayRecord(ME, oldFailure.id()).logs())
                .hasSize(TURNS);
        Episode oldSuccess = after.getLast();
        assertThat(oldSuccess.pruned()).isTrue();
        assertThat(lab.stores().logs().of(ME, oldSuccess.id())).isEmpty();
        assertThatThrownBy(() -> lab.stores().episodes().replayRecord(ME, oldSuccess.id()))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("pruned");
        assertThat(lab.stores().episodes().worst(ME, String.valueOf(oldSuccess.generationId()), "right", 0.5))
                .extracting(Episode::minScore)
                .containsExactly(-3);
    }

    @Test
    @DisplayName("Pruning works with logs present and keeps the logs of failures after archiving")
    void aFailureKeepsItsLogWhereverItIs() {
        Run run = played(26);
        List<String> failures = all(run).stream()
                .filter(each -> each.minScore() == -3)
                .map(Episode::id)
                .toList();
        List<?> before =
                failures.stream().map(id -> lab.stores().logs().of(ME, id)).toList();
        lab.stores().retention().prune(ME, PrunePolicy.defaults(), false);
        assertThat(lab.count("action_logs_archive")).isEqualTo(6 * TURNS);
        assertThat(failures.stream().map(id -> lab.stores().logs().of(ME, id)).toList())
                .isEqualTo(before);
    }

    @Test
    @DisplayName("What was pruned is in no byte of the files, and no event repeats it")
    void theTextOfAPrunedLogIsGoneFromTheFilesAndTheLogBesideThem() throws IOException {
        Run run = lab.run(0);
        for (int i = 1; i <= 7; i++) {
            RunState state = lab.state(run);
            EpisodeDraft draft = Laboratory.episode(state, null, null, 2, 1, 1);
            String actor = draft.participants().getFirst().actorId();
            LogEntry spoken = draft.logs().getFirst();
            LogEntry refused = new LogEntry(
                    1,
                    actor,
                    spoken.speakerId(),
                    false,
                    3,
                    "WRONGWORD" + i,
                    null,
                    null,
                    List.of(),
                    false,
                    false,
                    1,
                    1,
                    null);
            LogEntry said = new LogEntry(
                    0,
                    actor,
                    spoken.speakerId(),
                    true,
                    1,
                    null,
                    "THOUGHTWORD" + i,
                    "SPOKENWORD" + i,
                    List.of(),
                    false,
                    false,
                    1,
                    0,
                    null);
            lab.record(new EpisodeDraft(
                    null,
                    draft.generationId(),
                    null,
                    null,
                    null,
                    false,
                    draft.terminationReason(),
                    2,
                    draft.participants(),
                    .5,
                    "rubric",
                    null,
                    null,
                    draft.finalState(),
                    List.of(said, refused)));
            if (i < 7) {
                lab.next(run);
            }
        }
        // As a run prunes itself, and then as a person does.
        lab.stores().steps().run(ME, run.id(), 1, step -> step.prune(PrunePolicy.defaults()));
        lab.stores().retention().prune(ME, PrunePolicy.defaults(), false);
        assertThat(lab.stores().retention().cleanFiles(ME)).isTrue();
        assertThat(lab.stores().retention().cleanFiles(ME)).isFalse();
        List<String> rows = lab.dump();
        for (String word : List.of("THOUGHTWORD", "SPOKENWORD", "WRONGWORD")) {
            for (int i = 1; i <= 7; i++) {
                String text = word + i;
                boolean kept = i > 2;
                assertThat(rows.stream().anyMatch(row -> row.contains(text)))
                        .as(text)
                        .isEqualTo(kept);
                if (dialect == Dialect.SQLITE) {
                    assertThat(inFiles(text)).as(text).isEqualTo(kept);
                }
            }
        }
    }

    private boolean inFiles(String text) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    @DisplayName("Pruning changes nothing when repeated, and a dry run tells the same numbers")
    void pruningAgainChangesNothingAndADryRunTellsTheSameNumbers() {
        Run run = played(30);
        List<String> before = lab.dump();
        List<PruneReport> told = lab.stores().retention().prune(ME, PrunePolicy.defaults(), true);
        assertThat(lab.dump()).isEqualTo(before);
        List<PruneReport> done = lab.stores().retention().prune(ME, PrunePolicy.defaults(), false);
        assertThat(done).isEqualTo(told);
        List<String> after = lab.dump();
        PruneReport again = lab.stores()
                .retention()
                .prune(ME, PrunePolicy.defaults().of(run.id()), false)
                .getFirst();
        assertThat(again)
                .isEqualTo(
                        new PruneReport(run.id(), 30, 0, 0, 0, done.getFirst().keptFailureLogs()));
        assertThat(lab.dump()).isEqualTo(after);
    }

    @Test
    void pruningGenerationByGenerationLeadsToTheSameAsPruningOnce() {
        Run step = lab.run(0);
        long archived = 0;
        PruneReport last = new PruneReport(step.id(), 0, 0, 0, 0, 0);
        for (int i = 1; i <= 30; i++) {
            RunState state = lab.state(step);
            lab.record(
                    Laboratory.episode(state, null, null, TURNS, 1, 1),
                    Laboratory.episode(state, null, null, TURNS, 4, -3));
            last = lab.stores().steps().run(ME, step.id(), 1, now -> now.prune(PrunePolicy.defaults()));
            archived += last.archivedEpisodes();
            if (i < 30) {
                lab.next(step);
            }
        }
        Run once = played(30);
        PruneReport whole = lab.stores()
                .retention()
                .prune(ME, PrunePolicy.defaults().of(once.id()), false)
                .getFirst();
        assertThat(archived).isEqualTo(whole.archivedEpisodes());
        assertThat(last.keptFailureLogs()).isEqualTo(whole.keptFailureLogs());
        assertThat(shape(step)).isEqualTo(shape(once));
    }

    private List<String> shape(Run run) {
        return all(run).stream()
                .map(each -> each.generation() + " " + each.minScore() + " " + each.archived() + " " + each.pruned())
                .toList();
    }

    @Test
    @DisplayName("Pruning survives a column added to Episodes")
    void itSurvivesAColumnAddedToEpisodes() {
        lab.sql("ALTER TABLE Episodes ADD COLUMN mood TEXT");
        lab.sql("ALTER TABLE ActionLogs ADD COLUMN mood TEXT");
        Run run = played(23);
        assertThat(lab.stores()
                        .retention()
                        .prune(ME, PrunePolicy.defaults().of(run.id()), false)
                        .getFirst()
                        .archivedEpisodes())
                .isEqualTo(6);
    }

    @Test
    @DisplayName("Pruning is atomic under kill")
    void aPruneLeavesNothingHalfDoneWhenItsProcessIsKilled() {
        Run run = played(25);
        List<String> before = lab.dump();
        try (Child child = Child.start(KilledPruner.class, lab.where(), run.id())) {
            child.expect("pruned 10");
            child.exit();
        }
        assertThat(lab.dump()).isEqualTo(before);
        assertThat(lab.stores()
                        .retention()
                        .prune(ME, PrunePolicy.defaults().of(run.id()), false)
                        .getFirst()
                        .archivedEpisodes())
                .isEqualTo(10);
    }

    @Test
    void aHigherFailureScoreKeepsMoreAndALowerOnePrunesTheRest() {
        Run run = played(10);
        Retention retention = lab.stores().retention();
        PruneReport kept =
                retention.prune(ME, new PrunePolicy(run.id(), 20, 5, 1), false).getFirst();
        assertThat(kept.deletedLogs()).isZero();
        assertThat(kept.keptFailureLogs()).isEqualTo(5 * 2 * TURNS);
        PruneReport strict =
                retention.prune(ME, new PrunePolicy(run.id(), 20, 5, -3), false).getFirst();
        assertThat(strict.deletedLogs()).isEqualTo(5 * TURNS);
        assertThat(strict.keptFailureLogs()).isEqualTo(5 * TURNS);
        assertThat(retention
                        .prune(ME, new PrunePolicy(run.id(), 20, 8, -3), false)
                        .getFirst()
                        .keptFailureLogs())
                .isEqualTo(2 * TURNS);
    }

    @Test
    @DisplayName("Lowered caps prune, by sequence, what higher ones had kept; raised ones bring nothing back")
    void loweredCapsPruneBySequenceWhatHigherOnesHadKept() {
        Run run = played(12);
        Retention retention = lab.stores().retention();
        assertThat(retention.prune(ME, new PrunePolicy(run.id(), 10, 6, 0), false))
                .containsExactly(new PruneReport(run.id(), 12, 4, 6 * TURNS, 2 * TURNS, 6 * TURNS));
        assertThat(retention.prune(ME, new PrunePolicy(run.id(), 4, 3, 0), false))
                .containsExactly(new PruneReport(run.id(), 12, 12, 3 * TURNS, 6 * TURNS, 9 * TURNS));
        assertThat(hot()).containsExactly(9, 10, 11, 12);
        assertThat(retention.prune(ME, new PrunePolicy(run.id(), 10, 6, 0), false))
                .containsExactly(new PruneReport(run.id(), 12, 0, 0, 0, 6 * TURNS));
        assertThat(hot()).containsExactly(9, 10, 11, 12);
    }

    private List<Integer> hot() {
        return lab.archive()
                .list(
                        "SELECT DISTINCT g.seq FROM Episodes e JOIN Generations g ON g.id = e.generation_id ORDER BY g.seq",
                        row -> row.integer(1));
    }

    @Test
    void aLowerFailureScoreReachesAlsoWhatAWiderCapHadSparedMeanwhile() {
        Run run = played(10);
        Retention retention = lab.stores().retention();
        // Up to generation 8 with the score 1, which keeps all; then up to 4 with -3, which keeps the failures.
        retention.prune(ME, new PrunePolicy(run.id(), 20, 2, 1), false);
        assertThat(retention.prune(ME, new PrunePolicy(run.id(), 20, 6, -3), false))
                .containsExactly(new PruneReport(run.id(), 10, 0, 4 * TURNS, 0, 4 * TURNS));
        // Generations 5 to 8 have their turn when the cap comes down to them again.
        assertThat(retention.prune(ME, new PrunePolicy(run.id(), 20, 2, -3), false))
                .containsExactly(new PruneReport(run.id(), 10, 0, 4 * TURNS, 0, 8 * TURNS));
        assertThat(retention.prune(ME, new PrunePolicy(run.id(), 20, 2, -3), false))
                .containsExactly(new PruneReport(run.id(), 10, 0, 0, 0, 8 * TURNS));
    }

    @Test
    void boundsAreNamed() {
        assertThatThrownBy(() -> new PrunePolicy(null, 4, 5, -3))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("keep_episodes 4");
        assertThatThrownBy(() -> new PrunePolicy(null, 4, 0, -3))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("keep_logs 0");
        assertThatThrownBy(() -> new PrunePolicy(null, 4, 1, -4))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("failure_score -4");
    }

    @Test
    @DisplayName("Pruning takes 40,000 stale episodes")
    void itTakesFortyThousandStaleEpisodes() {
        Run run = lab.run(0);
        RunState state = lab.state(run);
        EpisodeDraft draft = Laboratory.episode(state, null, null, 0, 1, 1);
        lab.record(draft);
        String made = lab.value("SELECT id FROM Episodes");
        String series = dialect.pick(
                "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) SELECT i FROM n",
                "SELECT i FROM generate_series(2, 40000) i");
        lab.sql("INSERT INTO Episodes (id, generation_id, agent_a_profile_id, agent_b_profile_id, agent_a_score,"
                + " agent_b_score, total_turns, termination_reason, final_state_snapshot, is_shadow_trial, created_at)"
                + " SELECT 'e' || n.i, generation_id, agent_a_profile_id, agent_b_profile_id, 1, 1, 0,"
                + " termination_reason, final_state_snapshot, is_shadow_trial, created_at FROM Episodes, (" + series
                + ") n WHERE id = '" + made + "'");
        lab.sql("INSERT INTO episode_facts (episode_id, seq, min_score, tokens, penalties, judge, logs)"
                + " SELECT 'e' || i, i, 1, 0, 0, 'x', 'full' FROM (" + series + ") n");
        lab.sql("INSERT INTO episode_participants (episode_id, ordinal, actor_id, profile_id, archetype, score,"
                + " penalties, tokens, generation_id, shadow, episode_seq)"
                + " SELECT 'e' || n.i, p.ordinal, p.actor_id, p.profile_id, p.archetype, 1, 0, 0, p.generation_id, 0, n.i"
                + " FROM episode_participants p, (" + series + ") n WHERE p.episode_id = '" + made + "'");
        for (int i = 0; i < 20; i++) {
            lab.next(run);
        }
        PruneReport report = lab.stores()
                .retention()
                .prune(ME, PrunePolicy.defaults().of(run.id()), false)
                .getFirst();
        assertThat(report.archivedEpisodes()).isEqualTo(40_000);
        assertThat(lab.count("Episodes")).isZero();
        assertThat(lab.count("episodes_archive")).isEqualTo(40_000);
    }
}
