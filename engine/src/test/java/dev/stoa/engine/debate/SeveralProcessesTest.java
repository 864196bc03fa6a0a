package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.SessionRow;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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

/** Debates that one process holds while another cancels them, takes them over, or wants to hold them too. */
@ParameterizedClass
@EnumSource(Dialect.class)
@Timeout(300)
@SuppressWarnings("NullAway.Init") // set before each test
class SeveralProcessesTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final List<String> TABLES = List.of(
            "debate_sessions",
            "debate_turns",
            "code_versions",
            "debate_options",
            "debate_ballots",
            "debate_flips",
            "debate_checks",
            "debate_gates",
            "debate_events",
            "code_tests",
            "code_test_results",
            "debate_outbox",
            "debate_grades",
            "debate_lessons");

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

    @ParameterizedTest
    @EnumSource(names = {"SILENCE", "IDLING"})
    @DisplayName("Cancel must stop a debate run by another process within 10 s; nothing may be written after it;"
            + " cancel, approve or reject on a finished debate must be refused.")
    void cancellingStopsAnotherProcessAndWhatItHasStarted(Play play) throws Exception {
        Files.writeString(folder.resolve("stoa.toml"), Play.COMMANDS);
        String id = create(play);
        try (Child child = start(play)) {
            child.expect("started");
            RunnerProcess.order(child, ground, id);
            child.say("end");
            List<ProcessHandle> busy = child.awaitProgram("sleep");

            ground.stoa().debate().sessions().cancel(id, "ana");
            SessionRow cancelled = ground.row(id);
            Map<String, Long> rows = rows();

            assertThat(child.exit(SOON)).as(child::complaints).isZero();
            child.expect("ended cancelled");
            assertThat(busy).noneMatch(ProcessHandle::isAlive);
            assertThat(ground.row(id)).isEqualTo(cancelled);
            assertThat(rows()).isEqualTo(rows);
        }
        assertThat(ground.kinds(id)).last().isEqualTo("debate_cancelled");
        ground.proves(id);
        ground.sound();
    }

    @Test
    @DisplayName("A second runner must be fenced off.")
    void aProcessThatStoodStillTooLongWritesNothingMore() throws Exception {
        String whole = ground.run(Play.LADDER.request()).row().id();
        String id = create(Play.LADDER);
        try (Child first = start(Play.LADDER)) {
            first.expect("started");
            RunnerProcess.order(first, ground, id, 4);
            first.expect("stands");
            ground.clock().advance(Duration.ofSeconds(31));
            ground.resume(id);
            SessionRow done = ground.row(id);
            Map<String, Long> rows = rows();

            first.say("go on");

            first.expect("ended completed");
            assertThat(ground.row(id)).isEqualTo(done);
            assertThat(rows()).isEqualTo(rows);
        }
        assertThat(ground.kinds(id)).filteredOn("runner_changed"::equals).hasSize(1);
        assertThat(ground.outcome(id)).isEqualTo(ground.outcome(whole));
        ground.proves(id);
        ground.sound();
    }

    @Test
    void ofTwoProcessesThatResumeADebateAtOnceOneHoldsItAndTheOtherIsRefused() throws Exception {
        String whole = ground.run(Play.LADDER.request()).row().id();
        try (Child one = start(Play.LADDER);
                Child two = start(Play.LADDER)) {
            one.expect("started");
            two.expect("started");
            for (int race = 0; race < 6; race++) {
                boolean begun = race % 2 == 1;
                String id = begun ? abandoned(Play.LADDER, race) : create(Play.LADDER);
                RunnerProcess.order(one, ground, id);
                RunnerProcess.order(two, ground, id);

                assertThat(Stream.of(one.expect(""), two.expect("")))
                        .containsExactlyInAnyOrder("ended completed", "refused precondition");
                assertThat(ground.kinds(id))
                        .filteredOn(kind -> kind.equals("debate_started") || kind.equals("runner_changed"))
                        .hasSize(begun ? 2 : 1);
                assertThat(ground.said(id)).isEqualTo(ground.said(whole));
                assertThat(ground.outcome(id)).isEqualTo(ground.outcome(whole));
                ground.proves(id);
            }
        }
        ground.sound();
    }

    private Child start(Play play) {
        return RunnerProcess.start(dialect, folder, ground, play);
    }

    private String create(Play play) {
        return ground.engine("first").create(play.request(), "local").row().id();
    }

    /** A debate whose runner died after so many commits, and whose lease has run out. */
    private String abandoned(Play play, int commits) throws InterruptedException {
        String id = create(play);
        ground.telling(Guillotine.before(ground.clock(), commits));
        try {
            ground.resume(id);
        } catch (Guillotine.Killed e) {
            ground.telling(ground.clock());
        }
        ground.clock().advance(Duration.ofSeconds(31));
        return id;
    }

    private Map<String, Long> rows() {
        try (Archive archive = archive()) {
            Map<String, Long> rows = new TreeMap<>();
            for (String table : TABLES) {
                archive.one("SELECT count(*) FROM " + table, row -> row.number(1))
                        .ifPresent(count -> rows.put(table, count));
            }
            return rows;
        }
    }

    private Archive archive() {
        StorageSettings settings = StorageSettings.defaults();
        return dialect == Dialect.SQLITE
                ? SqliteArchive.open(DebateArchive.SCHEMA, folder, settings, ground.clock())
                : PostgresArchive.open(
                        DebateArchive.SCHEMA, ground.url(), PostgresSettings.defaults(), settings, ground.clock());
    }
}
