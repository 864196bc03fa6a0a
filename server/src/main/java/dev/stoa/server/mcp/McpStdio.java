package dev.stoa.server.mcp;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.backend.Work;
import dev.stoa.server.http.Deadlines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The protocol over standard input and output: one message a line. Used by one thread, which reads; each request is
 * answered by a thread of its own. The first message decides whether the client is remembered.
 */
public final class McpStdio implements AutoCloseable {
    private static final Duration LAST_ANSWERS = Duration.ofMillis(1_500);
    private static final Duration LAST_BREATH = Duration.ofMillis(300);
    private static final int MOST_AT_ONCE = 32;

    private final McpProtocol protocol;
    private final Principal by;
    private final Consumer<String> out;
    private final Runnable end;
    private final Deadlines deadlines;
    private final InFlight inFlight = new InFlight();
    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
    private final Subscriptions subscriptions;
    private @Nullable Revision revision;
    private @Nullable Thread watcher;

    McpStdio(Profile profile, Principal by, Consumer<String> out) {
        this(profile, by, out, () -> {});
    }

    private McpStdio(Profile profile, Principal by, Consumer<String> out, Runnable end) {
        this.end = end;
        this.deadlines = new Deadlines();
        this.protocol = new McpProtocol(profile, deadlines, Meter.NONE, Profiles.version());
        this.by = by;
        this.out = out;
        this.subscriptions = protocol.subscriptions();
    }

    /**
     * A server for the program at the other end.
     *
     * @param profile the name of a set of tools
     * @param environment the variables of the process, in which models find their keys
     * @param out takes one line at a time, from any thread
     */
    public static McpStdio over(
            Stoa stoa, String profile, Principal by, Map<String, String> environment, Consumer<String> out) {
        Backend backend = new Backend();
        backend.begin(Work.over(
                stoa, Engines.over(stoa, environment, InstantSource.system(), "mcp"), Work.Limits.of(stoa.config())));
        backend.open(stoa);
        Profiles profiles = new Profiles(backend);
        Profile found = profiles.find(Profiles.known(profile));
        if (found == null) {
            throw new IllegalStateException("profile " + profile + " is named but not made");
        }
        return new McpStdio(found, by, out, backend::close);
    }

    /** Answers until the input ends, and then what was begun. */
    public void serve(InputStream in) throws IOException {
        try {
            for (byte[] line = line(in); line != null; line = line(in)) {
                if (line.length > 0) {
                    take(line);
                }
            }
            finish();
        } finally {
            end.run();
        }
    }

