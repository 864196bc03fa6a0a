package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.Phase;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An approval that was asked for, and what became of it. Immutable.
 *
 * @param approved null while nobody has decided
 * @param answers what a person answered to questions, by their id
 */
public record GateState(
        int round,
        Phase phase,
        int attempt,
        @Nullable Boolean approved,
        @Nullable String reason,
        Map<String, String> answers) {
    public GateState {
        answers = Map.copyOf(answers);
    }

    public boolean rejected() {
        return Boolean.FALSE.equals(approved);
    }
}
