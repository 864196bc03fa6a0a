package dev.stoa.server;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.demo.Demo;
import dev.stoa.engine.society.WallServer;
import dev.stoa.server.access.Door;
import dev.stoa.server.access.LoginPages;
import dev.stoa.server.access.LoginRoutes;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.backend.Program;
import dev.stoa.server.backend.Work;
import dev.stoa.server.config.ServerSettings;
import dev.stoa.server.console.Console;
import dev.stoa.server.docs.DocsRoutes;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.Listener;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Routes;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Tls;
import dev.stoa.server.jobs.DemoJob;
import dev.stoa.server.jobs.Health;
import dev.stoa.server.jobs.ServerJobs;
import dev.stoa.server.mcp.McpRoutes;
import dev.stoa.server.mcp.Meter;
import dev.stoa.server.observe.Metrics;
import dev.stoa.server.observe.Observation;
import dev.stoa.server.openai.OpenAiErrors;
import dev.stoa.server.openai.OpenAiRoutes;
import dev.stoa.server.rest.Api;
import dev.stoa.server.sse.EventRoutes;
import dev.stoa.server.sse.HintStreams;
import dev.stoa.server.sse.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server: REST, streams, MCP and the console of one Stoa. Thread-safe. It answers as soon as it listens, and
 * everything once the archives are open.
 */
