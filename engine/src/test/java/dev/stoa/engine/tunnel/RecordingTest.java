package dev.stoa.engine.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.FlipRow;
import dev.stoa.debate.session.GradeRow;
import dev.stoa.engine.debate.Ground;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The debates of the tunnel, held as sessions that are kept: nothing about them may differ. */
@OnBothDatabases
@Timeout(300)
@SuppressWarnings("NullAway.Init") // set before each test
class RecordingTest {
    private static final String PANEL =
            "3xsim:?conformity=.2&verify=.1&correlation=.4&family=x,2xsim:?spread=.3&flip=.1";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    @DisplayName("200 questions must equal recorded sessions of the same seed")
    void whatIsRecordedIsWhatWasMeasured() throws InterruptedException {
        // The rules know no backend; what differs is only how rows come back, and fewer show that.
        int questions = dialect == Dialect.SQLITE ? 100 : 20;
        List<Experiment> experiments = List.of(
                experiment(
                        "panel", List.of(PANEL),
                        "preset", List.of("vote", "ladder", "round-table"),
                        "topology", List.of("graph_mesh"),
                        "questions", questions,
                        "seed", 7),
                experiment("panel", List.of(PANEL), "topology", List.of("star"), "questions", questions));
        SessionRecorder recorder = SessionRecorder.of(ground.engine("tunnel"), "ana");
        List<TunnelRow> rows = new ArrayList<>();
        for (Experiment experiment : experiments) {
            // It compares every outcome: winner, answer, tally, flips, tokens and all else.
            Tunnel.create().record(experiment, recorder);
            rows.addAll(Tunnel.create().run(experiment).rows());
        }

        List<DebateSession> sessions = sessions();
        assertThat(rows).hasSize(4);
        assertThat(sessions).hasSize(4 * questions);
        assertThat(recorder.kept()).isEqualTo(4L * questions);
        for (int i = 0; i < rows.size(); i++) {
            stored(sessions.subList(i * questions, (i + 1) * questions), rows.get(i));
        }
        ground.proves(sessions.getFirst().id());
        ground.proves(sessions.getLast().id());
    }

    @Test
    void everyPresetRuleAndDecisionIsTheSameWhenItIsRecorded() throws InterruptedException {
        Experiment experiment = experiment(
                "panel",
                List.of("4xsim:?conformity=.3&pool=.2,judge=sim:?accuracy=.8&role=moderator"),
                "preset",
                List.of("classic", "ladder"),
                "topology",
                List.of("tree", "chain"),
                "voting",
                List.of("condorcet", "borda"),
                "decision",
                "lead",
                "early_stop",
                false,
                "options",
                3,
                "questions",
                3);
        SessionRecorder recorder = SessionRecorder.of(ground.engine("tunnel"), "ana");
        Tunnel.create().record(experiment, recorder);
        assertThat(recorder.kept()).isEqualTo(24);
    }

    @Test
    void whatTheArchiveHasLearntOfTheSameNamesChangesNothing() throws InterruptedException {
        Experiment experiment =
                experiment("panel", List.of("3xsim:?accuracy=.4"), "preset", List.of("ladder"), "questions", 15);
        // By hand, for what a simulated debate leaves moves no rating.
        for (int i = 0; i < 5; i++) {
            ground.stoa().learning().ratings().record(MatchDraft.won("taught-" + i, List.of("a0", "a1", "a2"), "a2"));
        }
        assertThat(ground.stoa().learning().ratings().elo("a2", null)).isGreaterThan(1_500);

        SessionRecorder recorder = SessionRecorder.of(ground.engine("tunnel"), "ana");
        Tunnel.create().record(experiment, recorder);
        assertThat(recorder.kept()).isEqualTo(15);
    }

    /** What is in the archive adds up to what the tunnel has measured. */
    private void stored(List<DebateSession> sessions, TunnelRow row) {
        long right = 0;
        long none = 0;
        long tokensIn = 0;
        long tokensOut = 0;
        long rightToWrong = 0;
        long wrongToRight = 0;
        long wrongToWrong = 0;
        for (int question = 0; question < sessions.size(); question++) {
            DebateSession session = sessions.get(question);
            assertThat(session.row().topic()).isEqualTo("q" + question);
            assertThat(session.row().preset()).isEqualTo(row.setup().config().preset());
            assertThat(session.row().initiatedBy()).isEqualTo("ana");
            GradeRow grade = ground.stoa().debate().grades().find(session.id()).orElseThrow();
            assertThat(grade.source()).isEqualTo("sim");
            right += grade.correct() ? 1 : 0;
            none += session.row().outcome().get("winner") == null ? 1 : 0;
            for (var turn : ground.turns(session.id())) {
                tokensIn += Objects.requireNonNull(turn.tokensIn());
                tokensOut += Objects.requireNonNull(turn.tokensOut());
            }
            for (FlipRow flip : ground.stoa().debate().ballots().flips(session.id())) {
                @Nullable String truth = grade.trueOption();
                rightToWrong += flip.fromOption().equals(truth) ? 1 : 0;
                wrongToRight += flip.toOption().equals(truth) ? 1 : 0;
                wrongToWrong +=
                        !flip.fromOption().equals(truth) && !flip.toOption().equals(truth) ? 1 : 0;
            }
        }
        assertThat((double) right / sessions.size()).isEqualTo(row.accuracy());
        assertThat(none).isEqualTo(row.noWinner());
        assertThat(tokensIn).isEqualTo(row.tokensIn());
        assertThat(tokensOut).isEqualTo(row.tokensOut());
        assertThat(new TunnelRow.Flips(rightToWrong, wrongToRight, wrongToWrong))
                .isEqualTo(row.flips());
    }

    private List<DebateSession> sessions() {
        List<DebateSession> all = new ArrayList<>();
        @Nullable String next = null;
        do {
            Page<DebateSession> page =
                    ground.stoa().debate().sessions().list(SessionFilter.all(), new Page.Request(500, next));
            all.addAll(page.items());
            next = page.next();
        } while (next != null);
        return all;
    }

    private static Experiment experiment(Object... fields) {
        return ExperimentFile.experiment(JsonFields.of(Json.object(fields)));
    }
}
