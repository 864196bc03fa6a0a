package dev.stoa.bench.server;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.Steps;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.counsel.run.Level;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.counsel.AskListener;
import dev.stoa.engine.counsel.AskRequest;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.server.StoaServer;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Requests against the calls that they lead to, and against the HTTP library alone. Not thread-safe. Clients and server
 * share the process, so the processor time of a request has that of its client in it, for everybody alike.
 */
public final class ServerBench implements AutoCloseable {
    private static final Prose WORDS = new Prose(20);
    private static final Principal ME = Principal.local();
    private static final String JSON = "Content-Type: application/json\r\n";
    private static final String LINES = "Content-Type: application/x-ndjson\r\n";
    private static final String MODERN = "2026-07-28";
    private static final int CALLERS = 32;
    private static final int PAGE = 50;
    private static final int TOKENS = 400;
    private static final double MICROS = 1e3;

    private final Path folder;
    private final Pace pace;
    private final Crowd callers;
    private final List<AutoCloseable> open = new ArrayList<>();

    public ServerBench(Path folder, Pace pace) {
        this.folder = folder;
        this.pace = pace;
        this.callers = Crowd.platform(Math.min(CALLERS, pace.many()));
    }

    public List<Contest> all() throws Exception {
        return List.of(get(), send(), bulk(), list(), mcp());
    }

    private static StoaServer server(Path folder) throws Exception {
        Path data = Files.createTempDirectory(Files.createDirectories(folder), "data");
        StoaConfig config = StoaConfig.load(ConfigSources.of(
                data,
                Map.of("STOA_SEARCH_EMBEDDER", "off", "STOA_SERVER_MAX_STREAMS_PER_TOKEN", "2048"),
                Location.directory(data)));
        return StoaServer.start(config, "127.0.0.1", 0, InstantSource.system());
    }

    private StoaServer server() throws Exception {
        StoaServer server = server(folder);
        open.add(server);
        return server;
    }

    private static String memory(Stoa stoa, long number) {
        return stoa.learning()
                .memories()
                .add(MemoryDraft.of(WORDS.text(number)))
                .value()
                .id();
    }

    private static byte[] get(String path, String headers) {
        return KeepAlive.request("GET", "/api/v1/" + path, headers, "");
    }

    private static byte[] post(String path, String headers, String body) {
        return KeepAlive.request("POST", path, headers, body);
    }

    private Contest get() throws Exception {
        StoaServer server = server();
        String id = memory(server.stoa(), 1);
        byte[] plain = get("memories/" + id, "");
        BareHandler bare = new BareHandler(once(server.port(), plain));
        open.add(bare);
        StoaServer closed = server();
        String other = memory(closed.stoa(), 1);
        // One token alone would meet the limit of its rate.
        List<byte[]> signed = new ArrayList<>();
        for (int i = 0; i < TOKENS; i++) {
            String token = closed.stoa()
                    .counsel()
                    .tokens()
                    .create(ME, TokenDraft.of(Scopes.parse("read")))
                    .token();
            signed.add(get("memories/" + other, "Authorization: Bearer " + token + "\r\n"));
        }
        String yardstick = "Jetty alone, the same bytes";
        return new Contest("read a memory, " + callers.name(), "requests", callers.threads())
                .add(new InProcess(yardstick, new Clients(bare.port(), callers, n -> plain)))
                .add(new InProcess("GET memories/{id}", new Clients(server.port(), callers, n -> plain)))
                .add(new InProcess(
                        "the same with a token",
                        new Clients(closed.port(), callers, n -> signed.get((int) (n % TOKENS)))))
                .add(new InProcess(
                        "Continuum.show",
                        Steps.by(
                                callers,
                                n -> server.stoa().learning().memories().as(ME).show(id))))
                .rateAgainst(yardstick)
                .cpuAgainst(yardstick)
                .aim(Aim.rateAtLeast(0.45, "GET memories/{id}", yardstick))
                .aim(Aim.rateAtLeast(0.35, "the same with a token", yardstick));
    }

    private static byte[] once(int port, byte[] request) throws Exception {
        try (KeepAlive connection = new KeepAlive(port)) {
            return connection.ask(request);
        }
    }

