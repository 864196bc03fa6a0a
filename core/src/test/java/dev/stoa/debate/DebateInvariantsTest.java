package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.ConflictException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What always holds: a sound archive passes, each single fault is named, and triggers refuse the worst. */
@ParameterizedClass
@EnumSource(Dialect.class)
@SuppressWarnings("NullAway.Init") // set before each test
class DebateInvariantsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private Place place;
    private Archive archive;
    private String session;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder);
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        DebateFixture fixture = new DebateFixture(archive, clock);
        session = fixture.completed();
        fixture.gate(fixture.running(), "wait", 0);
        fixture.pending();
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void aSoundArchivePasses() {
        assertThat(violated()).isEmpty();
    }

    @Test
    void everyFaultIsNamed() {
        unguard();
        assertFault("D1", "UPDATE debate_sessions SET completed_at = NULL WHERE status = 'completed'");
        assertFault("D1", "UPDATE debate_sessions SET outcome = '{}' WHERE status = 'completed'");
        assertFault("D1", "UPDATE debate_sessions SET preset = 'other' WHERE status = 'pending'");
        assertFault("D1", "UPDATE debate_sessions SET final_consensus_score = 1.5 WHERE status = 'completed'");
        assertFault("D2", "UPDATE debate_turns SET turn_seq = 9 WHERE turn_seq = 2");
        assertFault("D2", "UPDATE debate_turns SET phase_ordinal = 4 WHERE turn_seq = 2");
        assertFault("D2", "UPDATE debate_turns SET visible_turns = '[2]' WHERE turn_seq = 2");
        assertFault("D3", "UPDATE debate_events SET data = '{\"x\":1}' WHERE seq = 2");
        assertFault("D3", "DELETE FROM debate_events WHERE seq = 2");
        assertFault("D3", "UPDATE debate_sessions SET chain_head = '0'");
        assertFault("D3", "UPDATE debate_turns SET row_sha256 = '0' WHERE turn_seq = 2");
        assertFault("D4", "UPDATE debate_gates SET status = 'approved'");
        assertFault("D5", "UPDATE debate_ballots SET choice = 'Z'");
        assertFault("D5", "UPDATE debate_ballots SET confidence = 1.5");
        assertFault("D6", "UPDATE code_versions SET version_number = 2");
        assertFault("D6", "UPDATE code_versions SET parent_version = 1");
        assertFault("D6", "UPDATE code_versions SET code = 'y'");
        assertFault("D6", "UPDATE code_versions SET test_pass_rate = 0.5");
        assertFault("D7", "UPDATE debate_outbox SET status = 'done'");
        assertFault("D7", "DELETE FROM debate_outbox WHERE target = 'consensus'");
        assertFault(
                "D8", "UPDATE debate_sessions SET lease_until = '2999-01-01T00:00:00.000Z' WHERE status = 'pending'");
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

    private void assertFault(String id, String sql) {
        List<String> found = archive.rehearse(tx -> {
            assertThat(tx.update(sql)).as(sql).isPositive();
            List<String> ids = new ArrayList<>();
            DebateArchive.SCHEMA.invariants().forEach(invariant -> {
                if (!invariant.finder().violations(tx, 5).isEmpty()) {
                    ids.add(invariant.id());
                }
            });
            return ids;
        });
        assertThat(found).as(sql).contains(id);
    }

    private List<String> violated() {
        return archive.read(tx -> DebateArchive.SCHEMA.invariants().stream()
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
