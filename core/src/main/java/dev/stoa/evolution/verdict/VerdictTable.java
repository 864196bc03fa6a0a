package dev.stoa.evolution.verdict;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.TextEnum;
import dev.stoa.evolution.base.EventKind;
import dev.stoa.evolution.base.RunEvents;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows of verdicts, inside of the caller's unit of work. Stateless. A verdict is decided once. */
public final class VerdictTable {
    private static final String SELECT = """
            SELECT v.id, v.generation_id, g.seq, v.kind, v.actor_id, v.candidate_profile_id, v.incumbent_profile_id,
                v.variant, v.operator, v.outcome, v.reason, v.cull_mean, v.n, v.mean_candidate, v.mean_incumbent,
                v.mean_diff, v.sd_diff, v.lcb, v.margin, v.lambda, v.test, v.p_value, v.p_holm, v.family_size, v.alpha,
                v.baseline_epoch_id, v.trial_epoch_id, v.created_at, v.decided_at
            FROM trial_verdicts v JOIN Generations g ON g.id = v.generation_id""";

    private static final String OF_RUN = " WHERE g.run_id = ?";
    private static final String IN_ORDER = " ORDER BY g.seq, v.created_at, v.id";

    private VerdictTable() {}

    /** Stores a verdict, pending or reached without a trial. */
    public static Verdict add(Tx tx, String id, VerdictDraft draft, Instant now) {
        if (draft.outcome() == VerdictOutcome.ACCEPTED) {
            throw Bounds.invalid("outcome accepted needs a trial", "store it pending, then decide it");
        }
        refuseArchived(tx, draft);
        boolean pending = draft.outcome() == VerdictOutcome.PENDING;
        insert(tx, id, draft, pending ? null : now, now);
        if (!pending) {
            tell(tx, get(tx, id), now);
        }
        return get(tx, id);
    }

