package dev.stoa.server.access;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Trace;
import dev.stoa.counsel.access.RateLimiter;
import dev.stoa.counsel.access.RefusalLog;
import dev.stoa.server.config.ServerSettings;
import dev.stoa.server.http.Doorkeeper;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The door of the server: which hosts and origins it answers, who a caller is, and how often it may call. Thread-safe.
 * Whether a token is needed is looked up for each request until the first was created, so that creating it closes a
 * running server at once.
 */
public final class Door implements Doorkeeper {
    /** The header that says which limit was reached. */
    static final String POLICY = "RateLimit-Policy";

    private static final String BEARER = "Bearer ";
    private static final int FAILURES = 200;
    private static final String CONSOLE_KEY = "keys/console.key";
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Set<String> OWN_FETCHES = Set.of("same-origin", "none");

    private final Hosts hosts;
    private final Proxies proxies;
    private final InstantSource clock;
    private final boolean loopback;
    private final boolean forced;
    private final RateLimiter rates = new RateLimiter();
    private final FailedTries failures = new FailedTries(FAILURES);
    private final Sessions sessions;
    private final TokenUses uses;
    private volatile @Nullable Stoa stoa;
    private volatile boolean closed;

    public Door(StoaConfig config, String bound, InstantSource clock) {
        this.clock = clock;
        this.uses = new TokenUses(clock);
        this.proxies = new Proxies(config.get(ServerSettings.TRUSTED_PROXIES));
        this.sessions = new Sessions(
                config.location()
                        .directory()
                        .resolve(config.get(ServerSettings.CONSOLE_KEY_FILE).orElse(CONSOLE_KEY)),
                clock);
        this.loopback = isLoopback(bound);
        this.forced = config.get(ServerSettings.ACCESS) == ServerSettings.Access.TOKEN;
        this.hosts = new Hosts(
                loopback,
                bound,
                config.get(ServerSettings.PUBLIC_URL),
                config.get(ServerSettings.ALLOWED_HOSTS),
                config.get(ServerSettings.ALLOWED_ORIGINS));
    }

    /** On whose behalf the server works by itself. */
    public static Principal itself() {
        return Principal.operator("server");
    }

    /** Whether an address is reached from this machine alone. */
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** The stores, once they are open. */
    public void open(Stoa opened) {
        stoa = opened;
    }

    /** Whether every program on this machine may do everything. */
    public boolean isOpen() {
        Stoa opened = stoa;
        if (closed || forced || !loopback || opened == null) {
            return false;
        }
        if (opened.counsel().tokens().everCreated()) {
            closed = true;
        }
        return !closed;
    }

    @Override
    public void greet(Visit visit) {
        hosts.check(visit, proxies.host(visit), proxies.secure(visit));
    }

    @Override
    public boolean allowsOrigin(String origin) {
        return hosts.isAllowed(origin);
    }

    /** Whether an address may hold its share of the connections alone: this machine and proxies may hold more. */
    public boolean bounds(InetAddress address) {
        return !address.isLoopbackAddress() && !proxies.trusts(address.getHostAddress());
    }

    @Override
    public String client(Visit visit) {
        return proxies.client(visit);
    }

    /** Whether the client speaks to this server, or to a proxy before it, under TLS. */
    boolean isSecure(Visit visit) {
        return proxies.secure(visit);
    }

    /** Where sessions of the console begin and end; its pages are asked for when they are shown. */
    public LoginRoutes login(Supplier<LoginPages> pages) {
        return new LoginRoutes(this, sessions, clock, pages);
    }

    /** When tokens were used. */
    public TokenUses uses() {
        return uses;
    }

    /** The forms of the pages of the console. */
    public ConsoleForms forms() {
        return new ConsoleForms(this, sessions);
    }

    /** Whether a request comes from a page of this server, by what the browser says of it. */
    boolean isOwnPage(Visit visit) {
        String origin = visit.header("Origin");
        return "same-origin".equals(visit.header("Sec-Fetch-Site"))
                || (origin != null && hosts.isOwn(origin, proxies.host(visit), isSecure(visit)));
    }

