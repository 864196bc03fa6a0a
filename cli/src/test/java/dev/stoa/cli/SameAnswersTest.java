package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.StoaConfig;
import dev.stoa.cli.console.LocationOptions;
import dev.stoa.config.ConfigSources;
import dev.stoa.json.Json;
import dev.stoa.server.StoaServer;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The same data read through the command line and through the server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class SameAnswersTest {
    private static final Pattern ROW = Pattern.compile("([a-z_]+): (?:# .+|(GET|POST) (\\S+)( \\{.*})? = (.+))");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final String ANSWERS = "same-answers.txt";
    private static final String TOKENS = "token_list";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, String> things = new HashMap<>();
    private Terminal terminal;
    private StoaServer server;
    private @Nullable String token;

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        terminal = Terminal.on(Dialect.SQLITE, folder);
        learn(folder);
        live();
        counsel();
        things.put("episode", evolve());
        server = StoaServer.start(
                StoaConfig.load(ConfigSources.of(
                        folder,
                        terminal.environment(),
                        LocationOptions.choose(null, null, terminal.environment(), folder))),
                "127.0.0.1",
                0,
                InstantSource.system());
        sent(
                "POST",
                "/api/v1/conversations/" + things.get("conversation") + "/messages",
                "{\"role\":\"user\",\"content\":\"What is a lease?\"}");
        Map<?, ?> profiles = Json.parseObject(sent("GET", "/api/v1/profiles?run=" + things.get("evolution"), null));
        things.put(
                "profile",
                String.valueOf(((Map<?, ?>) ((List<?>) profiles.get("items")).getFirst()).get("profile_id")));
    }

    @AfterAll
    void close() {
        server.close();
        client.close();
        terminal.close();
    }

    private void learn(Path folder) throws IOException {
        things.put("memory", "redis");
        terminal.json("memory", "add", "Redis evicts keys by the policy in maxmemory-policy", "--id", "redis");
        terminal.json("memory", "promote", "redis", "--reason", "used");
        things.put("consensus", "c1");
        terminal.json("consensus", "record", """
                {"id":"c1","topic":"Use Redis for sessions?","conclusion":"Yes.","confidence":0.8,
                "participants":["ana","bea"],"dissents":[{"agent_id":"bea","dissent_type":"risk_warning",
                "content":"It may lose data.","confidence":0.5}]}""");
        Files.writeString(folder.resolve("claim.smt2"), "(declare-const x Int)\n(assert (not (= x x)))\n");
        Map<?, ?> proof = (Map<?, ?>)
                terminal.json("proof", "check", folder.resolve("claim.smt2").toString())
                        .get("proof");
        things.put("proof", String.valueOf(proof.get("id")));
        terminal.json("rating", "record", "d1", "--scores", "ana=2,bea=1", "--judge", "cleo", "--ordered");
        terminal.json("prediction", "add", "d5", "ana", "bea", "0.7");
        terminal.json("prediction", "resolve", "d5", "--winner", "bea");
        terminal.json(
                "critique",
                "add",
                "--debate",
                "d1",
                "--agent",
                "ana",
                "--target",
                "bea",
                "--issue",
                "No null checks.",
                "--suggestion",
                "check first",
                "--severity",
                "0.7",
                "--key",
                "k1");
        terminal.json("critique", "resolve", "k1", "--improved");
        things.put("evidence", "wal");
        terminal.json("evidence", "add", "WAL needs a shared-memory file.", "--source", "docs", "--id", "wal");
        things.put(
                "debate",
                String.valueOf(terminal.json("debate", "run", "Is 91 prime?", "--options", "yes|no", "--seed", "7")
                        .get("id")));
    }

    private String id(String field, String... command) {
        return String.valueOf(terminal.json(command).get(field));
    }

    private void live() {
        terminal.json("agent", "register", "ana", "--model", "sim:", "--describe", "Asks.");
        terminal.json("channel", "create", "lab", "--topic", "what we try");
        terminal.json("message", "send", "lab", "the build is red", "--as", "ana");
        things.put("note", id("memory_id", "note", "add", "Vacuum before the report.", "--topic", "postgres"));
        things.put(
                "knowledge",
                id("knowledge_id", "knowledge", "add", "database/postgres", "VACUUM cannot run in a transaction."));
        things.put("task", id("task_id", "task", "add", "sweep the hall"));
        things.put("run", id("session_id", "run", "start", "ana", "--input", "How many?", "--detach"));
    }

    private void counsel() {
        terminal.json("project", "new", "Leases");
        things.put("conversation", id("conversation_id", "conversation", "new", "Leases"));
        things.put("correction", id("id", "correction", "add", "staging cluster restart", "It restarts on Sunday."));
        terminal.json("specialist", "add", "reader", "sim:");
    }

    private String evolve() {
        things.put("evolution", id("run_id", "evolve", "run", "split-100", "--generations", "1"));
        terminal.json("evolve", "episodes", things.get("evolution"), "--limit", "1");
        return String.valueOf(terminal.items("items").getFirst().get("episode_id"));
    }

    private static Map<String, String> rows(String file) {
        Map<String, String> rows = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(SameAnswersTest.class.getResourceAsStream(file))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    rows.put(line.substring(0, line.indexOf(':')), line);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return rows;
    }

    private Set<String> operations(boolean reading) {
        Set<String> names = new TreeSet<>();
        Map<?, ?> paths =
                (Map<?, ?>) Json.parseObject(sent("GET", "/openapi.json", null)).get("paths");
        for (Object methods : paths.values()) {
            ((Map<?, ?>) methods).forEach((method, operation) -> {
                Map<?, ?> described = (Map<?, ?>) operation;
                boolean reads = method.equals("get") || "safe".equals(described.get("x-stoa-idempotency"));
                if (reads || !reading) {
                    names.add(String.valueOf(described.get("operationId")));
                }
            });
        }
        return names;
    }

    @Test
    @DisplayName("Every CLI verb must have a route or a written reason.")
    void everyVerbHasARouteOrAWrittenReason() {
        Set<String> operations = operations(false);
        Set<String> without = new TreeSet<>();
        VerbRightsTest.verbs().forEach(verb -> {
            String name = verb.replace(' ', '_').replace('-', '_');
            if (operations.stream().noneMatch(each -> each.equals(name) || each.matches(name + "_(get|post)"))) {
                without.add(verb);
            }
        });
        assertThat(without).isEqualTo(rows("verbs-without-route.txt").keySet());
    }

    @Test
    void everyReadOfTheApiIsInTheList() {
        Set<String> reads = operations(true);
        assertThat(rows(ANSWERS).keySet()).isEqualTo(reads);
    }

    @Test
    @DisplayName("The JSON of --json and of REST must be equal for every read, field by field.")
    void theJsonOfTheCommandLineAndOfRestIsEqualForEveryReadFieldByField() {
        List<String> different = new ArrayList<>();
        Map<String, String> rows = rows(ANSWERS);
        rows.forEach((name, row) -> {
            if (!name.equals(TOKENS)) {
                try {
                    different.addAll(compared(row));
                } catch (AssertionError e) {
                    different.add(name + ": " + e.getMessage());
                }
            }
        });
        // The first token closes the server, so this comes last.
        token = String.valueOf(
                terminal.json("token", "create", "--scope", "admin").get("token"));
        different.addAll(compared(rows.get(TOKENS)));
        assertThat(different).isEmpty();
    }

    private List<String> compared(String row) {
        Matcher parts = ROW.matcher(row);
        assertThat(parts.matches()).as(row).isTrue();
        if (parts.group(2) == null) {
            return List.of();
        }
        String path = "/api/v1/" + filled(parts.group(3));
        String body = parts.group(4) == null ? null : parts.group(4).strip();
        String before = sent(parts.group(2), path, body);
        List<String> command = new ArrayList<>();
        Matcher words = WORD.matcher(filled(parts.group(5)));
        while (words.find()) {
            command.add(words.group(1) == null ? words.group(2) : words.group(1));
        }
        command.add("--json");
        int exit = terminal.run(command.toArray(String[]::new));
        String shown = terminal.out();
        String after = sent(parts.group(2), path, body);
        List<String> wrong = new ArrayList<>();
        if (exit != 0) {
            wrong.add(parts.group(1) + ": exit " + exit + " " + terminal.err());
            return wrong;
        }
        List<@Nullable Object> rest = documents(before);
        List<@Nullable Object> again = documents(after);
        compare(parts.group(1), documents(shown), rest, again, wrong);
        return wrong;
    }

    private String filled(String text) {
        String filled = text;
        for (Map.Entry<String, String> thing : things.entrySet()) {
            filled = filled.replace("{" + thing.getKey() + "}", thing.getValue());
        }
        return filled;
    }

    private static List<@Nullable Object> documents(String text) {
        List<@Nullable Object> documents = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            if (!line.isBlank()) {
                documents.add(line.startsWith("{") ? Json.parseObject(line) : line);
            }
        }
        return documents;
    }

    /** Adds where a value of the command line is not that of REST; what changes between two reads by itself is left out. */
    private static void compare(
            String at, @Nullable Object shown, @Nullable Object rest, @Nullable Object again, List<String> wrong) {
        if (shown instanceof Map<?, ?> one && rest instanceof Map<?, ?> other && again instanceof Map<?, ?> third) {
            Set<Object> names = new TreeSet<>(one.keySet());
            names.addAll(other.keySet());
            for (Object name : names) {
                if (one.containsKey(name) != other.containsKey(name)) {
                    wrong.add(at + "." + name + " is only in " + (one.containsKey(name) ? "--json" : "REST"));
                } else {
                    compare(at + "." + name, one.get(name), other.get(name), third.get(name), wrong);
                }
            }
        } else if (shown instanceof List<?> one && rest instanceof List<?> other && again instanceof List<?> third) {
            if (one.size() != other.size()) {
                wrong.add(at + " has " + one.size() + " items in --json and " + other.size() + " in REST");
                return;
            }
            for (int i = 0; i < one.size(); i++) {
                compare(at + "[" + i + "]", one.get(i), other.get(i), i < third.size() ? third.get(i) : null, wrong);
            }
        } else if (at.endsWith(".next")
                && shown instanceof String one
                && rest instanceof String other
                && other.endsWith(one)) {
            // A cursor of the API says also of which list it is.
            return;
        } else if (!Objects.equals(shown, rest) && Objects.equals(rest, again)) {
            wrong.add(at + " is " + shown + " in --json and " + rest + " in REST");
        }
    }

    private String sent(String method, String path, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(path + " " + answer.body()).isIn(200, 201);
            return answer.body();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
