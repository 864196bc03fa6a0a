package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.KEY;
import static dev.stoa.debate.session.Columns.Proof.REPLAYED;

import dev.stoa.debate.rules.record.CheckStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A class of equal answers in a session. Immutable.
 *
 * @param firstTurnSeq the turn that first gave it, null while nobody has
 * @param check what was found about the positions that hold it, null if nothing was run
 */
public record OptionRow(
        String sessionId,
        String key,
        String label,
        @Nullable Long firstTurnSeq,
        @Nullable CheckStatus check) {
    public static final Columns<OptionRow> COLUMNS = Columns.of(OptionRow.class, "debate_options")
            .named("option_key", "key")
            .hidden(KEY, "session_id")
            .add(REPLAYED, "option_key", "label", "first_turn_seq")
            .derived("check", row -> row.check() == null ? null : row.check().text())
            .declared();

    public static OptionRow of(String session, String key, String label, @Nullable Long first) {
        return new OptionRow(session, key, label, first, null);
    }

    OptionRow checked(@Nullable CheckStatus found) {
        return new OptionRow(sessionId, key, label, firstTurnSeq, found);
    }

    /** The option as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
