package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.base.TextEnum;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import dev.stoa.storage.Ids;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replays of debates that go on after the request that began them. Thread-safe. Of each debate at most one runs: who asks
 * for another joins it. Two read at once, some wait for their turn, and what is asked beyond that is refused. The latest
 * of each debate is kept until the server stops or many others were asked for, and stored nowhere.
 */
public final class DebateChecks {
    /** How many debates are read at once. */
    static final int AT_ONCE = 2;

    /** How many run or wait. */
    static final int MOST = 16;

    private static final int KEPT = 64;
    private static final Logger LOG = LoggerFactory.getLogger(DebateChecks.class);
    private static final InstantSource CLOCK = InstantSource.system();

    /** Who holds one may read. */
    final Semaphore turns = new Semaphore(AT_ONCE, true);

    /** For those that run or wait. */
    final Places places;

    private final Finder finder;
    private final Ids ids = Ids.system();
    private final Map<String, Run> latest = new LinkedHashMap<>(KEPT, 0.75f, true);

    DebateChecks(Places places, Finder finder) {
        this.places = places;
        this.finder = finder;
    }

    /** Checks of the debates of a Stoa. */
    static DebateChecks of(Stoa stoa, Places places) {
        return new DebateChecks(
                places,
                (by, session) -> stoa.debate().replay().as(by).replay(session).document());
    }

    /** What makes the report on a debate. */
    @FunctionalInterface
    interface Finder {
        Map<String, @Nullable Object> found(Principal by, String session);
    }

    /**
     * Begins a check of a debate, or joins the one that runs.
     *
     * @param session the whole id of the debate
     * @throws UnavailableException with the code {@code busy} if too many others wait
     */
    public Run start(Principal by, String session) {
        synchronized (latest) {
            Run known = latest.get(session);
            if (known != null && known.state == State.RUNNING) {
                return known;
            }
            try (Places.Place place = places.take()) {
                Run run = new Run(session, ids.next(), CLOCK.instant());
                // A platform thread: the library of a database may hold the carrier of a virtual one.
                place.start(
                        Thread.ofPlatform().daemon().name("stoa-check-debate").factory(),
                        () -> run.find(turns, () -> finder.found(by, session)),
                        run::tell);
                latest.put(session, run);
                forget();
                return run;
            }
        }
    }

    /** Leaves out those that were not asked for the longest, but none that runs. */
    private void forget() {
        var eldest = latest.values().iterator();
        while (latest.size() > KEPT && eldest.hasNext()) {
            if (eldest.next().state != State.RUNNING) {
                eldest.remove();
            }
        }
    }

    /** The latest check of a debate; one without an id if none is known. */
    public Run latest(String session) {
        synchronized (latest) {
            Run known = latest.get(session);
            return known == null ? new Run(session, null, null) : known;
        }
    }

    private enum State implements TextEnum {
        NONE,
        RUNNING,
        DONE,
        FAILED
    }

    @FunctionalInterface
    private interface Reading {
        Map<String, @Nullable Object> found();
    }

    /** One check. Thread-safe. */
    public static final class Run {
        private final String session;
        private final @Nullable String id;
        private final @Nullable Instant begun;
        private final long start = System.nanoTime();
        private volatile State state;
        private volatile long nanos;
        private volatile @Nullable Map<String, @Nullable Object> report;
        private volatile @Nullable String problem;

        private Run(String session, @Nullable String id, @Nullable Instant begun) {
            this.session = session;
            this.id = id;
            this.begun = begun;
            this.state = id == null ? State.NONE : State.RUNNING;
        }

        private void find(Semaphore turns, Reading reading) {
            try {
                turns.acquire();
                try {
                    report = reading.found();
                } finally {
                    turns.release();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                problem = "the server stops";
            } catch (StoaException e) {
                problem = e.getMessage();
            } catch (RuntimeException | Error e) {
                problem = "it failed; see the log of the server";
                LOG.warn("the check of debate {} failed", session, e);
            }
        }

        /** Lets it be seen that it is over: who sees it may begin the next. */
        private void tell() {
            nanos = System.nanoTime() - start;
            state = report == null ? State.FAILED : State.DONE;
        }

        /** The check as people and programs see it. */
        public Map<String, @Nullable Object> document() {
            State now = state;
            double seconds =
                    (now == State.RUNNING ? System.nanoTime() - start : nanos) / (double) TimeUnit.SECONDS.toNanos(1);
            return Json.object(
                    "session_id",
                    session,
                    "run",
                    id,
                    "state",
                    now.text(),
                    "begun_at",
                    begun,
                    "seconds",
                    now == State.NONE ? null : Math.round(seconds * 1_000) / 1_000.0,
                    "problem",
                    problem,
                    "report",
                    report);
        }
    }
}
