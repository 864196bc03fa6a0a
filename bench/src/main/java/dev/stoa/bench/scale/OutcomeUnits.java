package dev.stoa.bench.scale;

import static dev.stoa.bench.scale.PlainConnection.Statement.statement;

import dev.stoa.Stoa;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.storage.ArchiveSchema;
import java.time.Instant;
import java.time.InstantSource;

/** The outcome of a memory; every caller has one of its own. Immutable. */
record OutcomeUnits() implements Units {
    private static final String SETTINGS = "SELECT id, hyperparams FROM meta_learning_state ORDER BY id DESC LIMIT 1";
    private static final String MEMORY = """
            SELECT id, seq, namespace, tier, content, importance, surprise_score, consolidation_score, update_count,
                success_count, failure_count, trust, origin, red_line, red_line_reason, ttl_mode, expires_at,
                last_promotion_at, created_at, updated_at, metadata, embedding_model
            FROM continuum_memory WHERE id = ?""";
    private static final String CHANGE = """
            UPDATE continuum_memory SET importance = ?, surprise_score = ?, consolidation_score = ?, update_count = ?,
                success_count = ?, failure_count = ?, updated_at = ?, expires_at = ?, updated_ms = ?, log_strength = ?,
                rank_key = ?
            WHERE seq = ?""";
    private static final String OUTCOME = """
            INSERT INTO memory_outcomes (memory_id, outcome_key, success, prediction_error, observed, surprise_after,
                tier, created_at)
            VALUES (?, NULL, ?, NULL, ?, ?, ?, ?)""";
    private static final String SOURCES =
            "SELECT source_kind, source_id, source_trust FROM memory_sources WHERE memory_id = ?";
    private static final int FAILURES = 3;
    private static final int SEQ = 1;
    private static final int TIER = 3;
    private static final int UPDATES = 8;
    private static final long KEPT_SECONDS = 3_600_000;

    @Override
    public ArchiveSchema schema() {
        return ContinuumArchive.SCHEMA;
    }

    private static String memory(Stoa stoa, String caller) {
        return stoa.learning()
                .memories()
                .add(MemoryDraft.of("what " + caller + " has learned about caches and releases"))
                .value()
                .id();
    }

    @Override
    public Unit stoa(Stoa stoa, String caller) {
        String id = memory(stoa, caller);
        return number ->
                stoa.learning().memories().outcome(id, number % FAILURES == 0 ? Outcome.failed() : Outcome.succeeded());
    }

    @Override
    public PlainUnit plain(Stoa stoa, String caller) {
        String id = memory(stoa, caller);
        return (connection, number) -> {
            Instant now = InstantSource.system().instant();
            // The settings come first, if there are any.
            String[] memory =
                    connection.run(statement(SETTINGS), statement(MEMORY, id)).getLast();
            long updates = Long.parseLong(memory[UPDATES]) + 1;
            double part = 1.0 / updates;
            connection.run(
                    statement(
                            CHANGE,
                            0.5 + part / 4,
                            0.4 + part / 8,
                            1 - part,
                            updates,
                            updates - updates / FAILURES,
                            updates / FAILURES,
                            now.toString(),
                            now.plusSeconds(KEPT_SECONDS).toString(),
                            now.toEpochMilli(),
                            -part,
                            14_400 + part,
                            Long.valueOf(memory[SEQ])),
                    statement(
                            OUTCOME,
                            id,
                            number % FAILURES == 0 ? 0 : 1,
                            part,
                            0.4 + part / 8,
                            memory[TIER],
                            now.toString()),
                    statement(SOURCES, id));
        };
    }
}
