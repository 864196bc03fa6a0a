package dev.stoa.server.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway") // a field that a document lacks fails the test that reads it
class ChecksTest {
    private static final Principal BY = Principal.operator("local");
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Places verifications = new Places("verifications", 1);
    private final Places examinations = new Places("examinations", 1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final Checks checks = new Checks(verifications, examinations, (by, run) -> {
        run.progressed("debate", 1);
        run.proved("debates", 3, 7);
        begun.countDown();
        await(goesOn);
        run.progressed("continuum", 2);
        return Map.of("ok", true);
    });

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<String, @Nullable Object> latest() {
        return checks.latest(Checks.Kind.DOCTOR).document();
    }

    @Test
    void whoAsksForACheckThatRunsJoinsItAndTheNextIsAnother() throws InterruptedException {
        assertThat(latest()).containsEntry("state", "none").containsEntry("run", null);
        Checks.Run first = checks.start(BY, Checks.Kind.DOCTOR);
        await(begun);
        assertThat(checks.start(BY, Checks.Kind.DOCTOR)).isSameAs(first);
        assertThat(latest())
                .containsEntry("state", "running")
                .containsEntry("step", "debate")
                .containsEntry("done", 1L)
                .containsEntry("report", null)
                .containsEntry("proved", Map.of("what", "debates", "done", 3L, "all", 7L));
        goesOn.countDown();
        assertThat(examinations.await(LONGEST)).isTrue();
        assertThat(latest())
                .containsEntry("state", "done")
                .containsEntry("done", 2L)
                .containsEntry("report", Map.of("ok", true));
        assertThat(checks.start(BY, Checks.Kind.DOCTOR)).isNotSameAs(first);
        assertThat(examinations.await(LONGEST)).isTrue();
    }

    @Test
    void aServerThatStopsEndsACheck() throws InterruptedException {
        checks.start(BY, Checks.Kind.DOCTOR);
        await(begun);
        examinations.stop();
        assertThat(examinations.await(LONGEST)).isTrue();
        assertThat(latest()).containsEntry("state", "failed").containsEntry("problem", "the server stops");
    }

    @Test
    void aCheckIsRefusedWhileARequestWaitsForOne() {
        try (Places.Place place = verifications.take()) {
            assertThatThrownBy(() -> checks.start(BY, Checks.Kind.AUDIT))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("verifications");
        }
        assertThat(checks.latest(Checks.Kind.AUDIT).document()).containsEntry("state", "none");
    }

    @Test
    void aFailureIsToldWithoutItsInnerWords() throws InterruptedException {
        Checks broken = new Checks(verifications, examinations, (by, run) -> {
            throw new IllegalStateException("/var/lib/secret");
        });
        broken.start(BY, Checks.Kind.AUDIT);
        assertThat(verifications.await(LONGEST)).isTrue();
        assertThat(broken.latest(Checks.Kind.AUDIT).document())
                .containsEntry("state", "failed")
                .containsEntry("problem", "it failed; see the log of the server");
    }

    @Test
    void anErrorIsToldToo() throws InterruptedException {
        Checks broken = new Checks(verifications, examinations, (by, run) -> {
            throw new StackOverflowError("/var/lib/secret");
        });
        broken.start(BY, Checks.Kind.AUDIT);
        assertThat(verifications.await(LONGEST)).isTrue();
        assertThat(broken.latest(Checks.Kind.AUDIT).document())
                .containsEntry("state", "failed")
                .containsEntry("problem", "it failed; see the log of the server");
        assertThat(verifications.free()).isEqualTo(1);
    }

    @Test
    void theOneWhoSeesTheEndOfACheckMayBeginTheNext() {
        goesOn.countDown();
        for (int i = 0; i < 200; i++) {
            checks.start(BY, Checks.Kind.DOCTOR);
            while ("running".equals(latest().get("state"))) {
                Thread.onSpinWait();
            }
        }
        assertThat(latest()).containsEntry("state", "done");
    }

    @Test
    void thePlaceIsFreeBeforeTheEndOfWorkIsTold() throws InterruptedException {
        List<Integer> free = new CopyOnWriteArrayList<>();
        try (Places.Place place = examinations.take()) {
            place.start(
                    Thread.ofPlatform().factory(),
                    () -> free.add(examinations.free()),
                    () -> free.add(examinations.free()));
        }
        assertThat(examinations.await(LONGEST)).isTrue();
        assertThat(free).containsExactly(0, 1);
    }

    @Test
    void aThreadThatCannotBeStartedKeepsNoPlace() throws InterruptedException {
        assertThatThrownBy(() -> {
                    try (Places.Place place = examinations.take()) {
                        place.start(Refused::new, () -> {}, () -> {});
                    }
                })
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(examinations.free()).isEqualTo(1);
        assertThat(examinations.await(LONGEST)).isTrue();
    }

    /** A thread that the machine has no room for. */
    private static final class Refused extends Thread {
        Refused(Runnable work) {
            super(work);
        }

        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }
}
