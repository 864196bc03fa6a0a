package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.json.Json;
import dev.stoa.society.channel.ChannelDraft;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The transport over pipes, such as a program that starts {@code stoa mcp} has. */
@Timeout(300)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class McpStdioTest {
    @TempDir
    static Path folder;

    private static Stoa stoa;

    @BeforeAll
    static void open() {
        stoa = Stoa.open(StoaConfig.load(ConfigSources.of(folder, Map.of(), Location.directory(folder))));
    }

    @AfterAll
    static void close() {
        stoa.close();
    }

    /** A client at the other end of two pipes. */
    private static final class Pipe implements AutoCloseable {
        private final PipedOutputStream in = new PipedOutputStream();
        private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
        private final List<String> all = new ArrayList<>();
        private final Thread server;
        private final @Nullable Revision revision;
        private long ids;

        Pipe(String profile, @Nullable Revision revision) throws IOException {
            this.revision = revision;
            PipedInputStream read = new PipedInputStream(in, 1 << 20);
            server = Thread.ofPlatform().start(() -> {
                try (McpStdio stdio = McpStdio.over(stoa, profile, Principal.local(), Map.of(), out::add)) {
                    stdio.serve(read);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            if (revision != null && revision.isLegacy()) {
                assertThat(ask("initialize", McpHttpClient.begin(revision.text()))
                                .get("result")
                                .toString())
                        .contains(revision.text());
                write(Json.write(Json.object("jsonrpc", "2.0", "method", "notifications/initialized")));
            }
        }

        void write(String line) throws IOException {
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        }

        Map<String, @Nullable Object> next() {
            try {
                String line = out.poll(120, TimeUnit.SECONDS);
                assertThat(line).as("an answer").isNotNull();
                all.add(line);
                return Json.parseObject(line);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        Map<String, @Nullable Object> ask(String method, Map<String, @Nullable Object> params) throws IOException {
            long id = send(method, params);
            Map<String, @Nullable Object> message = next();
            while (!Long.valueOf(id).equals(message.get("id"))) {
                message = next();
            }
            return message;
        }

        long send(String method, Map<String, @Nullable Object> params) throws IOException {
            Map<String, @Nullable Object> all = new LinkedHashMap<>(params);
            if (revision == Revision.MODERN) {
                all.put("_meta", Json.object(Rpc.VERSION_KEY, revision.text(), Rpc.CAPABILITIES_KEY, Json.object()));
            }
            write(Json.write(Json.object("jsonrpc", "2.0", "id", ++ids, "method", method, "params", all)));
            return ids;
        }

        Map<?, ?> call(String tool, Map<String, @Nullable Object> arguments) {
            try {
                Map<String, @Nullable Object> answer =
                        ask("tools/call", Json.object("name", tool, "arguments", arguments));
                assertThat(answer.get("result")).as("%s", answer).isNotNull();
                return (Map<?, ?>) answer.get("result");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Ends the input and waits for the server. */
        boolean end(Duration within) throws Exception {
            in.close();
            return server.join(within);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    @Test
    void everyRevisionListsTheTwelveToolsAndRunsEach() throws Exception {
        for (Revision revision : Revision.values()) {
            String channel = "io-" + revision.text();
            stoa.society().channels().create(Principal.local(), ChannelDraft.of(channel));
            try (Pipe pipe = new Pipe("default", revision)) {
                Map<?, ?> listed =
                        (Map<?, ?>) pipe.ask("tools/list", Json.object()).get("result");
                assertThat(((List<?>) listed.get("tools"))
                                .stream()
                                        .map(each -> ((Map<?, ?>) each).get("name"))
                                        .toList())
                        .isEqualTo(TwelveCalls.NAMES);
                if (revision == Revision.MODERN || revision == Revision.NOVEMBER) {
                    TwelveCalls.run(pipe::call, channel);
                }
                assertThat(pipe.end(Duration.ofSeconds(60))).isTrue();
            }
        }
    }

    @Test
    void whatWasBegunIsAnsweredAfterTheInputEndsAndAWaitIsNot() throws Exception {
        stoa.society().channels().create(Principal.local(), ChannelDraft.of("silent"));
        try (Pipe pipe = new Pipe("default", Revision.MODERN)) {
            pipe.send(
                    "tools/call",
                    Json.object(
                            "name",
                            "read_messages",
                            "arguments",
                            Json.object("channel", "silent", "wait_seconds", 600L)));
            long last = pipe.send("tools/list", Json.object());
            assertThat(pipe.end(Duration.ofSeconds(60))).isTrue();
            List<Map<String, @Nullable Object>> answers = new ArrayList<>();
            pipe.out.forEach(line -> answers.add(Json.parseObject(line)));
            assertThat(answers).hasSize(1);
            assertThat(answers.getFirst().get("id")).isEqualTo(last);
        }
    }

    @Test
    void aCancelledWaitEndsAtOnceAndSaysNothing() throws Exception {
        stoa.society().channels().create(Principal.local(), ChannelDraft.of("quiet"));
        for (Revision revision : List.of(Revision.MODERN, Revision.MARCH)) {
            try (Pipe pipe = new Pipe("default", revision)) {
                long wait = pipe.send(
                        "tools/call",
                        Json.object(
                                "name",
                                "read_messages",
                                "arguments",
                                Json.object("channel", "quiet", "wait_seconds", 600L)));
                pipe.write(Json.write(Json.object(
                        "jsonrpc",
                        "2.0",
                        "method",
                        "notifications/cancelled",
                        "params",
                        Json.object("requestId", wait))));
                // Its id is free as soon as it has ended.
                Map<String, @Nullable Object> next = Json.object();
                for (int i = 0; i < 10_000 && !next.containsKey("result"); i++) {
                    pipe.ids = wait - 1;
                    next = pipe.ask("tools/list", Json.object());
                }
                assertThat(next).containsKey("result");
                assertThat(pipe.end(Duration.ofSeconds(60))).isTrue();
            }
        }
    }

    @Test
    void whatIsNoMessageIsRefusedAndTheNextIsAnswered() throws Exception {
        try (Pipe pipe = new Pipe("read", null)) {
            pipe.write("{");
            assertThat(pipe.next().get("error").toString()).contains("-32700");
            pipe.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
            assertThat(pipe.next().get("error").toString()).contains("initialize");
            pipe.write("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{\"_meta\":{\""
                    + Rpc.VERSION_KEY + "\":\"1900-01-01\"}}}");
            assertThat(pipe.next().get("error").toString()).contains("-32022").contains("2025-06-18");
            pipe.write("   ");
            pipe.write("x".repeat(Rpc.LARGEST + 10));
            assertThat(pipe.next().get("error").toString()).contains("larger than");
            pipe.write(Json.write(Json.object(
                    "jsonrpc", "2.0", "id", "a", "method", "initialize", "params", McpHttpClient.begin("2025-06-18"))));
            assertThat(pipe.next().get("id")).isEqualTo("a");
        }
    }

    @Test
    void aLegacyClientHearsOfWhatItSubscribedTo() throws Exception {
        try (Pipe pipe = new Pipe("memory", Revision.JUNE)) {
            assertThat(pipe.ask("resources/subscribe", Json.object("uri", GraphResource.URI)))
                    .containsKey("result");
            pipe.send(
                    "tools/call",
                    Json.object(
                            "name",
                            "create_entities",
                            "arguments",
                            Json.object(
                                    "entities",
                                    List.of(Json.object(
                                            "name", "Ana", "entityType", "person", "observations", List.of("tall"))))));
            List<Object> methods = new ArrayList<>();
            methods.add(pipe.next().get("method"));
            methods.add(pipe.next().get("method"));
            assertThat(methods).contains("notifications/resources/updated");
        }
    }
}
