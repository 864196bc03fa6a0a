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
        refuseReplaced(tx, older, newer, old);
        tx.update("UPDATE consensus SET superseded_by = ? WHERE id = ?", newer, older);
    }

    /** Links two stored rows; again is no change. */
    static void supersede(Tx tx, String older, String newer) {
        Links old = links(tx, older).orElseThrow(() -> ConsensusRows.missing(tx, older));
        Links replacing = links(tx, newer).orElseThrow(() -> ConsensusRows.missing(tx, newer));
        if (newer.equals(old.supersededBy()) && older.equals(replacing.supersedes())) {
            return;
        }
        refuseReplaced(tx, older, newer, old);
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

    private static void refuseReplaced(Tx tx, String older, String newer, Links old) {
        String there = old.supersededBy();
        if (there != null && !there.equals(newer)) {
            boolean archived = ConsensusVault.record(tx, there).isPresent();
            throw new ConflictException(
                    "conflict",
                    older + " is already superseded by " + there + (archived ? ", which is archived" : ""),
                    archived ? "restore consensus " + there + ", and supersede that one" : "supersede " + there);
        }
    }

    /**
     * Whether the consensus that replaces another, or one that replaces it in turn, is in use. One that is archived
     * hides nothing: what it replaced is found again until it is restored.
     *
     * @param by what replaces it; null if nothing does
     */
    static boolean isReplaced(Tx tx, @Nullable String by) {
        Set<String> seen = new HashSet<>();
        String at = by;
        while (at != null && seen.add(at)) {
            if (links(tx, at).isPresent()) {
                return true;
            }
            at = above(tx, at);
        }
        return false;
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
