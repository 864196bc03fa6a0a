package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Type.JSON;
import static dev.stoa.debate.session.Columns.Type.TEXT;
import static dev.stoa.debate.session.Columns.Type.WHOLE;

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
    public static final Columns<FlipRow> COLUMNS = Columns.<FlipRow>of("debate_flips")
            .key("session_id", TEXT, FlipRow::sessionId)
            .hidden()
            .hashed("agent_id", TEXT, FlipRow::agentId)
            .hashed("to_turn_seq", WHOLE, FlipRow::toTurnSeq)
            .hashed("from_turn_seq", WHOLE, FlipRow::fromTurnSeq)
            .hashed("from_option", TEXT, FlipRow::fromOption)
            .hashed("to_option", TEXT, FlipRow::toOption)
            .hashed("seen_supporters", JSON, FlipRow::seenSupporters)
            .read(row -> new FlipRow(
                    row.text("session_id"),
                    row.text("agent_id"),
                    row.number("to_turn_seq"),
                    row.number("from_turn_seq"),
                    row.text("from_option"),
                    row.text("to_option"),
                    row.texts("seen_supporters")));

    /** The change as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
