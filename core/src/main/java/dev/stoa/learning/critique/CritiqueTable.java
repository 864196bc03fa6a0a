package dev.stoa.learning.critique;

import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The writing of debates, critiques and proposals inside a unit of work. Stateless. */
final class CritiqueTable {
    /** What {@link #critique} reads. */
    static final String COLUMNS = """
            id, critique_key, debate_id, agent, target_agent, issues, suggestions, severity, reasoning,
            led_to_improvement, expected_usefulness, actual_usefulness, prediction_error, resolved_at, created_at,
            simulated""";

    private static final double UNKNOWN = 0.5;
    private static final double VALUABLE = 0.5;

    private CritiqueTable() {}

    static Critique critique(Row row) {
        Long improved = row.numberOrNull(10);
        return new Critique(
                row.number(1),
                row.text(2),
                row.text(3),
                row.text(4),
                row.textOrNull(5),
                Texts.of(row.textOrNull(6)),
                Texts.of(row.textOrNull(7)),
                row.realOrNull(8),
                row.textOrNull(9),
                improved != null && improved != 0,
                row.realOrNull(11),
                row.realOrNull(12),
                row.realOrNull(13),
                row.instantOrNull(14),
                row.instant(15),
                row.number(16) != 0);
    }

    static Optional<Critique> find(Tx tx, String key) {
        return tx.one("SELECT " + COLUMNS + " FROM critiques WHERE critique_key = ?", CritiqueTable::critique, key);
    }

    /** Stores a critique under its key and says whether it is new; a simulated one gives its author no reputation. */
    static boolean add(Tx tx, CritiqueDraft draft, boolean simulated, Instant now) {
        Optional<Critique> present = find(tx, draft.key());
        if (present.isPresent()) {
            refuseOther(present.get(), draft);
            return false;
        }
        tx.later(
                """
                INSERT INTO critiques (critique_key, debate_id, agent, target_agent, issues, suggestions, severity,
                    reasoning, expected_usefulness, created_at, simulated)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                draft.key(),
                draft.debateId(),
                draft.agent(),
                draft.target(),
                Texts.json(draft.issues()),
                Texts.json(draft.suggestions()),
                draft.severity(),
                draft.reasoning(),
                draft.expectedUsefulness(),
                now,
                simulated ? 1 : 0);
        if (!simulated) {
            ReputationTable.add(tx, draft.agent(), ReputationTable.Gain.critiqueGiven(), now);
        }
        return true;
    }

    private static void refuseOther(Critique present, CritiqueDraft draft) {
        boolean same = present.debateId().equals(draft.debateId())
                && present.agent().equals(draft.agent())
                && Objects.equals(present.targetAgent(), draft.target())
                && present.issues().equals(draft.issues())
                && present.suggestions().equals(draft.suggestions())
                && Objects.equals(present.severity(), draft.severity())
                && Objects.equals(present.reasoning(), draft.reasoning())
                && Objects.equals(present.expectedUsefulness(), draft.expectedUsefulness());
        if (!same) {
            throw new ConflictException(
                    "conflict",
                    "critique " + draft.key() + " exists with other content",
                    "give another key, or add what is there");
        }
    }

    /** Closes a critique and lets patterns and its author learn from it; false if that has happened before. */
    static boolean resolve(Tx tx, CritiqueResolution resolution, Instant now) {
        Critique critique = find(tx, resolution.key()).orElseThrow(() -> unknown(resolution.key()));
        if (critique.resolvedAt() != null) {
            if (critique.ledToImprovement() != resolution.improved()
                    || !Objects.equals(critique.actualUsefulness(), resolution.usefulness())) {
                throw new ConflictException(
                        "conflict",
                        "critique " + critique.key() + " is resolved already, as "
                                + (critique.ledToImprovement() ? "" : "not ") + "improved with usefulness "
                                + critique.actualUsefulness(),
                        "a critique is resolved once");
            }
            return false;
        }
        double expected = orUnknown(critique.expectedUsefulness());
        double error = Math.abs(expected - resolution.usefulness());
        tx.update("""
                UPDATE critiques SET led_to_improvement = ?, expected_usefulness = ?, actual_usefulness = ?,
                    prediction_error = ?, resolved_at = ? WHERE id = ?""", resolution.improved() ? 1 : 0, expected, resolution.usefulness(), error, now, critique.id());
        if (critique.simulated()) {
            // What chance called better is no pattern and no merit.
            return true;
        }
        learn(tx, critique, resolution.improved(), error, now);
        ReputationTable.add(
                tx, critique.agent(), ReputationTable.Gain.resolved(resolution.usefulness() >= VALUABLE, error), now);
        return true;
    }

    private static void learn(Tx tx, Critique critique, boolean improved, double error, Instant now) {
        String task = PatternTable.example(
                tx.one("SELECT task FROM debates WHERE id = ?", row -> row.text(1), critique.debateId())
                        .orElse(null));
        Set<Fingerprint> counted = new HashSet<>();
        List<String> issues = critique.issues();
        for (int i = 0; i < issues.size(); i++) {
            Fingerprint fingerprint = Fingerprint.of(issues.get(i));
            if (counted.add(fingerprint)) {
                PatternTable.apply(
                        tx,
                        new PatternOutcome(
                                fingerprint,
                                issues.get(i),
                                Texts.suggestion(issues, critique.suggestions(), i),
                                improved,
                                orUnknown(critique.severity()),
                                error,
                                task,
                                now));
            }
        }
    }

    private static double orUnknown(@Nullable Double value) {
        return value == null ? UNKNOWN : value;
    }

    static NotFoundException unknown(String key) {
        return new NotFoundException("not_found", "there is no critique " + key, "list the critiques");
    }

    static void putDebate(Tx tx, DebateTrace.Debate debate, Instant now) {
        tx.update(
                """
                INSERT INTO debates (id, task, final_answer, consensus_reached, confidence, rounds_used,
                    duration_seconds, grounded_verdict, simulated, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET task = excluded.task, final_answer = excluded.final_answer,
                    consensus_reached = excluded.consensus_reached, confidence = excluded.confidence,
                    rounds_used = excluded.rounds_used, duration_seconds = excluded.duration_seconds,
                    grounded_verdict = excluded.grounded_verdict""",
                debate.id(),
                debate.task(),
                debate.finalAnswer(),
                debate.consensusReached() ? 1 : 0,
                debate.confidence(),
                debate.rounds(),
                debate.duration() == null ? null : debate.duration().toMillis() / 1000.0,
                debate.verdict().isEmpty() ? null : Json.write(debate.verdict()),
                debate.simulated() ? 1 : 0,
                now);
    }

    /** Counts a proposal unless that of the same agent in the same debate has been counted. */
    static void addProposal(Tx tx, String debateId, String agent, boolean accepted, Instant now) {
        int added = tx.update("""
                INSERT INTO proposal_outcomes (debate_id, agent, accepted) VALUES (?, ?, ?)
                ON CONFLICT (debate_id, agent) DO NOTHING""", debateId, agent, accepted ? 1 : 0);
        if (added == 1) {
            ReputationTable.add(tx, agent, ReputationTable.Gain.proposed(accepted), now);
        }
    }
}
