package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;

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
}
