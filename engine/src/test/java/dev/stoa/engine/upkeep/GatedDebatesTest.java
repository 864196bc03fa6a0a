package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.debate.Ground;
import dev.stoa.engine.provider.Pause;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class GatedDebatesTest {
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
    void whoDoesNotWaitComesBackFromTheGate() throws Exception {
        DebateSession session = gated(NEVER).run(create("sim"), DebateListener.NONE, false);

        assertThat(session.status()).isEqualTo(SessionRow.Status.PAUSED);
        assertThat(gated(NEVER).isRunnable(session)).isFalse();
    }

    @Test
    void whoWaitsGoesOnWhenAnotherProcessHasDecided() throws Exception {
        String id = create("sim");
        List<Duration> waited = new ArrayList<>();
        Pause decidesAtTheThirdLook = time -> {
            waited.add(time);
            if (waited.size() == 3) {
                decide(id, Verdict.APPROVE);
            }
        };

        DebateSession session = gated(decidesAtTheThirdLook).run(id, DebateListener.NONE, true);

        assertThat(session.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(waited).hasSize(3).allMatch(Duration.ofMillis(200)::equals);
        ground.proves(id);
        ground.sound();
    }

    @Test
    void whoWaitsGoesOnByThePolicyWhenTheTimeOfTheGateIsOver() throws Exception {
        String id = ground.engine("runner")
                .create(request("sim").set("gate_policy", "approve").set("gate_timeout_s", 60), "local")
                .id();

        DebateSession session =
                gated(time -> ground.clock().advance(Duration.ofSeconds(20))).run(id, DebateListener.NONE, true);

        assertThat(session.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(ground.stoa().debate().gates().all(id))
                .singleElement()
                .satisfies(gate -> assertThat(gate.decidedBy()).isEqualTo("timeout"));
    }

    @Test
    void whoWaitsLooksOnWhileAnotherRunsTheDebateAndTakesItWhenTheLeaseIsOver() throws Exception {
        String id = create("script");
        List<SessionRow.Status> seen = new ArrayList<>();
        GatedDebates other = gated(NEVER);
        Pause another = time -> {
            SessionRow row = ground.row(id);
            seen.add(row.status());
            if (row.status() == SessionRow.Status.PAUSED) {
                decide(id, Verdict.APPROVE);
                // The other process takes the lease and dies with it.
                ground.stoa()
                        .debate()
                        .sessions()
                        .open(id, "other", dev.stoa.debate.rules.teaching.TeachingSettings.defaults());
                assertThat(other.isRunnable(ground.stoa().debate().sessions().get(id)))
                        .isFalse();
            } else {
                ground.clock().advance(Duration.ofMinutes(10));
            }
        };

        DebateSession session = gated(another).run(id, DebateListener.NONE, true);

        assertThat(seen).containsExactly(SessionRow.Status.PAUSED, SessionRow.Status.RUNNING);
        assertThat(session.status()).isEqualTo(SessionRow.Status.COMPLETED);
        ground.proves(id);
    }

    @Test
    void anInterruptedWaitLeavesTheDebateAtItsGate() {
        String id = create("sim");

        assertThatThrownBy(() -> gated(time -> {
                            throw new InterruptedException();
                        })
                        .run(id, DebateListener.NONE, true))
                .isInstanceOf(InterruptedException.class);

        assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.PAUSED);
    }

    @Test
    void aDecisionIsAtTheGateThatWaitsAndTheSameAgainChangesNothing() throws Exception {
        String id = create("sim");
        GatedDebates debates = gated(NEVER);
        assertThatThrownBy(() -> decide(id, Verdict.APPROVE))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("waits at no gate");
        debates.run(id, DebateListener.NONE, false);

        GateOutcome first = decide(id.substring(24), Verdict.APPROVE);
        GateOutcome again = decide(id, Verdict.APPROVE);

        assertThat(first.decision().alreadyDecided()).isFalse();
        assertThat(first.goesOn()).isTrue();
        assertThat(first.document(first.session()))
                .containsOnlyKeys("gate", "session", "already_decided")
                .containsEntry("already_decided", false);
        assertThat(again.decision().alreadyDecided()).isTrue();
        assertThat(again.goesOn()).isFalse();
        assertThatThrownBy(() -> decide(id, Verdict.REJECT)).isInstanceOf(ConflictException.class);
        assertThat(debates.isRunnable(again.session())).isTrue();
        assertThat(debates.run(id, DebateListener.NONE, false).status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(decide(id, Verdict.APPROVE).goesOn()).isFalse();
    }

    private static final Pause NEVER = time -> {
        throw new AssertionError("nothing was to be waited for");
    };

    private GatedDebates gated(Pause pause) {
        return GatedDebates.of(ground.stoa(), ground.engine("runner"), ground.clock(), pause);
    }

    private GateOutcome decide(String id, Verdict verdict) {
        return gated(NEVER).decide(id, verdict, "ana", "because", Map.of());
    }

    private String create(String provider) {
        return ground.engine("runner").create(request(provider), "local").id();
    }

    private static DebateRequest request(String provider) {
        return Ground.request("q1", provider, 3).gates(List.of(Phase.PROPOSAL));
    }
}
