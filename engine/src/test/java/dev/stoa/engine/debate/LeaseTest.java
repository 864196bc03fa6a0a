package dev.stoa.engine.debate;

import static dev.stoa.engine.debate.Ground.inBackground;
import static dev.stoa.engine.debate.Ground.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.DebateSession;
import dev.stoa.debate.SessionRow;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.Counted;
import dev.stoa.debate.rules.DebateRecord;
import dev.stoa.debate.rules.Phase;
import dev.stoa.debate.rules.ReplyKind;
import dev.stoa.debate.rules.Slot;
import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.Turn;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may write a running debate, and who must stop. */
@ParameterizedClass
@EnumSource(Dialect.class)
@Timeout(120)
@SuppressWarnings("NullAway.Init") // set before each test
class LeaseTest {
    private static final DebateRequest REQUEST = Ground.request("q1", "script", 3);

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
        ground.script().letGo();
        ground.close();
    }

    @Test
    @DisplayName("A second runner must be fenced off.")
    void aSecondRunnerIsRefusedUntilTheLeaseRanOutAndThenTheFirstWritesNothingMore() throws Exception {
        ground.script().holds(situation -> true);
        String id = create();
        CompletableFuture<DebateSession> first = hold("first", id);
        ground.script().awaitHeld(3);

        assertThatThrownBy(() -> ground.engine("second").resume(id, DebateListener.NONE))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("is run by first");

        // The first runner stands still, as in a machine that sleeps, until another has taken over.
        SessionRow before = ground.row(id);
        AtomicReference<DebateSession> done = new AtomicReference<>();
        takeOver(id, done);
        join(first);

        assertThat(ground.script().interrupted()).isEqualTo(3);
        assertThat(done.get().row().status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(done.get().row().runnerId()).isEqualTo("second");
        assertThat(done.get().row().runnerEpoch()).isEqualTo(before.runnerEpoch() + 1);
        assertThat(ground.kinds(id)).filteredOn("runner_changed"::equals).hasSize(1);
        ground.proves(id);
    }

    /** Takes the lease in the same instant in which it runs out, before its runner can renew it. */
    private void takeOver(String id, AtomicReference<DebateSession> done) throws Exception {
        Instant late = ground.clock().instant().plusSeconds(60);
        // Another process has a clock of its own; it is ahead of this one.
        try (Ground other = Ground.at(dialect, folder, ground.url()).borrowed()) {
            other.telling(() -> late);
            done.set(other.engine("second").resume(id, DebateListener.NONE));
        }
    }

    @Test
    void whileACallIsOutTheLeaseIsRenewedEveryTenSeconds() throws Exception {
        ground.script().holds(situation -> true);
        String id = create();
        CompletableFuture<DebateSession> run = hold("first", id);
        ground.script().awaitHeld(3);
        Instant until = ground.clock().instant().plusSeconds(30);
        for (int renewal = 1; renewal <= 12; renewal++) {
            ground.clock().advance(Duration.ofSeconds(10));
            Instant next = until.plusSeconds(10L * renewal);
            while (!next.equals(ground.row(id).leaseUntil())) {
                Thread.onSpinWait();
            }
        }
        ground.script().letGo();

        SessionRow row = join(run).row();
        assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(row.recoveries()).isZero();
        assertThat(row.activeMs()).isEqualTo(120_000);
        assertThat(ground.kinds(id)).doesNotContain("runner_changed");
    }

    @Test
    void anInterruptedRunnerGivesTheLeaseBackAndTheNextOneRecoversFromNoCrash() throws Exception {
        ground.script().holds(situation -> situation.slot().seat() == 1);
        String id = create();
        AtomicReference<Thread> runner = new AtomicReference<>();
        CompletableFuture<DebateSession> run = inBackground(() -> {
            runner.set(Thread.currentThread());
            return ground.engine("first").resume(id, DebateListener.NONE);
        });
        ground.script().awaitHeld(1);
        while (ground.turns(id).size() < 2) {
            Thread.onSpinWait();
        }
        runner.get().interrupt();

        assertThatThrownBy(() -> join(run)).isInstanceOf(InterruptedException.class);
        assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.RUNNING);
        assertThat(ground.row(id).leaseUntil()).isNull();
        assertThat(ground.script().interrupted()).isEqualTo(1);
        ground.script().letGo();
        SessionRow row = ground.resume(id).row();
        assertThat(row.recoveries()).isZero();
        assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(ground.script().calls().stream()
                        .filter(call -> call.kind() == ReplyKind.POSITION)
                        .map(call -> call.agent()))
                .containsExactlyInAnyOrder("s0", "s1", "s2", "s1");
        ground.proves(id);
    }

    /** When an interrupt comes: a listener is called at many places, and may read an archive there. */
    enum Moment {
        BEFORE,
        OPENED,
        CALLING,
        STORED,
        MEASURED,
        COUNTED
    }

    @ParameterizedTest
    @EnumSource
    void wheneverAnInterruptComesTheDebateIsKeptAndEndsAsItWouldHave(Moment moment) throws Exception {
        for (String provider : List.of("sim", "script")) {
            DebateRequest request = Ground.request("q1", provider, 3).set("memory", true);
            String whole = ground.run(request).row().id();
            String id = create(request);
            if (moment == Moment.BEFORE) {
                Thread.currentThread().interrupt();
            }

            assertThatThrownBy(() -> ground.engine("first").resume(id, new Interrupter(moment)))
                    .isInstanceOf(InterruptedException.class);

            assertThat(Thread.interrupted()).isFalse();
            assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.RUNNING);
            assertThat(ground.row(id).leaseUntil()).isNull();
            SessionRow row = ground.resume(id).row();
            assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
            assertThat(row.recoveries()).isZero();
            assertThat(ground.said(id)).isEqualTo(ground.said(whole));
            assertThat(ground.outcome(id)).isEqualTo(ground.outcome(whole));
            ground.proves(id);
        }
    }

    /** Interrupts its own thread once, and then reads on as one does who shows what happens. */
    private final class Interrupter implements DebateListener {
        private final Moment moment;
        private String held = "";
        private boolean done;

        Interrupter(Moment moment) {
            this.moment = moment;
        }

        private void at(Moment now) {
            if (now == moment && !done) {
                done = true;
                Thread.currentThread().interrupt();
            } else if (done) {
                ground.turns(held);
            }
        }

        @Override
        public void opened(String session, DebateRecord record) {
            held = session;
            at(Moment.OPENED);
        }

        @Override
        public void calling(DebateRecord record, List<Slot> slots) {
            at(Moment.CALLING);
        }

        @Override
        public void stored(DebateRecord record, Turn turn) {
            at(Moment.STORED);
        }

        @Override
        public void measured(DebateRecord record, Step.Measure step) {
            at(Moment.MEASURED);
        }

        @Override
        public void counted(DebateRecord record, Counted counted) {
            at(Moment.COUNTED);
        }
    }

    @Test
    void theSixthCrashWithoutATurnEndsTheDebateAndATurnForgivesTheOnesBefore() throws Exception {
        String id = create();
        for (int crash = 1; crash <= 5; crash++) {
            crash(id, 1);
            assertThat(ground.row(id).recoveries()).isEqualTo(crash - 1);
        }
        // The last of those planned its calls; the next stores one turn and dies again.
        crash(id, 3);
        assertThat(ground.row(id).recoveries()).isZero();
        for (int crash = 1; crash <= 5; crash++) {
            crash(id, 0);
            assertThat(ground.row(id).recoveries()).isEqualTo(crash);
        }

        assertThatThrownBy(() -> ground.resume(id))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo("crash_loop"));
        SessionRow row = ground.row(id);
        assertThat(row.status()).isEqualTo(SessionRow.Status.FAILED);
        assertThat(row.stopReason()).isEqualTo("crash_loop");
        assertThat(row.outcome()).isEmpty();
        assertThat(ground.turns(id)).isNotEmpty();
        ground.proves(id);
    }

    private void crash(String id, int commits) throws InterruptedException {
        ground.telling(Guillotine.before(ground.clock(), commits));
        assertThatThrownBy(() -> ground.resume(id)).isInstanceOf(Guillotine.Killed.class);
        ground.telling(ground.clock());
        ground.clock().advance(Duration.ofSeconds(31));
    }

    @Test
    @DisplayName("Cancel must stop a debate run by another process within 10 s; nothing may be written after it;"
            + " cancel, approve or reject on a finished debate must be refused.")
    void cancellingStopsWhoeverRunsItAndNothingIsWrittenAfterIt() throws Exception {
        ground.script().holds(situation -> situation.slot().round() == 2);
        String id = create(REQUEST.set("threshold", 1).set("early_stop", false));
        CompletableFuture<DebateSession> run =
                inBackground(() -> ground.slowEngine("first").resume(id, DebateListener.NONE));
        ground.script().awaitHeld(3);
        long start = System.nanoTime();
        try (Ground other = Ground.at(dialect, folder, ground.url()).borrowed()) {
            other.telling(ground.clock());
            other.stoa().debate().sessions().cancel(id, "ana");
        }
        int events = ground.row(id).eventCount();
        int turns = ground.turns(id).size();
        join(run);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(ground.script().interrupted()).isEqualTo(3);
        SessionRow row = ground.row(id);
        assertThat(row.status()).isEqualTo(SessionRow.Status.CANCELLED);
        assertThat(row.eventCount()).isEqualTo(events);
        assertThat(ground.turns(id)).hasSize(turns);
        assertThat(ground.kinds(id)).last().isEqualTo("debate_cancelled");
        assertThat(ground.stoa().debate().sessions().cancel(id, "bo").row().eventCount())
                .isEqualTo(events);
        ground.proves(id);
    }

    @Test
    void whatHasEndedCannotBeCancelledApprovedOrRejected() throws Exception {
        String id = ground.run(REQUEST.gates(List.of(Phase.PROPOSAL))).row().id();
        String gate = ground.stoa().debate().gates().pending(id).orElseThrow().id();
        ground.stoa().debate().gates().decide(gate, Verdict.APPROVE, "ana", null);
        ground.resume(id);
        assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.COMPLETED);

        assertThatThrownBy(() -> ground.stoa().debate().sessions().cancel(id, "ana"))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> ground.stoa().debate().gates().decide(gate, Verdict.REJECT, "ana", "no"))
                .isInstanceOf(ConflictException.class);
        assertThat(ground.stoa()
                        .debate()
                        .gates()
                        .decide(gate, Verdict.APPROVE, "bo", null)
                        .alreadyDecided())
                .isTrue();
        assertThatThrownBy(() -> ground.resume(id)).isInstanceOf(ConflictException.class);
    }

    private String create() {
        return create(REQUEST);
    }

    private String create(DebateRequest request) {
        return ground.engine("first").create(request, "local").row().id();
    }

    private CompletableFuture<DebateSession> hold(String runner, String id) {
        return inBackground(() -> ground.engine(runner).resume(id, DebateListener.NONE));
    }
}
