package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What others wrote, against this server: conformance suites, a client and the memory server that one profile replaces. */
@Tag("clients")
@NeedsTool(Tool.CLIENTS)
@Timeout(300)
class ClientsTest {
    private static final Path CLIENTS =
            Path.of(System.getProperty("stoa.basedir", "..")).resolve("server/src/test/clients");
    private static final String NODE = "node_modules/node/bin/node";

    /** What every run holds, so that a suite which drops something is noticed. */
    private static final List<String> ALWAYS = List.of(
            "tools-list",
            "tools-call-simple-text",
            "tools-call-image",
            "tools-call-audio",
            "tools-call-embedded-resource",
            "tools-call-mixed-content",
            "tools-call-error",
            "tools-call-with-progress",
            "resources-list",
            "resources-read-text",
            "resources-read-binary",
            "resources-templates-read",
            "prompts-list",
            "prompts-get-simple",
            "prompts-get-with-args",
            "prompts-get-embedded-resource",
            "prompts-get-with-image",
            "dns-rebinding-protection");

    private static final List<String> WITH_SESSIONS = List.of(
            "server-initialize",
            "ping",
            "completion-complete",
            "server-sse-multiple-streams",
            "resources-subscribe",
            "resources-unsubscribe");
    private static final List<String> MODERN = List.of("server-stateless", "sep-2164-resource-not-found", "caching");

    private static Process node(String... args) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(CLIENTS.resolve(NODE).toAbsolutePath().toString()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .directory(CLIENTS.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @ParameterizedTest
    @DisplayName("The conformance suites must pass as listed, over the real transport.")
    @CsvSource({
        "active, conformance-stable, --suite, active",
        "2025-11-25, @modelcontextprotocol/conformance, --requirements, 2025-11-25",
        "2026-07-28, @modelcontextprotocol/conformance, --requirements, 2026-07-28"
    })
    void theConformanceSuitePassesButForWhatIsListed(
            String run, String suite, String option, String value, @TempDir Path folder, @TempDir Path results)
            throws IOException {
        try (FixtureServer server = FixtureServer.of(ConformanceFixture.profile(), folder, 0)) {
            List<String> lines = suite(suite, server, option, value, results);
            TreeSet<String> failed = new TreeSet<>();
            TreeSet<String> passed = new TreeSet<>();
            for (String line : lines) {
                if (line.matches("[✓✗] [a-z0-9-]+: [0-9]+ passed, .*")) {
                    (line.startsWith("✗") ? failed : passed).add(line.substring(2, line.indexOf(':')));
                }
            }
            assertThat(failed).as(String.join("\n", lines)).isEqualTo(expected(run));
            assertThat(passed).hasSizeGreaterThan(20).containsAll(ALWAYS);
            assertThat(passed).containsAll(run.equals("2026-07-28") ? MODERN : WITH_SESSIONS);
        }
    }

    /** What a suite prints about a server. */
    private static List<String> suite(String suite, FixtureServer server, String option, String value, Path results)
            throws IOException {
        Process process = node(
                "node_modules/" + suite + "/dist/index.js",
                "server",
                "--url",
                server.url(),
                option,
                value,
                "-o",
                results.toString());
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            return out.lines().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"json-schema-2020-12", "server-sse-polling", "server-session-lifecycle", "http-header-validation"
            })
    void theScenarioThatNoSuiteHoldsPasses(String scenario, @TempDir Path folder, @TempDir Path results)
            throws IOException {
        try (FixtureServer server = FixtureServer.of(ConformanceFixture.profile(), folder, 0)) {
            List<String> lines = suite("@modelcontextprotocol/conformance", server, "--scenario", scenario, results);
            assertThat(lines.getLast()).matches("Passed: ([1-9][0-9]*)/\\1, 0 failed, 0 warnings");
        }
    }

    private static Set<String> expected(String run) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        boolean here = false;
        for (String line : Files.readAllLines(CLIENTS.resolve("expected-failures.yaml"))) {
            if (line.startsWith("  - ")) {
                if (here) {
                    names.add(line.substring(4, line.indexOf(" #")));
                }
            } else if (!line.startsWith("#")) {
                here = line.equals(run + ":");
            }
        }
        return names;
    }

    /** A program that is asked a line and answers one. */
    private record Asked(Process process, Writer in, BufferedReader out) implements AutoCloseable {
        static Asked of(Process process) {
            return new Asked(
                    process,
                    new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8),
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
        }

        String read() throws IOException {
            String line = out.readLine();
            assertThat(line).as("an answer").isNotNull();
            return line;
        }

        void write(String line) throws IOException {
            in.write(line + "\n");
            in.flush();
        }