    /** The id of a token that is presented otherwise than in a header. */
    String tokenId(Visit visit, @Nullable String token) {
        return String.valueOf(stoa().counsel()
                .tokens()
                .authenticate(token, visit.requestId(), visit.traceId())
                .trace()
                .token());
    }

    @Override
    public Principal admit(Visit visit, Route route) {
        Hosts.checkLink(
                visit, READING.contains(visit.method()) && (route.is(Route.Mark.PAGE) || route.is(Route.Mark.LINKED)));
        if (visit.asks("token") || visit.asks("access_token")) {
            throw new ForbiddenException(
                    "unauthorized", "a token in the address is not accepted", "send it as Authorization: Bearer TOKEN");
        }
        if (visit.headers("Authorization").size() > 1) {
            throw Refusal.of(400, "bad_request", "the request has two Authorization headers", "send one");
        }
        String authorization = visit.header("Authorization");
        boolean needed = route.scope().needsToken();
        if (stoa == null || (!needed && authorization == null)) {
            return new Principal(
                    "guest",
                    null,
                    null,
                    Set.of(Right.NOTHING),
                    false,
                    dev.stoa.base.Trust.UNTRUSTED,
                    new Trace(null, visit.requestId(), visit.traceId()));
        }
        boolean open = isOpen();
        Principal by = allowed(visit, route, open);
        if (!open) {
            uses.count(by);
            limit(visit, by, route);
            session(visit, route)
                    .filter(sessions::isDue)
                    .ifPresent(due ->
                            visit.answerWith("Set-Cookie", sessions.cookie(sessions.renewed(due), isSecure(visit))));
        }
        return by;
    }

    @Override
    public Principal again(Visit visit, Route route) {
        return allowed(visit, route, isOpen());
    }

    private Principal allowed(Visit visit, Route route, boolean open) {
        Principal admitted = open ? local(visit, route) : holder(visit, route);
        Principal by = route.is(Route.Mark.PAGE) ? Sight.on(admitted, visit.header("Cookie")) : admitted;
        Rights.check(by, route.scope().need(), route.verb());
        return by;
    }

    private static Principal local(Visit visit, Route route) {
        Trace trace = new Trace(null, visit.requestId(), visit.traceId());
        Principal person =
                "true".equals(visit.header("Stoa-Operator")) ? Principal.operator("local") : Principal.local();
        return as(visit, route, person.by(trace));
    }

    /**
     * The session that a request is part of. A token goes before it, and it counts for the API alone and for requests
     * that a page of this server makes.
     */
    private Optional<Sessions.Session> session(Visit visit, Route route) {
        String fetch = visit.header("Sec-Fetch-Site");
        String origin = Hosts.origin(visit);
        boolean counts = visit.header("Authorization") == null
                && (!route.is(Route.Mark.ROOT) || route.is(Route.Mark.PAGE))
                && (fetch == null || OWN_FETCHES.contains(fetch))
                && (origin == null || hosts.isOwn(origin, proxies.host(visit), isSecure(visit)));
        return counts
                ? sessions.read(visit.header("Cookie"), isSecure(visit))
                        .filter(session -> !session.token().isEmpty())
                : Optional.empty();
    }

    static Refusal noCsrf() {
        return Refusal.of(
                403,
                "csrf",
                "the request does not hold what the pages of this session hold",
                "load the page again, and send its csrf or the header X-CSRF-Token");
    }

    private Principal sessionHolder(Visit visit, Route route, Sessions.Session session) {
        // A form of a page holds it as a field, which its handler checks.
        boolean form = route.is(Route.Mark.PAGE);
        if (!form && !READING.contains(visit.method()) && !sessions.isCsrf(session, visit.header("X-CSRF-Token"))) {
            throw noCsrf();
        }
        return stoa().counsel().tokens().resume(session.token(), visit.requestId(), visit.traceId());
    }

