package dev.stoa.server.http;

import dev.stoa.base.Principal;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** The flow of requests over some routes, before a door that admits everyone and counts. Used by one test. */
public final class BareServer implements AutoCloseable {
    private final Door door = new Door();
    private final Front front;
    private final Listener listener;

    private static final class Door implements Doorkeeper {
        private final AtomicInteger counted = new AtomicInteger();

        @Override
        public void greet(Visit visit) {}

        @Override
        public boolean allowsOrigin(String origin) {
            return false;
        }

        @Override
        public String client(Visit visit) {
            return visit.address();
        }

        @Override
        public Principal admit(Visit visit, Route route) {
            return Principal.writer("ana");
        }

        @Override
        public Principal again(Visit visit, Route route) {
            return admit(visit, route);
        }

        @Override
        public void count(Principal by, Scope scope) {
            counted.incrementAndGet();
        }

        @Override
        public void refused(Visit visit, int status, String code) {}
    }

    /**
     * A server of these routes alone.
     *
     * @param places how many requests it works on at once
     */
    public BareServer(List<Route> routes, int places) {
        this(routes, places, address -> false);
    }

    /** The same, with a bound on the connections of some addresses. */
    BareServer(List<Route> routes, int places, Predicate<InetAddress> bounded) {
        Duration second = Duration.ofSeconds(1);
        Duration most = second.multipliedBy(300);
        front = new Front(
                Routes.of(routes),
                door,
                request -> {},
                new Front.Limits(1 << 20, 1 << 20, places, most, most, most, most, most, most, most, ""));
        front.become(Front.State.READY);
        listener =
                Listener.open(front, new Listener.Place("127.0.0.1", 0, second.multipliedBy(60), 256, null, bounded));
    }

    public int port() {
        return listener.port();
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/api/v1/";
    }

    /** Begins to stop, as far as requests notice. */
    void drain() {
        front.become(Front.State.DRAINING);
    }

    /** How many acts inside requests were counted. */
    public int counted() {
        return door.counted.get();
    }

    @Override
    public void close() {
        listener.close();
        front.close();
    }
}
