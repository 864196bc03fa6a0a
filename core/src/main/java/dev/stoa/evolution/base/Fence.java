package dev.stoa.evolution.base;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** The proof that a run is still its owner's. Stateless. */
public final class Fence {
    private Fence() {}

    /**
     * Proves that a run is still owned under a fence and tells that its owner lives. Every transaction of an owner
     * begins with it, so that one who lost the claim writes nothing more.
     */
    public static void hold(Tx tx, String runId, long fence, Instant now) {
        if (tx.update(
                        "UPDATE evolution_runs SET heartbeat_at = ? WHERE id = ? AND fence = ? AND status = 'running'",
                        now,
                        Bounds.id("run", runId),
                        fence)
                == 0) {
            throw lost(tx, runId, fence);
        }
    }

    /** The refusal of who does not own a run any more. */
    public static ConflictException lost(Tx tx, String runId, long fence) {
        String present = tx.one(
                        "SELECT status, fence, owner FROM evolution_runs WHERE id = ?",
                        row -> row.text(1)
                                + (row.number(2) == fence ? "" : " under fence " + row.number(2) + ", not " + fence)
                                + (row.textOrNull(3) == null ? "" : "; " + row.text(3) + " owned it last"),
                        runId)
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no run " + Bounds.shown(runId), "list the evolution runs"));
        return new ConflictException(
                "lost_claim", "run " + runId + " is " + present, "stop: another process owns it, or it was stopped");
    }
}