    private Principal holder(Visit visit, Route route) {
        if (failures.tooMany(client(visit), clock.instant())) {
            throw limited(60, failures.policy());
        }
        String authorization = visit.header("Authorization");
        String token = authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length()).strip()
                : null;
        try {
            Optional<Sessions.Session> session = session(visit, route);
            Principal by = session.isPresent()
                    ? sessionHolder(visit, route, session.get())
                    : stoa().counsel().tokens().authenticate(token, visit.requestId(), visit.traceId());
            // A token of an execution ends with it, also where nobody was left to revoke it.
            if (by.task() != null && !stoa().society().executions().isHeld(by.task())) {
                throw new ForbiddenException(
                        "unauthorized", "execution " + by.task() + " has ended, and its token with it", "use another");
            }
            return as(visit, route, by);
        } catch (ForbiddenException e) {
            failures.count(client(visit), clock.instant());
            throw e;
        }
    }

    /** The agent as which a person or program acts, if it names one. */
    private static Principal as(Visit visit, Route route, Principal by) {
        if (route.is(Route.Mark.OPENAI)) {
            return by;
        }
        String agent = visit.header("Stoa-Agent");
        String task = visit.header("Stoa-Task");
        if (by.task() != null && task != null && !task.equals(by.task())) {
            throw forbidden(by.shown() + " may not act inside another", "leave out Stoa-Task");
        }
        if (agent == null || agent.equals(Principal.PERSON)) {
            return task == null || by.agent() == null || by.task() != null ? by : inside(by, by.identity(), task);
        }
        if (by.agent() != null && !by.agent().equals(agent)) {
            throw forbidden(by.shown() + " may not act as another agent", "leave out Stoa-Agent");
        }
        if (agent.equals("system")) {
            throw forbidden("system is not an agent that acts", "name another");
        }
        if (by.agent() == null && !by.rights().contains(Right.WRITE)) {
            throw forbidden("a token that only reads or asks may not act as an agent", "use a token that writes");
        }
        if (by.agent() != null) {
            return task == null || by.task() != null ? by : inside(by, agent, task);
        }
        Principal named = Principal.as(agent);
        Set<Right> rights = EnumSet.copyOf(named.rights());
        rights.retainAll(by.rights());
        Principal acting = new Principal(
                named.name(),
                named.agent(),
                null,
                rights,
                false,
                named.ceiling().atMost(by.ceiling()),
                by.trace());
        return task == null ? acting : inside(acting, agent, task);
    }

    private static Principal inside(Principal by, String agent, String task) {
        return Principal.inside(agent, task).by(by.trace());
    }

    private void limit(Visit visit, Principal by, Route route) {
        String token = by.trace().token();
        OptionalLong wait =
                rates.take(token == null ? client(visit) : token, route.scope().rate(), clock.instant());
        if (wait.isPresent()) {
            throw limited(wait.getAsLong(), policy(route.scope().rate().perMinute()));
        }
    }

    @Override
    public void count(Principal by, Scope scope) {
        String token = by.trace().token();
        if (token != null) {
            OptionalLong wait = rates.take(token, scope.rate(), clock.instant());
            if (wait.isPresent()) {
                throw limited(wait.getAsLong(), policy(scope.rate().perMinute()));
            }
        }
    }

    /** A limit of so many in a minute, as a header says it. */
    static String policy(int perMinute) {
        return perMinute + ";w=60";
    }

    private static Refusal limited(long seconds, String policy) {
        return Refusal.of(
                        429, "rate_limited", "there were too many requests", "try again after " + seconds + " seconds")
                .with("Retry-After", Long.toString(seconds))
                .with(POLICY, policy);
    }

    private static ForbiddenException forbidden(String message, String hint) {
        return new ForbiddenException("forbidden", message, hint);
    }

    @Override
    public void refused(Visit visit, int status, String code) {
        refused(client(visit), status, code, new Trace(null, visit.requestId(), visit.traceId()));
    }

    /**
     * Records a call that was refused.
     *
     * @param client where it came from
     */
    public void refused(String client, int status, String code, Trace trace) {
        Stoa opened = stoa;
        if (opened != null) {
            RefusalLog.Kind kind = status == 429 ? RefusalLog.Kind.RATE_LIMITED : RefusalLog.Kind.AUTH_FAILURE;
            opened.counsel().refusals().refused(kind, client, code, trace);
        }
    }

    private Stoa stoa() {
        Stoa opened = stoa;
        if (opened == null) {
            throw Refusal.of(503, "starting", "the server is starting", "try again in a second")
                    .with("Retry-After", "1");
        }
        return opened;
    }
}
