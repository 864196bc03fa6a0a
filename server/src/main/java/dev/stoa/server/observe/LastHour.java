package dev.stoa.server.observe;

import dev.stoa.json.Json;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How busy this server was in each minute of the last hour. Thread-safe. It holds a fixed number of counters, whatever
 * is asked of the server, and forgets them when the server stops.
 */
public final class LastHour implements Front.Observer {
    static final int MINUTES = 60;
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long SECOND = Duration.ofSeconds(1).toMillis();

    /** Latencies are counted by their size, two sizes for each doubling, from a quarter of a millisecond to minutes. */
    private static final double[] BOUNDS = new double[42];

    static {
        for (int i = 0; i < BOUNDS.length; i++) {
            BOUNDS[i] = 0.25 * Math.pow(2, i / 2.0);
        }
    }

    private final InstantSource clock;
    private final Minute[] ring = new Minute[MINUTES];
    private volatile IntSupplier atWork = () -> 0;
    private volatile IntSupplier waiting = () -> 0;
    private final AtomicLong sampled = new AtomicLong();

    /** The counters of one minute. Not thread-safe. */
    private static final class Minute {
        private long number = -1;
        private long requests;
        private long failed;
        private int atWork;
        private int waiting;
        private final long[] sizes = new long[BOUNDS.length];

        void begin(long minute) {
            number = minute;
            requests = 0;
            failed = 0;
            atWork = 0;
            waiting = 0;
            Arrays.fill(sizes, 0);
        }

        /** The least bound that this share of the requests did not exceed; null if there were none. */
        @Nullable
        Double millis(double share) {
            long wanted = (long) Math.ceil(share * requests);
            long seen = 0;
            for (int i = 0; i < BOUNDS.length && requests > 0; i++) {
                seen += sizes[i];
                if (seen >= wanted) {
                    return Math.round(BOUNDS[i] * 100) / 100.0;
                }
            }
            return null;
        }
    }

    LastHour(InstantSource clock) {
        this.clock = clock;
        Arrays.setAll(ring, i -> new Minute());
    }

    /** Where the lengths of the queues are asked for, which must be cheap. */
    public void watch(IntSupplier requestsAtWork) {
        atWork = requestsAtWork;
    }

    /** How many calls wait for the writers of the archives, which must be cheap to ask. */
    void watchWriters(IntSupplier callsThatWait) {
        waiting = callsThatWait;
    }

    @Override
    public void done(Front.Finished request) {
        long now = clock.millis();
        // Asked by one request at a time and outside of the lock, because an archive that is being opened lets it wait.
        count(request, now, isDue(now) ? waiting.getAsInt() : 0);
    }

    private boolean isDue(long now) {
        long before = sampled.get();
        return (now - before >= SECOND || now < before) && sampled.compareAndSet(before, now);
    }

    private synchronized void count(Front.Finished request, long now, int queued) {
        Minute minute = minute(now / MINUTE);
        minute.requests++;
        if (request.status() >= 500) {
            minute.failed++;
        }
        int size = Arrays.binarySearch(BOUNDS, request.time().toNanos() / 1e6);
        minute.sizes[Math.min(BOUNDS.length - 1, size < 0 ? -size - 1 : size)]++;
        // The request that is over still counts as one that is worked on.
        minute.atWork = Math.max(minute.atWork, Math.max(1, atWork.getAsInt()));
        minute.waiting = Math.max(minute.waiting, queued);
    }

    private Minute minute(long number) {
        Minute minute = ring[(int) (number % MINUTES)];
        if (minute.number != number) {
            minute.begin(number);
        }
        return minute;
    }

    /** The minutes from the oldest to the present one, those without a request included. */
    synchronized List<Map<String, @Nullable Object>> minutes() {
        long last = clock.millis() / MINUTE;
        List<Map<String, @Nullable Object>> shown = new ArrayList<>();
        for (long number = last - MINUTES + 1; number <= last; number++) {
            Minute found = ring[(int) (number % MINUTES)];
            Minute minute = found.number == number ? found : new Minute();
            shown.add(Json.object(
                    "at",
                    Instant.ofEpochMilli(number * MINUTE).toString(),
                    "requests",
                    minute.requests,
                    "failed",
                    minute.failed,
                    "median_ms",
                    minute.millis(0.5),
                    "p95_ms",
                    minute.millis(0.95),
                    "at_work",
                    minute.atWork,
                    "waiting_for_writers",
                    minute.waiting));
        }
        return shown;
    }

    /** The route that shows them. */
    public List<Route> routes() {
        return List.of(Route.get(
                        "health/hour",
                        "health hour",
                        "Show how busy this server was in each minute of the last hour.",
                        Scope.READ)
                .handle(Example.get("health/hour"), call -> Answer.ok(Json.object("minutes", minutes()))));
    }
}
