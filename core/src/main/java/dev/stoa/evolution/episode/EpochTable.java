package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.TextEnum;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The rows of epochs, inside of the caller's unit of work. Stateless. */
public final class EpochTable {
    private static final String SELECT =
            "SELECT id, generation_id, ordinal, kind, verdict_id, purpose, planned, status FROM epochs";
    private static final int LONGEST_ERROR = 2_000;
    private static final int MOST_ATTEMPTS = 1_000;

    private EpochTable() {}

    record Line(
            String id,
            String generationId,
            int ordinal,
            EpochKind kind,
            @Nullable String verdictId,
            String purpose,
            int planned,
            boolean complete) {}

    /** Opens an epoch behind those of its generation. */
    public static Epoch open(Tx tx, String id, EpochDraft draft) {
        OpenGeneration.need(tx, draft.generationId());
        tx.update(
                """
                INSERT INTO epochs (id, generation_id, ordinal, kind, verdict_id, purpose, planned, status)
                VALUES (?, ?, (SELECT COALESCE(max(ordinal) + 1, 0) FROM epochs WHERE generation_id = ?), ?, ?, ?, ?, 'open')""",
                id,
                draft.generationId(),
                draft.generationId(),
                draft.kind().text(),
                draft.verdictId(),
                draft.purpose(),
                draft.planned());
        return get(tx, id);
    }

    /** Completes an epoch all of whose slots are played or given up; a complete one stays as it is. */
    public static Epoch complete(Tx tx, String id) {
        Epoch epoch = get(tx, id);
        if (epoch.complete()) {
            return epoch;
        }
        int done = epoch.played().size() + epoch.failed().size();
        if (done != epoch.planned()) {
            throw new ConflictException(
                    "conflict",
                    "epoch " + id + " has " + done + " of " + epoch.planned() + " slots",
                    "play the others first");
        }
        tx.update("UPDATE epochs SET status = 'complete' WHERE id = ? AND status = 'open'", id);
        return get(tx, id);
    }

    /** Gives a slot up. */
    public static void fail(Tx tx, String id, int slot, int attempts, String error) {
        Epoch epoch = get(tx, id);
        Bounds.whole("slot", slot, 0, epoch.planned() - 1L);
        Bounds.whole("attempts", attempts, 1, MOST_ATTEMPTS);
        Bounds.text("error", error, 1, LONGEST_ERROR);
        if (error.equals(epoch.failed().get(slot))) {
            return;
        }
        if (epoch.complete() || epoch.played().contains(slot) || epoch.failed().containsKey(slot)) {
            throw new ConflictException(
                    "conflict", "slot " + slot + " of epoch " + id + " is played or given up", "take the next slot");
        }
        tx.update(
                "INSERT INTO slot_failures (epoch_id, slot, attempts, error) VALUES (?, ?, ?, ?)",
                id,
                slot,
                attempts,
                error);
        tx.update("DELETE FROM pending_turns WHERE epoch_id = ? AND slot = ?", id, slot);
    }

    public static Epoch get(Tx tx, String id) {
        Line line = line(tx, id);
        return filled(tx, List.of(line), "f.epoch_id = ?", id).getFirst();
    }

    static Line line(Tx tx, String id) {
        return tx.one(SELECT + " WHERE id = ?", EpochTable::line, Bounds.id("epoch", id))
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no epoch " + Bounds.shown(id), "list the epochs of the generation"));
    }

    /** The epochs of a generation, in their order. */
    public static List<Epoch> ofGeneration(Tx tx, String generationId) {
        List<Line> lines =
                tx.list(SELECT + " WHERE generation_id = ? ORDER BY ordinal", EpochTable::line, generationId);
        return filled(tx, lines, "f.epoch_id IN (SELECT id FROM epochs WHERE generation_id = ?)", generationId);
    }

    private static List<Epoch> filled(Tx tx, List<Line> lines, String which, String key) {
        Map<String, SortedSet<Integer>> played = new HashMap<>();
        Map<String, SortedMap<Integer, String>> failed = new HashMap<>();
        tx.each(
                "SELECT f.epoch_id, f.slot FROM episode_facts f WHERE " + which,
                row -> played.computeIfAbsent(row.text(1), any -> new TreeSet<>())
                        .add(row.integer(2)),
                key);
        tx.each(
                "SELECT f.epoch_id, f.slot, f.error FROM slot_failures f WHERE " + which,
                row -> failed.computeIfAbsent(row.text(1), any -> new TreeMap<>())
                        .put(row.integer(2), row.text(3)),
                key);
        List<Epoch> epochs = new ArrayList<>();
        for (Line line : lines) {
            epochs.add(new Epoch(
                    line.id(),
                    line.generationId(),
                    line.ordinal(),
                    line.kind(),
                    line.verdictId(),
                    line.purpose(),
                    line.planned(),
                    line.complete(),
                    played.getOrDefault(line.id(), new TreeSet<>()),
                    failed.getOrDefault(line.id(), new TreeMap<>())));
        }
        return epochs;
    }

    private static Line line(Row row) {
        return new Line(
                row.text(1),
                row.text(2),
                row.integer(3),
                TextEnum.of("kind", EpochKind.values(), row.text(4)),
                row.textOrNull(5),
                row.text(6),
                row.integer(7),
                row.text(8).equals("complete"));
    }
}
