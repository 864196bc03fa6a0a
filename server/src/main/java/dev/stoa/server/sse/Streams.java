package dev.stoa.server.sse;

import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.LiveAnswer;
import dev.stoa.server.http.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All open streams of a server, and how many there may be. Thread-safe. */
public final class Streams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);
    private static final String GUESTS = "mcp";

    /** What is followed, by the archive that it is read from, or by who else writes it. */
    public static final List<String> KINDS = List.of(
            "debate",
            "society",
            "evolution",
            "counsel",
            "continuum",
            "consensus",
            "rating",
            "critique",
            "evidence",
            "breaker",
            GUESTS);

    private static final long MOMENT_MILLIS = 250;
    private static final String RETRY = "retry: 2000\n\n";

    private final int most;
    private final int mostPerToken;
    private final LongSupplier time;
    private final Executor threads =
            task -> Thread.ofVirtual().name("stoa-stream").start(task);
    private final Set<LiveStream> open = ConcurrentHashMap.newKeySet();
    private final Set<Guest> guests = ConcurrentHashMap.newKeySet();
    private final Map<String, Hub> hubs = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor clock;
    private volatile boolean closing;
    private volatile boolean closed;

    /** Streams that are looked at every second. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the clock
    public static Streams of(int most, int mostPerToken) {
        Streams streams = new Streams(most, mostPerToken, System::nanoTime);
        streams.clock.scheduleWithFixedDelay(streams::tick, 1, 1, TimeUnit.SECONDS);
        return streams;
    }

    /** Streams with a time of their own, which are looked at when they are told to. */
    Streams(int most, int mostPerToken, LongSupplier time) {
        this.most = most;
        this.mostPerToken = mostPerToken;
        this.time = time;
        this.clock = new ScheduledThreadPoolExecutor(
                1,
                Thread.ofPlatform()
                        .daemon()
                        .name("stoa-streams")
                        .inheritInheritableThreadLocals(false)
                        .factory());
    }

    /** How many streams are open. */
    public int size() {
        return open.size() + guests.size();
    }

    /** A stream that another part of the server writes. Closing it gives its place back. Thread-safe. */
    public final class Guest implements AutoCloseable {
        private final @Nullable String token;

        private Guest(@Nullable String token) {
            this.token = token;
        }

        @Override
        public void close() {
            guests.remove(this);
        }
    }

    /**
     * A place among all streams for one that another part of the server writes.
     *
     * @param token the id of the token that it was opened with; null if there was none
     * @throws Refusal if there are too many
     */
    public Guest guest(@Nullable String token) {
        synchronized (open) {
            refuseTooMany(token);
            Guest guest = new Guest(token);
            guests.add(guest);
            return guest;
        }
    }

    /** How many streams of one of {@link #KINDS} are open. */
    public int size(String kind) {
        if (kind.equals(GUESTS)) {
            return guests.size();
        }
        Hub hub = hubs.get(kind);
        return hub == null ? 0 : hub.size();
    }

    /** The hub of an archive, made when it is first needed. */
    Hub hub(String archive, Supplier<Hub> maker) {
        Hub hub = hubs.computeIfAbsent(archive, name -> maker.get());
        if (closed) {
            // Nothing else would end its watch.
            hub.close();
        }
        return hub;
    }

    /** What wakes a stream: something that a hub knows by its key. */
    record Followed(Hub hub, String key) {}

    /**
     * What a stream reads and what wakes it.
     *
     * @param live whether it begins with what happens from now on, unless the client says where
     * @param calm whether it waits a moment before it reads, so that what happens together is told together
     */
    record Opening(Source source, List<Followed> followed, boolean live, boolean calm) {
        Opening {
            followed = List.copyOf(followed);
        }

        /**
         * A stream that one hub wakes.
         *
         * @param key under which the hub knows how far the source has come
         */
        Opening(Source source, Hub hub, String key, boolean live) {
            this(source, List.of(new Followed(hub, key)), live, false);
        }
    }

    /** The answer that streams a source, from where the client says. */
    Answer open(Call call, Opening opening) {
        Long given = position(call);
        if (given != null && opening.source().isOver(call.by(), given)) {
            // Tells an EventSource not to come back.
            return Answer.nothing();
        }
        refuseTooMany(call.by().trace().token());
        boolean hello = given == null && opening.live();
        long position = given != null ? given : hello ? opening.source().newest(call.by()) : 0;
        StringBuilder beginning = new StringBuilder(RETRY);
        if (hello) {
            Event.place("hello", position).writeTo(beginning);
        }
        return Answer.events(answer -> begin(answer, opening, position, beginning.toString()));
    }

    /** The answer that streams a source which has no positions, after an event of its own. */
    Answer follow(Call call, Opening opening, Event first) {
        refuseTooMany(call.by().trace().token());
        StringBuilder beginning = new StringBuilder(RETRY);
        first.writeTo(beginning);
        return Answer.events(answer -> begin(answer, opening, Event.NONE, beginning.toString()));
    }

    private static @Nullable Long position(Call call) {
        String header = call.header("Last-Event-ID");
        Long asked = call.query().wholeOrNull("last_event_id");
        Long after = call.query().wholeOrNull("after");
        if (header == null) {
            return asked == null ? after : asked;
        }
        if (!header.matches("[0-9]{1,18}")) {
            throw Refusal.of(
                    422, "invalid", "Last-Event-ID is not the number of an event", "send the last id, or none");
        }
        return Long.valueOf(header);
    }

    private void refuseTooMany(@Nullable String token) {
        if (size() >= most) {
            throw Refusal.of(
                    503, "busy", "the server has " + most + " streams open, which is its limit", "try again later");
        }
        if (isFull(token)) {
            throw Refusal.of(
                            429,
                            "rate_limited",
                            "the token has " + mostPerToken + " streams open, which is its limit",
                            "close one")
                    .with("Retry-After", "5")
                    .with("RateLimit-Policy", mostPerToken + ";qu=\"concurrent-requests\"");
        }
    }

    /** Whether a token has as many streams as it may have. */
    private boolean isFull(@Nullable String token) {
        return token != null && ofToken(token) >= mostPerToken;
    }

    private long ofToken(String token) {
        return open.stream().filter(stream -> token.equals(stream.token())).count()
                + guests.stream().filter(guest -> token.equals(guest.token)).count();
    }

    LiveStream begin(LiveAnswer answer, Opening opening, long position, String beginning) {
        LiveStream[] one = new LiveStream[1];
        LiveStream stream = new LiveStream(
                answer,
                opening.source(),
                position,
                beginning,
                opening.calm() ? this::soon : threads,
                time,
                () -> gone(opening, one[0]));
        one[0] = stream;
        synchronized (open) {
            if (closing || size() >= most || isFull(stream.token())) {
                // Two came at once for the last place.
                answer.abort();
                return stream;
            }
            open.add(stream);
        }
        opening.followed().forEach(each -> each.hub().follow(each.key(), stream));
        stream.wake();
        return stream;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it starts the task, which tells by itself what fails
    private void soon(Runnable task) {
        try {
            clock.schedule(() -> threads.execute(task), MOMENT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The server stops, and does not wait for a moment.
            threads.execute(task);
        }
    }

    private void gone(Opening opening, LiveStream stream) {
        opening.followed().forEach(each -> each.hub().leave(each.key(), stream));
        synchronized (open) {
            open.remove(stream);
            open.notifyAll();
        }
    }

    /** Sends comments where it was silent for long, and ends what is not read. */
    void tick() {
        for (LiveStream stream : open) {
            try {
                stream.tick();
            } catch (RuntimeException e) {
                // What is thrown here would end the clock, and with it the heartbeat of all streams.
                LOG.error("a stream could not be looked at, and is ended", e);
                stream.abort();
            }
        }
    }

    /** Says goodbye to all clients, takes no more, and breaks off those that do not read it in time. */
    public void drain(Duration most) throws InterruptedException {
        synchronized (open) {
            closing = true;
        }
        open.forEach(stream -> stream.leave("draining"));
        long end = System.nanoTime() + most.toNanos();
        synchronized (open) {
            long left = end - System.nanoTime();
            while (!open.isEmpty() && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(open, left);
                left = end - System.nanoTime();
            }
        }
        open.forEach(LiveStream::abort);
    }

    @Override
    public void close() {
        synchronized (open) {
            closing = true;
        }
        clock.shutdownNow();
        open.forEach(LiveStream::abort);
        closed = true;
        hubs.values().forEach(Hub::close);
    }
}
