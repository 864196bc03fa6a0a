package dev.stoa.counsel.correction;

import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import org.jspecify.annotations.Nullable;

/**
 * Which corrections are listed; null for any. Immutable.
 *
 * @param scopeId those of one project or conversation
 */
public record CorrectionFilter(
        @Nullable CorrectionStatus status,
        @Nullable String domain,
        @Nullable CorrectionScope scope,
        @Nullable String scopeId,
        Page.Request page) {
    public CorrectionFilter {
        Bounds.given("page", page);
    }

    /** All of them. */
    public static CorrectionFilter all(Page.Request page) {
        return new CorrectionFilter(null, null, null, null, page);
    }
}
