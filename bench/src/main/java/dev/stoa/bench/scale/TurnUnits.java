package dev.stoa.bench.scale;

import static dev.stoa.bench.scale.PlainConnection.Statement.statement;

import dev.stoa.Stoa;
import dev.stoa.bench.debate.DebateStoreContests;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Ids;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The record of a turn of a debate of another engine; every caller has a debate of its own. Immutable. */
record TurnUnits() implements Units {
    private static final String SESSION = """
            SELECT s.id, s.debate_id, s.topic, s.status, s.preset, s.topology_type, s.coordination_protocol,
                s.voting_method, s.domain, s.seed, s.initiated_by, s.created_at, s.updated_at, s.completed_at,
                s.total_rounds, s.final_consensus_score, s.stop_reason, s.error, s.active_ms, s.outcome,
                s.outcome_sha256, s.config, s.metadata, s.config_sha256, s.request_sha256, s.chain_head,
                s.idempotency_key, s.runner_id, s.runner_epoch, s.lease_until, s.recoveries, s.turn_count, s.event_count
            FROM debate_sessions s WHERE s.id = ?""";
    private static final String LEASE = """
            UPDATE debate_sessions SET lease_until = ?, active_ms = active_ms + ?, updated_at = ? WHERE id = ?""";
    private static final String EVENT = """
            INSERT INTO debate_events (session_id, seq, kind, data, at, prev_hash, hash)
            VALUES (?, ?, 'turn_stored', ?, ?, ?, ?)""";
    private static final String HEAD = """
            UPDATE debate_sessions SET event_count = ?, chain_head = ?, updated_at = ? WHERE id = ?""";
    private static final String COLUMNS = """
            id, session_id, turn_seq, round, phase, phase_ordinal, attempt, step, kind, agent_id, agent_role, provider,
                model, status, content, parsed, option_key, confidence, visible_turns, prompt_sha256, prompt,
                row_sha256, seed, params, tokens_in, tokens_out, cost_usd, response_time_ms, tool_calls, test_results,
                reflections, error, metadata, created_at""";
    private static final String TURN = "INSERT INTO debate_turns (" + COLUMNS + """
            )
            VALUES (?, ?, ?, 2, 'critique', 4, ?, ?, 'critique', ?, 'critic', 'bench', ?, 'ok', ?, ?, NULL, NULL, ?,
                NULL, NULL, ?, ?, '{}', 0, 0, NULL, 0, '[]', '{}', '[]', NULL, '{}', ?)""";
    private static final String COUNT = """
            UPDATE debate_sessions SET turn_count = turn_count + 1, recoveries = 0 WHERE id = ?""";
    private static final String STORED =
            "SELECT " + COLUMNS + " FROM debate_turns WHERE session_id = ? AND turn_seq = ?";
    private static final String HASH = "0".repeat(64);
    private static final String DATA = "{\"turn_seq\": 16, \"row_sha256\": \"" + HASH
            + "\", \"code_sha256\": null, \"parsed_sha256\": \"" + HASH + "\"}";
    private static final int CHAIN_HEAD = 25;
    private static final int TURNS = 31;
    private static final int EVENTS = 32;
    private static final long LEASED_SECONDS = 30;
    private static final Ids IDS = Ids.system();
    /** A debate that has this many turns is followed by another. */
    private static final int LONG = 1_000;

    @Override
    public ArchiveSchema schema() {
        return DebateArchive.SCHEMA;
    }

    /** The debate of a caller, and another when it has become long. Not thread-safe. */
    private static final class Debate {
        private final Stoa stoa;
        private @Nullable ExternalSession session;
        private int turns;

        Debate(Stoa stoa) {
            this.stoa = stoa;
        }

        ExternalSession session() {
            ExternalSession present = session;
            if (present == null) {
                present = DebateStoreContests.started(stoa);
                session = present;
                turns = 0;
            }
            return present;
        }

        int next() {
            return turns++;
        }

        void renew() {
            if (turns >= LONG) {
                session = null;
            }
            session();
        }
    }

    @Override
    public Unit stoa(Stoa stoa, String caller) {
        Debate debate = new Debate(stoa);
        return new Unit() {
            @Override
            public void run(long number) {
                debate.session().turn(DebateStoreContests.remark(debate.next()));
            }

            @Override
            public void prepare() {
                debate.renew();
            }
        };
    }

    @Override
    public PlainUnit plain(Stoa stoa, String caller) {
        Debate debate = new Debate(stoa);
        return new PlainUnit() {
            @Override
            public void run(PlainConnection connection, long number) throws SQLException {
                turn(connection, debate.session().session(), DebateStoreContests.remark(debate.next()), number);
            }

            @Override
            public void prepare() {
                debate.renew();
            }
        };
    }

    private static void turn(PlainConnection connection, String id, ExternalTurn turn, long number)
            throws SQLException {
        Instant time = InstantSource.system().instant();
        String now = time.toString();
        String[] session = connection.run(statement(SESSION, id)).getFirst();
        long event = Long.parseLong(session[EVENTS]) + 1;
        long seq = Long.parseLong(session[TURNS]) + 1;
        connection.run(
                statement(LEASE, time.plusSeconds(LEASED_SECONDS).toString(), 1, now, id),
                statement(EVENT, id, event, DATA, now, session[CHAIN_HEAD], HASH),
                statement(HEAD, event, HASH, now, id),
                statement(
                        TURN,
                        IDS.next(),
                        id,
                        seq,
                        turn.moment().attempt(),
                        turn.moment().step(),
                        turn.moment().agent(),
                        "m-" + turn.moment().agent(),
                        turn.words().content(),
                        "{\"critiques\": []}",
                        "[1, 2, 3]",
                        HASH,
                        number,
                        now),
                statement(COUNT, id),
                statement(STORED, id, seq));
    }
}
