package dev.stoa.server.mcp;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Deadlines;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.sse.Streams;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The protocol over HTTP: {@code /mcp} and {@code /mcp/PROFILE}. Thread-safe. */
public final class McpRoutes implements AutoCloseable {
    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofSeconds(620);
    private static final int MOST_AT_ONCE = 32;
    private static final String EXAMPLE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"example\",\"version\":\"1\"}}}";

    private final Function<String, @Nullable Profile> profiles;
    private final String usual;
    private final Meter meter;
    private final InstantSource clock;
    private final Sessions sessions;
    private final Streams streams;
    private final Deadlines deadlines = new Deadlines();
    private final Map<String, McpProtocol> protocols = new ConcurrentHashMap<>();
    private final Set<EventLog> listened = ConcurrentHashMap.newKeySet();
    private volatile boolean draining;
    private volatile boolean closed;

    McpRoutes(
            Function<String, @Nullable Profile> profiles,
            String usual,
            Meter meter,
            Streams streams,
            InstantSource clock) {
        this.profiles = profiles;
        this.usual = usual;
        this.meter = meter;
        this.clock = clock;
        this.streams = streams;
        this.sessions = new Sessions(clock);
    }

    /**
     * The protocol over the stores of a server.
     *
     * @param usual the profile of {@code /mcp}
     * @param meter counts the calls of tools
     * @param streams those of the server, among which clients that listen count
     */
    public static McpRoutes over(Backend backend, String usual, Meter meter, Streams streams, InstantSource clock) {
        Profiles profiles = new Profiles(backend);
        return new McpRoutes(profiles::find, Profiles.known(usual), meter, streams, clock);
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (String path : List.of("mcp", "mcp/{profile}")) {
            boolean named = path.endsWith("}");
            String verb = named ? "mcp profile" : "mcp";
            String example = named ? "/mcp/default" : "/mcp";
            routes.add(Route.post(
                            path,
                            verb + " send",
                            "Send a message of the Model Context Protocol.",
                            Scope.READ_AGENT,
                            Repeat.NONE)
                    .bytes()
                    .mark(Route.Mark.ROOT, Route.Mark.EXPORTS, Route.Mark.WAITS)
                    .handle(Example.send(example, EXAMPLE), this::post));
            routes.add(Route.get(
                            path,
                            verb + " listen",
                            "Listen to messages of the Model Context Protocol.",
                            Scope.READ_AGENT)
                    .mark(Route.Mark.ROOT)
                    .events(List.of("message"))
                    .handle(Example.get(example).status(406), this::get));
            routes.add(Route.delete(
                            path,
                            verb + " end",
                            "End a session of the Model Context Protocol.",
                            Scope.READ_AGENT,
                            Repeat.STATE)
                    .mark(Route.Mark.ROOT)
                    .handle(new Example(example, null, 400), this::delete));
        }
        return routes;
    }

    private McpProtocol protocol(String name) {
        return protocols.computeIfAbsent(name, wanted -> {
            Profile profile = profiles.apply(wanted);
            if (profile == null) {
                throw new NotFoundException(
                        "not_found", "there is no profile of that name", "use one of " + Profiles.NAMES);
            }
            return new McpProtocol(profile, deadlines, meter, Profiles.version());
        });
    }

    private String profile(Call call) {
        try {
            return call.path("profile");
        } catch (IllegalArgumentException e) {
            return usual;
        }
    }

