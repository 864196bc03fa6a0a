package dev.stoa.debate;

import dev.stoa.debate.rules.CheckStatus;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A class of equal answers in a session. Immutable.
 *
 * @param firstTurnSeq the turn that first gave it, null while nobody has
 * @param check what was found about the positions that hold it, null if nothing was run
 */
public record OptionRow(
        String key,
        String label,
        @Nullable Long firstTurnSeq,
        @Nullable CheckStatus check) {

    /** The option as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "key",
                key,
                "label",
                label,
                "first_turn_seq",
                firstTurnSeq,
                "check",
                check == null ? null : check.text());
    }
}
