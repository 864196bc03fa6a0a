package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.EventLog;
import dev.stoa.debate.session.SessionRows;
import dev.stoa.learning.lesson.LessonDraft;
import dev.stoa.learning.lesson.LessonWriter;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What always holds: a sound archive passes, each single fault is named, and triggers refuse the worst. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class DebateInvariantsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private Place place;
    private Archive archive;
    private DebateFixture fixture;
    private String session;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder, DebateArchive.SCHEMA);
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        fixture = new DebateFixture(archive, clock);
        session = fixture.completed();
        fixture.gate(fixture.running(), "wait", 0);
        fixture.pending();
        LessonDraft lesson = DebateRows.lesson("it is slow", "cache it");
        archive.write(tx -> {
            LessonWriter.learn(tx, session, "general", List.of(lesson), clock.instant());
            LessonWriter.apply(tx, session, lesson.id(), true, clock.instant());
            LessonWriter.outcome(tx, session, true, "given", clock.instant());
            return lesson;
        });
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void aSoundArchivePasses() {
        assertThat(violated()).isEmpty();
    }

    /** One fault that somebody could plant: which invariant it breaks, what is named, and how it is planted. */
    private record Fault(String id, String named, List<String> statements) {
        static Fault of(String id, String named, String... statements) {
            return new Fault(id, named, List.of(statements));
        }
    }

    @Test
    void everyClauseFindsItsFaultAndOnlyTheInvariantConcernedSpeaks() {
        unguard();
        for (Fault fault : faults()) {
            Map<String, List<String>> found = planted(fault.statements());
            assertThat(found).as(fault.toString()).containsOnlyKeys(fault.id());
            assertThat(found.get(fault.id())).as(fault.toString()).anyMatch(named -> named.startsWith(fault.named()));
        }
    }

    private List<Fault> faults() {
        String completed = " WHERE status = 'completed'";
        String pending = " WHERE status = 'pending'";
        String outcome = "UPDATE debate_sessions SET outcome_sha256 = ";
        return List.of(
                Fault.of("D1", "end of", "UPDATE debate_sessions SET completed_at = NULL" + completed),
                Fault.of("D1", "end of", "UPDATE debate_sessions SET completed_at = created_at" + pending),
                Fault.of("D1", "end of", "UPDATE debate_sessions SET status = 'failed'" + pending),
                Fault.of("D1", "outcome_sha256 of", outcome + "NULL" + completed),
                Fault.of("D1", "outcome_sha256 of", outcome + "'0'" + completed),
                Fault.of("D1", "outcome_sha256 of", "UPDATE debate_sessions SET outcome = '{}'" + completed),
                Fault.of("D1", "outcome_sha256 of", "UPDATE debate_sessions SET outcome = NULL" + completed),
                Fault.of("D1", "topology_type of", "UPDATE debate_sessions SET topology_type = 'ring'" + pending),
                Fault.of("D1", "coordination_p", "UPDATE debate_sessions SET coordination_protocol = 'x'" + pending),
                Fault.of("D1", "preset of", "UPDATE debate_sessions SET preset = 'other'" + pending),
                Fault.of("D1", "final_consensus", "UPDATE debate_sessions SET final_consensus_score = 1.5" + completed),
                Fault.of(
                        "D1", "final_consensus", "UPDATE debate_sessions SET final_consensus_score = -0.1" + completed),
                Fault.of("D2", "turn_seq of", "UPDATE debate_turns SET turn_seq = 9 WHERE turn_seq = 2"),
                Fault.of("D2", "turn_seq of", "UPDATE debate_turns SET turn_seq = 0 WHERE turn_seq = 1"),
                Fault.of("D2", "turn_seq of", "UPDATE debate_turns SET turn_seq = NULL WHERE turn_seq = 2"),
                Fault.of("D2", "turn_seq of", "UPDATE debate_sessions SET turn_count = 1" + completed),
                Fault.of("D2", "turn_seq of", "UPDATE debate_sessions SET turn_count = 3" + completed),
                Fault.of("D2", "phase_ordinal of", "UPDATE debate_turns SET phase_ordinal = 4 WHERE turn_seq = 2"),
                Fault.of("D2", "phase_ordinal of", "UPDATE debate_turns SET phase_ordinal = NULL WHERE turn_seq = 2"),
                Fault.of("D2", "phase_ordinal of", "UPDATE debate_turns SET phase = 'convergence' WHERE turn_seq = 2"),
                Fault.of("D2", "visible_turns of", "UPDATE debate_turns SET visible_turns = '[2]' WHERE turn_seq = 2"),
                Fault.of("D2", "visible_turns of", "UPDATE debate_turns SET visible_turns = '[1]' WHERE turn_seq = 1"),
                Fault.of("D2", "visible_turns of", "UPDATE debate_turns SET visible_turns = '[0]' WHERE turn_seq = 2"),
                Fault.of("D3", "event 2 of", "UPDATE debate_events SET data = '{\"x\":1}' WHERE seq = 2"),
                Fault.of("D3", "event 2 of", "UPDATE debate_events SET kind = 'runner_changed' WHERE seq = 2"),
                Fault.of("D3", "event 2 of", "UPDATE debate_events SET prev_hash = '0' WHERE seq = 2"),
                Fault.of("D3", "event 2 of", "UPDATE debate_events SET hash = '0' WHERE seq = 2"),
                Fault.of("D3", "event 3 of", "DELETE FROM debate_events WHERE seq = 2"),
                Fault.of("D3", "events of", "UPDATE debate_sessions SET event_count = event_count + 1" + pending),
                Fault.of("D3", "chain_head of", "UPDATE debate_sessions SET chain_head = '0'" + pending),
                Fault.of("D3", "chain_head of", "UPDATE debate_sessions SET chain_head = NULL" + pending),
                Fault.of(
                        "D3",
                        "chain_head of",
                        "DELETE FROM debate_events WHERE session_id IN (SELECT id FROM debate_sessions" + pending + ")",
                        "UPDATE debate_sessions SET event_count = 0" + pending),
                Fault.of("D3", "turn_stored of", "UPDATE debate_turns SET row_sha256 = '0' WHERE turn_seq = 2"),
                Fault.of("D3", "turn_stored of", "UPDATE debate_turns SET row_sha256 = NULL WHERE turn_seq = 2"),
                Fault.of("D4", "gate of", "UPDATE debate_gates SET status = 'approved', decided_at = opened_at"),
                Fault.of("D4", "gate of", "DELETE FROM debate_gates"),
                Fault.of("D4", "gate of", "UPDATE debate_sessions SET status = 'running' WHERE status = 'paused'"),
                Fault.of("D4", "gate of", "UPDATE debate_sessions SET status = 'paused'" + pending),
                Fault.of(
                        "D4",
                        "decided_at of",
                        "UPDATE debate_gates SET status = 'approved'",
                        "UPDATE debate_sessions SET status = 'running' WHERE status = 'paused'"),
                Fault.of("D5", "choice of ana", "UPDATE debate_ballots SET choice = 'Z' WHERE agent_id = 'ana'"),
                Fault.of("D5", "choice of ana", "UPDATE debate_ballots SET choice = NULL WHERE agent_id = 'ana'"),
                Fault.of("D5", "choice of", "DELETE FROM debate_options"),
                Fault.of("D5", "confidence of bo", "UPDATE debate_ballots SET confidence = 1.5 WHERE agent_id = 'bo'"),
                Fault.of("D5", "confidence of bo", "UPDATE debate_ballots SET confidence = -0.5 WHERE agent_id = 'bo'"),
                Fault.of("D5", "ballots of", """
                        INSERT INTO debate_ballots (session_id, stage, round, agent_id, valid, counted)
                        SELECT session_id, stage, round, 'third', 0, 0 FROM debate_ballots WHERE agent_id = 'ana'"""),
                Fault.of("D6", "version_number of", "UPDATE code_versions SET version_number = 2"),
                Fault.of("D6", "version_number of", "UPDATE code_versions SET version_number = 0"),
                Fault.of("D6", "parent_version of", "UPDATE code_versions SET parent_version = 1"),
                Fault.of("D6", "code_sha256 of", "UPDATE code_versions SET code = 'y'"),
                Fault.of("D6", "code_sha256 of", "UPDATE code_versions SET code_sha256 = NULL"),
                Fault.of("D6", "test_pass_rate of", "UPDATE code_versions SET test_pass_rate = 0.9999"),
                Fault.of("D6", "test_pass_rate of", "UPDATE code_versions SET test_pass_rate = NULL"),
                Fault.of("D6", "test_pass_rate of", "UPDATE code_test_results SET status = 'failed'"),
                Fault.of("D6", "test_pass_rate of", "DELETE FROM code_test_results"),
                Fault.of("D7", "done_at of", "UPDATE debate_outbox SET status = 'done'"),
                Fault.of("D7", "consensus row of", "DELETE FROM debate_outbox WHERE target = 'consensus'"),
                Fault.of(
                        "D7",
                        "grade of",
                        "UPDATE debate_grades SET session_id = (SELECT id FROM debate_sessions" + pending + ")"),
                Fault.of(
                        "D8",
                        "lesson ",
                        dialect.pick("DELETE FROM debate_lessons_fts", "UPDATE debate_lessons SET search = NULL")),
                Fault.of(
                        "D8",
                        "question of session ",
                        dialect.pick("DELETE FROM debate_topics_fts", "UPDATE debate_sessions SET search = NULL")),
                Fault.of(
                        "D8",
                        "question of session ",
                        dialect.pick(
                                "UPDATE debate_topics_fts SET topic = 'another question'",
                                "UPDATE debate_sessions SET search = to_tsvector('stoa', 'another question')")),
                Fault.of("D8", "counts of", "UPDATE debate_lessons SET uses = 2"),
                Fault.of("D8", "counts of", "UPDATE debate_lessons SET successes = 0"),
                Fault.of("D8", "counts of", "UPDATE debate_lesson_uses SET success = 0"),
                Fault.of("D8", "counts of", "UPDATE debate_lesson_uses SET shown = 0"),
                Fault.of("D8", "counts of", "DELETE FROM debate_lesson_uses"),
                Fault.of(
                        "D8",
                        "lease_until of",
                        "UPDATE debate_sessions SET lease_until = '2999-01-01T00:00:00.000Z'" + pending));
    }

    @Test
    void anEndWithoutAFinalCountOrWithWordsAfterItIsNamed() {
        unguard();
        String second = fixture.completed();
        // The chain is made anew after the change, so that only the clause concerned can find it.
        archive.write(tx -> {
            tx.update("DELETE FROM debate_events WHERE session_id = ? AND kind = 'tally_made'", second);
            return rechained(tx, second);
        });
        assertThat(planted(List.of()))
                .containsOnlyKeys("D5")
                .hasEntrySatisfying(
                        "D5", named -> assertThat(named).containsExactly("final tally of session " + second));

        archive.write(tx -> EventLog.append(tx, session, "debate_graded", Map.of("correct", true), clock.instant()));
        assertThat(planted(List.of())).doesNotContainKey("D3");
        archive.write(tx -> EventLog.append(tx, session, "runner_changed", Map.of(), clock.instant()));
        assertThat(planted(List.of()))
                .hasEntrySatisfying(
                        "D3",
                        named -> assertThat(named)
                                .singleElement()
                                .asString()
                                .endsWith("of session " + session + " after the end"));
    }

    private static long rechained(Tx tx, String session) {
        List<DebateEvent> events = SessionRows.events(tx, session);
        tx.update("DELETE FROM debate_events WHERE session_id = ?", session);
        tx.update("UPDATE debate_sessions SET event_count = 0, chain_head = NULL WHERE id = ?", session);
        events.forEach(event -> EventLog.append(tx, session, event.kind(), event.data(), event.at()));
        return events.size();
    }

    @Test
    void anIndexRowWithoutItsLessonIsNamed() {
        unguard();
        // On PostgreSQL the index is a column of the lesson itself.
        if (dialect == Dialect.SQLITE) {
            assertThat(planted(List.of("DELETE FROM debate_lessons")))
                    .containsOnlyKeys("D8")
                    .hasEntrySatisfying("D8", named -> assertThat(named).containsExactly("index row 1"));
        }
    }

    @Test
    void whatWasSaidStaysAsItWasSaid() {
        List<String> refused = new ArrayList<>(List.of(
                "UPDATE debate_turns SET content = 'other'",
                "UPDATE debate_turns SET prompt = 'other'",
                "UPDATE debate_turns SET option_key = 'B'",
                "DELETE FROM debate_turns",
                "UPDATE debate_sessions SET outcome = '{\"winner\":\"B\"}' WHERE status = 'completed'",
                "UPDATE debate_sessions SET status = 'running' WHERE status = 'completed'",
                "UPDATE debate_sessions SET status = 'paused' WHERE status = 'pending'",
                "UPDATE debate_sessions SET status = 'cancelled' WHERE status = 'pending'"));
        for (String table : List.of("debate_ballots", "debate_flips", "debate_checks", "debate_events")) {
            refused.add("UPDATE " + table + " SET session_id = session_id");
            refused.add("DELETE FROM " + table);
            if (dialect == Dialect.POSTGRES) {
                refused.add("TRUNCATE " + table);
            }
        }
        for (String sql : refused) {
            assertThatThrownBy(() -> archive.write(tx -> tx.update(sql)))
                    .as(sql)
                    .isInstanceOf(ConflictException.class);
        }
        archive.write(tx -> tx.update("UPDATE debate_turns SET test_results = '{\"passed\":1}'"));
        assertThatThrownBy(() -> archive.write(tx -> tx.update("UPDATE debate_turns SET test_results = '{}'")))
                .isInstanceOf(ConflictException.class);
        archive.write(tx -> tx.update("UPDATE debate_turns SET prompt = NULL"));
        archive.write(tx -> tx.update("DELETE FROM debate_sessions WHERE id = ?", session));
        assertThat(archive.list("SELECT count(*) FROM debate_turns", row -> row.number(1)))
                .containsExactly(0L);
    }

    /** What each invariant finds after some statements, which are undone. */
    private Map<String, List<String>> planted(List<String> statements) {
        return archive.rehearse(tx -> {
            for (String sql : statements) {
                tx.update(sql);
            }
            Map<String, List<String>> found = new TreeMap<>();
            invariants().forEach(invariant -> {
                List<String> named = invariant.finder().violations(tx, 5);
                if (!named.isEmpty()) {
                    found.put(invariant.id(), named);
                }
            });
            return found;
        });
    }

    /**
     * Those that look at rows: no debate was held here, so a replay (D9) has nothing that it could prove, and the
     * register (D10) notices half of the faults too.
     */
    private static Stream<ArchiveSchema.Invariant> invariants() {
        return DebateArchive.SCHEMA.invariants().stream()
                .filter(invariant -> !List.of("D9", "D10").contains(invariant.id()));
    }

    private List<String> violated() {
        return archive.read(tx -> invariants()
                .flatMap(invariant -> invariant.finder().violations(tx, 5).stream())
                .toList());
    }

    private void unguard() {
        archive.write(tx -> {
            String names = dialect.pick(
                    "SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'",
                    "SELECT 'ALTER TABLE ' || tablename || ' DISABLE TRIGGER USER' FROM pg_tables WHERE schemaname = current_schema()");
            tx.list(names, row -> row.text(1)).forEach(tx::update);
            return 0;
        });
    }
}