    private Contest send() throws Exception {
        StoaServer server = server();
        server.stoa().society().channels().create(ME, ChannelDraft.of("hall"));
        Crowd many = Crowd.platform(pace.many());
        String direct = "Messages.send";
        String rest = "POST channels/hall/messages";
        return new Contest("send a message, " + many.name(), "messages", many.threads())
                .add(new InProcess(
                        direct,
                        Steps.by(
                                many,
                                n -> server.stoa()
                                        .society()
                                        .messages()
                                        .send(ME, "hall", MessageDraft.of(WORDS.text(n))))))
                .add(new InProcess(
                        rest,
                        new Clients(
                                server.port(),
                                many,
                                n -> post(
                                        "/api/v1/channels/hall/messages",
                                        JSON,
                                        Json.write(Json.object("content", WORDS.text(n)))))))
                .rateAgainst(direct)
                .cpuAgainst(direct)
                .aim(Aim.rateAtLeast(0.7, rest, direct));
    }

    private Contest bulk() throws Exception {
        int lines = pace.large() / 10;
        StoaServer here = server();
        StoaServer there = server();
        String direct = String.format(Locale.ROOT, "Continuum.addAll, %,d at once", lines);
        String rest = String.format(Locale.ROOT, "POST memories, %,d lines", lines);
        return new Contest("add many memories", "uploads", 1)
                .add(new InProcess(
                        direct,
                        Steps.of(n -> here.stoa()
                                .learning()
                                .memories()
                                .as(ME)
                                .addAll(
                                        IntStream.range(0, lines)
                                                .mapToObj(i -> MemoryDraft.of(WORDS.text(n * lines + i)))
                                                .toList(),
                                        false))))
                .add(new InProcess(
                        rest,
                        new Clients(
                                there.port(),
                                Crowd.platform(1),
                                n -> post("/api/v1/memories", LINES, upload(n, lines)))))
                .rateAgainst(direct)
                .cpuAgainst(direct)
                .aim(Aim.rateAtLeast(0.8, rest, direct));
    }

