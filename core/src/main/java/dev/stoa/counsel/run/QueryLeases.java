package dev.stoa.counsel.run;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.storage.CommitSignal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who works on which query, so that of several processes one does. Thread-safe. A lease that is not renewed ends, so a
 * process that died holds nothing up for long.
 */
public final class QueryLeases {
    private static final int LONGEST_OWNER = 500;

    private final CounselContext context;

    private QueryLeases(CounselContext context) {
        this.context = context;
    }

    public static QueryLeases over(CounselContext context) {
        return new QueryLeases(context);
    }

    /** Who works on a query now; empty if nobody does. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Optional<String> holder(Principal by, String id) {
        return context.read(by, (tx, now) -> QueryTable.holder(tx, QueryTable.owned(tx, by, id), now));
    }

    /**
     * Takes a query that is not over, or renews the lease of its holder.
     *
     * @param owner who takes it, unlike all others
     * @param length at most five minutes
     * @param gone a holder that is known to have died; null if none is
     * @return false if another has it, or it is over
     */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public boolean hold(Principal by, String id, String owner, Duration length, @Nullable String gone) {
        Rights.check(by);
        Bounds.text("owner", owner, 1, LONGEST_OWNER);
        if (length.compareTo(QueryTable.LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException("a lease of " + length + " is longer than five minutes");
        }
        return context.write(
                by,
                (tx, now) -> !QueryTable.owned(tx, by, id).state().isOver()
                        && QueryTable.hold(tx, id, owner, now.plus(length), gone, now));
    }

    /** Gives a query back. */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public void release(Principal by, String id, String owner) {
        context.write(
                by,
                (tx, now) -> tx.update(
                        "UPDATE queries SET owner = NULL, lease = NULL WHERE query_id = ? AND owner = ?",
                        QueryTable.owned(tx, by, id).queryId(),
                        owner));
    }

    /** A place from which no later step of a query is missed, if it is taken before reading. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch(Principal by) {
        Rights.check(by);
        return context.archive().commits().watch();
    }
}
