package dev.stoa.counsel.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer that has been decided on. Immutable.
 *
 * @param text what is said
 * @param winner the specialist whose answer won among all, also where a debate decided
 * @param utility what the winner's answer is worth
 * @param confidence how much of all weight stands behind it
 * @param agreement the part of all weight that says the same
 * @param decidedBy {@code vcg} or {@code debate}
 * @param mode {@code single}, {@code panel}, {@code reviewed} or {@code debate}
 * @param models the specialists that had an answer
 * @param corrections the ids of the corrections that stood in a prompt
 * @param scored what the decision says of each answer
 * @param reviewed the mean of the reviews of the winner; null if there are none that could be read
 */
public record Answered(
        String text,
        String winner,
        double utility,
        double confidence,
        double agreement,
        Label label,
        @Nullable String callout,
        List<String> notices,
        String decidedBy,
        String mode,
        List<String> models,
        List<String> corrections,
        List<ModelRuns.Scored> scored,
        @Nullable Double reviewed) {
    public Answered {
        notices = List.copyOf(notices);
        models = List.copyOf(models);
        corrections = List.copyOf(corrections);
        scored = List.copyOf(scored);
    }
}
