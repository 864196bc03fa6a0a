package dev.stoa.debate;

import dev.stoa.base.Excerpt;
import dev.stoa.storage.Tx;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells which rows of the outbox were given up. Stateless. What they teach is not lost: they stay until a person has
 * removed the reason and has them tried again.
 */
final class DeadOutboxNotice {
    private static final int SHOWN = 200;

    private static final String BY_TARGET = """
            SELECT d.target, d.dead, o.session_id, o.last_error
            FROM (SELECT target, count(*) AS dead, max(seq) AS last FROM debate_outbox WHERE status = 'dead'
                GROUP BY target) d
            JOIN debate_outbox o ON o.seq = d.last
            ORDER BY d.last LIMIT ?""";

    private DeadOutboxNotice() {}

    /** A sentence for each target that could not be taught: how many rows, why the last of them failed, what to do. */
    static List<String> tell(Tx tx, int most) {
        return tx.list(
                BY_TARGET,
                row -> {
                    long dead = row.number(2);
                    return dead + (dead == 1 ? " row" : " rows") + " for " + row.text(1)
                            + " could not be applied and " + (dead == 1 ? "was" : "were") + " given up, last of debate "
                            + row.text(3) + " (" + why(row.textOrNull(4))
                            + "); remove the cause and retry the dead rows";
                },
                most);
    }

    private static String why(@Nullable String error) {
        String line = error == null ? "no reason is known" : error.replaceAll("\\p{Cntrl}+", " ");
        return Excerpt.marked(line, SHOWN);
    }
}
