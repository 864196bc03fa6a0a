package dev.stoa.evolution.created;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.evolution.base.Documents;
import dev.stoa.evolution.base.EventKind;
import dev.stoa.evolution.base.RunEvents;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileTable;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.GenerationTable;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunTable;
import dev.stoa.json.Json;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of created agents and the steps of their state machine, inside of the caller's unit of work. Stateless. */
public final class CreatedTable {
    private static final int LONGEST_SPEC = 256 << 10;
    private static final int LONGEST_REASON = 2_000;
    private static final int LONGEST_NAME = 200;
    private static final double LARGEST_DELTA = 10;
    private static final String REJECTED = "rejected";
    private static final String RETIRED = "retired";

    private static final String SELECT = """
            SELECT id, seq, run_id, creator_trigger_generation_id, agent_profile_id, archetype_designed,
                design_rationale, shadow_trial_score_delta, status, spec_json, verdict_id, reason, decided_by,
                decided_at, mounted_seq, retired_seq, replaces_id, last_review_seq, created_at
            FROM CreatedAgents""";

    private CreatedTable() {}

    /** What designs an agent: its profile and its pending verdict are stored before. */
    public record Design(
            String generationId,
            String profileId,
            String verdictId,
            AgentSpec spec,
            @Nullable String replacesId) {}

    /** Stores a design that goes into its trial. */
    public static CreatedAgent design(Tx tx, String id, Design design, Instant now) {
        Generation generation = GenerationTable.get(tx, design.generationId());
        Run run = RunTable.get(tx, generation.runId());
        if (!pending(tx, run.id()).isEmpty()) {
            throw new ConflictException(
                    "conflict",
                    "created agent " + pending(tx, run.id()).getFirst() + " of run " + run.id() + " is pending",
                    "decide about it first");
        }
        long cap = cap(run);
        if (cap == 0) {
            throw new ConflictException(
                    "conflict", "run " + run.id() + " creates no agents: max_active_created_agents is 0", "leave it");
        }
        if (design.replacesId() == null && active(tx, run.id()) >= cap) {
            throw Bounds.invalid(
                    "run " + run.id() + " has " + cap + " active created agents, which is the most",
                    "name the one that is replaced");
        }
        if (design.replacesId() != null) {
            CreatedAgent replaced = get(tx, design.replacesId());
            if (!replaced.is(CreatedStatus.ACTIVE) || !run.id().equals(replaced.runId())) {
                throw Bounds.invalid(
                        "created agent " + replaced.id() + " is not active in run " + run.id(), "replace one that is");
            }
        }
        needPending(tx, run, design);
        tx.update(
                """
                INSERT INTO CreatedAgents (id, creator_trigger_generation_id, agent_profile_id, archetype_designed,
                    design_rationale, status, created_at, run_id, seq, spec_json, verdict_id, replaces_id)
                VALUES (?, ?, ?, ?, ?, 'pending_approval', ?, ?, ?, ?, ?, ?)""",
                id,
                generation.id(),
                design.profileId(),
                design.spec().archetypeDesigned(),
                design.spec().rationale(),
                now,
                run.id(),
                tx.next("created_agent"),
                Documents.text("spec", design.spec().document(), LONGEST_SPEC),
                design.verdictId(),
                design.replacesId());
        return get(tx, id);
    }

    /** Refuses a design whose profile and verdict are not those of its trial. */
    private static void needPending(Tx tx, Run run, Design design) {
        Profile profile = ProfileTable.get(tx, design.profileId());
        if (!run.id().equals(profile.runId()) || !Archetype.CREATED_AGENT.text().equals(profile.archetype())) {
            throw Bounds.invalid(
                    "profile " + profile.id() + " is no created agent of run " + run.id(), "store its profile first");
        }
        boolean pending = tx.one("""
                        SELECT 1 FROM trial_verdicts
                        WHERE id = ? AND generation_id = ? AND kind = 'creation' AND outcome = 'pending'""", row -> true, Bounds.id("verdict", design.verdictId()), design.generationId())
                .isPresent();
        if (!pending) {
            throw Bounds.invalid(
                    "verdict " + design.verdictId() + " is no pending creation of generation " + design.generationId(),
                    "store its verdict first");
        }
    }

