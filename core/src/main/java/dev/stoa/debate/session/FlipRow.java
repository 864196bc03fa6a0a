package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.HASHED;
import static dev.stoa.debate.session.Columns.Proof.KEY;

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
    public static final Columns<FlipRow> COLUMNS = Columns.of(FlipRow.class, "debate_flips")
            .hidden(KEY, "session_id")
            .add(HASHED, "agent_id", "to_turn_seq", "from_turn_seq", "from_option", "to_option", "seen_supporters")
            .declared();

    /** The change as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
