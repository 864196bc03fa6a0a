package dev.stoa.evolution.profile;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.evolution.base.Documents;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Optional;

/** The rows of profiles, inside of the caller's unit of work. Stateless. */
public final class ProfileTable {
    private static final int LONGEST_MUTATION = 64 << 10;

    private static final String SELECT = """
            SELECT p.id, p.seq, p.run_id, p.generation_id, g.seq, p.actor_id, p.archetype, p.system_prompt,
                p.core_prompt, p.strategy_text, p.tactic, p.hyperparameters, p.created_by, p.parent_profile_id,
                p.mutation_json, p.expected_performance_baseline
            FROM AgentProfiles p LEFT JOIN Generations g ON g.id = p.generation_id""";

    private ProfileTable() {}

    /** Stores a profile under a new number. */
    public static Profile add(Tx tx, String id, ProfileDraft draft) {
        String run = tx.one("SELECT run_id FROM Generations WHERE id = ?", row -> row.text(1), draft.generationId())
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no generation " + draft.generationId(), "name one of the run"));
        if (draft.parentProfileId() != null) {
            Profile parent = get(tx, draft.parentProfileId());
            if (!run.equals(parent.runId())) {
                throw Bounds.invalid(
                        "parent_profile_id " + parent.id() + " is of run " + parent.runId() + ", the profile of " + run,
                        "name a parent of the same run");
            }
        }
        tx.update(
                """
                INSERT INTO AgentProfiles (id, generation_id, archetype, system_prompt, hyperparameters, created_by, seq,
                    run_id, actor_id, parent_profile_id, core_prompt, strategy_text, tactic, mutation_json)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                id,
                draft.generationId(),
                draft.archetype().text(),
                draft.systemPrompt(),
                Documents.text("hyperparameters", draft.hyperparameters(), ProfileDraft.LONGEST_HYPERPARAMETERS),
                draft.createdBy().text(),
                tx.next("profile"),
                run,
                draft.actorId(),
                draft.parentProfileId(),
                draft.corePrompt(),
                draft.strategyText(),
                draft.tactic(),
                Documents.textOrNull("mutation", draft.mutation(), LONGEST_MUTATION));
        return get(tx, id);
    }

    /** Sets the baseline of a profile, once; the same value again changes nothing. */
    public static Profile baseline(Tx tx, String id, double baseline) {
        Bounds.real("expected_performance_baseline", baseline, -5, 5);
        Profile profile = get(tx, id);
        if (profile.baseline() == null) {
            tx.update(
                    "UPDATE AgentProfiles SET expected_performance_baseline = ?"
                            + " WHERE id = ? AND expected_performance_baseline IS NULL",
                    baseline,
                    id);
            return get(tx, id);
        }
        if (profile.baseline() != baseline) {
            throw new ConflictException(
                    "conflict",
                    "profile " + id + " has the baseline " + profile.baseline() + " already",
                    "leave it: a profile does not change");
        }
        return profile;
    }

    public static Profile get(Tx tx, String id) {
        return find(tx, id)
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no profile " + Bounds.shown(id), "list the profiles of the run"));
    }

    public static Optional<Profile> find(Tx tx, String id) {
        return tx.one(SELECT + " WHERE p.id = ?", ProfileTable::profile, Documents.key("profile", id));
    }

    /** All profiles of a run, in the order of their numbers. */
    public static List<Profile> ofRun(Tx tx, String runId) {
        return tx.list(SELECT + " WHERE p.run_id = ? ORDER BY p.seq", ProfileTable::profile, runId);
    }

    static List<Profile> after(Tx tx, String runId, long seq, int most) {
        return tx.list(
                SELECT + " WHERE p.run_id = ? AND p.seq > ? ORDER BY p.seq LIMIT ?",
                ProfileTable::profile,
                runId,
                seq,
                most);
    }

    /** The profiles that serve in a generation, in the order of the actors. */
    public static List<Profile> deployed(Tx tx, String generationId) {
        return tx.list(
                SELECT
                        + " JOIN generation_actors a ON a.profile_id = p.id WHERE a.generation_id = ? ORDER BY a.ordinal",
                ProfileTable::profile,
                generationId);
    }

    private static Profile profile(Row row) {
        return new Profile(
                row.text(1),
                row.number(2),
                row.textOrNull(3),
                row.textOrNull(4),
                row.numberOrNull(5),
                row.textOrNull(6),
                row.textOrNull(7),
                row.textOrNull(8),
                row.textOrNull(9),
                row.textOrNull(10),
                row.textOrNull(11),
                Documents.foreignObject(row.textOrNull(12)),
                row.textOrNull(13),
                row.textOrNull(14),
                StoredJson.object(row.textOrNull(15)),
                row.realOrNull(16));
    }
}
