package dev.stoa.storage;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One writer of an archive, shared by all callers of the process that queue for it. Thread-safe.
 *
 * <p>A caller that finds the writer free becomes its leader: it runs its own unit of work at once, then the units that
 * queued up meanwhile, each in a savepoint, commits them all together and only then answers. So a lone caller pays
 * neither a thread nor a queue, and many callers share the cost of a commit. A unit that fails is undone alone. When
 * the transaction itself fails (a full disk, a lost connection, a constraint checked at the commit), the units of the
 * round are run once more, each in a transaction of its own, so that no caller gets the failure of another.
 *
 * <p>Hazard: a unit that does not return holds the archive. Callers that wait longer than the busy timeout are refused
 * with an error that names the thread in possession; their units have not been started.
 */
final class Combiner {
    // Bounds of one round, so that the leader gets its own answer soon.
    private static final int ROUND = 256;
    // How many a round of scopes begins with: each may need a lock, and what it holds, units of other lanes wait for.
    private static final int GATHERED = 32;
    private static final long ROUND_NANOS = MILLISECONDS.toNanos(20);
    // A unit that loses against writers of other processes this often is refused, so that its caller gets an answer.
    private static final int ATTEMPTS = 6;
    private static final String UNIT = "unit";

    private final String archive;
    private final Backend backend;
    private final Duration busyTimeout;
    private final Runnable onCommit;
    private final ReentrantLock turn = new ReentrantLock();
    private final ConcurrentLinkedQueue<Call<?>> waiting = new ConcurrentLinkedQueue<>();
    private int company; // how many took part in the last round; guarded by the turn
    private boolean committed; // whether the round that runs has committed anything, or may have; guarded by the turn
    private volatile @Nullable Thread leader;
    private volatile long leaderSince;
    private volatile boolean closed;

    Combiner(String archive, Backend backend, Duration busyTimeout, Runnable onCommit) {
        this.archive = archive;
        this.backend = backend;
        this.busyTimeout = busyTimeout;
        this.onCommit = onCommit;
    }

    /** Whether the current thread is inside a unit of work of this writer. */
    boolean leading() {
        return turn.isHeldByCurrentThread();
    }

    <T extends @Nullable Object> T write(Call<T> call) {
        // Not ahead of callers that already wait: a steady stream of new callers would starve them.
        if (waiting.isEmpty() && turn.tryLock()) {
            lead(call);
        } else {
            waiting.add(call);
            await(call);
        }
        return call.answer();
    }

    int waiting() {
        return waiting.size();
    }

