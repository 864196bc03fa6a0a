package dev.stoa.learning.lesson;

import dev.stoa.base.Bounds;
import dev.stoa.base.Simulated;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which lessons count for a search or a list. Immutable; made with {@link #all} and refined.
 *
 * @param categories only those of these; none for all
 * @param domain only those of it and of {@code general}; null for all
 * @param minTier only those that have proved themselves so well
 * @param session only those that this debate taught; null for all
 * @param expired whether those count too that have expired or are retired
 * @param simulated whether those count that only simulated debates taught
 */
public record LessonFilter(
        Set<LessonCategory> categories,
        @Nullable String domain,
        LessonTier minTier,
        @Nullable String session,
        boolean expired,
        Simulated simulated) {
    private static final Pattern SESSION = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    public LessonFilter {
        categories = Set.copyOf(categories);
        domain = domain == null ? null : Bounds.label("domain", domain);
        if (session != null && !SESSION.matcher(session).matches()) {
            throw Bounds.invalid(
                    "session_id " + Bounds.shown(session) + " is not the id of a debate", "give it in full");
        }
    }

    /** Every lesson that has not expired. */
    public static LessonFilter all() {
        return new LessonFilter(Set.of(), null, LessonTier.BRONZE, null, false, Simulated.EXCLUDE);
    }

    public LessonFilter categories(Set<LessonCategory> only) {
        return new LessonFilter(only, domain, minTier, session, expired, simulated);
    }

    public LessonFilter domain(@Nullable String only) {
        return new LessonFilter(categories, only, minTier, session, expired, simulated);
    }

    public LessonFilter minTier(LessonTier least) {
        return new LessonFilter(categories, domain, least, session, expired, simulated);
    }

    public LessonFilter session(@Nullable String only) {
        return new LessonFilter(categories, domain, minTier, only, expired, simulated);
    }

    /** The same lessons, with those that have expired or are retired. */
    public LessonFilter withExpired() {
        return new LessonFilter(categories, domain, minTier, session, true, simulated);
    }

    public LessonFilter simulated(Simulated which) {
        return new LessonFilter(categories, domain, minTier, session, expired, which);
    }
}
