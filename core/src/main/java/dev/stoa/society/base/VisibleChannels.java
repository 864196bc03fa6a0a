package dev.stoa.society.base;

import dev.stoa.storage.Tx;
import org.jspecify.annotations.Nullable;

/** Which channels an agent sees, whoever asks. Stateless. */
public final class VisibleChannels {
    private static final String SEES = """
            SELECT 1 FROM channels c WHERE c.channel_id = ? AND (c.restricted = 0 OR EXISTS (
                SELECT 1 FROM channel_members m
                WHERE m.channel_id = c.channel_id AND m.agent_id = ? AND m.role <> 'left'))""";

    private VisibleChannels() {}

    /** Whether an agent sees a channel; no channel is seen by all. */
    public static boolean sees(Tx tx, String agent, @Nullable String channel) {
        return channel == null
                || tx.one(SEES, row -> row.number(1), channel, agent).isPresent();
    }

    /** Whether a channel is archived; none is not. */
    public static boolean archived(Tx tx, @Nullable String channel) {
        return channel != null
                && tx.one(
                                "SELECT 1 FROM channels WHERE channel_id = ? AND archived_at IS NOT NULL",
                                row -> row.number(1),
                                channel)
                        .isPresent();
    }
}
