package dev.stoa.society.base;

import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the feed, within a unit of work. Stateless. When the oldest are forgotten, the last of these becomes a
 * mark: so it is known where the feed now begins, though its numbers may have gaps and all of it may be forgotten.
 */
public final class FeedRows {
    private static final String MARK = "feed.pruned";

    private FeedRows() {}

    /** A change that was told. */
    public record Told(
            long seq,
            Instant at,
            FeedKind kind,
            @Nullable String agent,
            @Nullable String channel,
            String ref) {
        private static Told of(Row row) {
            return new Told(
                    row.number(1),
                    row.instant(2),
                    FeedKind.of(row.text(3)),
                    row.textOrNull(4),
                    row.textOrNull(5),
                    row.text(6));
        }
    }

    /** The next changes after a number, at most so many. */
    public static List<Told> after(Tx tx, long seq, int limit) {
        return tx.list("""
                SELECT feed_seq, at, kind, agent_id, channel_id, ref_id FROM feed
                WHERE feed_seq > ? AND kind <> 'feed.pruned' ORDER BY feed_seq LIMIT ?""", Told::of, seq, limit);
    }

    /** The number of the newest change, 0 if there never was one. */
    public static long newest(Tx tx) {
        return tx.number("SELECT COALESCE(max(feed_seq), 0) FROM feed");
    }

    /** The number of the last change that was forgotten, 0 if none was. */
    public static long forgotten(Tx tx) {
        return tx.one(
                        "SELECT feed_seq, kind FROM feed ORDER BY feed_seq LIMIT 1",
                        row -> row.text(2).equals(MARK) ? row.number(1) : 0)
                .orElse(0L);
    }

    /** The number of the last change that is too old, or has too many after it; 0 if there is none. */
    public static long lastToForget(Tx tx, Instant before, int kept) {
        long beyond = tx.one("""
                SELECT feed_seq FROM feed WHERE kind <> 'feed.pruned'
                ORDER BY feed_seq DESC LIMIT 1 OFFSET ?""", row -> row.number(1), kept).orElse(0L);
        // The oldest come first: only those that are to go are looked at.
        long young = tx.one("""
                SELECT feed_seq FROM feed WHERE at >= ? AND kind <> 'feed.pruned'
                ORDER BY feed_seq LIMIT 1""", row -> row.number(1), before).orElse(Long.MAX_VALUE);
        long old = tx.number(
                "SELECT COALESCE(max(feed_seq), 0) FROM feed WHERE feed_seq < ? AND kind <> 'feed.pruned'", young);
        return Math.max(beyond, old);
    }

    /** How many changes there are up to a number. */
    public static long count(Tx tx, long last) {
        return tx.number("SELECT count(*) FROM feed WHERE feed_seq <= ? AND kind <> 'feed.pruned'", last);
    }

    /** Forgets at most so many of the oldest changes up to a number; how many. */
    public static long forget(Tx tx, long last, int most, Instant now) {
        List<Long> oldest = tx.list(
                "SELECT feed_seq FROM feed WHERE feed_seq <= ? AND kind <> 'feed.pruned' ORDER BY feed_seq LIMIT ?",
                row -> row.number(1),
                last,
                most);
        if (!oldest.isEmpty()) {
            tx.update("DELETE FROM feed WHERE feed_seq < ?", oldest.getLast());
            tx.update(
                    "UPDATE feed SET kind = ?, at = ?, agent_id = NULL, channel_id = NULL, ref_id = NULL"
                            + " WHERE feed_seq = ?",
                    MARK,
                    now,
                    oldest.getLast());
        }
        return oldest.size();
    }
}
