package dev.stoa.counsel.audit;

import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a log before a backup takes its place. Immutable.
 *
 * @param size how many rows it has, or had when the largest checkpoint was signed
 * @param root the root of the tree over them, as digits
 * @param checkpoints its checkpoints, which outlive it
 */
public record LogState(long size, String root, List<Checkpoint> checkpoints) {
    public LogState {
        checkpoints = List.copyOf(checkpoints);
    }

    /** What files beside the database tell, where that cannot be read. */
    public static LogState of(AuditPlaces places) {
        List<Checkpoint> kept = new ArrayList<>(new CheckpointFile(places.checkpoints()).all());
        if (places.anchor() != null) {
            kept.addAll(new CheckpointFile(places.anchor()).all());
        }
        return of(kept, new LogState(0, "", kept));
    }

    static LogState of(Tx tx, List<Checkpoint> checkpoints) {
        Optional<AuditHead> head = AuditHead.read(tx);
        long size = head.map(AuditHead::size).orElse(0L);
        Frontier frontier = Frontier.parse(size, head.map(AuditHead::frontier).orElse(""));
        String root = frontier == null ? "" : HexFormat.of().formatHex(frontier.root());
        return of(checkpoints, new LogState(size, root, checkpoints));
    }

    /** The state, or that of the largest checkpoint if it is larger. */
    private static LogState of(List<Checkpoint> checkpoints, LogState state) {
        return checkpoints.stream()
                .map(each -> SignedNote.parse(each.note()))
                .filter(Objects::nonNull)
                .filter(note -> note.size() > state.size())
                .max(Comparator.comparingLong(SignedNote::size))
                .map(note -> new LogState(note.size(), HexFormat.of().formatHex(note.root()), checkpoints))
                .orElse(state);
    }

    /** What the event of the restore says about it. */
    Map<String, @Nullable Object> abandoned() {
        return Json.object("abandoned_size", size, "abandoned_root", root);
    }
}
