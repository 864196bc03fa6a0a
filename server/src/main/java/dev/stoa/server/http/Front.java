package dev.stoa.server.http;

import dev.stoa.base.Bounds;
import dev.stoa.storage.Ids;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Everything that all requests share: the routes, the door, the limits and whether the server is ready. Thread-safe. */
public final class Front extends Handler.Abstract implements AutoCloseable {
    /** The media type of one object on each line. */
    public static final String LINES = "application/x-ndjson";

    /** The mark of an answer that has a next page; it becomes a link. */
    static final String NEXT = "next";

    private static final String ROOT = "/api/v1/";

    private final Routes routes;
    private final Doorkeeper door;
    private final Observer observer;
    private final Limits limits;
    private final Map<String, ProblemForm> forms;
    private final Site site;
    private final Semaphore places;
    private final Deadlines deadlines = new Deadlines();
    private final SlowClients slowClients;
    private final Ids ids = Ids.system();
    private volatile State state = State.STARTING;

    /** How far the server is. */
    public enum State {
        STARTING,
        READY,
        DRAINING
    }

    /** Is told of each request, by its thread. Implementations are thread-safe, quick, and throw nothing. */
    public interface Observer {
        /**
         * Is told of a request that begins.
         *
         * @param parent the trace that the client says it is a part of; null if it says nothing
         * @return the id of its trace; null if none is made of it
         */
        default @Nullable String begun(@Nullable TraceParent parent) {
            return null;
        }

        /** Is told of a request that is over. */
        void done(Finished request);

        /** One that tells all of them. */
        static Observer all(List<? extends Observer> observers) {
            List<Observer> told = List.copyOf(observers);
            return new Observer() {
                @Override
                public @Nullable String begun(@Nullable TraceParent parent) {
                    String trace = null;
                    for (Observer each : told) {
                        String own = each.begun(parent);
                        trace = trace == null ? own : trace;
                    }
                    return trace;
                }

                @Override
                public void done(Finished request) {
                    told.forEach(each -> each.done(request));
                }
            };
        }
    }

    /**
     * A request that is over.
     *
     * @param route the template of its route; {@code none} if it had none
     * @param token the id of the token; empty if there was none
     */
    public record Finished(
            String method,
            String route,
            int status,
            Duration time,
            long bytesIn,
            long bytesOut,
            String token,
            String agent,
            String address,
            String requestId) {}

    /**
     * The bounds of requests.
     *
     * @param body the most bytes of a body
     * @param bulk the most bytes of a body that is read line by line
     * @param requests how many requests are worked on at once
     * @param upload how long a body that is read line by line may take with all that is done for it
     * @param head how long the head of a request may take
     * @param stall how long a body may not go on
     * @param publicUrl where clients see the server, for links; empty for the path alone
     */
    public record Limits(
            long body,
            long bulk,
            int requests,
            Duration request,
            Duration ask,
            Duration waiting,
            Duration verify,
            Duration upload,
            Duration head,
            Duration stall,
            String publicUrl) {}

    public Front(Routes routes, Doorkeeper door, Observer observer, Limits limits) {
        this(routes, door, observer, limits, Map.of(), Site.NONE);
    }

    /**
     * What all requests share.
     *
     * @param forms how problems are told below a path, by its first segment; elsewhere after RFC 9457
     * @param site the pages beside the API
     */
    public Front(
            Routes routes,
            Doorkeeper door,
            Observer observer,
            Limits limits,
            Map<String, ProblemForm> forms,
            Site site) {
        this.forms = Map.copyOf(forms);
        this.site = Bounds.given("site", site);
        this.routes = Bounds.given("routes", routes);
        this.door = Bounds.given("door", door);
        this.observer = Bounds.given("observer", observer);
        this.limits = Bounds.given("limits", limits);
        this.places = new Semaphore(limits.requests());
        this.slowClients = new SlowClients(limits.head(), limits.stall());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        new Exchange(this, request, response, callback).serve();
        return true;
    }

    public void become(State next) {
        state = next;
    }

    public State state() {
        return state;
    }

    /** The table of routes that it answers. */
    public Routes routes() {
        return routes;
    }

    /** The pages beside the API. */
    Site site() {
        return site;
    }

    Doorkeeper door() {
        return door;
    }

    Observer observer() {
        return observer;
    }

    Limits limits() {
        return limits;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    SlowClients slowClients() {
        return slowClients;
    }

    /** How problems of a path are told; null for the usual form. */
    @Nullable
    ProblemForm form(@Nullable String path) {
        int end = path == null ? -1 : path.indexOf('/', 1);
        return path == null || path.isEmpty() ? null : forms.get(end < 0 ? path.substring(1) : path.substring(1, end));
    }

    String newId() {
        return ids.next();
    }

    /** The address of a path below the root of the API. */
    String address(String path) {
        return limits.publicUrl() + ROOT + path;
    }

    /** Refuses what the server does not answer while it starts or stops. */
    void requireReady() {
        switch (state) {
            case STARTING ->
                throw Refusal.of(503, "starting", "the server is starting", "try again in a second")
                        .with("Retry-After", "1");
            case DRAINING -> throw Refusal.of(503, "draining", "the server is stopping", "use another, or try again");
            case READY -> {}
        }
    }

    /** A place to work in; given back by {@link #leave}. */
    void enter() {
        if (!places.tryAcquire()) {
            throw Refusal.of(
                    503,
                    "busy",
                    "the server works on " + limits.requests() + " requests, which is its limit",
                    "try again in a few seconds");
        }
    }

    void leave() {
        places.release();
    }

    /** Waits until no request is worked on; false if some still are at the end of the time. */
    public boolean awaitIdle(Duration most) throws InterruptedException {
        boolean idle = places.tryAcquire(limits.requests(), most.toNanos(), TimeUnit.NANOSECONDS);
        if (idle) {
            places.release(limits.requests());
        }
        return idle;
    }

    /** How many requests are worked on. */
    public int inFlight() {
        return limits.requests() - places.availablePermits();
    }

    /** How long a request of a route may take unless it asks for less; with many lines in its body it is an upload. */
    Duration time(Route route, boolean lines) {
        if (lines) {
            return limits.upload();
        }
        return route.is(Route.Mark.ASKS)
                ? limits.ask()
                : route.is(Route.Mark.WAITS)
                        ? limits.waiting()
                        : route.is(Route.Mark.VERIFIES) ? limits.verify() : limits.request();
    }

    @Override
    public void close() {
        deadlines.close();
        slowClients.close();
    }
}
