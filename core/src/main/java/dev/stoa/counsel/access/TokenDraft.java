package dev.stoa.counsel.access;

import dev.stoa.base.Bounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A token that is to be created. Immutable.
 *
 * @param label what it is for, 0 to 200 characters
 * @param subject the user its holder is, an id; null for {@code local}, and always null for an agent, who is its own
 * @param lifetime after which it is refused, 1 second to 3,650 days; null for never
 */
public record TokenDraft(
        Scopes scopes,
        String label,
        @Nullable String subject,
        @Nullable Duration lifetime) {
    private static final int LONGEST_LABEL = 200;
    private static final Duration LONGEST_LIFE = Duration.ofDays(3_650);

    public TokenDraft {
        Bounds.given("scopes", scopes);
        Bounds.text("label", label, 0, LONGEST_LABEL);
        if (subject != null) {
            Bounds.id("subject", subject);
            if (scopes.agent() != null) {
                throw Bounds.invalid(
                        "a token of agent " + scopes.agent() + " has no other subject", "leave out the subject");
            }
        }
        if (lifetime != null && (lifetime.toSeconds() < 1 || lifetime.compareTo(LONGEST_LIFE) > 0)) {
            throw Bounds.invalid(
                    "lifetime " + lifetime + " is not within 1 second to " + LONGEST_LIFE.toDays() + " days",
                    "choose one that is, or none for a token that does not expire");
        }
    }

    /** A token with these scopes that does not expire. */
    public static TokenDraft of(Scopes scopes) {
        return new TokenDraft(scopes, "", null, null);
    }
}
