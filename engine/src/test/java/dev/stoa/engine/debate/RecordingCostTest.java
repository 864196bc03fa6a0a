package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.DebateSessions;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StoreObserver;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** How many transactions a recorded debate takes in its archive. */
@OnBothDatabases
class RecordingCostTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    /** Creation, start, a wave with what led to it for each round, the end, and the mark that the audit log knows of it. */
    @Test
    void aDebateOfTwoRoundsThatIsAnsweredByRuleTakesSixTransactions() throws Exception {
        try (Ground ground = Ground.on(dialect, folder)) {
            assertThat(transactions(ground, request("sim"))).isEqualTo(6);
        }
    }

    /** The plan of a wave is stored before its calls, and each reply by itself: what was answered is never asked again. */
    @Test
    void whatMayBeLostIsStoredBeforeTheNextStep() throws Exception {
        try (Ground ground = Ground.on(dialect, folder)) {
            int turns = 2 * 5;
            assertThat(transactions(ground, request("script"))).isEqualTo(6 + turns);
        }
    }

    /** On a server each question waits for its answer, so a debate of many seats must not ask for each of them. */
    @Test
    void whatTheSeatsAreWorthIsAskedForOnce() throws Exception {
        try (Ground ground = Ground.on(dialect, folder)) {
            Map<String, Integer> reads = new ConcurrentHashMap<>();
            ground.stoa().observedBy((archive, kind, nanos) -> {
                if (kind == StoreObserver.Kind.READ) {
                    reads.merge(archive, 1, Integer::sum);
                }
            });
            ground.run(request("sim"));
            assertThat(reads).containsEntry("rating", 2).containsEntry("critique", 1);
        }
    }

    @Test
    void whatIsEnteredIsWhatIsCreatedAndOnceForEachKey() throws Exception {
        try (Ground ground = Ground.on(dialect, folder)) {
            DebateSessions sessions = ground.stoa().debate().sessions();
            DebateRequest request = request("sim").idempotencyKey("once");
            String id = sessions.enter(request, "test");

            assertThat(sessions.enter(request, "test")).isEqualTo(id);
            assertThat(sessions.create(request, "test")).isEqualTo(sessions.get(id));
            assertThat(sessions.get(id).row().idempotencyKey()).isEqualTo("once");
        }
    }

    private static DebateRequest request(String provider) {
        return Ground.request("q1", provider, 5)
                .preset(Preset.ROUND_TABLE)
                .rounds(2)
                .set("early_stop", false)
                .set("memory", false)
                .set("learn", false);
    }

    private static int transactions(Ground ground, DebateRequest request) throws InterruptedException {
        AtomicInteger transactions = new AtomicInteger();
        ground.stoa().observedBy((archive, kind, nanos) -> {
            if (archive.equals(DebateArchive.SCHEMA.name()) && kind == StoreObserver.Kind.WRITE) {
                transactions.incrementAndGet();
            }
        });
        String id = ground.run(request).id();
        List<DebateEvent> events = ground.stoa().debate().events().all(id);
        assertThat(events)
                .filteredOn(event -> event.kind().equals("turn_stored"))
                .hasSize(10);
        ground.proves(id);
        return transactions.get();
    }
}