    private static String upload(long number, int lines) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            body.append(Json.write(Json.object("content", WORDS.text(number * lines + i))))
                    .append('\n');
        }
        return body.toString();
    }

    private Contest list() throws Exception {
        StoaServer server = server();
        for (int i = 0; i < pace.small(); i++) {
            server.stoa().debate().sessions().create(debate(i), "bench");
        }
        String direct = "DebateSessions.list";
        String rest = "GET debates?limit=50";
        byte[] request = get("debates?limit=" + PAGE, "");
        return new Contest("a page of 50 debates, " + callers.name(), "pages", callers.threads())
                .add(new InProcess(
                        direct,
                        Steps.by(
                                callers,
                                n -> server.stoa()
                                        .debate()
                                        .sessions()
                                        .list(SessionFilter.all(), Page.Request.first(PAGE)))))
                .add(new InProcess(rest, new Clients(server.port(), callers, n -> request)))
                .rateAgainst(direct)
                .cpuAgainst(direct)
                .aim(Aim.rateAtLeast(0.5, rest, direct));
    }

    private static DebateRequest debate(int number) {
        return DebateRequest.on(WORDS.text(number))
                .preset(Preset.EXTERNAL)
                .seed(1)
                .agents(List.of(Seat.of("a", "bench", "m-a"), Seat.of("b", "bench", "m-b")));
    }

    private Contest mcp() throws Exception {
        StoaServer server = server();
        for (int i = 0; i < pace.small(); i++) {
            memory(server.stoa(), i);
        }
        String rest = "POST memories/recall";
        String tool = "tool recall, revision " + MODERN;
        String headers = JSON + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: " + MODERN
                + "\r\nMcp-Method: tools/call\r\nMcp-Name: recall\r\n";
        return new Contest("recall by two words, " + callers.name(), "answers", callers.threads())
                .add(new InProcess(
                        rest,
                        new Clients(
                                server.port(),
                                callers,
                                n -> post(
                                        "/api/v1/memories/recall",
                                        JSON,
                                        Json.write(Json.object("query", WORDS.question(n), "limit", 5))))))
                .add(new InProcess(
                        tool, new Clients(server.port(), callers, n -> post("/mcp", headers, Json.write(recall(n))))))
                .rateAgainst(rest)
                .cpuAgainst(rest)
                .aim(Aim.cpuAtMost(1.3, tool, rest));
    }

    private static Map<String, ?> recall(long number) {
        return Json.object(
                "jsonrpc",
                "2.0",
                "id",
                number,
                "method",
                "tools/call",
                "params",
                Json.object(
                        "name",
                        "recall",
                        "arguments",
                        Json.object("query", WORDS.question(number)),
                        "_meta",
                        Json.object(
                                "io.modelcontextprotocol/protocolVersion",
                                MODERN,
                                "io.modelcontextprotocol/clientCapabilities",
                                Json.object())));
    }

    /** What a request adds to the time of its call, for a lone caller. */
    public List<String> latencies() throws Exception {
        StoaServer server = server();
        Stoa stoa = server.stoa();
        String id = memory(stoa, 1);
        stoa.society().channels().create(ME, ChannelDraft.of("hall"));
        int times = 20 * pace.small();
        byte[] get = get("memories/" + id, "");
        try (KeepAlive connection = new KeepAlive(server.port())) {
            return List.of(
                    added(
                            "`GET memories/{id}`",
                            times,
                            n -> stoa.learning().memories().as(ME).show(id),
                            n -> connection.ask(get),
                            2),
                    added(
                            "`POST channels/hall/messages`",
                            times / 10,
                            n -> stoa.society().messages().send(ME, "hall", MessageDraft.of(WORDS.text(n))),
                            n -> connection.ask(post(
                                    "/api/v1/channels/hall/messages",
                                    JSON,
                                    Json.write(Json.object("content", WORDS.text(n))))),
                            3));
        }
    }

    /** What a chat adds to the ask behind it, and how a good client fares beside silent ones. */
    public List<String> others() throws Exception {
        return List.of(chat(), new SilentClients(server(), 10 * pace.small()).measured());
    }

    private String chat() throws Exception {
        StoaServer server = server();
        server.stoa().counsel().specialists().add(Principal.operator("bench"), "sam", "sim:", List.of());
        Engines engines = Engines.over(server.stoa(), Map.of(), InstantSource.system(), "bench");
        int times = pace.small() / 5;
        Steps.Step direct = n -> engines.answers()
                .ask(
                        ME,
                        AskRequest.of(WORDS.question(n)).level(Level.FAST).agents(List.of("sam=sim:")),
                        AskListener.NONE);
        try (KeepAlive connection = new KeepAlive(server.port())) {
            Steps.Step rest = n -> connection.ask(post(
                    "/v1/chat/completions",
                    JSON,
                    Json.write(Json.object(
                            "model",
                            "specialist/sam",
                            "messages",
                            List.of(Json.object("role", "user", "content", WORDS.question(n)))))));
            micros(times, direct);
            micros(times, rest);
            double more = at(micros(times, rest), 0.5) - at(micros(times, direct), 0.5);
            return String.format(
                    Locale.ROOT,
                    "- `POST /v1/chat/completions` of a simulated specialist adds to its ask, one caller, %,d times: at"
                            + " the median %.2f ms (aim: 5): %s",
                    times,
                    more / MICROS,
                    more <= 5 * MICROS ? "met" : "**missed**");
        }
    }

    private static String added(String what, int times, Steps.Step direct, Steps.Step rest, int late) throws Exception {
        // What the compiler has not seen yet is not what a server is like after a minute.
        micros(times, direct);
        micros(times, rest);
        List<Double> before = micros(times, direct);
        List<Double> after = micros(times, rest);
        double middle = at(after, 0.5) - at(before, 0.5);
        double last = at(after, 0.99) - at(before, 0.99);
        return String.format(
                Locale.ROOT,
                "- %s adds to its call, one caller, %,d times: at the median %.2f ms (aim: 0.3), at 99 %% %.2f ms (aim:"
                        + " %d): %s",
                what,
                times,
                middle / MICROS,
                last / MICROS,
                late,
                middle <= 0.3 * MICROS && last <= late * MICROS ? "met" : "**missed**");
    }

    static List<Double> micros(int times, Steps.Step step) throws Exception {
        List<Double> micros = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            step.run(i);
            micros.add((System.nanoTime() - start) / MICROS);
        }
        Collections.sort(micros);
        return micros;
    }

    static double at(List<Double> sorted, double part) {
        return sorted.get((int) Math.ceil(sorted.size() * part) - 1);
    }

    /** What pages of the console cost. */
    public List<String> pages() throws Exception {
        ConsoleBench console = new ConsoleBench(pace);
        List<String> lines = new ArrayList<>();
        lines.add(console.demo(server()));
        lines.addAll(console.debates(server()));
        lines.addAll(console.lists(server()));
        lines.addAll(console.live(server()));
        lines.add(ConsoleStart.measured(folder, pace.rounds()));
        return lines;
    }

    /** What streams of a server cost. */
    public StreamBench streams() throws Exception {
        return new StreamBench(server(), pace);
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closed : open) {
            closed.close();
        }
    }
}