public final class StoaServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoaServer.class);
    private static final Duration ASK = Duration.ofSeconds(310);
    private static final Duration WAIT = Duration.ofSeconds(610);
    private static final Duration VERIFY = Duration.ofMinutes(10);
    private static final Duration UPLOAD = Duration.ofHours(1);

    /** How long clients of streams have to take the last event. */
    private static final Duration GOODBYE = Duration.ofSeconds(2);

    private final String host;
    private final boolean secure;
    private final Backend backend;
    private final Door door;
    private final Front front;
    private final Listener listener;
    private final McpRoutes mcp;
    private final Observation observation;
    private final Stoa stoa;
    private final Streams streams;
    private final ServerJobs jobs;
    private final @Nullable DemoJob demo;
    private final @Nullable String firstToken;

    private StoaServer(
            String host,
            boolean secure,
            Backend backend,
            Door door,
            Front front,
            Listener listener,
            McpRoutes mcp,
            Observation observation,
            Stoa stoa,
            Streams streams,
            ServerJobs jobs,
            @Nullable DemoJob demo,
            @Nullable String firstToken) {
        this.host = host;
        this.secure = secure;
        this.backend = backend;
        this.door = door;
        this.front = front;
        this.listener = listener;
        this.mcp = mcp;
        this.observation = observation;
        this.stoa = stoa;
        this.streams = streams;
        this.jobs = jobs;
        this.demo = demo;
        this.firstToken = firstToken;
    }

    /**
     * How a server is started. Immutable.
     *
     * @param port 0 for a free one
     * @param jobs whether it does the work in the background
     * @param environment the variables of the process, from which keys of models are read
     * @param firstTokenBy who asks for the first token; null to create none
     * @param demoBy who asks for the demo; null to fill nothing in
     */
    public record Options(
            String host,
            int port,
            boolean jobs,
            Map<String, String> environment,
            @Nullable Principal firstTokenBy,
            @Nullable Principal demoBy) {
        public Options {
            environment = Map.copyOf(environment);
        }

        /** The same without the demo. */
        public Options(
                String host,
                int port,
                boolean jobs,
                Map<String, String> environment,
                @Nullable Principal firstTokenBy) {
            this(host, port, jobs, environment, firstTokenBy, null);
        }

        /** What the settings say. */
        public static Options of(StoaConfig config) {
            return new Options(
                    config.get(ServerSettings.HOST),
                    config.get(ServerSettings.PORT),
                    config.get(ServerSettings.JOBS),
                    Map.of(),
                    null);
        }
    }

    /** Starts a server on an address, which does no work in the background. */
    public static StoaServer start(StoaConfig config, String host, int port, InstantSource clock) {
        return start(config, new Options(host, port, false, Map.of(), null), clock);
    }

    /**
     * Starts a server.
     *
     * @throws ConflictException with the code {@code taken} if another program listens there, {@code no_tokens} if others
     *     than this machine could reach it and there is no token, {@code conflict} if the first token is asked for and
     *     there was one, or {@code not_empty} if the demo is asked for and there is something already
     */
    public static StoaServer start(StoaConfig config, Options options, InstantSource clock) {
        Bounds.given("config", config);
        String host = options.host();
        Backend backend = new Backend();
        Door door = new Door(config, host, clock);
        Observation observation = Observation.of(config, Program.version(), clock);
        Metrics metrics = observation.metrics();
        Streams streams =
                Streams.of(config.get(ServerSettings.MAX_STREAMS), config.get(ServerSettings.MAX_STREAMS_PER_TOKEN));
        McpRoutes mcp = McpRoutes.over(
                backend, config.get(ServerSettings.MCP_PROFILE), meter(door, observation), streams, clock);
        AtomicReference<LoginPages> pages = new AtomicReference<>();
        Routes routes = table(
                config,
                backend,
                door,
                observation,
                mcp,
                streams,
                new OpenAiRoutes(backend, clock),
                door.login(() -> Objects.requireNonNull(pages.get())));
        Console site = new Console(
                routes,
                door.forms(),
                new HintStreams(backend, streams, Door.itself()),
                config.get(ServerSettings.SEARCH_SECONDS),
                options.demoBy() != null,
                clock);
        pages.set(site);
        Front front = new Front(
                routes,
                door,
                observation.requests(),
                limits(config),
                Map.of(OpenAiRoutes.ROOT, OpenAiErrors::tell),
                site);
        metrics.gauge("stoa_http_in_flight", "Requests that are worked on", front::inFlight);
        observation.hour().watch(front::inFlight);
        Streams.KINDS.forEach(
                kind -> metrics.gauge("stoa_streams", "Streams that are open", "kind", kind, () -> streams.size(kind)));
        Listener listener = null;
        ServerJobs jobs = null;
        DemoJob demo = null;
        Stoa stoa = null;
        try {
            listener = Listener.open(
                    front,
                    new Listener.Place(
                            host,
                            options.port(),
                            config.get(ServerSettings.IDLE_SECONDS),
                            config.get(ServerSettings.MAX_CONNECTIONS),
                            tls(config),
                            door::bounds));
            metrics.gauge("stoa_connections", "Connections that are open", listener::connections);
            stoa = Stoa.open(config, clock);
            observation.observe(stoa, Door.itself());
            Engines plain = Engines.over(stoa, options.environment(), clock, "server")
                    .beside(new WallServer(here(config, host, listener.port()), door::isOpen));
            Engines engines = plain.with(observation.observed(plain.providers()));
            Principal demoBy = options.demoBy();
            Demo filling = demoBy == null ? null : Demo.forEmpty(stoa, engines, demoBy);
            String token = firstToken(stoa, options.firstTokenBy());
            if (!Door.isLoopback(host) && !stoa.counsel().tokens().everCreated()) {
                throw new ConflictException(
                        "no_tokens",
                        "others than this machine can reach " + host + ", and there is no token",
                        "start the server with its first token, or listen on 127.0.0.1");
            }
            warnOfPlainText(config, host);
            backend.begin(Work.over(stoa, engines, Work.Limits.of(config)));
            door.open(stoa);
            ServerJobs begun = options.jobs()
                    ? ServerJobs.start(stoa, engines, Door.itself(), clock, metrics::done)
                    : ServerJobs.none(stoa, engines, Door.itself(), clock);
            jobs = begun;
            begun.names()
                    .forEach(job -> metrics.counter(
                            "stoa_job_failures", "Failures of jobs", "job", job, () -> begun.failures(job)));
            backend.shows(new Health(stoa, begun, Door.itself())::document);
            front.become(Front.State.READY);
            // Last, because readiness is told by it.
            backend.open(stoa);
            demo = filling == null ? null : DemoJob.start(filling, clock);
            return new StoaServer(
                    host,
                    config.get(ServerSettings.TLS_KEY).isPresent(),
                    backend,
                    door,
                    front,
                    listener,
                    mcp,
                    observation,
                    stoa,
                    streams,
                    jobs,
                    demo,
                    token);
        } catch (RuntimeException e) {
            close(mcp, streams, listener, front, demo, jobs, backend, observation, stoa);
            throw e;
        }
    }

    /** Closes parts in this order, and all of them also where one fails; what was not made is null. */
    private static void close(@Nullable AutoCloseable... parts) {
        for (AutoCloseable part : parts) {
            try {
                if (part != null) {
                    part.close();
                }
            } catch (Exception e) {
                LOG.warn("a part of the server could not be closed in order: {}", e.toString());
            }
        }
    }

    private static Meter meter(Door door, Observation observation) {
        return new Meter() {
            @Override
            public void count(Principal by, Scope scope) {
                door.count(by, scope);
            }

            @Override
            public void refused(Principal by, int status, String code) {
                door.refused("mcp", status, code, by.trace());
            }

            @Override
            public Runnable called(String tool) {
                return observation.called(tool);
            }
        };
    }

    private static @Nullable Tls tls(StoaConfig config) {
        Optional<String> certificate = config.get(ServerSettings.TLS_CERTIFICATE);
        Optional<String> key = config.get(ServerSettings.TLS_KEY);
        if (certificate.isPresent() != key.isPresent()) {
            throw new InvalidException(
                    "invalid_config",
                    "server.tls.certificate and server.tls.key are used together, and one is missing",
                    "give both or none");
        }
        Path folder = config.location().directory();
        return certificate.isEmpty()
                ? null
                : new Tls(folder.resolve(certificate.get()), folder.resolve(key.orElseThrow()));
    }

    private static Routes table(
            StoaConfig config,
            Backend backend,
            Door door,
            Observation observation,
            McpRoutes mcp,
            Streams streams,
            OpenAiRoutes openAi,
            LoginRoutes login) {
        AtomicReference<Routes> table = new AtomicReference<>();
        List<Route> routes = new ArrayList<>(Api.routes(backend, door));
        routes.addAll(new EventRoutes(backend, streams, Door.itself()).routes());
        routes.addAll(login.routes());
        routes.addAll(observation.metrics().routes());
        routes.addAll(observation.hour().routes());
        routes.addAll(mcp.routes());
        routes.addAll(openAi.routes());
        routes.addAll(new DocsRoutes(
                        () -> Objects.requireNonNull(table.get()),
                        Program.version(),
                        config.get(ServerSettings.PUBLIC_URL))
                .routes());
        table.set(Routes.of(routes));
        return Objects.requireNonNull(table.get());
    }

    private static void warnOfPlainText(StoaConfig config, String host) {
        if (!Door.isLoopback(host)
                && config.get(ServerSettings.TLS_KEY).isEmpty()
                && config.get(ServerSettings.TRUSTED_PROXIES).isEmpty()) {
            LOG.warn(
                    "others than this machine can reach {}, and tokens come over it as plain text; set server.tls, or"
                            + " put a proxy with TLS in front and name it in server.trusted_proxies",
                    host);
        }
    }

    private static @Nullable String firstToken(Stoa stoa, @Nullable Principal by) {
        if (by == null) {
            return null;
        }
        if (stoa.counsel().tokens().everCreated()) {
            throw new ConflictException(
                    "conflict",
                    "a token was created before, so this is not the first",
                    "create a further one with token create");
        }
        return stoa.counsel()
                .tokens()
                .create(by, new TokenDraft(new Scopes(List.of("admin")), "first", null, null))
                .token();
    }

    private static Front.Limits limits(StoaConfig config) {
        return new Front.Limits(
                config.get(ServerSettings.MAX_BODY_BYTES),
                config.get(ServerSettings.MAX_BULK_BYTES),
                config.get(ServerSettings.MAX_REQUESTS),
                config.get(ServerSettings.REQUEST_SECONDS),
                ASK,
                WAIT,
                VERIFY,
                UPLOAD,
                config.get(ServerSettings.HEADER_SECONDS),
                config.get(ServerSettings.BODY_STALL_SECONDS),
                config.get(ServerSettings.PUBLIC_URL).orElse(""));
    }

    /** Where programs of this machine reach it; a certificate is only good for the name that clients see. */
    private static String here(StoaConfig config, String host, int port) {
        boolean secure = config.get(ServerSettings.TLS_KEY).isPresent();
        Optional<String> named = secure ? config.get(ServerSettings.PUBLIC_URL) : Optional.empty();
        return named.orElseGet(() -> switch (host) {
            case "0.0.0.0" -> url(secure, "127.0.0.1", port);
            case "::", "0:0:0:0:0:0:0:0" -> url(secure, "::1", port);
            default -> url(secure, host, port);
        });
    }

    private static String url(boolean secure, String host, int port) {
        return (secure ? "https://" : "http://") + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /** The port that it listens on. */
    public int port() {
        return listener.port();
    }

    /** Its address. */
    public String url() {
        return url(secure, host, port());
    }

    /** Whether every program on this machine may do everything. */
    public boolean isOpen() {
        return door.isOpen();
    }

    /** Its stores. */
    public Stoa stoa() {
        return backend.stoa();
    }

    /** What it works on. */
    Work work() {
        return backend.work();
    }

    /** The table of its routes. */
    Routes routes() {
        return front.routes();
    }

    /** Waits until the demo that was asked for is filled in, after which nothing more happens in it by itself. */
    void awaitDemo() {
        if (demo != null) {
            demo.awaitFilled();
            demo.close();
        }
    }

    /** The token that was created at the start; null if none was asked for. It can be read nowhere else. */
    public @Nullable String firstToken() {
        return firstToken;
    }

    /**
     * Takes no further requests, and waits for those that were accepted as long as {@code server.drain_seconds} says.
     *
     * @return whether all of them are answered
     */
    public boolean drain() throws InterruptedException {
        backend.drain();
        front.become(Front.State.DRAINING);
        listener.refuseNew();
        // Executions have the same time as requests, not the time after it.
        Thread stopping = Thread.ofPlatform().name("stoa-stopping").start(() -> close(demo, jobs));
        mcp.drain();
        streams.drain(GOODBYE);
        boolean idle = front.awaitIdle(stoa.config().get(ServerSettings.DRAIN_SECONDS));
        stopping.join();
        return idle;
    }

    @Override
    public void close() {
        backend.drain();
        front.become(Front.State.DRAINING);
        close(mcp, streams, listener, front, demo, jobs, backend, observation, stoa);
    }
}
