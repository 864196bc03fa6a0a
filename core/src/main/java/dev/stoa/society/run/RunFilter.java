package dev.stoa.society.run;

import org.jspecify.annotations.Nullable;

/**
 * Which runs a list shows. Immutable.
 *
 * @param live whether only those that have not ended are shown
 */
public record RunFilter(@Nullable String agent, @Nullable String channel, boolean live) {
    /** All runs. */
    public static RunFilter all() {
        return new RunFilter(null, null, false);
    }

    /** The same, only of an agent. */
    public RunFilter of(@Nullable String who) {
        return new RunFilter(who, channel, live);
    }

    /** The same, only of a channel. */
    public RunFilter in(@Nullable String where) {
        return new RunFilter(agent, where, live);
    }

    /** The same, only those that have not ended. */
    public RunFilter live(boolean only) {
        return new RunFilter(agent, channel, only);
    }
}
