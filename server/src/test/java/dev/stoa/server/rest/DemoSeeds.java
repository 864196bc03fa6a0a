package dev.stoa.server.rest;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds on the demo data, or makes, what each name in braces in an example stands for. Used by one test. */
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
final class DemoSeeds {
    private static final Pattern NAME = Pattern.compile("\\{([a-z_]+)}");
    private static final String TWO =
            "{\"topic\":\"Is 91 prime?\",\"options\":[\"yes\",\"no\"],\"agents\":[\"a=sim:\",\"b=sim:\"]%s}";
    private static final String TURNS = "{\"runner_epoch\":1,\"turns\":["
            + "{\"phase\":\"proposal\",\"agent_id\":\"a\",\"content\":\"No.\",\"option\":\"B\",\"confidence\":0.9},"
            + "{\"phase\":\"proposal\",\"agent_id\":\"b\",\"content\":\"No.\",\"option\":\"B\",\"confidence\":0.8}]}";
    private static final String CODED = "{\"topic\":\"Add two numbers.\",\"preset\":\"external\",\"start\":false,"
            + "\"agents\":[{\"name\":\"a\",\"provider\":\"other\"},{\"name\":\"b\",\"provider\":\"other\"}],"
            + "\"code\":{\"language\":\"python\",\"tests\":[{\"name\":\"sum\",\"body\":\"assert add(1, 2) == 3\"}]}}";
    private static final long LONGEST_WAIT = 60_000_000_000L;

    private final RunningServer server;
    private final Seeds seeds;
    private @Nullable String gated;
    private @Nullable Reply asked;
    private @Nullable String admin;

    DemoSeeds(RunningServer server) {
        this.server = server;
        this.seeds = new Seeds(server);
    }

    /** Creates the first token, which closes the server to all others. */
    void close() {
        admin = server.token("admin").token();
    }

    String filled(String text) {
        return NAME.matcher(text).replaceAll(found -> Matcher.quoteReplacement(one(found.group(1))));
    }

    /** Sends an example as its reader would; of a stream the first line is awaited. */
    Reply send(Route route, String path, @Nullable String body) {
        List<String> headers = new ArrayList<>();
        if (admin != null) {
            headers.addAll(List.of("Authorization", "Bearer " + admin));
        }
        if (route.path().startsWith("mcp") && route.method().equals("POST")) {
            headers.addAll(List.of("Accept", "application/json, text/event-stream"));
        }
        if (route.marks().contains(Route.Mark.EVENTS) && route.example().status() == 200) {
            return followed(path);
        }
        return server.sendRaw(route.method(), path, body, headers.toArray(String[]::new));
    }

    private Reply followed(String path) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> answer = client.send(
                    HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.ofInputStream());
            try (InputStream in = answer.body()) {
                if (in.read() != 'r') {
                    throw new IllegalStateException(path + " does not begin with retry");
                }
            }
            client.shutdownNow();
            return new Reply(answer.statusCode(), Map.of(), new Head(answer));
        } catch (IOException e) {
            throw new IllegalStateException(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String post(String path, String body, String field, String... headers) {
        Reply reply = server.post(path, body, headers);
        if (reply.status() >= 300) {
            throw new IllegalStateException(
                    path + ": " + reply.status() + " " + reply.raw().body());
        }
        return String.valueOf(reply.body().get(field));
    }

    private String first(String path, String field) {
        Reply list = server.get(path);
        if (!(list.body().get("items") instanceof List<?> items) || items.isEmpty()) {
            throw new IllegalStateException(
                    path + " has no items: " + list.raw().body());
        }
        return String.valueOf(((Map<?, ?>) items.getFirst()).get(field));
    }

    private String one(String name) {
        return switch (name) {
            case "debate" -> first("debates?status=completed&limit=1", "id");
            case "lesson" -> first("lessons?limit=1", "id");
            case "waiting" -> post("debates", TWO.formatted(",\"start\":false"), "id");
            case "gated" -> gated();
            case "gate" -> first("debates/" + gated + "/gates", "id");
            case "external" -> external();
            case "held" -> {
                String id = external();
                post("debates/" + id + "/start", "", "runner_epoch");
                yield id;
            }
            case "spoken" -> {
                String id = one("held");
                post("debates/" + id + "/turns", TURNS, "last_seq");
                yield id;
            }
            case "query" -> answered("query_id");
            case "answer" -> answered("message_id");
            case "conversation" -> answered("conversation_id");
            case "asked" ->
                post(
                        "ask",
                        "{\"question\":\"What?\",\"level\":\"fast\",\"agents\":[\"a=command:slow\"]}",
                        "query_id",
                        "Prefer",
                        "respond-async");
            case "specialist" -> {
                String id = seeds.filled("{specialist}");
                post(
                        "specialists/" + id + "/promote",
                        "{\"to\":\"sim:other\",\"force\":true,\"reason\":\"t\"}",
                        "name");
                yield id;
            }
            case "token" -> server.token("read").stored().tokenId();
            case "run", "evolution" -> first("evolutions", "run_id");
            case "episode" -> first("episodes?limit=1&run=" + one("run"), "episode_id");
            case "coded" -> {
                String id = post("debates", CODED, "id");
                post("debates/" + id + "/start", "", "runner_epoch");
                yield id;
            }
            case "created" -> created();
            case "profile" -> first("profiles?run=" + one("run"), "profile_id");
            default -> seeds.filled("{" + name + "}");
        };
    }

    /** An agent that a run designed, one that waits for approval if there is one. */
    private String created() {
        List<?> items = (List<?>) server.get("created-agents").body().get("items");
        return items.stream()
                .map(each -> (Map<?, ?>) each)
                .sorted(Comparator.comparing(each -> !"pending_approval".equals(each.get("status"))))
                .map(each -> String.valueOf(each.get("created_agent_id")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no run designed an agent"));
    }

    private String gated() {
        String id = post("debates", TWO.formatted(",\"gates\":[\"convergence\"]"), "id");
        long end = System.nanoTime() + LONGEST_WAIT;
        while (!"paused".equals(server.get("debates/" + id).body().get("status"))) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the debate does not pause");
            }
        }
        gated = id;
        return id;
    }

    private String external() {
        return post(
                "debates",
                "{\"topic\":\"Is 91 prime?\",\"preset\":\"external\",\"options\":[\"yes\",\"no\"],\"start\":false,"
                        + "\"agents\":[{\"name\":\"a\",\"provider\":\"other\"},{\"name\":\"b\",\"provider\":\"other\"}]}",
                "id");
    }

    private String answered(String field) {
        if (asked == null) {
            asked = server.post("ask", "{\"question\":\"When does the staging cluster restart?\"}");
        }
        return String.valueOf(asked.body().get(field));
    }

    /** The head of an answer whose body was not read to its end. */
    private record Head(HttpResponse<InputStream> answer) implements HttpResponse<String> {
        @Override
        public int statusCode() {
            return answer.statusCode();
        }

        @Override
        public HttpRequest request() {
            return answer.request();
        }

        @Override
        public java.util.Optional<HttpResponse<String>> previousResponse() {
            return java.util.Optional.empty();
        }

        @Override
        public java.net.http.HttpHeaders headers() {
            return answer.headers();
        }

        @Override
        public String body() {
            return Json.write(Map.of());
        }

        @Override
        public java.util.Optional<javax.net.ssl.SSLSession> sslSession() {
            return answer.sslSession();
        }

        @Override
        public URI uri() {
            return answer.uri();
        }

        @Override
        public HttpClient.Version version() {
            return answer.version();
        }
    }
}
