package dev.stoa.counsel.audit;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event that says that an older backup was restored, and which checkpoints were given up by it. Immutable.
 *
 * <p>It names each of them by size and root. A range of sizes would not do: the log grows through the same sizes again,
 * and what was signed then would be excused too.
 *
 * @param seq the row of the event
 * @param givenUp the checkpoints of the log that was given up, as {@link #mark} writes them
 */
record Restoration(long seq, Set<String> givenUp) {
    /** The type of the event. */
    static final String TYPE = "restore";

    /** The detail that lists the checkpoints. */
    static final String CHECKPOINTS = "abandoned_checkpoints";

    /** How many checkpoints one event names; the details of an event have a bound. */
    static final int MOST = 500;

    Restoration {
        givenUp = Set.copyOf(givenUp);
    }

    /** What the details of an event say; null if they say nothing of the kind. */
    static @Nullable Restoration of(long seq, String details) {
        try {
            Map<String, @Nullable Object> said = Json.parseObject(details);
            if (!(said.get(CHECKPOINTS) instanceof List<?> listed)) {
                return null;
            }
            Set<String> marks = new HashSet<>();
            listed.forEach(each -> marks.add(String.valueOf(each)));
            return new Restoration(seq, marks);
        } catch (StoaException e) {
            return null;
        }
    }

    static List<Restoration> all(Tx tx) {
        return tx
                .list(
                        "SELECT seq, details FROM audit_log WHERE event_type = ? AND seq IS NOT NULL ORDER BY seq",
                        row -> new Object[] {row.number(1), String.valueOf(row.textOrNull(2))},
                        TYPE)
                .stream()
                .map(row -> of((Long) row[0], (String) row[1]))
                .filter(Objects::nonNull)
                .toList();
    }

    /** How an event names a checkpoint. */
    static String mark(SignedNote note) {
        return note.size() + " " + HexFormat.of().formatHex(note.root());
    }

    /** The marks of checkpoints that are larger than the log which took their place, in portions for one event each. */
    static List<List<String>> portions(List<Checkpoint> checkpoints, long kept) {
        List<String> marks = checkpoints.stream()
                .map(each -> SignedNote.parse(each.note()))
                .filter(Objects::nonNull)
                .filter(note -> note.size() > kept)
                .map(Restoration::mark)
                .distinct()
                .toList();
        List<List<String>> portions = new ArrayList<>();
        for (int from = 0; from < marks.size(); from += MOST) {
            portions.add(marks.subList(from, Math.min(marks.size(), from + MOST)));
        }
        return portions.isEmpty() ? List.of(List.of()) : portions;
    }

    /** Whether a checkpoint is one of the log that was given up. */
    boolean gaveUp(SignedNote note) {
        return givenUp.contains(mark(note));
    }
}
