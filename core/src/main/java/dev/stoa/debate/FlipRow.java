package dev.stoa.debate;

import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A seat's change from one option to another. Immutable.
 *
 * @param seenSupporters the agents it had seen holding the new one
 */
public record FlipRow(
        String sessionId,
        String agentId,
        long toTurnSeq,
        long fromTurnSeq,
        String fromOption,
        String toOption,
        List<String> seenSupporters) {
    static final String COLUMNS =
            "session_id, agent_id, to_turn_seq, from_turn_seq, from_option, to_option, seen_supporters";

    static FlipRow of(Row row) {
        return new FlipRow(
                row.text(1),
                row.text(2),
                row.number(3),
                row.number(4),
                row.text(5),
                row.text(6),
                StoredJson.texts(row.textOrNull(7)));
    }

    /** The change as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "agent_id",
                agentId,
                "to_turn_seq",
                toTurnSeq,
                "from_turn_seq",
                fromTurnSeq,
                "from_option",
                fromOption,
                "to_option",
                toOption,
                "seen_supporters",
                seenSupporters);
    }
}
