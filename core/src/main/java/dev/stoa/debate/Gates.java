package dev.stoa.debate;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Times;
import dev.stoa.debate.rules.config.GatePolicy;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.session.EventLog;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.Outbox;
import dev.stoa.debate.session.Termination;
import dev.stoa.json.Json;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The approvals that debates wait for, of every process that shares the archive. Thread-safe. The first decision
 * wins, a person or the timeout; what nobody approved is not approved unless the gate's policy says so.
 */
public final class Gates {
    private static final int LONGEST_REASON = 4_000;
    private static final long REDO_BUDGET = 1;
    private static final String TIMEOUT = "timeout";

    private static final String DECIDE = """
            UPDATE debate_gates SET status = ?, decided_at = ?, decided_by = ?, reason = ?
            WHERE id = ? AND status = 'pending'""";

    // A paused session writes nothing, so if it is known to be overdue that is its last event.
    private static final String DUE = "SELECT " + GateRow.COLUMNS.names("g.") + """

            FROM debate_gates g JOIN debate_sessions s ON s.id = g.session_id
            LEFT JOIN debate_events e ON e.session_id = s.id AND e.seq = s.event_count
            WHERE g.status = 'pending' AND g.expires_at <= ?
                AND NOT (g.policy = 'wait' AND COALESCE(e.kind, '') = 'gate_overdue')
            ORDER BY g.expires_at, g.id""";

    private final Archive archive;
    private final InstantSource clock;
    private final Principal caller;

    private Gates(Archive archive, InstantSource clock, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.caller = caller;
    }

