package dev.stoa.debate;

import dev.stoa.debate.session.EventLog;
import dev.stoa.debate.session.Outbox;
import dev.stoa.debate.session.Register;
import dev.stoa.debate.session.SessionLookup;
import dev.stoa.debate.session.Termination;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Sessions, turns and gates written by plain SQL, as a runner would leave them. Not thread-safe. */
public final class DebateFixture {
    static final Map<String, @Nullable Object> CONFIG = Map.of(
            "agents",
            List.of(Map.of("name", "ana", "provider", "sim"), Map.of("name", "bo", "provider", "sim")),
            "redo_budget",
            1,
            "learn",
            true);

    private final Archive archive;
    private final InstantSource clock;
    private final Ids ids;

    public DebateFixture(Archive archive, InstantSource clock) {
        this.archive = archive;
        this.clock = clock;
        this.ids = Ids.of(clock, new SplittableRandom(7));
    }

    public String pending() {
        return session("general", "topic");
    }

    String session(String domain, String debateId) {
        return session(domain, debateId, "which cache?");
    }

    String session(String domain, String debateId, String topic) {
        String id = ids.next();
        archive.write(tx -> {
            tx.update("""
                    INSERT INTO debate_sessions (id, debate_id, topic, config, domain, preset, topology_type, initiated_by,
                        created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'ladder', 'graph_mesh', 'local', ?, ?)""", id, debateId, topic, Json.write(CONFIG), domain, clock.instant(), clock.instant());
            EventLog.append(tx, id, "debate_created", Map.of("config_sha256", "00"), clock.instant());
            Register.created(tx, SessionLookup.find(tx, id));
            TopicIndex.put(tx, id, topic);
            return id;
        });
        return id;
    }

    String running() {
        String id = pending();
        start(id);
        return id;
    }

    void start(String id) {
        archive.write(tx -> {
            tx.update(
                    "UPDATE debate_sessions SET status = 'running', runner_epoch = 1, lease_until = ? WHERE id = ?",
                    clock.instant().plusSeconds(30),
                    id);
            return EventLog.append(tx, id, "debate_started", Map.of("epoch", 1), clock.instant());
        });
    }

    /** Lets a running session wait; returns the gate. */
    String gate(String session, String policy, int attempt) {
        String gate = ids.next();
        archive.write(tx -> {
            tx.update(
                    """
                    INSERT INTO debate_gates (id, session_id, round, phase, attempt, policy, opened_at, expires_at)
                    VALUES (?, ?, 1, 'proposal', ?, ?, ?, ?)""",
                    gate,
                    session,
                    attempt,
                    policy,
                    clock.instant(),
                    clock.instant().plusSeconds(1_800));
            tx.update("UPDATE debate_sessions SET status = 'paused', lease_until = NULL WHERE id = ?", session);
            return EventLog.append(tx, session, "gate_opened", Map.of("gate", gate), clock.instant());
        });
        return gate;
    }

    void turn(String session, int seq, int round, String phase, int ordinal, String agent) {
        String hash = Digest.sha256(session + seq);
        archive.write(tx -> {
            tx.update("""
                    INSERT INTO debate_turns (session_id, turn_seq, round, phase, phase_ordinal, agent_id, kind, content,
                        prompt, row_sha256, parsed, tokens_in, tokens_out, cost_usd, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, 'position', 'Redis', 'asked', ?, '{"answer":"Redis"}', 10, 5, 0.5, ?)""", session, seq, round, phase, ordinal, agent, hash, clock.instant());
            tx.update("UPDATE debate_sessions SET turn_count = turn_count + 1 WHERE id = ?", session);
            return EventLog.append(
                    tx, session, "turn_stored", Map.of("turn_seq", seq, "row_sha256", hash), clock.instant());
        });
    }

    /** A completed session with one of everything. */
    String completed() {
        String id = running();
        turn(id, 1, 1, "proposal", 3, "ana");
        turn(id, 2, 1, "proposal", 3, "bo");
        Map<String, @Nullable Object> outcome = Map.of("winner", "A", "consensus", 0.75);
        archive.write(tx -> {
            tx.update("INSERT INTO debate_options VALUES (?, 'A', 'Redis', 1)", id);
            tx.update("UPDATE debate_turns SET option_key = 'A' WHERE session_id = ?", id);
            tx.update("INSERT INTO debate_checks VALUES (?, 1, 'check', 'passed', '{}', 5)", id);
            for (String agent : List.of("ana", "bo")) {
                tx.update("""
                        INSERT INTO debate_ballots (session_id, stage, round, agent_id, turn_seq, choice, confidence, weight,
                            valid, counted) VALUES (?, 'final', 1, ?, 1, 'A', 0.5, 500000, 1, 1)""", id, agent);
            }
            tx.update("INSERT INTO debate_flips VALUES (?, 'bo', 2, 1, 'B', 'A', '[\"ana\"]')", id);
            tx.update("INSERT INTO code_tests VALUES (?, 't', 'supplied', NULL, 1, 'x')", id);
            String version = ids.next();
            tx.update("""
                    INSERT INTO code_versions (id, session_id, code, version_number, code_sha256, test_pass_rate)
                    VALUES (?, ?, 'x', 1, ?, 1)""", version, id, Digest.sha256("x"));
            tx.update("INSERT INTO code_test_results VALUES (?, 't', 'passed', 1, NULL)", version);
            EventLog.append(tx, id, "tally_made", Map.of("stage", "final"), clock.instant());
            tx.update("""
                    UPDATE debate_sessions SET status = 'completed', completed_at = ?, outcome = ?, outcome_sha256 = ?,
                        final_consensus_score = 0.75, stop_reason = 'consensus', lease_until = NULL WHERE id = ?""", clock.instant(), Json.canonical(outcome), Json.sha256(outcome), id);
            EventLog.append(
                    tx, id, "debate_completed", Map.of("outcome_sha256", Json.sha256(outcome)), clock.instant());
            Outbox.put(tx, id, "consensus", id, Map.of("topic", "t"), clock.instant());
            tx.update(
                    "INSERT INTO debate_grades VALUES (?, 'Redis', 'A', 1, 'given', 'local', ?)", id, clock.instant());
            Termination.seal(tx, id, clock.instant());
            return id;
        });
        return id;
    }
}
