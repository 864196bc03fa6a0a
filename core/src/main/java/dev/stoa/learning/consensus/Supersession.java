package dev.stoa.learning.consensus;

import dev.stoa.base.ConflictException;
import dev.stoa.storage.Tx;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The links from a consensus to the one that replaces it, both sides at once. Stateless. */
final class Supersession {
    private Supersession() {}

    private record Links(
            @Nullable String supersedes, @Nullable String supersededBy) {}

    /** Marks the old side for a new row that is about to be written with the other side. */
    static void link(Tx tx, String older, String newer) {
        Links old = links(tx, older).orElseThrow(() -> ConsensusRows.missing(tx, older));
        refuseReplaced(older, newer, old);
        tx.update("UPDATE consensus SET superseded_by = ? WHERE id = ?", newer, older);
    }

    /** Links two stored rows; again is no change. */
    static void supersede(Tx tx, String older, String newer) {
        Links old = links(tx, older).orElseThrow(() -> ConsensusRows.missing(tx, older));
        Links replacing = links(tx, newer).orElseThrow(() -> ConsensusRows.missing(tx, newer));
        if (newer.equals(old.supersededBy()) && older.equals(replacing.supersedes())) {
            return;
        }
        refuseReplaced(older, newer, old);
        if (replacing.supersedes() != null) {
            throw new ConflictException(
                    "conflict",
                    newer + " already supersedes " + replacing.supersedes(),
                    "a consensus supersedes one other");
        }
        refuseCircle(tx, older, newer);
        tx.update("UPDATE consensus SET superseded_by = ? WHERE id = ?", newer, older);
        tx.update("UPDATE consensus SET supersedes = ? WHERE id = ?", older, newer);
    }

    private static void refuseReplaced(String older, String newer, Links old) {
        if (old.supersededBy() != null && !old.supersededBy().equals(newer)) {
            throw new ConflictException(
                    "conflict",
                    older + " is already superseded by " + old.supersededBy(),
                    "supersede " + old.supersededBy());
        }
    }

    /** Follows the newer row upwards, through archived ones too: they can come back. */
    private static void refuseCircle(Tx tx, String older, String newer) {
        Set<String> seen = new HashSet<>();
        String at = newer;
        while (at != null && seen.add(at)) {
            if (at.equals(older)) {
                throw new ConflictException(
                        "conflict",
                        older.equals(newer)
                                ? older + " cannot supersede itself"
                                : newer + " was itself superseded on the way to " + older,
                        "supersede an older consensus by a newer one");
            }
            at = above(tx, at);
        }
    }

    private static @Nullable String above(Tx tx, String id) {
        Optional<Links> live = links(tx, id);
        return live.isPresent()
                ? live.get().supersededBy()
                : ConsensusVault.record(tx, id)
                        .map(record -> ConsensusVault.row(record).textOrNull("superseded_by"))
                        .orElse(null);
    }

    private static Optional<Links> links(Tx tx, String id) {
        return tx.one(
                "SELECT supersedes, superseded_by FROM consensus WHERE id = ?",
                row -> new Links(row.textOrNull(1), row.textOrNull(2)),
                id);
    }
}
