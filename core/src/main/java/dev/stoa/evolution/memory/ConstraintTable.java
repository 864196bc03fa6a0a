package dev.stoa.evolution.memory;

import dev.stoa.base.Bounds;
import dev.stoa.evolution.base.Documents;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of constraints, inside of the caller's unit of work. Stateless. */
public final class ConstraintTable {
    private static final String SELECT = """
            SELECT id, run_id, actor_id, tactic, text, evidence_json, from_seq, until_seq, created_at
            FROM strategy_constraints""";
    private static final int LONGEST_EVIDENCE = 256 << 10;

    private ConstraintTable() {}

    /**
     * Forbids a tactic to an actor for a number of generations, unless it is forbidden already.
     *
     * @param generation the generation in which it begins
     */
    public static Optional<Constraint> add(
            Tx tx,
            String id,
            String runId,
            String actorId,
            String tactic,
            Object evidence,
            long generation,
            long generations,
            Instant now) {
        Bounds.whole("constraint_generations", generations, 1, 1_000);
        if (live(tx, runId, generation).stream()
                .anyMatch(
                        each -> each.actorId().equals(actorId) && each.tactic().equals(tactic))) {
            return Optional.empty();
        }
        long until = generation + generations;
        tx.update(
                """
                INSERT INTO strategy_constraints (id, run_id, actor_id, tactic, text, evidence_json, from_seq,
                    until_seq, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                id,
                runId,
                actorId,
                tactic,
                "avoid: " + tactic + " (until generation " + until + ")",
                Documents.text("evidence", evidence, LONGEST_EVIDENCE),
                generation,
                until,
                now);
        return tx.one(SELECT + " WHERE id = ?", ConstraintTable::constraint, id);
    }

    /** What is forbidden in a generation of a run. */
    public static List<Constraint> live(Tx tx, String runId, long generation) {
        return tx.list(
                SELECT + " WHERE run_id = ? AND from_seq <= ? AND until_seq > ? ORDER BY from_seq, created_at, id",
                ConstraintTable::constraint,
                runId,
                generation,
                generation);
    }

    static List<Constraint> ofRun(Tx tx, String runId) {
        return tx.list(
                SELECT + " WHERE run_id = ? ORDER BY from_seq, created_at, id", ConstraintTable::constraint, runId);
    }

    private static Constraint constraint(Row row) {
        return new Constraint(
                row.text(1),
                row.text(2),
                row.text(3),
                row.text(4),
                row.text(5),
                row.text(6),
                row.number(7),
                row.number(8),
                row.instant(9));
    }
}
