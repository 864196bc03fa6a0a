package dev.stoa.society.knowledge;

import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import org.jspecify.annotations.Nullable;

/**
 * Which knowledge of a domain is meant. Immutable.
 *
 * @param agent whose, null for anybody's
 * @param archived whether what was put away instead of what counts
 */
public record FactFilter(@Nullable String agent, @Nullable Trust minTrust, boolean archived, Page.Request page) {
    /** What counts, the newest of it. */
    public static FactFilter live() {
        return new FactFilter(null, null, false, Page.Request.first());
    }
}
