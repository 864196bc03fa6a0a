package dev.stoa.engine.counsel;

import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.run.QueryLeases;
import dev.stoa.engine.society.ThisProcess;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lease of a query, renewed as long as it is held. Thread-safe. Closing it gives the query back, unless it is over.
 */
final class QueryHold implements AutoCloseable {
    private static final Duration LENGTH = Duration.ofSeconds(60);
    private static final Duration RENEWAL = Duration.ofSeconds(15);
    private static final ThisProcess HERE = ThisProcess.here();

    private final QueryLeases leases;
    private final Principal by;
    private final String query;
    private final String owner;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean lost;
    private volatile boolean over;

    private QueryHold(QueryLeases leases, Principal by, String query, String owner) {
        this.leases = leases;
        this.by = by;
        this.query = query;
        this.owner = owner;
    }

    /** Takes a query; null if another works on it, or it is over. */
    static @Nullable QueryHold take(QueryLeases leases, Principal by, String query) {
        // Asks of one process are told apart too.
        String owner = HERE.holder() + "/" + UUID.randomUUID();
        String gone = leases.holder(by, query).filter(QueryHold::isGone).orElse(null);
        if (!leases.hold(by, query, owner, LENGTH, gone)) {
            return null;
        }
        QueryHold hold = new QueryHold(leases, by, query, owner);
        Thread.ofVirtual().name("stoa-query-lease").start(hold::renew);
        return hold;
    }

    /** Whether a holder was a process of this host that is not there any more. */
    private static boolean isGone(String holder) {
        String process = holder.substring(0, Math.max(0, holder.lastIndexOf('/')));
        return HERE.isLocal(process) && !HERE.lives(process);
    }

    /** Whether another may work on it by now. */
    boolean isLost() {
        return lost;
    }

    /** Says that the query is over, so that there is nothing to give back. */
    void over() {
        over = true;
    }

    private void renew() {
        try {
            while (!ended.await(RENEWAL.toMillis(), TimeUnit.MILLISECONDS)) {
                if (!renewed()) {
                    lost = true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean renewed() {
        try {
            return leases.hold(by, query, owner, LENGTH, null);
        } catch (StoaException e) {
            // The lease is longer than several renewals; if another takes the query meanwhile, the next one says so.
            AskTools.LOG.debug("the lease of query {} was not renewed", query, e);
            return true;
        }
    }

    @Override
    public void close() {
        ended.countDown();
        if (!over) {
            try {
                leases.release(by, query, owner);
            } catch (StoaException e) {
                AskTools.LOG.debug("the lease of query {} ends by itself", query, e);
            }
        }
    }
}