    /** The bytes up to a line feed; null at the end; one byte more than is allowed of what is too long. */
    private static byte @Nullable [] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() <= Rpc.LARGEST) {
                line.write(next);
            }
        }
        byte[] bytes = line.toByteArray();
        boolean blank = true;
        for (byte each : bytes) {
            blank &= each == ' ' || each == '\r' || each == '\t';
        }
        return blank ? new byte[0] : bytes;
    }

    private void send(Map<String, @Nullable Object> message) {
        out.accept(Json.write(message));
    }

    private void take(byte[] line) {
        Object id = null;
        try {
            if (line.length > Rpc.LARGEST) {
                throw McpError.request("the message is larger than " + Rpc.LARGEST + " bytes");
            }
            Object parsed = Rpc.parse(line);
            if (parsed instanceof List<?> batch) {
                take(batch);
                return;
            }
            Map<String, @Nullable Object> message = message(parsed);
            id = Rpc.id(message);
            take(message);
        } catch (McpError e) {
            send(Rpc.error(id, e));
        }
    }

    private static Map<String, @Nullable Object> message(@Nullable Object parsed) {
        if (!(parsed instanceof Map<?, ?> object)) {
            throw McpError.request("the message is not an object");
        }
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        object.forEach((key, value) -> message.put(String.valueOf(key), value));
        return message;
    }

    private void take(List<?> batch) {
        if (revision != Revision.MARCH) {
            throw McpError.request("there are batches only in revision " + Revision.MARCH.text());
        }
        if (batch.isEmpty() || batch.size() > MOST_AT_ONCE) {
            throw McpError.request("a batch has 1 to " + MOST_AT_ONCE + " messages");
        }
        List<Map<String, @Nullable Object>> messages = new ArrayList<>();
        batch.forEach(each -> messages.add(message(each)));
        start(() -> {
            List<Map<String, @Nullable Object>> answers = new ArrayList<>();
            for (Map<String, @Nullable Object> each : messages) {
                McpProtocol.Reply reply = protocol.answer(each, peer(Revision.MARCH, Map.of()));
                if (reply.message() != null) {
                    answers.add(reply.message());
                }
            }
            if (!answers.isEmpty()) {
                out.accept(Json.write(answers));
            }
        });
    }

    private void take(Map<String, @Nullable Object> message) {
        if (Rpc.isResponse(message)) {
            // Nothing was asked.
            return;
        }
        Peer peer = peer(message);
        if (!Rpc.isRequest(message) || McpProtocol.INITIALIZE.equals(message.get("method"))) {
            answer(message, peer);
        } else {
            McpProtocol.expect(message, inFlight);
            start(() -> answer(message, peer));
        }
        if (!subscriptions.isEmpty() || "resources/subscribe".equals(message.get("method"))) {
            watch();
        }
    }

    /** The other end as this message shows it: each of a modern client says what it is. */
    private Peer peer(Map<String, @Nullable Object> message) {
        Map<String, @Nullable Object> meta = Rpc.meta(message);
        Object said = meta.get(Rpc.VERSION_KEY);
        if (said != null) {
            String version = String.valueOf(said);
            if (!Revision.MODERN.text().equals(version)) {
                throw McpError.version(version);
            }
            if (Rpc.isRequest(message) && !(meta.get(Rpc.CAPABILITIES_KEY) instanceof Map<?, ?>)) {
                throw McpError.meta(Rpc.META + " has no " + Rpc.CAPABILITIES_KEY);
            }
            return peer(Revision.MODERN, Rpc.object(meta, Rpc.CAPABILITIES_KEY));
        }
        if (McpProtocol.INITIALIZE.equals(message.get("method"))) {
            revision = McpProtocol.negotiated(message);
        }
        Revision known = revision;
        if (known == null) {
            if (!Rpc.isRequest(message)) {
                return peer(Revision.MODERN, Map.of());
            }
            throw McpError.meta("begin with initialize, or say in " + Rpc.META + " what " + Rpc.VERSION_KEY + " is");
        }
        return peer(known, Map.of());
    }

    private Peer peer(Revision spoken, Map<String, @Nullable Object> capabilities) {
        return new Peer(spoken, by, () -> by, this::send, inFlight, subscriptions, capabilities);
    }

    private void answer(Map<String, @Nullable Object> message, Peer peer) {
        McpProtocol.Reply reply = protocol.answer(message, peer);
        if (reply.message() != null) {
            send(reply.message());
        }
    }

    private void start(Runnable work) {
        Thread worker = Thread.ofVirtual().name("stoa-mcp").unstarted(() -> {
            try {
                work.run();
            } finally {
                workers.remove(Thread.currentThread());
            }
        });
        workers.add(worker);
        worker.start();
    }

    /** Tells of what a legacy client has subscribed to. */
    private void watch() {
        if (watcher == null) {
            watcher = Thread.ofVirtual().name("stoa-mcp-listen").start(() -> {
                try {
                    subscriptions.follow(by, uri -> send(McpProtocol.updated(uri, null)));
                } catch (InterruptedException e) {
                    // The input has ended.
                }
            });
        }
    }

    private void finish() {
        if (watcher != null) {
            watcher.interrupt();
        }
        inFlight.cancelAll(McpProtocol.LISTEN);
        join(LAST_ANSWERS);
        inFlight.cancelAll();
        workers.forEach(Thread::interrupt);
        join(LAST_BREATH);
    }

    private void join(Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        try {
            for (Thread worker : workers) {
                Duration left = Duration.ofNanos(end - System.nanoTime());
                if (left.isNegative() || left.isZero() || !worker.join(left)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        deadlines.close();
    }
}