        Map<?, ?> call(String tool, Map<String, @Nullable Object> arguments) {
            try {
                write(Json.write(Json.object("name", tool, "arguments", arguments)));
                return Json.parseObject(read());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    @Test
    @DisplayName("The npm client 2.4.0 (2026-07-28) must list 12 tools and run each.")
    void theClientOfTheProtocolsAuthorsListsTheTwelveToolsAndRunsEach(@TempDir Path folder) throws IOException {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            server.stoa().society().channels().create(Principal.local(), ChannelDraft.of("npm"));
            try (Asked client = Asked.of(node("mcp-client.mjs", server.url() + "/mcp", Revision.MODERN.text()))) {
                assertThat(Json.parseArray(client.read())).isEqualTo(TwelveCalls.NAMES);
                TwelveCalls.run(client::call, "npm");
            }
        }
    }

    @Test
    @DisplayName("memory must be indistinguishable from the official server in 500 random calls, and two clients must"
            + " lose nothing.")
    void theProfileMemoryAnswersAsTheOriginalInFiveHundredRandomCalls(@TempDir Path folder, @TempDir Path theirs)
            throws Exception {
        ProcessBuilder original = new ProcessBuilder(
                        CLIENTS.resolve(NODE).toAbsolutePath().toString(),
                        "node_modules/@modelcontextprotocol/server-memory/dist/index.js")
                .directory(CLIENTS.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        original.environment()
                .put("MEMORY_FILE_PATH", theirs.resolve("memory.jsonl").toString());
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, Map.of(), Location.directory(folder)));
        PipedOutputStream in = new PipedOutputStream();
        BlockingQueue<String> out = new LinkedBlockingQueue<>();
        try (Stoa stoa = Stoa.open(config);
                Asked them = Asked.of(original.start());
                McpStdio us = McpStdio.over(stoa, "memory", Principal.local(), Map.of(), out::add)) {
            PipedInputStream read = new PipedInputStream(in, 1 << 20);
            Thread serving = Thread.ofPlatform().start(() -> {
                try {
                    us.serve(read);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            Random random = new Random(11);
            for (int id = 0; id <= 500; id++) {
                String message = id == 0 ? begin() : message(id, random);
                them.write(message);
                in.write((message + "\n").getBytes(StandardCharsets.UTF_8));
                in.flush();
                Object original500 = Json.parseObject(them.read()).get("result");
                Object own = Json.parseObject(String.valueOf(out.poll(30, TimeUnit.SECONDS)))
                        .get("result");
                if (id > 0) {
                    assertThat(Json.write(own)).as("call %d: %s", id, message).isEqualTo(Json.write(original500));
                }
            }
            in.close();
            serving.join();
        }
    }

    private static String begin() {
        return Json.write(Json.object(
                "jsonrpc", "2.0", "id", 0L, "method", "initialize", "params", McpHttpClient.begin("2025-11-25")));
    }

    /** A call of one of the nine tools, without anything twice in one call: there the original stores it twice. */
    private static String message(int id, Random random) {
        String[] tools = {
            "create_entities", "create_entities", "create_relations", "add_observations", "delete_entities",
            "delete_observations", "delete_relations", "read_graph", "search_nodes", "open_nodes"
        };
        String tool = tools[random.nextInt(tools.length)];
        List<String> names = distinct(random, "Ana", "Bo", "ana", "Zoë", "x/y", "a b", "東京", "🙂", "O'Neil");
        Map<String, @Nullable Object> arguments = switch (tool) {
            case "create_entities" ->
                Json.object(
                        "entities",
                        names.stream()
                                .map(name -> Json.object(
                                        "name",
                                        name,
                                        "entityType",
                                        "type" + random.nextInt(3),
                                        "observations",
                                        texts(random)))
                                .toList());
            case "create_relations", "delete_relations" ->
                Json.object(
                        "relations",
                        names.stream()
                                .map(name ->
                                        Json.object("from", name, "to", "Ana", "relationType", "r" + random.nextInt(2)))
                                .toList());
            case "add_observations" ->
                Json.object(
                        "observations",
                        names.stream()
                                .limit(1)
                                .map(name -> Json.object("entityName", name, "contents", texts(random)))
                                .toList());
            case "delete_observations" ->
                Json.object(
                        "deletions",
                        names.stream()
                                .map(name -> Json.object("entityName", name, "observations", texts(random)))
                                .toList());
            case "delete_entities" -> Json.object("entityNames", names.subList(0, Math.min(1, names.size())));
            case "search_nodes" ->
                Json.object(
                        "query", List.of("a", "TALL", "type1", "", "ë", "none").get(random.nextInt(6)));
            case "open_nodes" -> Json.object("names", names);
            default -> Json.object();
        };
        return Json.write(Json.object(
                "jsonrpc",
                "2.0",
                "id",
                (long) id,
                "method",
                "tools/call",
                "params",
                Json.object("name", tool, "arguments", arguments)));
    }

    private static List<String> texts(Random random) {
        return distinct(random, "tall", "old", "likes \"tea\"", "line\nbreak", "Tall", " spaced ");
    }

    private static List<String> distinct(Random random, String... all) {
        return Stream.of(all).filter(each -> random.nextInt(3) == 0).toList();
    }
}
