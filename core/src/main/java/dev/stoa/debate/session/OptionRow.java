package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Type.TEXT;
import static dev.stoa.debate.session.Columns.Type.WHOLE;

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
    public static final Columns<OptionRow> COLUMNS = Columns.<OptionRow>of("debate_options")
            .key("session_id", TEXT, OptionRow::sessionId)
            .hidden()
            .replayed("option_key", TEXT, OptionRow::key)
            .as("key")
            .replayed("label", TEXT, OptionRow::label)
            .replayed("first_turn_seq", WHOLE, OptionRow::firstTurnSeq)
            .derived("check", row -> row.check() == null ? null : row.check().text())
            .read(row -> new OptionRow(
                    row.text("session_id"),
                    row.text("option_key"),
                    row.text("label"),
                    row.numberOrNull("first_turn_seq"),
                    null));

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
