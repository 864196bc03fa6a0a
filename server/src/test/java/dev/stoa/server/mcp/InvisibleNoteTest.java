package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.sse.EventClient;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A note that belongs to another agent, and every surface on which it could be told from one that does not exist. */
@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class InvisibleNoteTest {
    private static final String MARK = "quokka";
    private static final String NONE = "00000000-0000-7000-8000-000000000000";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Place place;
    private RunningServer server;
    private String admin;
    private String xena;
    private String write;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        // The time stands still, so that answers do not differ by it.
        server = RunningServer.at(
                place.where(),
                folder,
                Map.of("STOA_SEARCH_EMBEDDER", "off"),
                () -> Instant.parse("2026-05-01T10:00:00Z"));
        server.post("agents", "{\"identity\":\"xena\",\"model\":\"sim:\"}");
        server.post("agents", "{\"identity\":\"yuri\",\"model\":\"sim:\"}");
        server.post("channels", "{\"name\":\"yard\"}");
        admin = server.token("admin").token();
        xena = server.token("agent:xena").token();
        write = server.token("write").token();
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private Reply send(String token, String method, String path, String body) {
        return server.send(method, path, body, "Authorization", "Bearer " + token, "X-Request-ID", "same");
    }

    private Reply asYuri(String path, String body) {
        Reply reply = server.post(path, body, "Authorization", "Bearer " + admin, "Stoa-Agent", "yuri");
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    /** What a stranger can ask without the id of a note, with the bytes of each answer. */
    private List<String> asked(String token) {
        List<String> answers = new ArrayList<>();
        for (String path : List.of(
                "notes",
                "notes?agent=yuri",
                "notes?agent=yuri&topic=" + MARK,
                "notes?agent=yuri&core=true",
                "notes?agent=yuri&archived=true",
                "context?q=" + MARK,
                "context?q=" + MARK + "&agent=yuri&archived=true",
                "agents/yuri",
                "agents",
                "society/stats",
                "channels/yard/export",
                "export?what=society",
                "graph")) {
            Reply reply = send(token, "GET", path, null);
            answers.add(path + " " + reply.status() + " " + reply.raw().body());
        }
        for (String profile : List.of("society", "read")) {
            try (McpHttpClient client = McpHttpClient.begun(server.url() + "/mcp/" + profile, Revision.MODERN, token)) {
                answers.add(Json.write(client.call("search_context", Json.object("query", MARK))
                        .message()));
                answers.add(
                        Json.write(client.ask("resources/list", Json.object()).message()));
            }
        }
        return answers;
    }

    /** What can be asked of one note, with its id taken out. */
    private List<String> askedOf(String token, String id) {
        List<String> answers = new ArrayList<>();
        for (String each : List.of(
                "GET notes/%s",
                "GET notes/%s/chain",
                "PATCH notes/%s {\"message\":\"mine\"}",
                "POST notes/%s/share {\"public\":true}",
                "POST notes/%s/archive {}",
                "POST notes/%s/restore {}",
                "POST notes/replace {\"olds\":[\"%s\"],\"message\":\"new\"}",
                "DELETE notes/%s",
                "DELETE notes/%s?dry_run=true")) {
            String[] parts = each.formatted(id).split(" ", 3);
            Reply reply = send(token, parts[0], parts[1], parts.length > 2 ? parts[2] : null);
            assertThat(reply.status()).as("%s: %s", each, reply.raw().body()).isEqualTo(404);
            answers.add(each + " " + reply.raw().body().replace(id, "ID"));
        }
        try (McpHttpClient client = McpHttpClient.begun(server.url() + "/mcp", Revision.MODERN, token)) {
            answers.add(Json.write(client.ask("resources/read", Json.object("uri", "stoa://note/" + id))
                            .message())
                    .replace(id, "ID"));
        }
        return answers;
    }

    @Test
    @DisplayName("An invisible note must answer the same bytes as one that does not exist, in read, list, search,"
            + " stream, MCP and export.")
    void anInvisibleNoteMustAnswerTheSameBytesAsOneThatDoesNotExistInReadListSearchStreamMcpAndExport() {
        // That it did something is no secret; what it keeps to itself is.
        asYuri("channels/yard/messages", "{\"content\":\"good morning\"}");
        List<List<String>> before = List.of(asked(xena), asked(write));
        String note;
        try (EventClient stream =
                EventClient.open(server.url() + "/api/v1/society/events", "Authorization", "Bearer " + xena)) {
            assertThat(stream.next().name()).isEqualTo("hello");
            note = String.valueOf(asYuri(
                            "notes",
                            "{\"message\":\"the %s is mine\",\"topic\":\"%s\",\"core\":true}".formatted(MARK, MARK))
                    .body()
                    .get("memory_id"));
            asYuri("channels/yard/messages", "{\"content\":\"hello\"}");
            EventClient.Got next = stream.next();
            assertThat(next.name()).isEqualTo("message.posted");
            assertThat(next.data()).doesNotContain(note, MARK);
        }
        assertThat(send(admin, "GET", "notes/" + note, null).raw().body()).contains(MARK);
        // The message is there for everyone; it alone may have changed something.
        send(admin, "DELETE", "messages/" + posted(), null);
        List<List<String>> after = List.of(asked(xena), asked(write));
        for (int i = 0; i < before.size(); i++) {
            assertThat(differing(after.get(i))).isEqualTo(differing(before.get(i)));
            assertThat(after.get(i).toString()).doesNotContain(note, "is mine");
        }
        for (String token : List.of(xena, write)) {
            assertThat(askedOf(token, note)).isEqualTo(askedOf(token, NONE));
        }
        assertThat(send(admin, "GET", "notes/" + note, null).raw().body()).contains("the " + MARK + " is mine");
    }

    private String posted() {
        List<?> items = (List<?>)
                send(admin, "GET", "channels/yard/messages", null).body().get("items");
        return String.valueOf(((Map<?, ?>) items.getFirst()).get("message_id"));
    }

    /** The answers without those that a message of the channel may change. */
    private static List<String> differing(List<String> answers) {
        return answers.stream()
                .filter(answer -> !answer.startsWith("channels/") && !answer.startsWith("society/stats"))
                .toList();
    }
}
