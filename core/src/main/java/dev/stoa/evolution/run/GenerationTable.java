package dev.stoa.evolution.run;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.evolution.base.Documents;
import dev.stoa.evolution.base.EventKind;
import dev.stoa.evolution.base.RunEvents;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileTable;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of generations and the steps of their state machine, inside of the caller's unit of work. Stateless. */
public final class GenerationTable {
    private static final int MOST_ACTORS = 32;
    private static final int LONGEST_HYPOTHESES = 256 << 10;

    private static final String SELECT =
            "SELECT id, run_id, seq, status, parent_generation_id, created_at, hypotheses_json FROM Generations";

    private GenerationTable() {}

    static Generation insert(Tx tx, String id, String runId, long seq, @Nullable String parent, Instant now) {
        tx.update("""
                INSERT INTO Generations (id, created_at, status, parent_generation_id, run_id, seq)
                VALUES (?, ?, 'active', ?, ?, ?)""", id, now, parent, runId, seq);
        return get(tx, id);
    }

    static void deploy(Tx tx, Generation generation, List<Deployed> deployed) {
        Bounds.size("actors", deployed, 2, MOST_ACTORS);
        Set<String> seen = new HashSet<>();
        int ordinal = 0;
        for (Deployed each : deployed) {
            Profile profile = ProfileTable.get(tx, each.profileId());
            if (!generation.runId().equals(profile.runId()) || !each.actorId().equals(profile.actorId())) {
                throw Bounds.invalid(
                        "profile " + profile.id() + " is of actor " + profile.actorId() + " of run " + profile.runId()
                                + ", and is to be " + each.actorId() + " of run " + generation.runId(),
                        "deploy a profile of the actor");
            }
            if (!seen.add(each.actorId())) {
                throw Bounds.invalid("actor " + each.actorId() + " is deployed twice", "deploy each once");
            }
            tx.update(
                    "INSERT INTO generation_actors (generation_id, ordinal, actor_id, profile_id) VALUES (?, ?, ?, ?)",
                    generation.id(),
                    ordinal++,
                    each.actorId(),
                    each.profileId());
        }
    }

    /** Archives the newest generation of a run and opens the next, whose parent it is. */
    public static Generation open(Tx tx, String id, String runId, List<Deployed> deployed, Instant now) {
        Optional<Generation> before = newest(tx, runId);
        archiveNewest(tx, runId, now);
        Generation next = insert(
                tx,
                id,
                runId,
                before.map(Generation::seq).orElse(0L) + 1,
                before.map(Generation::id).orElse(null),
                now);
        deploy(tx, next, deployed);
        return next;
    }

    /** Archives the newest generation of a run, if it is not, with everything in it decided. */
    static void archiveNewest(Tx tx, String runId, Instant now) {
        Optional<Generation> newest = newest(tx, runId).filter(generation -> !generation.is(GenerationStatus.ARCHIVED));
        if (newest.isEmpty()) {
            return;
        }
        Generation generation = newest.get();
        refuseOpen(
                tx, generation, "SELECT id FROM epochs WHERE generation_id = ? AND status = 'open' LIMIT 1", "epoch");
        refuseOpen(
                tx,
                generation,
                "SELECT id FROM trial_verdicts WHERE generation_id = ? AND outcome = 'pending' LIMIT 1",
                "verdict");
        tx.update(
                "UPDATE Generations SET status = 'archived' WHERE id = ? AND status = ?",
                generation.id(),
                generation.status());
        RunEvents.append(
                tx,
                runId,
                new RunEvents.New(
                        EventKind.GENERATION_CLOSED, generation.id(), Json.object("generation", generation.seq())),
                now);
    }

    private static void refuseOpen(Tx tx, Generation generation, String sql, String what) {
        tx.one(sql, row -> row.text(1), generation.id()).ifPresent(id -> {
            throw new ConflictException(
                    "conflict",
                    what + " " + id + " of generation " + generation.seq() + " is open",
                    "finish the generation first");
        });
    }

    /** Lets the candidates of a generation be tried after its production is complete. */
    public static Generation transition(Tx tx, String id, GenerationStatus to) {
        Generation generation = get(tx, id);
        if (generation.is(to)) {
            return generation;
        }
        if (to != GenerationStatus.SHADOW_TRIAL || !generation.is(GenerationStatus.ACTIVE)) {
            throw new ConflictException(
                    "conflict",
                    "generation " + generation.seq() + " of run " + generation.runId() + " is " + generation.status()
                            + " and cannot become " + to.text(),
                    to == GenerationStatus.ARCHIVED
                            ? "open the next generation or finish the run, which archives it"
                            : "open the next generation");
        }
        refuseOpen(
                tx,
                generation,
                "SELECT id FROM epochs WHERE generation_id = ? AND kind = 'production' AND status = 'open' LIMIT 1",
                "production epoch");
        tx.update("UPDATE Generations SET status = ? WHERE id = ? AND status = 'active'", to.text(), id);
        return get(tx, id);
    }

    /** Keeps what the scout expects. */
    public static void hypotheses(Tx tx, String id, Object hypotheses) {
        Generation generation = get(tx, id);
        if (generation.is(GenerationStatus.ARCHIVED)) {
            throw new ConflictException(
                    "conflict", "generation " + generation.seq() + " is archived", "keep them in the open one");
        }
        tx.update(
                "UPDATE Generations SET hypotheses_json = ? WHERE id = ?",
                Documents.text("hypotheses", hypotheses, LONGEST_HYPOTHESES),
                id);
    }

    public static Generation get(Tx tx, String id) {
        return tx.one(SELECT + " WHERE id = ?", GenerationTable::generation, Documents.key("generation", id))
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no generation " + Bounds.shown(id), "list the generations of the run"));
    }

    /** The generation of a run with the largest number. */
    public static Optional<Generation> newest(Tx tx, String runId) {
        return tx.one(SELECT + " WHERE run_id = ? ORDER BY seq DESC LIMIT 1", GenerationTable::generation, runId);
    }

    /** The generations of a run with the largest numbers, newest first. */
    static List<Generation> newest(Tx tx, String runId, int most) {
        return tx.list(
                SELECT + " WHERE run_id = ? ORDER BY seq DESC LIMIT ?", GenerationTable::generation, runId, most);
    }

    static List<Generation> ofRun(Tx tx, String runId) {
        return tx.list(SELECT + " WHERE run_id = ? ORDER BY seq", GenerationTable::generation, runId);
    }

    static List<Generation> after(Tx tx, String runId, long seq, int most) {
        return tx.list(
                SELECT + " WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                GenerationTable::generation,
                runId,
                seq,
                most);
    }

    private static Generation generation(Row row) {
        return new Generation(
                row.text(1),
                row.text(2),
                row.number(3),
                row.textOrNull(4),
                row.textOrNull(5),
                row.instantOrNull(6),
                row.textOrNull(7));
    }
}
