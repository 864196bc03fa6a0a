package dev.stoa.storage;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A unit of work on its way through the writer, with its answer. The state is shared between the caller and the
 * leader; everything else is written by the thread that claimed the call and read by the caller once it is answered.
 */
final class Call<T extends @Nullable Object> {
    private static final int WAITING = 0;
    private static final int CLAIMED = 1;
    private static final int ANSWERED = 2;

    private final Work<T> work;
    private final @Nullable Scope scope;
    private final Thread caller = Thread.currentThread();
    private final AtomicInteger state = new AtomicInteger(WAITING);
    private @Nullable T value;
    private @Nullable Throwable failure;

    /**
     * A call that nothing has been done for yet.
     *
     * @param scope what the unit writes; null if that may be anything
     */
    Call(Work<T> work, @Nullable Scope scope) {
        this.work = work;
        this.scope = scope;
    }

    /** Takes the call out of the waiting state, to run it or to withdraw it; only one can. */
    boolean claim() {
        return state.compareAndSet(WAITING, CLAIMED);
    }

    boolean claimed() {
        return state.get() == CLAIMED;
    }

    boolean answered() {
        return state.get() == ANSWERED;
    }

    @Nullable
    Scope scope() {
        return scope;
    }

    /**
     * Runs the unit and keeps its result or failure; true if it succeeded, as far as what it has left for later can: that
     * is run by {@link #flush} or {@link #conclude}.
     */
    boolean run(Session session) {
        Tx tx = new Tx(session);
        failure = null;
        try {
            value = work.run(tx);
            failure = tx.failure();
        } catch (Throwable t) {
            failure = t;
        } finally {
            tx.end();
        }
        return failure == null;
    }

    /** Runs what the unit has left for later, before another unit begins; true if it succeeded. */
    boolean flush(Session session) {
        return finish(session, session::flush);
    }

    /** Runs what the unit, the only one of its transaction, has left for later and for the end; true if it succeeded. */
    boolean conclude(Session session) {
        return finish(session, session::conclude);
    }

    @FunctionalInterface
    private interface Ending {
        void run() throws SQLException;
    }

    private boolean finish(Session session, Ending ending) {
        try {
            ending.run();
        } catch (SQLException e) {
            failure = session.fault(e);
        } catch (Throwable t) {
            failure = t;
        }
        return failure == null;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    void succeed() {
        state.set(ANSWERED);
    }

    void fail(Throwable reason) {
        value = null;
        failure = reason;
        state.set(ANSWERED);
    }

    void wake() {
        if (!caller.equals(Thread.currentThread())) {
            LockSupport.unpark(caller);
        }
    }

    /** The unit's value, or its failure thrown on the caller's thread. */
    @SuppressWarnings("NullAway") // value is what the unit returned, null only where T allows it
    T answer() {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        return value;
    }
}
