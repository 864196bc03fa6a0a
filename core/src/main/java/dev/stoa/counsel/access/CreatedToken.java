package dev.stoa.counsel.access;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A token just after its creation, the only time that it can be read. Immutable.
 *
 * @param token what its holder presents
 * @param stored what the archive keeps of it
 */
public record CreatedToken(String token, AccessToken stored) {
    /** Without the token, so that no log line can hold it. */
    @Override
    public String toString() {
        return "CreatedToken[" + stored.tokenId() + "]";
    }

    /** The answer to its creation. */
    public Map<String, @Nullable Object> toJson() {
        return Json.object(
                "token_id",
                stored.tokenId(),
                "token",
                token,
                "scopes",
                stored.scopes().names(),
                "subject",
                stored.subject(),
                "expires_at",
                stored.expiresAt() == null ? null : Times.showMicros(stored.expiresAt()));
    }
}