    private void await(Call<?> call) {
        long deadline = System.nanoTime() + busyTimeout.toNanos();
        boolean interrupted = false;
        while (!call.answered()) {
            long left = deadline - System.nanoTime();
            if (turn.tryLock()) {
                lead(call);
            } else if (call.claimed()) {
                // No timeout: the unit is running, and an early answer could contradict what it commits.
                LockSupport.park(this);
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                withdraw(call, Fault.busy(archive, possession(), null));
            }
            if (Thread.interrupted()) {
                interrupted = true;
                withdraw(
                        call,
                        new UnavailableException(
                                "interrupted",
                                "a write to archive " + archive
                                        + " was interrupted while it waited; nothing was written",
                                null));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Withdraws a call that has not started; waits for one that already runs. */
    private void withdraw(Call<?> call, StoaException reason) {
        if (call.claim()) {
            waiting.remove(call);
            call.fail(reason);
        }
    }

    private String possession() {
        Thread owner = leader;
        long millis = NANOSECONDS.toMillis(System.nanoTime() - leaderSince);
        return owner == null
                ? "the writer was not free within " + busyTimeout.toMillis() + " ms"
                : "a unit of work on thread \"" + owner.getName() + "\" has held it for " + millis + " ms";
    }

    /** Runs something that uses the writer outside of a transaction, when no round is running. */
    boolean holding(BooleanSupplier work) {
        turn.lock();
        leaderSince = System.nanoTime();
        leader = Thread.currentThread();
        try {
            return closed || work.getAsBoolean();
        } finally {
            leader = null;
            turn.unlock();
            Call<?> next = waiting.peek();
            if (next != null) {
                next.wake();
            }
        }
    }

    /** Runs one round while holding the turn, then hands the turn on. */
    private void lead(Call<?> own) {
        // On a virtual thread an interrupt would break the socket to PostgreSQL, and others' work with it.
        boolean interrupted = Thread.interrupted();
        leaderSince = System.nanoTime();
        leader = Thread.currentThread();
        List<Call<?>> round = new ArrayList<>(4);
        committed = false;
        boolean changed;
        try {
            Call<?> first = own.claim() ? own : nextWaiting();
            if (first == own) {
                waiting.remove(own);
            }
            if (first != null && closed) {
                first.fail(closedError());
            } else if (first != null) {
                round.add(first);
                run(round);
            }
        } catch (Throwable t) {
            // After any failure, every waiting caller must still get an answer.
            round.stream().filter(call -> !call.answered()).forEach(call -> call.fail(t));
        } finally {
            changed = committed;
            leader = null;
            turn.unlock();
            round.forEach(Call::wake);
            // A caller that queued after the last look into the queue would otherwise sleep until its timeout.
            Call<?> next = waiting.peek();
            if (next != null) {
                next.wake();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (changed) {
            // After the turn is given up, so that a listener can use the archive.
            onCommit.run();
        }
    }

    private @Nullable Call<?> nextWaiting() {
        Call<?> call = waiting.poll();
        while (call != null && !call.claim()) {
            call = waiting.poll();
        }
        return call;
    }

    /** Runs the first call of the round and those that join it. */
    private void run(List<Call<?>> round) {
        Held held = gather(round);
        Attempt attempt = new Attempt(false);
        Call<?> first = round.get(0);
        // The first unit needs no savepoint: if it fails, the transaction holds nothing else to keep.
        attempt.run(
                held,
                session -> first.run(session)
                        && join(session, round, held)
                        && (round.size() > 1 || first.conclude(session)));
        for (Call<?> call : round) {
            if (!settle(call, attempt)) {
                alone(call);
            }
        }
    }

    /**
     * Takes those that wait into a round of scopes before it begins, because all its locks have to be taken at once;
     * a round that has the whole archive begins without them.
     */
    private Held gather(List<Call<?>> round) {
        Scope scope = round.get(0).scope();
        if (scope != null) {
            Set<Long> taken = new HashSet<>();
            scope.locks().forEach(taken::add);
            for (Call<?> next = waiting.peek(); next != null && round.size() < GATHERED; next = waiting.peek()) {
                if (staysApart(next, taken)) {
                    break;
                }
                waiting.remove(next);
                if (next.claim()) {
                    round.add(next);
                }
            }
        }
        return Held.by(round);
    }

    /** Whether a unit that waits must not share a transaction with those that have taken these locks; else it takes its own. */
    private static boolean staysApart(Call<?> call, Set<Long> taken) {
        Scope scope = Objects.requireNonNull(call.scope());
        if (scope.kind().separate() && scope.locks().anyMatch(taken::contains)) {
            return true;
        }
        scope.locks().forEach(taken::add);
        return false;
    }

    /**
     * Runs those that were gathered and lets those that queued up meanwhile take part, each in a savepoint. What the first
     * unit has left for later is run before a second begins; false if that fails.
     */
    private boolean join(Session session, List<Call<?>> round, Held held) throws SQLException {
        long end = leaderSince + ROUND_NANOS;
        Call<?> first = round.get(0);
        if (round.size() > 1 && !first.flush(session)) {
            return false;
        }
        for (int i = 1; i < round.size(); i++) {
            takePart(session, round.get(i), i);
        }
        Call<?> next = newcomer(round.size(), held);
        while (next != null) {
            // Before anything that can fail, because only those in the round are answered.
            round.add(next);
            if (round.size() == 2 && !first.flush(session)) {
                return false;
            }
            takePart(session, next, round.size() - 1);
            next = round.size() < ROUND && System.nanoTime() < end ? newcomer(round.size(), held) : null;
        }
        company = round.size();
        return true;
    }

    private static void takePart(Session session, Call<?> call, int before) throws SQLException {
        if (before == 1) {
            session.savepoint(UNIT);
        } else {
            session.renew(UNIT);
        }
        if (!call.run(session) || !call.flush(session)) {
            // Throws if the whole transaction is gone; then what the others did is done again.
            session.rollbackTo(UNIT);
        }
    }

    /**
     * The next to take part. Those of the last round have been woken and may want to write again, but not all of them
     * have got a processor yet; while some are missing, the leader offers its own before it pays for a commit.
     */
    @SuppressWarnings("ThreadPriorityCheck") // a yield without effect costs a smaller round and nothing else
    private @Nullable Call<?> newcomer(int present, Held held) {
        Call<?> call = nextWaiting(held);
        if (call == null && present < company) {
            Thread.yield();
            call = nextWaiting(held);
        }
        return call;
    }

    /** The first that waits, if what is held is enough for it. */
    private @Nullable Call<?> nextWaiting(Held held) {
        if (held.isWhole()) {
            return nextWaiting();
        }
        for (Call<?> first = waiting.peek(); first != null && held.covers(first); first = waiting.peek()) {
            waiting.remove(first);
            if (first.claim()) {
                return first;
            }
        }
        return null;
    }

    private void alone(Call<?> call) {
        for (int tries = 1; ; tries++) {
            Attempt attempt = new Attempt(true);
            attempt.run(Held.by(List.of(call)), session -> call.run(session) && call.conclude(session));
            if (settle(call, attempt)) {
                return;
            }
            if (tries == ATTEMPTS) {
                Throwable reason = call.failure() == null ? attempt.fault() : call.failure();
                call.fail(reason);
                return;
            }
            // A random pause, so that writers that collided do not collide again.
            LockSupport.parkNanos(this, ThreadLocalRandom.current().nextLong(MILLISECONDS.toNanos(4L << tries)));
        }
    }

    /** Answers the call if what happened is final; false if it deserves another attempt. */
    private static boolean settle(Call<?> call, Attempt attempt) {
        Throwable failure = call.failure();
        if (failure == null && attempt.done) {
            call.succeed();
        } else if (failure != null && !Fault.passing(failure)) {
            call.fail(failure);
        } else if (failure == null && attempt.isFinal()) {
            call.fail(attempt.fault());
        } else {
            return false;
        }
        return true;
    }

    /** What is done inside one transaction; true asks for its commit. */
    @FunctionalInterface
    private interface Body {
        boolean run(Session session) throws SQLException;
    }

    /** One transaction and how it ended. */
    private final class Attempt {
        private final boolean alone;
        private boolean connected;
        private boolean begun;
        private boolean committing;
        private boolean done;
        private @Nullable SQLException trouble;

        Attempt(boolean alone) {
            this.alone = alone;
        }

        void run(Held held, Body body) {
            Session session = null;
            try {
                session = backend.writer();
                connected = true;
                held.begin(session);
                begun = true;
                if (body.run(session)) {
                    session.conclude();
                    assert held.wroteNothingElse(session);
                    committing = true;
                    session.commit();
                    done = true;
                }
            } catch (SQLException e) {
                trouble = e;
            } finally {
                // Also where there was no answer to the commit: those that wait for the change have to look.
                committed |= committing && (trouble == null || Fault.unreachable(trouble));
                if (session != null) {
                    if (!done) {
                        session.rollback();
                    }
                    backend.done(session);
                }
            }
        }

        /** Whether trying again is useless, or wrong because the commit may have happened. */
        boolean isFinal() {
            if (trouble == null) {
                return false;
            }
            return Fault.passing(trouble) ? Fault.unreachable(trouble) && (committing || !connected) : alone || !begun;
        }

        StoaException fault() {
            if (trouble == null) {
                return Fault.busy(archive, "its writer could not be used", null);
            }
            return committing && Fault.unreachable(trouble)
                    ? new UnavailableException(
                            "outcome_unknown",
                            "archive " + archive + ": the connection was lost during a commit, which may have happened",
                            "read what was written before writing it again",
                            trouble)
                    : Fault.of(archive, trouble);
        }
    }

    /** Refuses new calls, waits for the running round and answers those that still wait. */
    void close() {
        closed = true;
        turn.lock();
        try {
            for (Call<?> call = nextWaiting(); call != null; call = nextWaiting()) {
                call.fail(closedError());
                call.wake();
            }
        } finally {
            turn.unlock();
        }
    }

    private ConflictException closedError() {
        return new ConflictException("closed", "archive " + archive + " is closed", "open it again");
    }
}
