package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.session.Outbox;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What an examination tells of lessons that could not be taught, on both backends. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class DeadOutboxNoticeTest {
    private static final int TRIES = 12;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private Place place;
    private Archive archive;
    private Outbox outbox;
    private DebateFixture fixture;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder, DebateArchive.SCHEMA);
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        outbox = Outbox.over(archive, clock);
        fixture = new DebateFixture(archive, clock);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void whatIsStillTriedIsNotTold() {
        put(fixture.pending(), "match", "a");
        fail("match", TRIES - 1, "no such table");
        assertThat(told()).isEmpty();
    }

    @Test
    void eachTargetIsToldOnceWithTheReasonOfItsLastRow() {
        String first = fixture.pending();
        String second = fixture.pending();
        put(first, "match", "a");
        put(first, "consensus", "b");
        fail("consensus", TRIES, "disk is full");
        fail("match", TRIES, "no such table");
        put(second, "match", "c");
        fail("match", TRIES, "no such\ncolumn");

        assertThat(told())
                .containsExactly(
                        "1 row for consensus could not be applied and was given up, last of debate " + first
                                + " (disk is full); remove the cause and retry the dead rows",
                        "2 rows for match could not be applied and were given up, last of debate " + second
                                + " (no such column); remove the cause and retry the dead rows");

        assertThat(outbox.retryDead()).isEqualTo(3);
        assertThat(told()).isEmpty();
    }

    @Test
    void longReasonsAreCutAndManyTargetsTooButNeverThroughACharacter() {
        String id = fixture.pending();
        for (int i = 0; i < 12; i++) {
            put(id, "target" + i, "k");
            fail("target" + i, TRIES, "😀".repeat(i == 0 ? 150 : 250));
        }
        List<String> told = told();
        assertThat(told).hasSize(10);
        assertThat(told.getFirst()).contains("(" + "😀".repeat(150) + ");");
        assertThat(told.getLast()).contains("(" + "😀".repeat(200) + "…);");
    }

    private List<String> told() {
        return archive.read(tx -> DeadOutboxNotice.tell(tx, 10));
    }

    private void put(String session, String target, String key) {
        archive.write(tx -> {
            Outbox.put(tx, session, target, key, Map.of("k", key), clock.instant());
            return key;
        });
    }

    /** Lets every row of a target that is due fail so often. */
    private void fail(String target, int times, String why) {
        for (int i = 0; i < times; i++) {
            clock.advance(Duration.ofMinutes(6));
            outbox.due(null, List.of(target), 0, 99).forEach(row -> outbox.failed(row.seq(), why));
        }
    }
}
