package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class DebateEventsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void theHeadsOfManySessionsSayHowFarEachHasComeAndAWatchThatOneHasComeFurther() throws Exception {
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        try (Place place = Place.on(dialect, folder, DebateArchive.SCHEMA)) {
            var archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
            DebateFixture fixture = new DebateFixture(archive, clock);
            DebateEvents events = DebateEvents.over(archive);
            // As another process sees it.
            DebateEvents elsewhere = DebateEvents.over(place.open(DebateArchive.SCHEMA));
            String waiting = fixture.pending();
            String running = fixture.running();
            String unknown = "018f2b1e-0000-7000-8000-000000000001";
            List<String> followed = List.of(waiting, running, running, unknown, "no id");
            assertThat(events.heads(List.of())).isEmpty();
            assertThat(events.heads(followed))
                    .isEqualTo(Map.of(
                            waiting, new DebateEvents.Head(SessionRow.Status.PENDING, 1),
                            running, new DebateEvents.Head(SessionRow.Status.RUNNING, 2)));
            try (CommitSignal.Watch watch = elsewhere.watch()) {
                fixture.start(waiting);
                assertThat(watch.await(Duration.ofSeconds(60))).isTrue();
            }
            assertThat(elsewhere.heads(followed).get(waiting))
                    .isEqualTo(new DebateEvents.Head(SessionRow.Status.RUNNING, 2));
        }
    }

    private static List<Long> numbers(Page<DebateEvent> page) {
        return page.items().stream().map(DebateEvent::seq).toList();
    }

    @Test
    void theEventsOfAKindAreFoundAmongABoundedNumberOfEvents() {
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        try (Place place = Place.on(dialect, folder, DebateArchive.SCHEMA)) {
            var archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
            String id = new DebateFixture(archive, clock).running();
            String copy = "INSERT INTO debate_events (session_id, seq, kind, data, at, prev_hash, hash)"
                    + " SELECT session_id, seq + ?, ?, data, at, prev_hash, hash FROM debate_events WHERE session_id = ?";
            long last = 2;
            while (last <= DebateEvents.LOOKED) {
                long by = last;
                archive.write(tx -> tx.update(copy, by, "turn_stored", id));
                last += by;
            }
            long behind = last;
            archive.write(tx -> tx.update(copy + " AND seq = 1", behind, "debate_graded", id));
            DebateEvents events = DebateEvents.over(archive);

            Page<DebateEvent> few = events.ofKind(id, "turn_stored", 0, Page.Request.first(3));
            assertThat(numbers(few)).containsExactly(3L, 4L, 5L);
            assertThat(few.items()).isEqualTo(events.after(id, 2, 3));
            assertThat(numbers(events.ofKind(id, "turn_stored", 0, new Page.Request(3, few.next()))))
                    .containsExactly(6L, 7L, 8L);
            assertThat(numbers(events.ofKind(id, "turn_stored", 6, Page.Request.first(2))))
                    .containsExactly(7L, 8L);

            Page<DebateEvent> early = events.ofKind(id, "debate_started", 0, Page.Request.first());
            assertThat(numbers(early)).containsExactly(2L);
            assertThat(early.next()).as("others were not looked at").isNotNull();
            assertThat(events.ofKind(id, "debate_started", 0, new Page.Request(50, early.next())))
                    .isEqualTo(new Page<>(List.of(), null));
            Page<DebateEvent> late = events.ofKind(id, "debate_graded", 0, Page.Request.first());
            assertThat(late.items()).isEmpty();
            Page<DebateEvent> found = events.ofKind(id, "debate_graded", 0, new Page.Request(50, late.next()));
            assertThat(numbers(found)).containsExactly(behind + 1);
            assertThat(found.next()).isNull();
            assertThat(events.ofKind(id, "debate_graded", Long.MAX_VALUE, Page.Request.first()))
                    .isEqualTo(new Page<>(List.of(), null));
            assertThatThrownBy(() -> events.ofKind(id, "other", 0, Page.Request.first()))
                    .isInstanceOf(InvalidException.class);
        }
    }
}
