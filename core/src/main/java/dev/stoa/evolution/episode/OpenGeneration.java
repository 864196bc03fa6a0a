package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.storage.Tx;

/** A generation that is not archived, so that episodes can be stored in it. Immutable. */
record OpenGeneration(String id, String runId, long seq) {
    static OpenGeneration need(Tx tx, String id) {
        record Found(OpenGeneration generation, String status) {}
        Found found = tx.one(
                        "SELECT run_id, seq, status FROM Generations WHERE id = ?",
                        row -> new Found(
                                new OpenGeneration(id, row.text(1), row.number(2)), String.valueOf(row.textOrNull(3))),
                        Bounds.id("generation", id))
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no generation " + Bounds.shown(id), "list the generations of the run"));
        if (found.status().equals("archived")) {
            throw new ConflictException(
                    "conflict",
                    "generation " + found.generation().seq() + " (" + id + ") is archived",
                    "write into the open generation of the run");
        }
        return found.generation();
    }
}