    /** The gates in an archive of {@link DebateArchive#SCHEMA}. */
    public static Gates over(Archive archive, InstantSource clock) {
        return new Gates(archive, clock, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Gates as(Principal other) {
        return new Gates(archive, clock, other);
    }

    /** The gates that wait for a decision, the oldest first. */
    @Needs(Right.READ)
    public List<GateRow> pending() {
        Rights.check(caller);
        return GateRow.COLUMNS.list(archive, "WHERE status = 'pending' ORDER BY opened_at, id");
    }

    /** The gate a session waits at. */
    @Needs(Right.READ)
    public Optional<GateRow> pending(String session) {
        Rights.check(caller);
        return archive.read(tx -> GateRow.COLUMNS.one(tx, "WHERE session_id = ? AND status = 'pending'", session));
    }

    /** Every gate of a session, in the order in which they were opened. */
    @Needs(Right.READ)
    public List<GateRow> all(String session) {
        Rights.check(caller);
        return GateRow.COLUMNS.list(archive, "WHERE session_id = ? ORDER BY opened_at, attempt, id", session);
    }

    /** One page of the gates of a session, in the same order. */
    @Needs(Right.READ)
    public Page<GateRow> page(String session, Page.Request request) {
        Rights.check(caller);
        return request.within(all(session), GateRow::id);
    }

    @Needs(Right.READ)
    public GateRow get(String gate) {
        Rights.check(caller);
        return archive.read(tx -> read(tx, gate));
    }

    /** Decides a gate without answers to questions. */
    @Needs(Right.OPERATE)
    public GateDecision decide(String gate, Verdict verdict, String by, @Nullable String reason) {
        Rights.check(caller);
        return decide(gate, verdict, by, reason, Map.of());
    }

    /**
     * Decides a gate. The same decision again is answered with the stored one; the contrary is refused.
     *
     * @param reason 1 to 4,000 characters, needed to reject
     * @param answers what a person answers to the questions of a clarification, by their ids, 1 to 4,000 characters
     *     each; only with an approval
     */
    @Needs(Right.OPERATE)
    public GateDecision decide(
            String gate, Verdict verdict, String by, @Nullable String reason, Map<String, String> answers) {
        Rights.check(caller);
        if (verdict == Verdict.REJECT && reason == null) {
            throw Bounds.invalid("reason is missing", "say what is to be done better");
        }
        Bounds.textOrNull("reason", reason, 1, LONGEST_REASON);
        String name = Bounds.name("by", by);
        Instant now = now();
        return archive.write(tx -> {
            boolean first = tx.update(DECIDE, verdict.status().text(), now, name, reason, gate) == 1;
            GateRow row = read(tx, gate);
            if (first) {
                GateAnswers.check(tx, row, verdict, answers);
                settle(tx, row, verdict.text(), answers, now);
            } else if (row.status() != verdict.status()) {
                throw refused(row, verdict);
            }
            return new GateDecision(row, !first);
        });
    }

    /** Applies the policy of every gate whose time is over; returns those it changed, and those now known as overdue. */
    @Needs(Right.OPERATE)
    public List<GateRow> expireDue() {
        Rights.check(caller);
        Instant now = now();
        List<GateRow> changed = new ArrayList<>();
        for (GateRow due : archive.list(DUE, GateRow.COLUMNS::read, now)) {
            archive.write(tx -> expire(tx, due.id(), now)).ifPresent(changed::add);
        }
        return changed;
    }

    private static Optional<GateRow> expire(Tx tx, String gate, Instant now) {
        // Since the query a person may have decided, or another process may have been faster.
        Optional<GateRow> due = tx.list(DUE, GateRow.COLUMNS::read, now).stream()
                .filter(row -> row.id().equals(gate))
                .findFirst();
        if (due.isEmpty()) {
            return due;
        }
        GatePolicy policy = due.get().policy();
        if (policy == GatePolicy.WAIT) {
            EventLog.append(tx, due.get().sessionId(), "gate_overdue", Json.object("gate", gate), now);
            return due;
        }
        tx.update(DECIDE, GateRow.Status.TIMED_OUT.text(), now, TIMEOUT, "timed out", gate);
        GateRow row = read(tx, gate);
        settle(tx, row, policy.text(), Map.of(), now);
        return Optional.of(row);
    }

    /** Writes what a decision does to the session, its chain and the audit log. */
    private static void settle(Tx tx, GateRow gate, String decision, Map<String, String> answers, Instant now) {
        String session = gate.sessionId();
        EventLog.append(
                tx,
                session,
                "gate_decided",
                Json.object(
                        "gate", gate.id(),
                        "decision", decision,
                        "by", gate.decidedBy(),
                        "reason", gate.reason(),
                        "round", gate.round(),
                        "phase", gate.phase().text(),
                        "attempt", gate.attempt(),
                        "answers", answers,
                        "row_sha256", GateRow.COLUMNS.sha256(gate)),
                now);
        Outbox.put(
                tx,
                session,
                "audit",
                "debate_gate:" + gate.id(),
                Json.object("session_id", session, "gate", gate.id(), "decision", decision, "by", gate.decidedBy()),
                now);
        if (decision.equals("fail")) {
            Termination.fail(tx, session, StopReason.GATE_TIMEOUT, null, now);
        } else if (decision.equals("reject") && rejections(tx, gate) > redoBudget(tx, session)) {
            Termination.fail(tx, session, StopReason.GATE_REJECTED, null, now);
        } else {
            tx.update(
                    "UPDATE debate_sessions SET status = 'running', lease_until = NULL, updated_at = ? WHERE id = ?",
                    now,
                    session);
        }
    }

    private static long rejections(Tx tx, GateRow gate) {
        return tx.number("""
                SELECT count(*) FROM debate_gates WHERE session_id = ? AND round = ? AND phase = ?
                    AND (status = 'rejected' OR status = 'timed_out' AND policy = 'reject')""", gate.sessionId(), gate.round(), gate.phase().text());
    }

    private static long redoBudget(Tx tx, String session) {
        return tx.one(
                        "SELECT config FROM debate_sessions WHERE id = ?",
                        row -> StoredJson.object(row.textOrNull(1)).get("redo_budget") instanceof Number budget
                                ? budget.longValue()
                                : REDO_BUDGET,
                        session)
                .orElse(REDO_BUDGET);
    }

    private static GateRow read(Tx tx, String gate) {
        return GateRow.COLUMNS.one(tx, "WHERE id = ?", gate).orElseThrow(() -> unknown(gate));
    }

    private static ConflictException refused(GateRow gate, Verdict verdict) {
        if (gate.status() == GateRow.Status.WITHDRAWN) {
            return new ConflictException(
                    "precondition", "gate " + gate.id() + " is withdrawn: its debate was cancelled", null);
        }
        Instant at = gate.decidedAt();
        return new ConflictException(
                "conflict",
                "gate " + gate.id() + " is " + gate.status().text() + " by " + gate.decidedBy()
                        + (at == null ? "" : " at " + Times.show(at)) + "; it cannot be "
                        + verdict.status().text(),
                "the first decision stands");
    }

    private static NotFoundException unknown(String gate) {
        return new NotFoundException("not_found", "no gate " + Bounds.shown(gate), "list the gates");
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
