package dev.stoa.counsel.specialist;

import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;

/** The rows of how shadows did. Stateless. */
final class ShadowScores {
    private ShadowScores() {}

    /** Stores a pair of scores; one of the same query and specialist is kept, and false returned. */
    static boolean store(Tx tx, String id, ShadowScore score, Instant now) {
        boolean known = tx.number(
                        "SELECT count(*) FROM shadow_scores WHERE query_id = ? AND specialist = ?",
                        score.queryId(),
                        score.specialist())
                > 0;
        if (!known) {
            tx.update(
                    """
                    INSERT INTO shadow_scores (id, seq, specialist, query_id, blue_model, green_model, blue_u, green_u,
                        u_delta, blue_blocked, green_blocked, domain, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                    id,
                    tx.next("shadow_score"),
                    score.specialist(),
                    score.queryId(),
                    score.blueModel(),
                    score.greenModel(),
                    score.blueU(),
                    score.greenU(),
                    score.greenU() - score.blueU(),
                    score.blueBlocked() ? 1 : 0,
                    score.greenBlocked() ? 1 : 0,
                    score.domain(),
                    now);
        }
        return !known;
    }

    /** The pairs of a specialist and its present shadow, in the order of their numbers. */
    static List<Gate.Pair> pairs(Tx tx, Specialist specialist) {
        Long since = specialist.shadowSince();
        String shadow = specialist.shadowModel();
        return shadow == null || since == null
                ? List.of()
                : tx.list(
                        """
                        SELECT u_delta, blue_blocked, green_blocked FROM shadow_scores
                        WHERE specialist = ? AND seq > ? AND blue_model = ? AND green_model = ?
                        ORDER BY seq LIMIT ?""",
                        row -> new Gate.Pair(row.real(1), row.flag(2), row.flag(3)),
                        specialist.name(),
                        since,
                        specialist.activeModel(),
                        shadow,
                        Gate.MOST_PAIRS);
    }

    /** The number of the last pair of all. */
    static long last(Tx tx) {
        return tx.number("SELECT COALESCE(MAX(seq), 0) FROM shadow_scores");
    }
}
