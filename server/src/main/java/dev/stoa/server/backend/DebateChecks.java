package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.storage.Ids;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

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
            if (known != null && known.state() == CheckRun.State.RUNNING) {
                return known;
            }
            try (Places.Place place = places.take()) {
                Run run = new Run(session, ids.next(), CLOCK.instant());
                // A platform thread: the library of a database may hold the carrier of a virtual one.
                place.start(
                        Thread.ofPlatform().daemon().name("stoa-check-debate").factory(),
                        () -> run.find(() -> inTurn(by, session)),
                        run::tell);
                latest.put(session, run);
                forget();
                return run;
            }
        }
    }

    private Map<String, @Nullable Object> inTurn(Principal by, String session) throws InterruptedException {
        turns.acquire();
        try {
            return finder.found(by, session);
        } finally {
            turns.release();
        }
    }

    /** Leaves out those that were not asked for the longest, but none that runs. */
    private void forget() {
        var eldest = latest.values().iterator();
        while (latest.size() > KEPT && eldest.hasNext()) {
            if (eldest.next().state() != CheckRun.State.RUNNING) {
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

    /** One check. Thread-safe. */
    public static final class Run extends CheckRun {
        private final String session;

        private Run(String session, @Nullable String id, @Nullable Instant begun) {
            super("debate " + session, id, begun);
            this.session = session;
        }

        /** The check as people and programs see it. */
        public Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            document.put("session_id", session);
            begin(document, state());
            end(document);
            return document;
        }
    }
}
