package dev.stoa.server.http;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends connections of clients that send a byte now and then to keep them: Jetty's own limit is for silence alone.
 * Thread-safe. It looks at each connection once a second; a head has a time from its first byte to its end, and a body
 * must go on, at a pace.
 */
final class SlowClients implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SlowClients.class);
    private static final long PACE_WINDOW = Duration.ofSeconds(60).toNanos();
    private static final long PACE_BYTES = 60 * 1_024;

    private final long head;
    private final long stall;
    private final Map<EndPoint, Head> heads = new HashMap<>();
    private final Set<Body> bodies = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("stoa-slow-clients").factory());

    private @Nullable ScheduledFuture<?> sweeping;

    SlowClients(Duration head, Duration stall) {
        this.head = head.toNanos();
        this.stall = stall.toNanos();
    }

    /** Begins to look at connections. */
    void start(Supplier<Collection<EndPoint>> connections) {
        sweeping = clock.scheduleWithFixedDelay(() -> look(connections), 1, 1, TimeUnit.SECONDS);
    }

    private void look(Supplier<Collection<EndPoint>> connections) {
        try {
            sweep(connections.get(), System.nanoTime());
        } catch (RuntimeException e) {
            // What is thrown here would end the clock, and nobody would look at connections any more.
            LOG.warn("connections could not be looked at, which is tried again", e);
        }
    }

    /** The head of a request that is coming in, if one is: from which bytes on, and since when. */
    private static final class Head {
        private long requests = -1;
        private long quietBytes;
        private long since;
        private boolean begun;
        private boolean worked;

        private boolean isSlow(Connection connection, boolean reading, long now, long most) {
            // What is answered line by line counts as answered while its body still comes.
            boolean working = reading || connection.getMessagesIn() != connection.getMessagesOut();
            // Of a request that ended since the last look, the end of its body has come since too.
            if (requests != connection.getMessagesIn() || working || worked) {
                // An answer counts as given when it begins: a stream is not the head of a request that comes slowly.
                quietBytes = connection.getMessagesIn() == 0 ? 0 : connection.getBytesIn();
                requests = connection.getMessagesIn();
                begun = false;
            }
            worked = working;
            if (!working && connection.getBytesIn() > quietBytes && !begun) {
                begun = true;
                since = now;
            }
            return begun && now - since >= most;
        }
    }

    /** The body of a request while it is read. */
    static final class Body {
        private final EndPoint end;
        private volatile boolean waiting;
        private final AtomicLong bytes = new AtomicLong();
        private volatile long progress;
        private long windowStart;
        private long windowBytes;

        private Body(EndPoint end, long now) {
            this.end = end;
            this.progress = now;
            this.windowStart = now;
        }

        /** The client is waited for. */
        void waits() {
            progress = System.nanoTime();
            waiting = true;
        }

        /** More has come. */
        void came(int count) {
            waiting = false;
            if (count > 0) {
                bytes.addAndGet(count);
            }
        }

        private boolean isSlow(long now, long most) {
            if (!waiting) {
                windowStart = now;
                windowBytes = bytes.get();
                return false;
            }
            if (now - windowStart >= PACE_WINDOW) {
                boolean slow = bytes.get() - windowBytes < PACE_BYTES;
                windowStart = now;
                windowBytes = bytes.get();
                return slow;
            }
            return now - progress >= most;
        }
    }

    /** Looks after a body until it is {@link #done}. */
    Body reading(EndPoint end) {
        Body body = new Body(end, System.nanoTime());
        bodies.add(body);
        return body;
    }

    void done(Body body) {
        bodies.remove(body);
    }

    private void sweep(Collection<EndPoint> connections, long now) {
        Set<EndPoint> open = new HashSet<>(connections);
        heads.keySet().retainAll(open);
        // By address: under TLS a request has another end point than its connection.
        Set<SocketAddress> reading =
                bodies.stream().map(body -> body.end.getRemoteSocketAddress()).collect(Collectors.toSet());
        for (EndPoint end : open) {
            Connection connection = end.getConnection();
            if (connection != null
                    && heads.computeIfAbsent(end, each -> new Head())
                            .isSlow(connection, reading.contains(end.getRemoteSocketAddress()), now, head)) {
                end.close();
            }
        }
        for (Body body : bodies.stream().filter(each -> each.isSlow(now, stall)).toList()) {
            bodies.remove(body);
            body.end.close();
        }
    }

    @Override
    public void close() {
        if (sweeping != null) {
            sweeping.cancel(true);
        }
        clock.shutdownNow();
    }
}
