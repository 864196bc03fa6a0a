package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.DebateLessons;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.Outbox;
import dev.stoa.debate.session.OutboxRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Approvals and their timeouts, on both backends. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class GatesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private Place place;
    private Archive archive;
    private Gates gates;
    private DebateFixture fixture;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder, DebateArchive.SCHEMA);
        reopen();
    }

    private void reopen() {
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        gates = Gates.over(archive, clock);
        fixture = new DebateFixture(archive, clock);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void anApprovedDebateRunsOnAndTheSameWordAgainChangesNothing() {
        String id = fixture.running();
        String gate = fixture.gate(id, "wait", 0);

        assertThat(gates.decide(gate, Verdict.APPROVE, "ana", null).alreadyDecided())
                .isFalse();
        GateDecision again = gates.decide(gate, Verdict.APPROVE, "bo", null);

        assertThat(again.alreadyDecided()).isTrue();
        assertThat(again.gate().decidedBy()).isEqualTo("ana");
        assertThat(status(id)).isEqualTo("running");
        assertThatThrownBy(() -> gates.decide(gate, Verdict.REJECT, "bo", "no"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("approved by ana");
        assertThat(kinds(id)).containsExactly("debate_created", "debate_started", "gate_opened", "gate_decided");
        assertThat(Outbox.over(archive, clock).due(9))
                .extracting(OutboxRow::itemKey)
                .containsExactly("debate_gate:" + gate);
    }

    @Test
    void rejectingNeedsAReasonAndFailsTheDebateWhenNoRedoIsLeft() {
        String id = fixture.running();
        String first = fixture.gate(id, "wait", 0);
        assertThatThrownBy(() -> gates.decide(first, Verdict.REJECT, "ana", null))
                .isInstanceOf(InvalidException.class);

        gates.decide(first, Verdict.REJECT, "ana", "cite sources");
        assertThat(status(id)).isEqualTo("running");
        String second = fixture.gate(id, "wait", 1);
        gates.decide(second, Verdict.REJECT, "ana", "still none");

        SessionRow row = DebateSessions.over(archive, clock, Ids.system(), new DebateLessons())
                .get(id)
                .row();
        assertThat(row.status()).isEqualTo(SessionRow.Status.FAILED);
        assertThat(row.stopReason()).isEqualTo("gate_rejected");
        assertThat(gates.decide(second, Verdict.REJECT, "bo", "late").alreadyDecided())
                .isTrue();
    }

    @Test
    void aWithdrawnGateCannotBeDecided() {
        String id = fixture.running();
        String gate = fixture.gate(id, "wait", 0);
        DebateSessions.over(archive, clock, Ids.system(), new DebateLessons()).cancel(id, "ana");

        assertThatThrownBy(() -> gates.decide(gate, Verdict.APPROVE, "ana", null))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo("precondition"));
    }

    @Test
    void theTimeoutActsByThePolicyOfTheGate() {
        String waiting = fixture.running();
        fixture.gate(waiting, "wait", 0);
        String approving = fixture.running();
        fixture.gate(approving, "approve", 0);
        String rejecting = fixture.running();
        fixture.gate(rejecting, "reject", 0);
        String failing = fixture.running();
        fixture.gate(failing, "fail", 0);

        assertThat(gates.expireDue()).isEmpty();
        clock.advance(Duration.ofMinutes(30));

        assertThat(gates.expireDue()).hasSize(4);
        assertThat(gates.expireDue()).isEmpty();
        assertThat(List.of(status(waiting), status(approving), status(rejecting), status(failing)))
                .containsExactly("paused", "running", "running", "failed");
        assertThat(kinds(waiting)).filteredOn("gate_overdue"::equals).hasSize(1);
        assertThat(kinds(failing)).endsWith("gate_decided", "debate_failed");
    }

    @Test
    @DisplayName(
            "Two opposite decisions at one instant, and a decision against the timeout, must leave one winner; a gate"
                    + " must survive a restart.")
    void oneOfTwoOppositeDecisionsWins() throws Exception {
        for (int round = 0; round < 5; round++) {
            String id = fixture.running();
            String gate = fixture.gate(id, round < 3 ? "wait" : "fail", 0);
            place.closeArchives();
            reopen();
            Gates other = Gates.over(place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock), clock);
            clock.advance(Duration.ofHours(1));
            int against = round;
            List<Boolean> won = race(
                    () -> !gates.decide(gate, Verdict.APPROVE, "ana", null).alreadyDecided(),
                    () -> against < 3
                            ? !other.decide(gate, Verdict.REJECT, "bo", "no").alreadyDecided()
                            : !other.expireDue().isEmpty());

            assertThat(won).containsExactlyInAnyOrder(true, false);
            assertThat(kinds(id)).filteredOn("gate_decided"::equals).hasSize(1);
        }
    }

    private static List<Boolean> race(Callable<Boolean> one, Callable<Boolean> two) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Boolean> won = new ArrayList<>();
            for (Future<Boolean> result : threads.invokeAll(List.of(refusable(one), refusable(two)))) {
                won.add(result.get());
            }
            return won;
        }
    }

    private static Callable<Boolean> refusable(Callable<Boolean> call) {
        return () -> {
            try {
                return call.call();
            } catch (StoaException e) {
                return false;
            }
        };
    }

    private String status(String id) {
        return DebateSessions.over(archive, clock, Ids.system(), new DebateLessons())
                .get(id)
                .status()
                .text();
    }

    private List<String> kinds(String id) {
        return DebateEvents.over(archive).all(id).stream()
                .map(DebateEvent::kind)
                .toList();
    }
}
