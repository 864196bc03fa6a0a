package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.evolution.base.Documents;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.base.Fence;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The finished turns of episodes that are still being played by models, so that a resumed run need not ask them again.
 * Thread-safe. They go with the transaction that stores the episode.
 */
public final class PendingTurns {
    private static final int LONGEST_ENTRY = 1 << 20;

    /** What a turn writes beside its row: that the owner of the run lives. */
    private static final Scope.Kind TURN = new Scope.Kind("run", "pending_turns", "evolution_runs");

    private final EvolutionContext context;

    private PendingTurns(EvolutionContext context) {
        this.context = context;
    }

    public static PendingTurns over(EvolutionContext context) {
        return new PendingTurns(context);
    }

    /**
     * Keeps a turn before the next is asked for; the same again changes nothing.
     *
     * @param runId the run, whose owner alone may
     * @param fence the fence of the owner's claim
     */
    @Needs(value = Right.OPERATE, agents = false)
    public void keep(
            Principal by,
            String runId,
            long fence,
            String epochId,
            int slot,
            int turn,
            Map<String, ? extends @Nullable Object> entry) {
        Rights.check(by);
        context.write(by, TURN.of(runId, "epoch " + epochId), (tx, now) -> {
            Fence.hold(tx, runId, fence, now);
            String text = Documents.text("entry", entry, LONGEST_ENTRY);
            Optional<String> present = tx.one(
                    "SELECT entry_json FROM pending_turns WHERE epoch_id = ? AND slot = ? AND turn_number = ?",
                    row -> row.text(1),
                    Bounds.id("epoch", epochId),
                    slot,
                    turn);
            if (present.isEmpty()) {
                EpochTable.line(tx, epochId);
                return tx.update(
                                "INSERT INTO pending_turns (epoch_id, slot, turn_number, entry_json) VALUES (?, ?, ?, ?)",
                                epochId,
                                slot,
                                turn,
                                text)
                        > 0;
            }
            if (!present.get().equals(text)) {
                throw new ConflictException(
                        "conflict",
                        "turn " + turn + " of slot " + slot + " of epoch " + epochId + " is kept otherwise",
                        "go on from the kept turn");
            }
            return false;
        });
    }

    /** The kept turns of a slot, in order. */
    @Needs(value = Right.OPERATE, agents = false)
    public List<Map<String, @Nullable Object>> of(Principal by, String epochId, int slot) {
        return context.read(
                by,
                (tx, now) -> tx.list(
                        "SELECT entry_json FROM pending_turns WHERE epoch_id = ? AND slot = ? ORDER BY turn_number",
                        row -> StoredJson.object(row.text(1)),
                        Bounds.id("epoch", epochId),
                        slot));
    }
}
