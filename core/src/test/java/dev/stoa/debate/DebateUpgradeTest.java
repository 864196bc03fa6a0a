package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.DebateLessons;
import dev.stoa.base.Page;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.session.CodeVersions;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An archive of version 1, filled by another program, becomes a present one and keeps every row. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class DebateUpgradeTest {
    private static final ArchiveSchema SEED = ArchiveSchema.named("debate")
            .version(1, "sessions, turns and code versions")
            .build();

    private static final Instant DAY = Instant.parse("2024-05-06T00:00:00Z");
    private static final String DONE = "0197a2b4-0000-7000-8000-000000000001";
    private static final String OPEN = "0197a2b4-0000-7000-8000-000000000002";
    private static final String BARE = "0197a2b4-0000-7000-8000-000000000003";
    private static final String PAUSED = "0197a2b4-0000-7000-8000-000000000004";
    private static final String HALF = "0197a2b4-0000-7000-8000-000000000005";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private Place place;
    private Archive archive;
    private DebateSessions sessions;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder);
        place.open(SEED, StorageSettings.defaults(), clock).write(DebateUpgradeTest::fill);
        place.closeArchives();
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        sessions = DebateSessions.over(archive, clock, Ids.system(), new DebateLessons());
    }

    @AfterEach
    void close() {
        place.close();
    }

    private static int fill(Tx tx) {
        session(tx, DONE, "completed", "{\"learn\": true, \"agents\": []}", "{\"b\": 1.50, \"a\": [\"x\"]}", DAY);
        session(tx, OPEN, "running", "{}", "{}", null);
        session(tx, BARE, "completed", null, null, DAY);
        session(tx, PAUSED, "paused", "{}", "{}", null);
        // What an older program left half done: an end without its time.
        session(tx, HALF, "failed", "{}", "{}", null);
        // By the clock the last phase came first, and by the alphabet too.
        turn(tx, 1, 2, "critique", "bo", 0);
        turn(tx, 2, 1, "adversarial", "ana", 1);
        turn(tx, 3, 1, "convergence", "ana", 1);
        turn(tx, 4, 1, "proposal", "bo", 5);
        turn(tx, 5, 1, "proposal", "ana", 5);
        turn(tx, 6, 1, "proposal", "ana", 4);
        turn(tx, 7, 1, "dehallucination", "cy", 9);
        tx.update(
                "INSERT INTO debate_turns (id, session_id, round, phase, agent_id) VALUES (?, ?, 1, 'review', 'ana')",
                id(8),
                OPEN);
        return tx.update(
                "INSERT INTO code_versions (id, session_id, turn_id, code, version_number, test_pass_rate)"
                        + " VALUES (?, ?, ?, 'x = 1', 1, 0.5)",
                id(9),
                DONE,
                id(4));
    }

    private static void session(
            Tx tx, String id, String status, @Nullable String config, @Nullable String outcome, @Nullable Instant end) {
        tx.update("""
                INSERT INTO debate_sessions (id, debate_id, topic, status, topology_type, coordination_protocol, config,
                    outcome, created_at, updated_at, completed_at) VALUES (?, 'old', 'topic', ?, 'ring', 'gossip', ?, ?, ?, ?, ?)""", id, status, config, outcome, DAY, DAY, end);
    }

    private static void turn(Tx tx, int number, int round, String phase, String agent, int second) {
        tx.update("""
                INSERT INTO debate_turns (id, session_id, round, phase, agent_id, content, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)""", id(number), DONE, round, phase, agent, "said " + number, DAY.plusSeconds(second));
    }

    private static String id(int number) {
        return "0197a2b4-0000-7000-8000-00000000010" + number;
    }

    @Test
    void turnsAreNumberedByRoundPhaseTimeAndId() {
        List<DebateTurn> turns = DebateTurns.over(archive).all(DONE);

        assertThat(turns)
                .extracting(DebateTurn::content)
                .containsExactly("said 7", "said 6", "said 4", "said 5", "said 2", "said 3", "said 1");
        assertThat(turns).extracting(DebateTurn::turnSeq).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(numbers("SELECT phase_ordinal FROM debate_turns WHERE session_id = ? ORDER BY turn_seq"))
                .containsExactly(1L, 3L, 3L, 3L, 7L, 8L, 4L);
        assertThat(numbers("SELECT step FROM debate_turns WHERE session_id = ? ORDER BY turn_seq"))
                .as("who spoke twice in a phase did so in two steps")
                .containsExactly(1L, 1L, 1L, 2L, 1L, 1L, 1L);
        assertThat(turns).allSatisfy(turn -> {
            assertThat(turn.attempt()).isZero();
            assertThat(turn.status()).isEqualTo(TurnStatus.OK);
            assertThat(turn.visibleTurns()).isEmpty();
            assertThat(turn.kind()).isNull();
            assertThat(turn.prompt()).isNull();
        });
        assertThat(turns.getFirst().createdAt()).isEqualTo(DAY.plusSeconds(9));
        assertThat(numbers("SELECT turn_count FROM debate_sessions WHERE id = ?"))
                .containsExactly(7L);
    }

    @Test
    void whatVersionsAddHasItsDefault() {
        SessionRow done = sessions.get(DONE).row();

        assertThat(done.domain()).isEqualTo("general");
        assertThat(done.outcomeSha256())
                .isEqualTo(Digest.sha256("{\"a\":[\"x\"],\"b\":1.5}"))
                .isEqualTo(Json.sha256(done.outcome()));
        assertThat(done.completedAt()).isEqualTo(DAY);
        assertThat(sessions.get(BARE).row().outcomeSha256()).isEqualTo(Digest.sha256("{}"));
        assertThat(sessions.get(HALF).row().completedAt()).isEqualTo(DAY);
        assertThat(sessions.get(OPEN).row().turnCount()).isEqualTo(1);
        assertThat(CodeVersions.over(archive).all(DONE)).singleElement().satisfies(version -> {
            assertThat(version.codeSha256()).isEqualTo(Digest.sha256("x = 1"));
            assertThat(version.turnSeq()).isEqualTo(3);
            assertThat(version.testPassRate()).isEqualTo(0.5);
            assertThat(version.parentVersion()).isNull();
        });
        assertThat(sessions.list(SessionFilter.all(), Page.Request.first(9)).items())
                .hasSize(5);
        assertThat(DebateEvents.over(archive).all(DONE)).isEmpty();
    }

    @Test
    void itIsInOrderAndStaysSoWhateverIsDoneWithIt() {
        sound();

        sessions.cancel(OPEN, "ana");
        sessions.cancel(PAUSED, "ana");
        place.closeArchives();
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);

        sound();
        assertThat(DebateTurns.over(archive).all(DONE)).hasSize(7);
    }

    @Test
    void theRegisterHasEverySessionInTheOrderOfCreation() {
        assertThat(archive.list(
                        "SELECT kind, session_id FROM debate_register ORDER BY seq",
                        row -> row.text(1) + " " + row.text(2)))
                .containsExactly(
                        "created " + DONE,
                        "sealed " + DONE,
                        "created " + OPEN,
                        "created " + BARE,
                        "sealed " + BARE,
                        "created " + PAUSED,
                        "created " + HALF,
                        "sealed " + HALF);
        assertThat(archive.list("SELECT entries FROM debate_register_head", row -> row.number(1)))
                .containsExactly(8L);
    }

    @Test
    void anArchiveOfVersion9EntersItsSessionsAndTombstones() {
        sessions.delete(DONE, "asked for");
        sessions.cancel(OPEN, "ana");
        archive.write(tx -> {
            tx.update("DROP TABLE debate_register");
            tx.update("DROP TABLE debate_register_head");
            return tx.update("UPDATE _schema_versions SET version = 9 WHERE module = 'debate'");
        });
        place.closeArchives();
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        sound();
        assertThat(archive.list(
                        "SELECT kind, session_id FROM debate_register ORDER BY seq",
                        row -> row.text(1) + " " + row.text(2)))
                .startsWith("deleted " + DONE, "created " + OPEN, "sealed " + OPEN)
                .hasSize(8);
        // A session that was deleted stays deleted, whatever is filled again.
        archive.write(tx -> {
            DebateArchive.SCHEMA.completion().accept(tx);
            return null;
        });
        sound();
    }

    private void sound() {
        Checkup checkup = place.examine(DebateArchive.SCHEMA, true);
        assertThat(checkup.findings()).isEmpty();
        assertThat(checkup.version()).hasValue(13);
    }

    private List<Long> numbers(String sql) {
        return archive.list(sql, row -> row.number(1), DONE);
    }
}
