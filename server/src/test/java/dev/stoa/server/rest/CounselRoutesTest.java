package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.counsel.correction.CorrectionFilter;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class CounselRoutesTest {
    private static final String KEY = "Idempotency-Key";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Place place;
    private RunningServer server;

    @BeforeEach
    void open() throws IOException {
        Files.writeString(folder.resolve("stoa.toml"), """
                [provider.command.slow]
                argv = ["/bin/sleep", "600"]
                """);
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder);
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private Reply ok(int status, Reply reply) {
        assertThat(reply.status()).as("%s", reply.raw().body()).isEqualTo(status);
        return reply;
    }

    @Test
    void anAddressIsToldOnlyOfWhatCanBeReadThere() {
        Reply conversation = ok(201, server.post("conversations", "{\"title\":\"Ports\"}"));
        ok(200, server.sendRaw("GET", conversation.header("Location"), null));
        assertThat(ok(201, server.post("projects", "{\"name\":\"Ports\"}")).header("Location"))
                .isNull();
        assertThat(ok(201, server.post("tokens", "{\"label\":\"ports\",\"scopes\":[\"read\"]}"))
                        .header("Location"))
                .isNull();
    }

    private static String text(Reply reply, String field) {
        return String.valueOf(reply.body().get(field));
    }

    @Test
    void aConversationIsBegunSpokenInFoundAndErased() {
        String project = text(ok(201, server.post("projects", "{\"name\":\"Leases\"}", KEY, "p")), "project_id");
        Reply again = ok(201, server.post("projects", "{\"name\":\"Leases\"}", KEY, "p"));
        assertThat(text(again, "project_id")).isEqualTo(project);
        assertThat(again.header("Idempotent-Replay")).isEqualTo("true");
        assertThat(ok(409, server.post("projects", "{\"name\":\"Fences\"}", KEY, "p"))
                        .body())
                .containsEntry("code", "key_reused");
        String id =
                text(ok(201, server.post("conversations", "{\"project_id\":\"" + project + "\"}")), "conversation_id");
        String said = "{\"role\":\"user\",\"content\":\"How long does a lease last?\"}";
        Reply first = ok(201, server.post("conversations/" + id + "/messages", said, KEY, "m"));
        Reply second = ok(201, server.post("conversations/" + id + "/messages", said, KEY, "m"));
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(server.get("conversations/" + id + "/messages").body().get("items"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(1);
        ok(200, server.send("PATCH", "conversations/" + id, "{\"title\":\"Terms\"}"));
        assertThat(ok(200, server.get("conversations/" + id)).body())
                .containsEntry("title", "Terms")
                .containsKeys("messages", "next");
        ok(200, server.send("PATCH", "conversations/" + id, "{\"project_id\":\"none\"}"));
        assertThat(ok(200, server.get("conversations?project=none"))
                        .body()
                        .get("items")
                        .toString())
                .contains(id);
        assertThat(ok(200, server.get("conversations/search?query=lease")).body())
                .containsKey("items");
        ok(200, server.get("conversations/" + id + "/backups"));
        ok(409, server.post("conversations/" + id + "/backups", ""));
        ok(200, server.get("model-runs?conversation=" + id));
        assertThat(ok(200, server.post("conversations/" + id + "/erase", "{\"dry_run\":true}"))
                        .body())
                .containsEntry("changed", false);
        ok(422, server.post("conversations/" + id + "/erase", "{\"confirm\":\"yes\"}"));
        assertThat(ok(200, server.post("conversations/" + id + "/erase", "{\"confirm\":\"" + id + "\"}"))
                        .body())
                .containsEntry("changed", true);
    }

    @Test
    void aQuestionIsAnsweredOnceUnderItsKeyAndAlsoLater() {
        String question = "{\"question\":\"What is a lease?\",\"level\":\"fast\",\"agents\":[\"a=sim:\"]}";
        Reply answer = ok(200, server.post("ask", question, KEY, "q"));
        Reply again = ok(200, server.post("ask", question, KEY, "q"));
        assertThat(again.header("Idempotent-Replay")).isEqualTo("true");
        assertThat(text(again, "query_id")).isEqualTo(text(answer, "query_id"));
        assertThat(text(again, "answer")).isEqualTo(text(answer, "answer"));
        ok(409, server.post("ask", question.replace("lease", "fence"), KEY, "q"));
        Reply later = ok(202, server.post("ask", question, "Prefer", "respond-async"));
        assertThat(later.header("Location")).isEqualTo("/api/v1/queries/" + text(later, "query_id"));
        ok(200, server.get("queries/" + text(later, "query_id")));
        Reply named = ok(200, server.post("ask", question, "X-Session-ID", "s-1"));
        assertThat(text(named, "session_id")).isEqualTo("s-1");
        assertThat(named.header("X-Session-ID")).isEqualTo("s-1");
        Reply both =
                ok(200, server.post("ask", question.replace("}", ",\"session_id\":\"s-2\"}"), "X-Session-ID", "s-1"));
        assertThat(text(both, "session_id")).isEqualTo("s-2");
        ok(422, server.post("ask", question, "X-Session-ID", "s 1"));
        String conversation = text(answer, "conversation_id");
        ok(
                200,
                server.post(
                        "conversations/" + conversation + "/messages/" + text(answer, "message_id") + "/feedback",
                        "{\"accepted\":true}"));
        assertThat(ok(200, server.post("ask", question.replace("}", ",\"dry_run\":true}")))
                        .body())
                .containsKeys("field", "panel", "prompts");
        // A request that is refused uses up no key.
        String wrong = "{\"question\":\"What is a lease?\",\"agents\":[\"a=nowhere:x\"]}";
        ok(422, server.post("ask", wrong, KEY, "w"));
        ok(200, server.post("ask", question, KEY, "w"));
    }

    @Test
    void aFullHouseOfQuestionsAnswers503BusyWithNothingStored() {
        server.close();
        server = RunningServer.at(place.where(), folder, Map.of("STOA_SERVER_ASKS", "1"));
        String endless = "{\"question\":\"What is a lease?\",\"level\":\"fast\",\"agents\":[\"a=command:slow\"]}";
        Reply first = ok(202, server.post("ask", endless, "Prefer", "respond-async"));
        Reply refused = ok(503, server.post("ask", endless, KEY, "k"));
        assertThat(refused.body()).containsEntry("code", "busy");
        assertThat(refused.header("Retry-After")).isEqualTo("5");
        assertThat(server.get("conversations").body().get("items"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(1);
        assertThat(ok(200, server.post("queries/" + text(first, "query_id") + "/cancel", ""))
                        .body())
                .containsEntry("state", "cancelled");
    }

    @Test
    void theSameKeyGivesOneCorrectionUnder64SimultaneousRetries() throws Exception {
        String correction = "{\"subject\":\"lease term\",\"claim\":\"A lease lasts 30 s.\"}";
        Callable<Reply> send = () -> server.post("corrections", correction, KEY, "c");
        Set<Object> ids = new HashSet<>();
        int first = 0;
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> each :
                    clients.invokeAll(IntStream.range(0, 64).mapToObj(i -> send).toList())) {
                Reply reply = ok(201, each.get());
                ids.add(reply.body().get("id"));
                first += reply.header("Idempotent-Replay") == null ? 1 : 0;
            }
        }
        assertThat(ids).hasSize(1);
        assertThat(first).isEqualTo(1);
        String id = String.valueOf(ids.iterator().next());
        assertThat(server.get("corrections/" + id + "/events").body().get("items"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(1);
        Reply edited = ok(200, server.send("PATCH", "corrections/" + id, "{\"claim\":\"A lease lasts 31 s.\"}"));
        assertThat(text(edited, "id")).isNotEqualTo(id);
        ok(200, server.post("corrections/" + text(edited, "id") + "/confirm", ""));
        assertThat(ok(200, server.post("corrections/find", "{\"question\":\"What is the lease term?\"}"))
                        .body()
                        .get("items")
                        .toString())
                .contains("31 s");
        ok(200, server.post("corrections/" + text(edited, "id") + "/retire", ""));
        assertThat(server.stoa()
                        .counsel()
                        .corrections()
                        .list(Principal.local(), CorrectionFilter.all(Page.Request.first()))
                        .items())
                .hasSize(2);
        ok(
                201,
                server.post(
                        "corrections",
                        "{\"subject\":\"fence\",\"claim\":\"b\",\"rejected\":\"c\",\"question\":\"d\"}"));
        Reply exported = ok(200, server.get("corrections/export"));
        assertThat(exported.header("Content-Type")).isEqualTo("application/x-ndjson");
        assertThat(exported.raw().body().lines()).hasSize(1);
        ok(200, server.get("assertions"));
        ok(200, server.post("assertions/test", "{\"text\":\"It lasts 30 s.\"}"));
    }

    @Test
    void specialistsAuditAndKeysAreManaged() {
        ok(201, server.post("specialists", "{\"name\":\"reader\",\"model\":\"sim:\"}", KEY, "s"));
        assertThat(ok(201, server.post("specialists", "{\"name\":\"reader\",\"model\":\"sim:\"}", KEY, "s"))
                        .header("Idempotent-Replay"))
                .isEqualTo("true");
        ok(200, server.post("specialists/reader/shadow", "{\"model\":\"sim:?accuracy=0.9\"}"));
        String promote = "{\"to\":\"sim:?accuracy=0.8\",\"force\":true,\"reason\":\"trial\"}";
        Reply promoted = ok(200, server.post("specialists/reader/promote", promote, KEY, "t"));
        assertThat(ok(200, server.post("specialists/reader/promote", promote, KEY, "t"))
                        .body())
                .isEqualTo(promoted.body());
        ok(200, server.post("specialists/reader/rollback", "{}"));
        assertThat(ok(200, server.get("promotions?specialist=reader")).body().get("items"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
        ok(200, server.get("specialists/reader"));
        ok(200, server.get("specialists"));
        ok(200, server.post("specialists/reader/retire", ""));
        Reply audit = ok(200, server.get("audit?limit=2"));
        assertThat(audit.body().get("next")).isNotNull();
        assertThat(ok(200, server.get("audit?after=1&limit=1"))
                        .body()
                        .get("items")
                        .toString())
                .contains("seq=2");
        ok(200, server.get("audit/1"));
        assertThat(ok(200, server.post("audit/verify", "{}")).body()).containsEntry("ok", true);
        ok(200, server.post("audit/checkpoints", ""));
        assertThat(ok(200, server.get("audit/checkpoints")).body().get("items").toString())
                .contains("note");
        assertThat(ok(200, server.get("audit/checkpoints?size=7777"))
                        .body()
                        .get("items")
                        .toString())
                .isEqualTo("[]");
        assertThat(ok(200, server.get("audit/1/proof")).body()).containsKey("proof");
        assertThat(ok(200, server.get("audit/export")).raw().body().lines()).hasSizeGreaterThan(3);
        ok(409, server.get("keys"));
        Reply token = ok(201, server.post("tokens", "{\"scopes\":[\"admin\"]}"));
        String bearer = "Bearer " + text(token, "token");
        ok(401, server.get("tokens"));
        assertThat(ok(200, server.get("tokens", "Authorization", bearer)).raw().body())
                .doesNotContain(text(token, "token"));
        ok(200, server.send("DELETE", "tokens/" + text(token, "token_id"), null, "Authorization", bearer));
        ok(401, server.get("tokens", "Authorization", bearer));
    }

    @Test
    void anInvisibleConversationAnswersTheSameBytesAsOneThatDoesNotExist() {
        String alice = token("alice");
        String bob = token("bob");
        String id = text(
                ok(201, server.post("conversations", "{\"title\":\"secret\"}", "Authorization", alice)),
                "conversation_id");
        String message = text(
                ok(
                        201,
                        server.post(
                                "conversations/" + id + "/messages",
                                "{\"role\":\"user\",\"content\":\"my secret\"}",
                                "Authorization",
                                alice)),
                "message_id");
        Reply asked = ok(
                200,
                server.post(
                        "ask",
                        "{\"question\":\"my secret?\",\"level\":\"fast\",\"agents\":[\"a=sim:\"]}",
                        "Authorization",
                        alice));
        String other = "0197aaaa-0000-7000-8000-000000000000";
        for (String path : List.of(
                "GET conversations/%s",
                "GET conversations/%s/messages",
                "GET conversations/%s/backups",
                "GET conversations/%s/model-runs",
                "GET model-runs?conversation=%s",
                "PATCH conversations/%s",
                "POST conversations/%s/messages")) {
            same(path, id, other, bob);
        }
        same("GET queries/%s", text(asked, "query_id"), other, bob);
        same("POST queries/%s/cancel", text(asked, "query_id"), other, bob);
        assertThat(server.get("conversations", "Authorization", bob).raw().body())
                .doesNotContain(id, "secret");
        assertThat(server.get("conversations/search?query=secret", "Authorization", bob)
                        .raw()
                        .body())
                .doesNotContain(id, message, "my secret");
        assertThat(server.get("conversations/" + id, "Authorization", alice).status())
                .isEqualTo(200);
    }

    private void same(String path, String invisible, String missing, String bearer) {
        String method = path.substring(0, path.indexOf(' '));
        String template = path.substring(path.indexOf(' ') + 1);
        String body = method.equals("PATCH")
                ? "{\"title\":\"mine\"}"
                : template.endsWith("/messages") && method.equals("POST")
                        ? "{\"role\":\"user\",\"content\":\"mine\"}"
                        : null;
        String[] texts = new String[2];
        for (int i = 0; i < 2; i++) {
            String id = i == 0 ? invisible : missing;
            Reply reply =
                    server.send(method, template.formatted(id), body, "Authorization", bearer, "X-Request-ID", "r");
            assertThat(reply.status()).as("%s %s", path, reply.raw().body()).isEqualTo(404);
            texts[i] = reply.raw().body().replace(id, "ID");
        }
        assertThat(texts[0]).as(path).isEqualTo(texts[1]);
    }

    private String token(String subject) {
        return "Bearer "
                + server.stoa()
                        .counsel()
                        .tokens()
                        .create(
                                Principal.operator("test"),
                                new TokenDraft(new Scopes(List.of("ask", "read", "write")), "", subject, null))
                        .token();
    }
}
