package dev.stoa.society.feed;

import dev.stoa.base.Bounds;
import dev.stoa.society.base.FeedKind;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which changes somebody wants to be told. Immutable.
 *
 * @param after the number of the last one that is known, 0 for all
 * @param kinds all if it is empty
 * @param channel only what happened in this channel, by name or id; null for everywhere
 * @param run only this run and its executions; null for all
 * @param limit how many changes are looked at, 1 to 500; fewer may concern the asker
 */
public record FeedQuery(
        long after,
        Set<FeedKind> kinds,
        @Nullable String channel,
        @Nullable String run,
        int limit) {
    private static final int MOST = 500;

    public FeedQuery {
        Bounds.whole("after", after, 0, Long.MAX_VALUE);
        Bounds.whole("limit", limit, 1, MOST);
        kinds = kinds.isEmpty() ? EnumSet.allOf(FeedKind.class) : EnumSet.copyOf(kinds);
    }

    /** Everything after a change. */
    public static FeedQuery after(long seq) {
        return new FeedQuery(seq, Set.of(), null, null, MOST);
    }

    /** The same from another place. */
    public FeedQuery from(long seq) {
        return new FeedQuery(seq, kinds, channel, run, limit);
    }

    /** Only changes of some kinds. */
    public FeedQuery of(Set<FeedKind> some) {
        return new FeedQuery(after, some, channel, run, limit);
    }

    /** Only what happens in a channel. */
    public FeedQuery in(@Nullable String ref) {
        return new FeedQuery(after, kinds, ref, run, limit);
    }

    /** Only what happens to a run. */
    public FeedQuery ofRun(@Nullable String ref) {
        return new FeedQuery(after, kinds, channel, ref, limit);
    }

    /** A look at so many changes. */
    public FeedQuery limit(int most) {
        return new FeedQuery(after, kinds, channel, run, most);
    }
}
