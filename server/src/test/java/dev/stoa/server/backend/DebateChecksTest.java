package dev.stoa.server.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway") // a field that a document lacks fails the test that reads it
class DebateChecksTest {
    private static final Principal BY = Principal.operator("local");
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Places places = new Places("replays", DebateChecks.MOST);
    private final List<String> read = new CopyOnWriteArrayList<>();
    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final DebateChecks checks = new DebateChecks(places, (by, session) -> {
        read.add(session);
        begun.release();
        try {
            goesOn.await();
        } catch (InterruptedException e) {
            throw new UnavailableException("interrupted", "the replay was stopped", "try again");
        }
        return Map.of("ok", true);
    });

    private Map<String, @Nullable Object> latest(String session) {
        return checks.latest(session).document();
    }

    @Test
    void whoAsksForACheckThatRunsJoinsItAndTheNextIsAnother() throws InterruptedException {
        assertThat(latest("a")).containsEntry("state", "none").containsEntry("run", null);
        DebateChecks.Run first = checks.start(BY, "a");
        begun.acquire();
        assertThat(checks.start(BY, "a")).isSameAs(first);
        assertThat(latest("a")).containsEntry("state", "running").containsEntry("report", null);
        assertThat(latest("b")).containsEntry("state", "none");
        goesOn.countDown();
        assertThat(places.await(LONGEST)).isTrue();
        assertThat(read).containsExactly("a");
        assertThat(latest("a")).containsEntry("state", "done").containsEntry("report", Map.of("ok", true));
        assertThat(checks.start(BY, "a")).isNotSameAs(first);
        assertThat(places.await(LONGEST)).isTrue();
        assertThat(read).hasSize(2);
    }

    @Test
    void fewAreReadAtOnceOthersWaitAndWhatIsBeyondIsRefused() throws InterruptedException {
        List<String> all =
                IntStream.range(0, DebateChecks.MOST).mapToObj(n -> "d" + n).toList();
        all.forEach(session -> checks.start(BY, session));
        begun.acquire(DebateChecks.AT_ONCE);
        assertThat(checks.turns.availablePermits()).isZero();
        assertThat(read).hasSize(DebateChecks.AT_ONCE);
        assertThat(all).allSatisfy(session -> assertThat(latest(session)).containsEntry("state", "running"));
        assertThatThrownBy(() -> checks.start(BY, "more"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("replays");
        assertThat(latest("more")).containsEntry("state", "none");
        goesOn.countDown();
        assertThat(places.await(LONGEST)).isTrue();
        assertThat(read).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void aServerThatStopsEndsThoseThatReadAndThoseThatWait() throws InterruptedException {
        List<String> all = List.of("a", "b", "c");
        all.forEach(session -> checks.start(BY, session));
        begun.acquire(DebateChecks.AT_ONCE);
        places.stop();
        assertThat(places.await(LONGEST)).isTrue();
        assertThat(all).allSatisfy(session -> assertThat(latest(session)).containsEntry("state", "failed"));
        assertThat(all.stream().map(session -> latest(session).get("problem")))
                .containsExactlyInAnyOrder("the replay was stopped", "the replay was stopped", "the server stops");
    }

    @Test
    void aFailureIsToldWithoutItsInnerWords() throws InterruptedException {
        DebateChecks broken = new DebateChecks(places, (by, session) -> {
            if (session.equals("gone")) {
                throw new NotFoundException("not_found", "there is no such debate", "list them");
            }
            throw new StackOverflowError("/var/lib/secret");
        });
        broken.start(BY, "a");
        broken.start(BY, "gone");
        assertThat(places.await(LONGEST)).isTrue();
        assertThat(broken.latest("a").document())
                .containsEntry("state", "failed")
                .containsEntry("problem", "it failed; see the log of the server");
        assertThat(broken.latest("gone").document()).containsEntry("problem", "there is no such debate");
        assertThat(places.free()).isEqualTo(DebateChecks.MOST);
        assertThat(broken.turns.availablePermits()).isEqualTo(DebateChecks.AT_ONCE);
    }

    @Test
    void theOnesAskedForLastAreKept() throws InterruptedException {
        goesOn.countDown();
        for (int n = 0; n < 100; n++) {
            checks.start(BY, "d" + n);
            assertThat(latest("d0").get("state")).as("after %s", n).isNotEqualTo("none");
            assertThat(places.await(LONGEST)).isTrue();
        }
        assertThat(latest("d1")).containsEntry("state", "none");
        assertThat(latest("d99")).containsEntry("state", "done");
    }
}
