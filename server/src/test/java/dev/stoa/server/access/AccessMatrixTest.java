package dev.stoa.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.http.OpenApi;
import dev.stoa.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every route by every credential, and the table that says who is let in. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessMatrixTest {
    // A second passes each time somebody looks, so that no limit of calls a minute is met.
    private final AtomicLong seconds = new AtomicLong(1_800_000_000L);
    private RunningServer server;
    private Path folder;

    @BeforeAll
    void open(@TempDir Path made) {
        folder = made;
        server = RunningServer.at(
                folder.toString(), folder, Map.of(), () -> Instant.ofEpochSecond(seconds.incrementAndGet()));
    }

    @AfterAll
    void close() {
        server.close();
    }

    /** The scopes by method and address, as the specification has them. */
    static Map<String, String> table() {
        Map<String, String> scopes = new TreeMap<>();
        try (InputStream in = Objects.requireNonNull(AccessMatrixTest.class.getResourceAsStream("route-scopes.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] words = line.split(" ", -1);
                    scopes.put(words[0] + " " + words[1], words[2]);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return scopes;
    }

    private static String name(Route route) {
        return route.method() + " " + OpenApi.address(route);
    }

    private String token(String... scopes) {
        return server.token(scopes).token();
    }

    @Test
    void theScopesOfTheRoutesAreThoseOfTheTable() {
        Map<String, String> scopes = new TreeMap<>();
        server.routes()
                .all()
                .forEach(route -> scopes.put(name(route), route.scope().letter()));
        assertThat(scopes).isEqualTo(table());
    }

    @Test
    @DisplayName("Every route must refuse guest, each lower scope and a foreign agent token, and the table of refusals"
            + " must equal that of the routes.")
    void everyRouteRefusesGuestEachLowerScopeAndAForeignAgentTokenAndTheTableOfRefusalsIsThatOfTheScopes() {
        Credential open = Credential.none("nobody at an open server", Credential.PERSON);
        List<String> wrong = new ArrayList<>();
        wrong.addAll(refusals(open, server.routes().all()));
        for (Credential credential : List.of(open.as("x", "rwk"), open.asPerson())) {
            wrong.addAll(refusals(credential, one()));
        }
        Credential read = Credential.bearer("read", "r", false, token("read"));
        Credential ask = Credential.bearer("ask", "k", false, token("ask"));
        Credential write = Credential.bearer("write", "rw", false, token("write"));
        Credential operate = Credential.bearer("operate", "rwko", false, token("operate"));
        Credential admin = Credential.bearer("admin", Credential.PERSON, false, token("admin"));
        Credential x = Credential.bearer("agent:x", "rw", true, token("agent:x"));
        Credential asking = Credential.bearer("agent:x,ask", "rwk", true, token("agent:x", "ask"));
        for (Credential credential :
                List.of(Credential.none("guest", null), read, ask, write, operate, admin, x, admin.as("x", "rwk"))) {
            wrong.addAll(refusals(credential, server.routes().all()));
        }
        for (Credential credential : List.of(
                asking,
                read.as("x", null),
                ask.as("x", null),
                write.as("x", "rw"),
                operate.as("x", "rwk"),
                admin.as("system", null),
                x.as("x", "rw"),
                x.as("y", null),
                x.asPerson(),
                Credential.bearer("no token", null, false, "stoa_aaaaaaaaaaaa_b"))) {
            wrong.addAll(refusals(credential, one()));
        }
        wrong.addAll(sessions());
        assertThat(wrong).isEmpty();
    }

    /** One route of each kind, for what differs by the kind alone. */
    private Collection<Route> one() {
        Map<String, Route> kinds = new TreeMap<>();
        for (Route route : server.routes().all()) {
            kinds.putIfAbsent(route.scope().letter() + route.marks().contains(Route.Mark.OPENAI), route);
        }
        return kinds.values();
    }

    /** A session may read the API, and with the token of its pages do whatever its own token may. */
    private List<String> sessions() {
        Path key = folder.resolve("keys/console.key");
        Sessions made = new Sessions(key, () -> Instant.ofEpochSecond(seconds.incrementAndGet()));
        Sessions.Session session = made.begin(server.token("write").stored().tokenId());
        List<String> cookie = List.of("Cookie", made.cookie(session, false).split(";", -1)[0]);
        List<String> both = new ArrayList<>(cookie);
        both.addAll(List.of("X-CSRF-Token", made.csrf(session)));
        List<String> wrong = new ArrayList<>();
        for (boolean csrf : List.of(false, true)) {
            Credential credential = new Credential("a session", "rw", false, csrf ? both : cookie, null);
            wrong.addAll(answers(credential, server.routes().all(), (route, scope) -> {
                if (scope.equals("-")) {
                    return 0;
                }
                if (route.marks().contains(Route.Mark.ROOT)) {
                    return 401;
                }
                return csrf || route.method().equals("GET") ? credential.refusal(scope) : 403;
            }));
        }
        return wrong;
    }

    /** Where the answers to a credential are not what the table says. */
    private List<String> refusals(Credential credential, Collection<Route> routes) {
        boolean unknown = credential.name().equals("no token");
        // Below /v1 nobody acts as another.
        Credential plain = Objects.requireNonNullElse(credential.behind(), credential);
        return answers(
                credential,
                routes,
                (route, scope) -> unknown
                        ? 401
                        : route.marks().contains(Route.Mark.OPENAI) ? plain.refusal(scope) : credential.refusal(scope));
    }

    private List<String> answers(
            Credential credential, Collection<Route> routes, BiFunction<Route, String, Integer> refusal) {
        List<String> wrong = new ArrayList<>();
        Map<String, String> table = table();
        for (Route route : routes) {
            int expected = refusal.apply(route, Objects.requireNonNull(table.get(name(route)), name(route)));
            // A parameter that no route has: who is let in is told so, and nothing is done.
            String path = OpenApi.address(route).replaceAll("\\{[^}]*}", "none") + "?no_such=1";
            int status = server.sendRaw(route.method(), path, null, credential.sent())
                    .status();
            boolean right = expected == 0 ? status != 401 && status != 403 : status == expected;
            if (!right) {
                wrong.add(name(route) + " by " + credential.name() + ": " + status + " and not " + expected);
            }
        }
        return wrong;
    }
}