    private static void insert(Tx tx, String id, VerdictDraft draft, @Nullable Instant decided, Instant now) {
        needProfile(tx, "candidate_profile_id", draft.candidateProfileId(), draft.generationId());
        needProfile(tx, "incumbent_profile_id", draft.incumbentProfileId(), draft.generationId());
        tx.update(
                """
                INSERT INTO trial_verdicts (id, generation_id, kind, actor_id, candidate_profile_id,
                    incumbent_profile_id, variant, operator, outcome, reason, margin, lambda, test, family_size, alpha,
                    baseline_epoch_id, created_at, decided_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                id,
                draft.generationId(),
                draft.kind().text(),
                draft.actorId(),
                draft.candidateProfileId(),
                draft.incumbentProfileId(),
                draft.variant(),
                draft.operator(),
                draft.outcome().text(),
                draft.reason(),
                draft.margin(),
                draft.lambda(),
                draft.test(),
                draft.familySize(),
                draft.alpha(),
                draft.baselineEpochId(),
                now,
                decided);
    }

    private static void needProfile(Tx tx, String field, @Nullable String profile, String generation) {
        if (profile != null
                && tx.one("""
                                SELECT 1 FROM AgentProfiles p JOIN Generations g ON g.run_id = p.run_id
                                WHERE p.id = ? AND g.id = ?""", row -> true, Bounds.id(field, profile), generation)
                        .isEmpty()) {
            throw Bounds.invalid(
                    field + " " + profile + " is no profile of the run of generation " + generation,
                    "store the profile first");
        }
    }

    /** Stores what was observed of two profiles in use; the run must not be running. */
    static Verdict observed(Tx tx, String id, VerdictDraft draft, VerdictDecision decision, Instant now) {
        if (draft.kind() != VerdictKind.OBSERVED) {
            throw Bounds.invalid("kind " + draft.kind().text() + " is not observed", "let a trial decide it");
        }
        insert(tx, id, draft, null, now);
        return decide(tx, id, decision, now);
    }

    private static void refuseArchived(Tx tx, VerdictDraft draft) {
        String status = tx.one(
                        "SELECT status FROM Generations WHERE id = ?",
                        row -> String.valueOf(row.textOrNull(1)),
                        draft.generationId())
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no generation " + draft.generationId(), "list those of the run"));
        if (status.equals("archived")) {
            throw new ConflictException(
                    "conflict",
                    "generation " + draft.generationId() + " is archived",
                    "try candidates of the open generation");
        }
    }

    /** Lets a pending verdict go into its trial. */
    public static Verdict enter(Tx tx, String id, @Nullable Double cullMean, String trialEpochId, int familySize) {
        int changed = tx.update("""
                UPDATE trial_verdicts SET cull_mean = ?, trial_epoch_id = ?, family_size = ?
                WHERE id = ? AND outcome = 'pending'""", cullMean, Bounds.id("epoch", trialEpochId), familySize, Bounds.id("verdict", id));
        Verdict verdict = get(tx, id);
        if (changed == 0) {
            throw decided(verdict);
        }
        return verdict;
    }

    /** Decides a pending verdict; the same decision again changes nothing. */
    public static Verdict decide(Tx tx, String id, VerdictDecision decision, Instant now) {
        Verdict verdict = get(tx, id);
        if (verdict.outcome() != VerdictOutcome.PENDING) {
            if (same(verdict, decision)) {
                return verdict;
            }
            throw decided(verdict);
        }
        if (decision.outcome() == VerdictOutcome.ACCEPTED && verdict.kind() != VerdictKind.REVIEW) {
            needSignificant(verdict, decision);
        }
        tx.update(
                """
                UPDATE trial_verdicts SET outcome = ?, reason = ?, cull_mean = COALESCE(?, cull_mean), n = ?,
                    mean_candidate = ?, mean_incumbent = ?, mean_diff = ?, sd_diff = ?, lcb = ?, p_value = ?,
                    p_holm = ?, family_size = ?, decided_at = ?
                WHERE id = ? AND outcome = 'pending'""",
                decision.outcome().text(),
                decision.reason(),
                decision.cullMean() == null ? verdict.cullMean() : decision.cullMean(),
                decision.n(),
                decision.meanCandidate(),
                decision.meanIncumbent(),
                decision.meanDiff(),
                decision.sdDiff(),
                decision.lcb(),
                decision.pValue(),
                decision.pHolm(),
                decision.familySize() == 0 ? verdict.familySize() : decision.familySize(),
                now,
                id);
        Verdict reached = get(tx, id);
        tell(tx, reached, now);
        return reached;
    }

    private static void needSignificant(Verdict verdict, VerdictDecision decision) {
        if (decision.pHolm() == null
                || decision.lcb() == null
                || !(decision.pHolm() < verdict.alpha())
                || !(decision.lcb() > verdict.margin())) {
            throw Bounds.invalid(
                    "verdict " + verdict.id() + " cannot be accepted with p_holm " + decision.pHolm() + " (alpha "
                            + verdict.alpha() + ") and lcb " + decision.lcb() + " (margin " + verdict.margin() + ")",
                    "reject it");
        }
    }

    private static boolean same(Verdict verdict, VerdictDecision decision) {
        return verdict.outcome() == decision.outcome()
                && verdict.reason().equals(decision.reason())
                && Objects.equals(verdict.n(), decision.n())
                && Objects.equals(verdict.lcb(), decision.lcb())
                && Objects.equals(verdict.pValue(), decision.pValue())
                && Objects.equals(verdict.pHolm(), decision.pHolm());
    }

    private static ConflictException decided(Verdict verdict) {
        return new ConflictException(
                "conflict",
                "verdict " + verdict.id() + " is " + verdict.outcome().text() + " (" + verdict.reason() + ") already",
                "leave it: a verdict is decided once");
    }

    private static void tell(Tx tx, Verdict verdict, Instant now) {
        String run = tx.one("SELECT run_id FROM Generations WHERE id = ?", row -> row.text(1), verdict.generationId())
                .orElseThrow();
        RunEvents.append(
                tx,
                run,
                new RunEvents.New(
                        EventKind.VERDICT_DECIDED,
                        verdict.id(),
                        Json.object(
                                "generation", verdict.generation(),
                                "kind", verdict.kind().text(),
                                "actor", verdict.actorId(),
                                "variant", verdict.variant(),
                                "operator", verdict.operator(),
                                "outcome", verdict.outcome().text(),
                                "reason", verdict.reason(),
                                "n", verdict.n(),
                                "mean_diff", verdict.meanDiff(),
                                "lcb", verdict.lcb(),
                                "p_holm", verdict.pHolm())),
                now);
    }

    public static Verdict get(Tx tx, String id) {
        return tx.one(SELECT + " WHERE v.id = ?", VerdictTable::verdict, Bounds.id("verdict", id))
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no verdict " + Bounds.shown(id), "list the verdicts of the run"));
    }

    /** The verdicts of a generation, in the order in which they were proposed. */
    public static List<Verdict> ofGeneration(Tx tx, String generationId) {
        return tx.list(
                SELECT + " WHERE v.generation_id = ? ORDER BY v.created_at, v.id", VerdictTable::verdict, generationId);
    }

    static List<Verdict> ofRun(Tx tx, String runId) {
        return tx.list(SELECT + OF_RUN + IN_ORDER, VerdictTable::verdict, runId);
    }

    /** The verdicts of a run that stand behind the one with which the page before ended. */
    static List<Verdict> after(Tx tx, String runId, Page.Request request, int most) {
        String last = request.afterKey();
        if (last == null) {
            return tx.list(SELECT + OF_RUN + IN_ORDER + " LIMIT ?", VerdictTable::verdict, runId, most);
        }
        if (tx.one(SELECT + OF_RUN + " AND v.id = ?", VerdictTable::verdict, runId, last)
                .isEmpty()) {
            throw request.foreign();
        }
        return tx.list(
                SELECT + OF_RUN + " AND (g.seq, v.created_at, v.id) > (SELECT h.seq, w.created_at, w.id"
                        + " FROM trial_verdicts w JOIN Generations h ON h.id = w.generation_id WHERE w.id = ?)"
                        + IN_ORDER + " LIMIT ?",
                VerdictTable::verdict,
                runId,
                last,
                most);
    }

    private static Verdict verdict(Row row) {
        Long n = row.numberOrNull(13);
        return new Verdict(
                row.text(1),
                row.text(2),
                row.number(3),
                TextEnum.of("kind", VerdictKind.values(), row.text(4)),
                row.textOrNull(5),
                row.textOrNull(6),
                row.textOrNull(7),
                row.integer(8),
                row.text(9),
                TextEnum.of("outcome", VerdictOutcome.values(), row.text(10)),
                row.text(11),
                row.realOrNull(12),
                n == null ? null : (Integer) Math.toIntExact(n),
                row.realOrNull(14),
                row.realOrNull(15),
                row.realOrNull(16),
                row.realOrNull(17),
                row.realOrNull(18),
                row.real(19),
                row.real(20),
                row.text(21),
                row.realOrNull(22),
                row.realOrNull(23),
                row.integer(24),
                row.real(25),
                row.textOrNull(26),
                row.textOrNull(27),
                row.instant(28),
                row.instantOrNull(29));
    }
}