    /** Decides about the trial of an agent. One that passed is active, or waits for a person where the run says so. */
    public static CreatedAgent decideTrial(Tx tx, String id, boolean passed, double delta, Instant now) {
        Bounds.real("shadow_trial_score_delta", delta, -LARGEST_DELTA, LARGEST_DELTA);
        CreatedAgent agent = get(tx, id);
        if (!agent.is(CreatedStatus.PENDING_APPROVAL) || agent.delta() != null) {
            boolean repeated =
                    agent.delta() != null && agent.delta() == delta && passed != "trial_failed".equals(agent.reason());
            if (repeated) {
                return agent;
            }
            throw refusal(agent, "its trial was decided");
        }
        String outcome = tx.one(
                        "SELECT outcome FROM trial_verdicts WHERE id = ?",
                        row -> row.text(1),
                        String.valueOf(agent.verdictId()))
                .orElse("missing");
        if (outcome.equals("pending") || passed != outcome.equals("accepted")) {
            throw refusal(agent, "its verdict is " + outcome + ", which does not say so");
        }
        Run run = RunTable.get(tx, String.valueOf(agent.runId()));
        tx.update(
                "UPDATE CreatedAgents SET shadow_trial_score_delta = ? WHERE id = ? AND shadow_trial_score_delta IS NULL",
                delta,
                id);
        if (!passed) {
            return end(tx, get(tx, id), "trial_failed", null, now);
        }
        if (run.flag("require_human_approval_for_creation", true)) {
            tell(tx, get(tx, id), EventKind.CREATED_AGENT_PENDING, now);
            return get(tx, id);
        }
        return activate(tx, get(tx, id), null, null, now);
    }

    /** Lets an agent that passed its trial take part from the next generation on. */
    static CreatedAgent approve(Tx tx, String id, String by, @Nullable String reason, Instant now) {
        check(by, reason);
        CreatedAgent agent = get(tx, id);
        if (agent.is(CreatedStatus.ACTIVE)) {
            return agent;
        }
        needDecidable(agent);
        return activate(tx, agent, by, reason, now);
    }

    /** Ends an agent that passed its trial without having taken part. */
    static CreatedAgent reject(Tx tx, String id, String by, @Nullable String reason, Instant now) {
        check(by, reason);
        CreatedAgent agent = get(tx, id);
        if (agent.is(CreatedStatus.TERMINATED) && String.valueOf(agent.reason()).startsWith(REJECTED)) {
            return agent;
        }
        needDecidable(agent);
        return end(tx, agent, worded(REJECTED, reason), by, now);
    }

    /** Ends an agent that takes part, from the next generation on. */
    static CreatedAgent retire(Tx tx, String id, String by, @Nullable String reason, Instant now) {
        check(by, reason);
        CreatedAgent agent = get(tx, id);
        String worded = worded(RETIRED, reason);
        if (agent.is(CreatedStatus.TERMINATED) && worded.equals(agent.reason()) && by.equals(agent.decidedBy())) {
            return agent;
        }
        if (!agent.is(CreatedStatus.ACTIVE)) {
            throw refusal(agent, "only an active one is retired");
        }
        return end(tx, agent, worded, by, now);
    }

    /** Notes the review of an agent; one that does not help any more is ended. */
    public static CreatedAgent reviewed(Tx tx, String id, boolean helps, Instant now) {
        CreatedAgent agent = get(tx, id);
        if (!agent.is(CreatedStatus.ACTIVE)) {
            throw refusal(agent, "only an active one is reviewed");
        }
        tx.update("UPDATE CreatedAgents SET last_review_seq = ? WHERE id = ?", newest(tx, agent), id);
        return helps ? get(tx, id) : end(tx, get(tx, id), "review", null, now);
    }

    private static void check(String by, @Nullable String reason) {
        Bounds.text("by", by, 1, LONGEST_NAME);
        Bounds.textOrNull("reason", reason, 0, LONGEST_REASON);
    }

    private static String worded(String word, @Nullable String reason) {
        return reason == null || reason.isBlank() ? word : word + ": " + reason;
    }

    private static void needDecidable(CreatedAgent agent) {
        if (!agent.is(CreatedStatus.PENDING_APPROVAL)) {
            throw refusal(agent, "only a pending one is decided about");
        }
        if (agent.delta() == null) {
            throw refusal(agent, "still in trial");
        }
    }

