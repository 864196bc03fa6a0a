package dev.stoa.society.feed;

import dev.stoa.society.base.FeedKind;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change, as it is told to one actor. Immutable.
 *
 * @param seq its number, from which reading can be resumed
 * @param agentId who made it, or whose it is
 * @param channelId where it happened
 * @param ref the id of what has changed
 * @param gone whether what has changed is no longer there
 * @param document what has changed as the actor sees it now; only its id if it is gone
 */
public record FeedEvent(
        long seq,
        Instant at,
        FeedKind kind,
        @Nullable String agentId,
        @Nullable String channelId,
        String ref,
        boolean gone,
        Map<String, @Nullable Object> document) {}
