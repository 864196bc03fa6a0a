package dev.stoa.counsel.access;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A token as it is stored: everything but the token itself. Immutable.
 *
 * @param tokenId the part of the token that names it
 * @param subject the user whose conversations its holder has
 * @param expiresAt from when on it is refused; null if never
 * @param revokedAt when it was revoked; null if it was not
 */
public record AccessToken(
        String tokenId,
        Instant createdAt,
        String label,
        String subject,
        Scopes scopes,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {
    /** Whether it opens anything at that time. */
    public boolean valid(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }

    /** The token as lists show it. */
    public Map<String, @Nullable Object> toJson() {
        return Json.object(
                "token_id",
                tokenId,
                "label",
                label,
                "subject",
                subject,
                "scopes",
                scopes.names(),
                "created_at",
                Times.showMicros(createdAt),
                "expires_at",
                expiresAt == null ? null : Times.showMicros(expiresAt),
                "revoked_at",
                revokedAt == null ? null : Times.showMicros(revokedAt));
    }
}