    private static CreatedAgent activate(
            Tx tx, CreatedAgent agent, @Nullable String by, @Nullable String reason, Instant now) {
        String runId = String.valueOf(agent.runId());
        Run run = RunTable.get(tx, runId);
        if (agent.replacesId() != null) {
            CreatedAgent replaced = get(tx, agent.replacesId());
            if (replaced.is(CreatedStatus.ACTIVE)) {
                end(tx, replaced, "replaced", by, now);
            }
        }
        if (active(tx, runId) >= cap(run)) {
            throw new ConflictException(
                    "conflict",
                    "run " + runId + " has " + active(tx, runId) + " active created agents; at most " + cap(run),
                    "retire one first");
        }
        tx.update("""
                UPDATE CreatedAgents SET status = 'active', reason = ?, decided_by = ?, decided_at = ?, mounted_seq = ?
                WHERE id = ? AND status = 'pending_approval'""", reason, by, now, newest(tx, agent) + 1, agent.id());
        CreatedAgent active = get(tx, agent.id());
        tell(tx, active, EventKind.CREATED_AGENT_DECIDED, now);
        return active;
    }

    private static CreatedAgent end(Tx tx, CreatedAgent agent, String reason, @Nullable String by, Instant now) {
        tx.update(
                """
                UPDATE CreatedAgents SET status = 'terminated', reason = ?, decided_by = COALESCE(?, decided_by),
                    decided_at = ?, retired_seq = ?
                WHERE id = ? AND status = ?""",
                reason,
                by,
                now,
                agent.is(CreatedStatus.ACTIVE) ? (Long) (newest(tx, agent) + 1) : null,
                agent.id(),
                agent.status());
        CreatedAgent ended = get(tx, agent.id());
        tell(tx, ended, EventKind.CREATED_AGENT_DECIDED, now);
        return ended;
    }

    private static void tell(Tx tx, CreatedAgent agent, EventKind kind, Instant now) {
        RunEvents.append(
                tx,
                String.valueOf(agent.runId()),
                new RunEvents.New(
                        kind,
                        agent.id(),
                        Json.object(
                                "archetype", agent.archetypeDesigned(),
                                "status", agent.status(),
                                "reason", agent.reason(),
                                "delta", agent.delta(),
                                "decided_by", agent.decidedBy())),
                now);
    }

    private static ConflictException refusal(CreatedAgent agent, String why) {
        return new ConflictException(
                "conflict",
                "created agent " + agent.id() + " is " + agent.status()
                        + (agent.reason() == null ? "" : " (" + agent.reason() + ")") + ": " + why,
                "look at the agent again");
    }

    private static long newest(Tx tx, CreatedAgent agent) {
        return GenerationTable.newest(tx, String.valueOf(agent.runId()))
                .map(Generation::seq)
                .orElse(0L);
    }

    private static long cap(Run run) {
        return run.limit("max_active_created_agents", 3);
    }

    private static long active(Tx tx, String runId) {
        return tx.number("SELECT count(*) FROM CreatedAgents WHERE run_id = ? AND status = 'active'", runId);
    }

    private static List<String> pending(Tx tx, String runId) {
        return tx.list(
                "SELECT id FROM CreatedAgents WHERE run_id = ? AND status = 'pending_approval' ORDER BY seq",
                row -> row.text(1),
                runId);
    }

    public static CreatedAgent get(Tx tx, String id) {
        return tx.one(SELECT + " WHERE id = ?", CreatedTable::agent, Documents.key("created agent", id))
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no created agent " + Bounds.shown(id), "list the created agents"));
    }

    /** The created agents of a run, or of all runs, in the order of their numbers. */
    public static List<CreatedAgent> list(Tx tx, @Nullable String runId) {
        List<Object> params = new ArrayList<>();
        if (runId != null) {
            params.add(Bounds.id("run", runId));
        }
        return tx.list(
                SELECT + (runId == null ? "" : " WHERE run_id = ?") + " ORDER BY seq",
                CreatedTable::agent,
                params.toArray());
    }

    private static CreatedAgent agent(Row row) {
        return new CreatedAgent(
                row.text(1),
                row.number(2),
                row.textOrNull(3),
                row.textOrNull(4),
                row.textOrNull(5),
                row.textOrNull(6),
                row.textOrNull(7),
                row.realOrNull(8),
                row.textOrNull(9),
                StoredJson.object(row.textOrNull(10)),
                row.textOrNull(11),
                row.textOrNull(12),
                row.textOrNull(13),
                row.instantOrNull(14),
                row.numberOrNull(15),
                row.numberOrNull(16),
                row.textOrNull(17),
                row.numberOrNull(18),
                row.instantOrNull(19));
    }
}
