package dev.stoa.society.knowledge;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/** What somebody says of another's knowledge, and why. Immutable. */
public record Review(ReviewVerdict verdict, @Nullable String reason) {
    private static final int LONGEST_REASON = 1_000;

    public Review {
        Bounds.textOrNull("reason", reason, 1, LONGEST_REASON);
    }

    /** It is so. */
    public static Review confirm() {
        return new Review(ReviewVerdict.CONFIRM, null);
    }

    /** It is not so. */
    public static Review dispute() {
        return new Review(ReviewVerdict.DISPUTE, null);
    }

    public static Review fromJson(JsonFields fields) {
        Review review = new Review(ReviewVerdict.of(fields.text("verdict")), fields.textOrNull("reason"));
        fields.end();
        return review;
    }
}
