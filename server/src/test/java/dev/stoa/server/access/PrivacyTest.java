package dev.stoa.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.OpenApi;
import dev.stoa.server.http.Route;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What belongs to one agent or user, and every way in which another could try to get at it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class PrivacyTest {
    private static final String MARK = "quokka";

    /** Persons see what agents remember; other agents do not. */
    private static final String AGENTS_MARK = "wombat";

    private static final Pattern ASKED = Pattern.compile("\"(query|question|topic|terms)\":\\[?\"" + MARK + "\"]?");
    private static final String OWNER = "yuri";

    /** Fields that could name somebody as whom to act or whose things to see. */
    private static final Set<String> WHO = Set.of(
            "agent",
            "agent_id",
            "identity",
            "subject",
            "namespace",
            "assignee",
            "offered_to",
            "to",
            "from",
            "into",
            "entity");

    private final AtomicLong seconds = new AtomicLong(1_800_000_000L);
    private final List<String> planted = new ArrayList<>();
    private RunningServer server;
    private Credential admin;
    private Credential x;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(
                folder.toString(), folder, Map.of(), () -> Instant.ofEpochSecond(seconds.incrementAndGet()));
        for (String agent : List.of("xena", OWNER)) {
            planted("agents", "{\"identity\":\"%s\",\"model\":\"sim:\"}".formatted(agent), "agent_id");
        }
        planted.clear();
        planted.add(OWNER);
        String[] yuri = {"Stoa-Agent", OWNER};
        planted("notes", "{\"message\":\"the %s is mine\",\"topic\":\"%s\"}".formatted(MARK, MARK), "memory_id", yuri);
        planted(
                "channels",
                "{\"name\":\"burrow\",\"topic\":\"%s\",\"restricted\":true}".formatted(MARK),
                "channel_id",
                yuri);
        planted("channels/burrow/messages", "{\"content\":\"a %s sleeps here\"}".formatted(MARK), "message_id", yuri);
        planted.add("burrow");
        Map<?, ?> memory = (Map<?, ?>) ok(server.post(
                        "memories",
                        "{\"content\":\"where the %s lives\",\"namespace\":\"agent:%s\"}".formatted(AGENTS_MARK, OWNER),
                        yuri))
                .body()
                .get("memory");
        planted.add(String.valueOf(memory.get("id")));
        Credential owner = Credential.bearer(
                "owner", "rw", false, server.tokenOf("olga", "write").token());
        planted("conversations", "{\"title\":\"The %s\"}".formatted(MARK), "conversation_id", owner.sent());
        planted(
                "conversations/" + planted.getLast() + "/messages",
                "{\"role\":\"user\",\"content\":\"Where is the %s?\"}".formatted(MARK),
                "message_id",
                owner.sent());
        admin = Credential.bearer(
                "admin", Credential.PERSON, false, server.token("admin").token());
        x = Credential.bearer(
                "agent:xena", "rw", true, server.token("agent:xena").token());
    }

    @AfterAll
    void close() {
        server.close();
    }

    private void planted(String path, String body, String field, String... headers) {
        planted.add(String.valueOf(ok(server.post(path, body, headers)).body().get(field)));
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    private List<Credential> strangers() {
        return List.of(
                Credential.bearer(
                        "write", "rw", false, server.tokenOf("otto", "write").token()),
                admin.as("xena", "rw"),
                x);
    }

    /** What only the owner and an operator see, to be compared. */
    private List<String> belongings() {
        List<String> seen = new ArrayList<>();
        for (String path : List.of(
                "agents/" + OWNER,
                "notes?agent=" + OWNER,
                "channels/burrow",
                "channels/burrow/members",
                "channels/burrow/messages",
                "conversations",
                "memories?namespace=agent:" + OWNER,
                "tasks?all=true&assignee=" + OWNER,
                "knowledge?agent=" + OWNER)) {
            seen.add(path + " " + server.get(path, admin.sent()).raw().body());
        }
        return seen;
    }

    @Test
    void whatBelongsToAnotherLeaksByNoReadOfAnyRoute() {
        assertThat(belongings().toString()).contains(MARK, "sleeps here", "where the");
        List<String> leaks = new ArrayList<>();
        for (Credential stranger : strangers()) {
            for (Route route : server.routes().all()) {
                if (reads(route)) {
                    for (String path : paths(route)) {
                        Reply reply = server.sendRaw(route.method(), path, body(route), stranger.sent());
                        // What was asked for comes back beside what is found.
                        String told = ASKED.matcher(reply.raw().body()).replaceAll("");
                        boolean leaking = told.contains(MARK) || (stranger.agent() && told.contains(AGENTS_MARK));
                        if (leaking && reply.status() < 400) {
                            leaks.add(stranger.name() + ": " + route.method() + " " + path + " " + told);
                        }
                    }
                }
            }
        }
        assertThat(leaks).isEmpty();
    }

    @Test
    void toLookAfterTheSystemIsNotToReadWhatAgentsKeepToThemselves() {
        Credential operate = Credential.bearer(
                "operate", "rwko", false, server.token("operate").token());
        String note = planted.get(1);
        for (String path : List.of("notes/" + note, "channels/burrow", "channels/burrow/messages")) {
            assertThat(server.get(path, operate.sent()).status()).as(path).isEqualTo(404);
            assertThat(server.get(path, admin.sent()).status()).as(path).isEqualTo(200);
        }
    }

    private static boolean reads(Route route) {
        boolean asks = Set.of(
                        "memories/recall",
                        "consensus/find",
                        "evidence/search",
                        "corrections/find",
                        "graph/search",
                        "channels/{id}/receive",
                        "inbox/wait")
                .contains(route.path());
        return (route.method().equals("GET") || asks) && !route.marks().contains(Route.Mark.EVENTS);
    }

    /** The addresses of a route with each planted thing in its place, alone and asking for the mark. */
    private List<String> paths(Route route) {
        StringBuilder words = new StringBuilder("?");
        StringBuilder names = new StringBuilder("?");
        for (Field field : route.query().fields()) {
            if (field.name().matches("q|query|topic|text")) {
                words.append(field.name()).append('=').append(MARK).append('&');
            }
            if (WHO.contains(field.name())) {
                names.append(field.name())
                        .append('=')
                        .append(field.name().equals("namespace") ? "agent:" : "")
                        .append(OWNER)
                        .append('&');
            }
        }
        List<String> paths = new ArrayList<>();
        String address = OpenApi.address(route);
        for (String id : address.contains("{") ? planted : List.of("")) {
            String path = address.replaceAll("\\{[^}]*}", id);
            paths.add(path);
            if (words.length() > 1) {
                paths.add(path + words);
            }
            if (names.length() > 1) {
                paths.add(path + names);
            }
        }
        return paths;
    }

    private static @Nullable String body(Route route) {
        if (route.method().equals("GET")) {
            return null;
        }
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        for (Field field : route.body().fields()) {
            if (field.name().matches("q|query|topic|question")) {
                body.put(field.name(), MARK);
            }
            if (field.name().equals("wait_seconds")) {
                body.put(field.name(), 0L);
            }
        }
        return Json.write(body);
    }

    @Test
    @DisplayName("An agent:X token must never act or read as Y, by header, body, path, MCP or OpenAI field.")
    void anAgentsTokenNeverActsAsAnotherByHeaderBodyOrPath() {
        List<String> before = belongings();
        List<String> wrong = new ArrayList<>();
        for (Route route : server.routes().all()) {
            if (route.method().equals("GET") || !route.scope().letter().equals("w+A")) {
                continue;
            }
            for (String path : paths(route)) {
                for (String body : acts(route)) {
                    Reply reply = server.sendRaw(route.method(), path, body, x.sent());
                    boolean others = path.contains(OWNER) || planted.stream().anyMatch(path::contains);
                    if (others && reply.status() < 300 && !reply.raw().body().contains("\"changed\":false")) {
                        wrong.add(route.method() + " " + path + " " + body + ": "
                                + reply.raw().body());
                    }
                    Reply named = server.sendRaw(
                            route.method(), path, body, x.as(OWNER, null).sent());
                    if (named.status() != 403) {
                        wrong.add(route.method() + " " + path + " as another: " + named.status());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(belongings()).isEqualTo(before);
    }

    /** Bodies that would do something if the path were one's own, and that name the owner wherever somebody is named. */
    private static List<@Nullable String> acts(Route route) {
        if (route.takes() == Route.Takes.NOTHING) {
            return java.util.Collections.singletonList(null);
        }
        String example = route.example().body();
        Map<String, @Nullable Object> body = new LinkedHashMap<>(
                example == null ? Map.of() : Json.parseObject(example.replaceAll("\\{([a-z_]+)}", OWNER)));
        String plain = Json.write(body);
        for (Field field : route.body().fields()) {
            if (WHO.contains(field.name())) {
                body.put(field.name(), (field.name().equals("namespace") ? "agent:" : "") + OWNER);
            }
        }
        String naming = Json.write(body);
        return naming.equals(plain) ? List.of(plain) : List.of(plain, naming);
    }
}
