package dev.stoa.debate;

import static dev.stoa.debate.DebateRows.lesson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.DebateLessons;
import dev.stoa.base.Page;
import dev.stoa.debate.rules.code.UnifiedDiff;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.Termination;
import dev.stoa.learning.lesson.Lesson;
import dev.stoa.learning.lesson.LessonDraft;
import dev.stoa.learning.lesson.LessonTier;
import dev.stoa.learning.lesson.LessonWriter;
import dev.stoa.learning.lesson.Lessons;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What is remembered of debates, and what is left of one that was deleted, on both backends. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class HistoryTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private Place place;
    private Archive archive;
    private DebateSessions sessions;
    private DebateFixture fixture;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder, DebateArchive.SCHEMA);
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        sessions = DebateSessions.over(archive, clock, Ids.system(), new DebateLessons());
        fixture = new DebateFixture(archive, clock);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    @DisplayName("History must contain failed and cancelled sessions; both ends of a date range must filter; unfinished"
            + " uses must not count as failures; 5 successes then 5 failures must be bronze.")
    void historyIsWholeAndOnlyWhatIsKnownCounts() {
        List<String> made = new ArrayList<>();
        for (int day = 0; day < 5; day++) {
            made.add(day == 3 ? fixture.completed() : fixture.running());
            clock.advance(Duration.ofDays(1));
        }
        sessions.cancel(made.get(1), "ana");
        archive.write(tx -> {
            Termination.fail(tx, made.get(2), StopReason.ERROR, "boom", clock.instant());
            return null;
        });

        assertThat(ids(SessionFilter.all())).isEqualTo(made);
        assertThat(ids(SessionFilter.all().withStatus(SessionRow.Status.FAILED)))
                .containsExactly(made.get(2));
        assertThat(ids(SessionFilter.all().withStatus(SessionRow.Status.CANCELLED)))
                .containsExactly(made.get(1));
        Instant second = Instant.parse("2026-01-02T00:00:00Z");
        Instant fourth = Instant.parse("2026-01-04T00:00:00Z");
        assertThat(ids(SessionFilter.all().within(second, fourth)))
                .as("the first end is within, the last is not")
                .containsExactly(made.get(1), made.get(2));
        assertThat(ids(SessionFilter.all().within(second.plusMillis(1), null)))
                .containsExactly(made.get(2), made.get(3), made.get(4));
        assertThat(ids(SessionFilter.all().within(null, fourth.plusMillis(1))))
                .containsExactly(made.get(0), made.get(1), made.get(2), made.get(3));

        LessonDraft lesson = lesson("slow loop", "use a map");
        Lessons lessons = Lessons.over(archive, clock);
        archive.write(tx -> {
            LessonWriter.learn(tx, made.get(3), "general", List.of(lesson), clock.instant());
            return null;
        });
        use(lesson.id(), 5, true);
        for (String unfinished : made) {
            lessons.apply(unfinished, lesson.id(), true);
        }
        assertThat(lessons.get(lesson.id()))
                .returns(5L, Lesson::uses)
                .returns(5L, Lesson::successes)
                .returns(LessonTier.SILVER, Lesson::tier);
        use(lesson.id(), 5, false);
        assertThat(lessons.get(lesson.id()))
                .returns(10L, Lesson::uses)
                .returns(5L, Lesson::successes)
                .returns(LessonTier.BRONZE, Lesson::tier);
        assertThat(lessons.statistics().document().toString()).contains("uses=10", "successes=5");
    }

    /** Lets debates be shown a lesson and be graded. */
    private void use(String lesson, int times, boolean correct) {
        for (int i = 0; i < times; i++) {
            String session = fixture.completed();
            archive.write(tx -> {
                LessonWriter.apply(tx, session, lesson, true, clock.instant());
                LessonWriter.outcome(tx, session, correct, "given", clock.instant());
                return null;
            });
        }
    }

    @Test
    @DisplayName("Diffs of random texts (no final newline, CRLF, empty, 10,000 lines) must re-apply exactly. Deleting a"
            + " session must leave no row but its tombstone.")
    void whatIsKeptIsExactAndWhatIsDeletedIsGone() {
        Random random = new Random(24);
        List<String> texts = new ArrayList<>(List.of("", "\n", "a", "a\r\nb\r\n", "a\r\nb", "a\nb\n", "a\n\n\nb"));
        for (int i = 0; i < 4; i++) {
            texts.add(IntStream.range(0, 10_000)
                    .mapToObj(line -> random.nextInt(50) == 0 ? "x" + random.nextInt(9) : "line " + line)
                    .collect(Collectors.joining(random.nextBoolean() ? "\r\n" : "\n")));
        }
        for (String parent : texts) {
            for (String child : texts) {
                assertThat(UnifiedDiff.apply(UnifiedDiff.between(parent, child), parent))
                        .isEqualTo(child);
            }
        }

        String kept = fixture.completed();
        List<Long> before = rows();
        String deleted = fixture.completed();
        sessions.delete(deleted, "asked for");
        assertThat(rows()).as("nothing of it is left in any table").isEqualTo(before);
        assertThat(archive.list("SELECT session_id FROM debate_tombstones", row -> row.text(1)))
                .containsExactly(deleted);
        assertThat(ids(SessionFilter.all())).containsExactly(kept);
        // The sessions of the fixture were never held, so that a replay has nothing to prove.
        assertThat(place.examine(DebateArchive.SCHEMA, true).findings())
                .noneMatch(finding -> !finding.message().startsWith("D9"));
    }

    /** How many rows each table has but those that tell of deleted sessions, without their texts. */
    private List<Long> rows() {
        List<String> tables = archive.list(
                dialect.pick(
                        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%e\\_%' ESCAPE '\\'",
                        "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"),
                row -> row.text(1));
        assertThat(tables).contains("debate_turns", "debate_outbox", "code_test_results");
        return tables.stream()
                .filter(table -> !Set.of("debate_tombstones", "debate_register", "sqlite_sequence")
                        .contains(table))
                // How many segments an index has depends on what was written, not on what is there.
                .filter(table -> !table.matches(".*_fts_(data|idx)"))
                .sorted()
                .flatMap(table -> archive.list("SELECT count(*) FROM " + table, row -> row.number(1)).stream())
                .toList();
    }

    private List<String> ids(SessionFilter filter) {
        return sessions.list(filter, Page.Request.first(100)).items().stream()
                .map(DebateSession::id)
                .toList();
    }
}
