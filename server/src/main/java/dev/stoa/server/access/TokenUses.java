package dev.stoa.server.access;

import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * When each token was last used here. Thread-safe. It is kept since the server began and stored nowhere: a write for
 * each request that reads would cost more than it tells.
 */
public final class TokenUses {
    private final InstantSource clock;
    private final Instant since;
    private final Map<String, Instant> last = new ConcurrentHashMap<>();

    TokenUses(InstantSource clock) {
        this.clock = clock;
        this.since = clock.instant();
    }

    /** Notes a use. The tokens of executions are left out: each is of one execution, and there is no end of them. */
    void count(Principal by) {
        String token = by.trace().token();
        if (token != null && by.task() == null) {
            last.put(token, clock.instant());
        }
    }

    /** Since when it is known, and the last use of each token that was used. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "since",
                since,
                "items",
                new TreeMap<>(last)
                        .entrySet().stream()
                                .map(use -> Json.object("token_id", use.getKey(), "last_used_at", use.getValue()))
                                .toList());
    }
}
