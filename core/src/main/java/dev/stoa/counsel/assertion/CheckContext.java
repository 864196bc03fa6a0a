package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a check may know besides the answer. Immutable.
 *
 * @param question the question; null if only a text is tested
 * @param field the field of the question
 * @param corrections the corrections that the prompt held
 */
public record CheckContext(
        @Nullable String question, @Nullable String field, List<AppliedCorrection> corrections) {
    /** The context of a text that answers nothing. */
    public static final CheckContext NONE = new CheckContext(null, null, List.of());

    public CheckContext {
        corrections = List.copyOf(Bounds.given("corrections", corrections));
    }

    /** A correction that the prompt held. Immutable. */
    public record AppliedCorrection(String id, String claim, String rejected) {}
}
