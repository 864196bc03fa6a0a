package dev.stoa.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.stoa.base.Principal;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.access.Door;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.OpenApi;
import dev.stoa.server.http.Route;
import dev.stoa.testing.CapturedLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Walks all routes with planted secrets, and looks for them in everything that the server says. */
@Timeout(300)
class NoSecretsTest {
    private static final String KEY = "sk-planted0123456789abcdef";
    private static final String FORGED = "stoa_abcdefghijkl_plantedplantedplantedplantedplantedplantedpla";

    /** A text that is stored, and never sent while the routes are walked. */
    private static final String STORED = "plover-stored-7781";

    /** A text that is in every field of every request. */
    private static final String SENT = "plover-sent-7782";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private int address;

    @Test
    void noOutputHoldsATokenAKeyOrAMessageText() throws Exception {
        List<String> answers = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        String metrics;
        String audit;
        String token;
        HttpServer provider = talkativeProvider();
        try (Collector collector = Collector.answering();
                CapturedLog log = CapturedLog.ofEverything()) {
            try (RunningServer server = RunningServer.at(folder.toString(), folder, settings(provider, collector))) {
                token = server.stoa()
                        .counsel()
                        .tokens()
                        .create(Principal.local(), new TokenDraft(new Scopes(List.of("admin")), "walk", null, null))
                        .token();
                plant(server, token);
                walk(server, token, answers, problems);
                failAModel(server, token, answers);
                collector.awaitNamed("chat gpt-x");
                metrics = send(server, "GET", "/metrics", null, token).raw().body();
                audit = server.stoa()
                        .counsel()
                        .audit()
                        .tail(Door.itself(), null, 500)
                        .toString();
            }
            assertThat(problems).hasSizeGreaterThan(500);
            assertThat(log.warnings()).as("what is captured").isNotEmpty();
            String all = String.join("\n", log.warnings())
                    + Files.readString(folder.resolve("access.log"))
                    + metrics
                    + collector.spans();
            assertThat(all).contains("memories/{id}", "chat gpt-x").doesNotContain(token, KEY, FORGED, STORED, SENT);
            // What a client sent may be quoted to it, but nothing that others wrote.
            assertThat(String.join("\n", problems)).doesNotContain(token, KEY, FORGED, STORED);
            assertThat(String.join("\n", answers)).doesNotContain(token, KEY, FORGED);
            // Acts are on record with the names of what they were done to.
            assertThat(audit).contains("auth_failure").doesNotContain(token, KEY, FORGED, STORED);
        } finally {
            provider.stop(0);
        }
    }

    /** A service that refuses every call and quotes the key in its answer. */
    private static HttpServer talkativeProvider() throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", exchange -> {
            byte[] answer = ("{\"error\":{\"message\":\""
                            + exchange.getRequestHeaders().getFirst("Authorization") + " is wrong\"}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(401, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        http.start();
        return http;
    }

    private static Map<String, String> settings(HttpServer provider, Collector collector) {
        return Map.of(
                "STOA_SERVER_ACCESS_LOG",
                "file",
                "STOA_SERVER_OTLP_ENDPOINT",
                collector.endpoint(),
                // Each request from an address of its own: one address may fail 200 times a minute.
                "STOA_SERVER_TRUSTED_PROXIES",
                "127.0.0.0/8",
                "STOA_PROVIDER_OPENAI_API_KEY",
                KEY,
                "STOA_PROVIDER_OPENAI_BASE_URL",
                "http://127.0.0.1:" + provider.getAddress().getPort());
    }

    private Reply send(RunningServer server, String method, String path, @Nullable String body, String token) {
        int n = address++;
        String[] headers = {
            "Authorization",
            "Bearer " + token,
            "X-Forwarded-For",
            "10.0." + n / 250 + "." + n % 250,
            "Stoa-Timeout",
            "5"
        };
        try {
            return server.sendRaw(method, path, body, headers);
        } catch (IllegalStateException e) {
            // A connection whose last body was not read is closed, perhaps while it is being used again.
            return server.sendRaw(method, path, body, headers);
        }
    }

    private void plant(RunningServer server, String token) {
        Map<String, String> texts = Map.of(
                "memories", "{\"content\":\"%s\"}",
                "notes", "{\"message\":\"%s\"}",
                "knowledge", "{\"domain\":\"birds\",\"content\":\"%s\"}",
                "evidence", "{\"snippet\":\"%s\",\"source\":\"docs\"}",
                "tasks", "{\"input\":\"%s\"}",
                "channels", "{\"name\":\"birds\",\"topic\":\"%s\"}",
                "debates", "{\"topic\":\"%s?\",\"agents\":[\"a=sim:\",\"b=sim:\"]}");
        texts.forEach((noun, text) -> assertThat(
                        send(server, "POST", "/api/v1/" + noun, text.replace("%s", STORED), token)
                                .status())
                .as(noun)
                .isBetween(200, 202));
        assertThat(send(server, "POST", "/api/v1/channels/birds/messages", "{\"content\":\"" + STORED + "\"}", token)
                        .status())
                .isEqualTo(201);
    }

    private void walk(RunningServer server, String token, List<String> answers, List<String> problems) {
        for (Route route : server.routes().all()) {
            if (route.marks().contains(Route.Mark.EVENTS)) {
                continue;
            }
            String path = OpenApi.address(route).replaceAll("\\{[^}]*}", SENT);
            Map<String, @Nullable Object> body = new LinkedHashMap<>();
            for (Field field : route.body().fields()) {
                body.put(field.name(), SENT);
            }
            String sent = body.isEmpty() ? null : Json.write(body);
            body.put("planted", SENT);
            List<Reply> replies = List.of(
                    send(server, route.method(), path + query(route), sent, token),
                    send(server, route.method(), path, Json.write(body), token),
                    send(server, route.method(), path, "{\"" + SENT, token),
                    send(server, route.method(), path, sent, FORGED),
                    send(server, route.method(), path + "?token=" + token, sent, token));
            for (Reply reply : replies) {
                // A new token is in the one answer that tells it.
                if (reply.status() >= 400) {
                    problems.add(reply.raw().body() + reply.raw().headers());
                } else if (!Set.of("tokens").contains(route.noun())) {
                    answers.add(reply.raw().body());
                }
            }
        }
    }

    private static String query(Route route) {
        StringBuilder query = new StringBuilder("?");
        for (Field field : route.query().fields()) {
            query.append(field.name()).append('=').append(SENT).append('&');
        }
        return query.toString();
    }

    private void failAModel(RunningServer server, String token, List<String> answers) {
        Reply begun = send(
                server,
                "POST",
                "/api/v1/debates",
                "{\"topic\":\"" + SENT + "?\",\"agents\":[\"a=openai:gpt-x\",\"b=openai:gpt-x\"]}",
                token);
        assertThat(begun.status()).as(begun.raw().body()).isEqualTo(202);
        Reply now = begun;
        while (!Set.of("completed", "failed").contains(String.valueOf(now.body().get("status")))) {
            now = send(server, "GET", "/api/v1/debates/" + begun.body().get("id"), null, token);
        }
        answers.add(now.raw().body());
        answers.add(send(server, "GET", "/api/v1/debates/" + begun.body().get("id") + "/turns", null, token)
                .raw()
                .body());
    }
}