    private Answer post(Call call) throws InterruptedException {
        String name = profile(call);
        McpProtocol protocol = protocol(name);
        requireJson(call);
        Object id = null;
        try {
            Object parsed = Rpc.parse(call.all(Rpc.LARGEST));
            if (parsed instanceof List<?> batch) {
                return batch(call, name, protocol, batch);
            }
            Map<String, @Nullable Object> message = message(parsed);
            id = Rpc.id(message);
            return HttpHeaders.isModern(call, message)
                    ? modern(call, protocol, message)
                    : legacy(call, name, protocol, message);
        } catch (McpError e) {
            return Answer.ok(Rpc.error(id, e)).status(e.status() == 200 ? 400 : e.status());
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

    /** A page of another site can send forms and plain text without being asked, but not this. */
    private static void requireJson(Call call) {
        String type = call.header("Content-Type");
        if (type == null
                || !type.toLowerCase(Locale.ROOT).split(";", -1)[0].strip().equals("application/json")) {
            throw Refusal.of(415, "unsupported_media", "the body is not application/json", "send it as that");
        }
    }

    private Answer modern(Call call, McpProtocol protocol, Map<String, @Nullable Object> message)
            throws InterruptedException {
        HttpHeaders.check(call, message);
        if (!Rpc.isRequest(message)) {
            return accepted();
        }
        Map<String, @Nullable Object> capabilities = Rpc.object(Rpc.meta(message), Rpc.CAPABILITIES_KEY);
        Supplier<Work> begin = () -> Work.start(sink -> protocol.answer(
                message,
                new Peer(
                        Revision.MODERN,
                        call.by(),
                        call::again,
                        sink,
                        new InFlight(),
                        protocol.subscriptions(),
                        capabilities)));
        if (McpProtocol.LISTEN.equals(message.get("method"))) {
            return listening(out -> {
                Work work = begin.get();
                try {
                    listen(out, work.log(), () -> isOver(call));
                } finally {
                    work.cancel();
                }
            });
        }
        Work work = begin.get();
        Answer answer = quick(call, work, message);
        if (answer != null) {
            return answer;
        }
        return streamed(out -> {
            try {
                EventStream.write(out, work.log(), null, 0, () -> isOver(call));
            } finally {
                // A client that closes the stream does not want the answer any more.
                work.cancel();
            }
        });
    }

    /** The answer if it is there soon, or the client takes no other; null if it is to be streamed. */
    private static @Nullable Answer quick(Call call, Work work, Map<String, @Nullable Object> message)
            throws InterruptedException {
        boolean mayStream = call.accepts(EventStream.MEDIA_TYPE);
        if (mayStream && Progress.of(Rpc.meta(message), work.log()).isAsked()) {
            return null;
        }
        try {
            if (!work.log().awaitEnd(QUICK)) {
                if (mayStream || !work.log().awaitEnd(LONGEST)) {
                    return null;
                }
                // It took long: nothing is given to a client whose rights ended meanwhile.
                call.again();
            }
        } catch (InterruptedException e) {
            work.cancel();
            throw e;
        }
        return plain(work.reply());
    }

    private static Answer plain(McpProtocol.@Nullable Reply reply) {
        if (reply == null) {
            return Answer.ok(Rpc.error(null, McpError.internal("the message could not be answered")))
                    .status(500);
        }
        return reply.message() == null ? accepted() : Answer.ok(reply.message()).status(reply.status());
    }

    private static Answer accepted() {
        return Answer.taken();
    }

    /** Whether a stream ends now: the server stops, or the client may no longer do what it was admitted for. */
    private boolean isOver(Call call) {
        try {
            call.again();
            return closed;
        } catch (StoaException | Refusal e) {
            return true;
        }
    }

    private static Answer streamed(Answer.Body body) {
        return Answer.stream(EventStream.MEDIA_TYPE, body).with("X-Accel-Buffering", "no");
    }

    private Answer legacy(Call call, String name, McpProtocol protocol, Map<String, @Nullable Object> message)
            throws InterruptedException {
        if (McpProtocol.INITIALIZE.equals(message.get("method")) && Rpc.isRequest(message)) {
            Revision revision = McpProtocol.negotiated(message);
            Session session = sessions.begin(call.by(), name, revision, protocol.subscriptions());
            McpProtocol.Reply reply = protocol.answer(message, peer(session, call, ignored -> {}));
            return plain(reply).status(200).with(HttpHeaders.SESSION, session.id());
        }
        Session session = session(call, name);
        if (!Rpc.isRequest(message)) {
            if (!Rpc.isResponse(message)) {
                McpProtocol.Reply reply = protocol.answer(message, peer(session, call, ignored -> {}));
                return plain(reply);
            }
            return accepted();
        }
        McpProtocol.expect(message, session.inFlight());
        Work work = Work.start(sink -> {
            McpProtocol.Reply reply = protocol.answer(message, peer(session, call, sink));
            // An error of one request is an answer like any other.
            return new McpProtocol.Reply(reply.message(), reply.message() == null ? 202 : 200);
        });
        Answer answer = quick(call, work, message);
        if (answer != null) {
            return answer;
        }
        long stream = session.keep(work.log(), clock.instant());
        return streamed(out -> kept(call, session, out, work.log(), stream, 0));
    }

    /** Writes an answer of which a client that loses the connection may ask for the rest. */
    private void kept(Call call, Session session, OutputStream out, EventLog log, long stream, int from)
            throws IOException {
        try {
            EventStream.write(out, log, stream, from, () -> isOver(call) || session.isOver());
        } finally {
            session.left(stream, clock.instant());
        }
    }

    private static Peer peer(Session session, Call call, Sink sink) {
        return new Peer(
                session.revision(),
                call.by(),
                call::again,
                sink,
                session.inFlight(),
                session.subscriptions(),
                Map.of());
    }

    private Answer batch(Call call, String name, McpProtocol protocol, List<?> batch) {
        Session session = session(call, name);
        if (session.revision() != Revision.MARCH) {
            throw McpError.request("revision " + session.revision().text() + " has no batches; send one message");
        }
        if (batch.isEmpty() || batch.size() > MOST_AT_ONCE) {
            throw McpError.request("a batch has 1 to " + MOST_AT_ONCE + " messages");
        }
        List<Map<String, @Nullable Object>> answers = new ArrayList<>();
        for (Object each : batch) {
            Map<String, @Nullable Object> message = message(each);
            if (!Rpc.isResponse(message)) {
                McpProtocol.Reply reply = protocol.answer(message, peer(session, call, ignored -> {}));
                if (reply.message() != null) {
                    answers.add(reply.message());
                }
            }
        }
        return answers.isEmpty() ? accepted() : Answer.ok(answers);
    }

    private Session session(Call call, String name) {
        String version = call.header(HttpHeaders.VERSION);
        if (version != null && Revision.of(version).isEmpty()) {
            throw McpError.version(version);
        }
        String id = call.header(HttpHeaders.SESSION);
        if (id == null) {
            throw McpError.request("the header " + HttpHeaders.SESSION + " is missing; begin with initialize");
        }
        Session session = sessions.find(id, call.by(), name);
        if (session == null) {
            throw Refusal.of(404, "not_found", "there is no such session", "begin a new one with initialize");
        }
        return session;
    }

    private static void refuseModern(Call call) {
        if (Revision.MODERN.text().equals(call.header(HttpHeaders.VERSION))) {
            throw Refusal.of(405, "method_not_allowed", "this revision has no such method", "use POST")
                    .with("Allow", "POST");
        }
    }

    private Answer get(Call call) {
        refuseModern(call);
        if (!call.accepts(EventStream.MEDIA_TYPE)) {
            throw Refusal.of(406, "not_acceptable", "the answer is " + EventStream.MEDIA_TYPE, "accept it");
        }
        String name = profile(call);
        protocol(name);
        try {
            Session session = session(call, name);
            Answer resumed = resumed(call, session);
            return resumed != null ? resumed : listening(call, session);
        } catch (McpError e) {
            return Answer.ok(Rpc.error(null, e)).status(e.status());
        }
    }

    private @Nullable Answer resumed(Call call, Session session) {
        String last = call.header("Last-Event-ID");
        EventStream.EventId id = last == null ? null : EventStream.EventId.of(last);
        EventLog log = id == null ? null : session.resumed(id.stream(), clock.instant());
        if (id == null || log == null) {
            return null;
        }
        long stream = id.stream();
        int from = id.index();
        return streamed(out -> kept(call, session, out, log, stream, from));
    }

    private Answer listening(Call call, Session session) {
        return listening(out -> {
            if (!session.listen()) {
                throw Refusal.of(
                        409, "conflict", "another request listens to this session", "close it, or use that one");
            }
            EventLog log = new EventLog();
            Thread watcher = Thread.ofVirtual().name("stoa-mcp-listen").start(() -> {
                try {
                    session.subscriptions().follow(call.by(), uri -> log.send(McpProtocol.updated(uri, null)));
                } catch (InterruptedException e) {
                    // The client has gone.
                } finally {
                    log.end();
                }
            });
            try {
                listen(out, log, () -> isOver(call) || session.isOver());
            } finally {
                watcher.interrupt();
                session.stopListening();
            }
        });
    }

    /** A stream that goes on until one side ends it: it counts among the streams of the server, not its requests. */
    private Answer listening(Answer.Body body) {
        return Answer.events(answer -> {
            try {
                try (Streams.Guest place = streams.guest(answer.token())) {
                    body.writeTo(new LiveOutput(answer));
                }
                answer.end();
            } catch (IOException e) {
                answer.abort();
            }
        });
    }

    private void listen(OutputStream out, EventLog log, BooleanSupplier over) throws IOException {
        listened.add(log);
        try {
            EventStream.write(out, log, null, 0, () -> draining || over.getAsBoolean());
        } finally {
            listened.remove(log);
        }
    }

    private Answer delete(Call call) {
        refuseModern(call);
        String name = profile(call);
        protocol(name);
        try {
            sessions.end(session(call, name));
            return Answer.ok(Json.object());
        } catch (McpError e) {
            return Answer.ok(Rpc.error(null, e)).status(e.status());
        }
    }

    /** Ends the streams of all who listen, and those that begin from now on. */
    public void drain() {
        draining = true;
        listened.forEach(EventLog::end);
    }

    @Override
    public void close() {
        closed = true;
        drain();
        sessions.endAll();
        deadlines.close();
    }
}
