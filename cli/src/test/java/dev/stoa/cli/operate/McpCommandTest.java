package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Main;
import dev.stoa.json.Json;
import dev.stoa.storage.crash.Child;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process that serves its standard input. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // set before each test
class McpCommandTest {
    @TempDir
    Path folder;

    /** The program with a library in it that prints whenever something is read. */
    public static final class Talkative {
        private Talkative() {}

        public static void main(String[] args) {
            System.setIn(new Noisy(System.in));
            Main.main(args);
        }
    }

    private static final class Noisy extends FilterInputStream {
        Noisy(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            System.out.println("noise of a library");
            return super.read();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            System.out.println("noise of a library");
            return super.read(into, from, length);
        }
    }

    @Test
    @DisplayName("stdout of stoa mcp must hold only JSON-RPC, also when a library prints.")
    void standardOutputHoldsOnlyMessagesAlsoWhenALibraryPrints() {
        try (Child child = Child.start(
                List.of("env", "STOA_DATA=" + folder.resolve("data")), Talkative.class, "mcp", "--profile", "read")) {
            child.say(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                            + "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
            Map<String, @Nullable Object> begun =
                    Json.parseObject(child.line().orElseThrow(() -> new AssertionError(child.complaints())));
            assertThat(begun.get("id")).isEqualTo(1L);
            child.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"recall\","
                    + "\"arguments\":{\"query\":\"anything\"}}}");
            assertThat(Json.parseObject(child.line().orElseThrow()).get("id")).isEqualTo(2L);
            assertThat(child.complaints()).contains("noise of a library");
            child.endInput();
            assertThat(child.rest()).isEmpty();
            assertThat(child.exit()).isZero();
        }
    }

    private static final List<String> NAMES = List.of(
            "recall",
            "remember",
            "report_outcome",
            "search_evidence",
            "add_evidence",
            "find_consensus",
            "start_debate",
            "debate_status",
            "send_message",
            "read_messages",
            "add_knowledge",
            "get_corrections");

    /** What a process answers to one request. */
    private static Map<?, ?> result(Child child, int id, String method, String params) {
        child.say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
        Map<String, @Nullable Object> answer =
                Json.parseObject(child.line().orElseThrow(() -> new AssertionError(child.complaints())));
        assertThat(answer).as("%s", answer).containsEntry("id", (long) id).containsKey("result");
        return (Map<?, ?>) Objects.requireNonNull(answer.get("result"));
    }

    private static Map<?, ?> call(Child child, int id, String tool, String arguments) {
        Map<?, ?> result =
                result(child, id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
        assertThat(result.get("isError")).as("%s: %s", tool, result).isEqualTo(false);
        return (Map<?, ?>) Objects.requireNonNull(result.get("structuredContent"));
    }

    @Test
    @DisplayName("stdio must list 12 tools and run each.")
    void theRealProcessMustListTwelveToolsOnItsStandardOutputAndRunEach() {
        List<String> through = List.of("env", "STOA_SEARCH_EMBEDDER=off", "STOA_DATA=" + folder.resolve("data"));
        try (Child channel = Child.start(through, Main.class, "channel", "create", "yard")) {
            channel.succeed();
        }
        try (Child child = Child.start(through, Main.class, "mcp")) {
            result(
                    child,
                    1,
                    "initialize",
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                            + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
            List<?> tools = (List<?>) result(child, 2, "tools/list", "{}").get("tools");
            assertThat(tools).extracting(tool -> ((Map<?, ?>) tool).get("name")).isEqualTo(NAMES);
            Map<?, ?> remembered = call(child, 3, "remember", "{\"content\":\"WAL needs the -shm file\"}");
            Object memory = ((Map<?, ?>) Objects.requireNonNull(remembered.get("memory"))).get("id");
            assertThat((List<?>)
                            call(child, 4, "recall", "{\"query\":\"WAL file\"}").get("items"))
                    .hasSize(1);
            call(child, 5, "report_outcome", "{\"memory_id\":\"" + memory + "\",\"success\":true}");
            call(child, 6, "add_evidence", "{\"snippet\":\"Checkpoints shrink the WAL.\",\"source\":\"manual\"}");
            call(child, 7, "search_evidence", "{\"query\":\"checkpoints\"}");
            Map<?, ?> debate = call(
                    child,
                    8,
                    "start_debate",
                    "{\"topic\":\"Which colour?\",\"preset\":\"vote\",\"options\":[\"red\",\"blue\"],\"wait_seconds\":60}");
            assertThat(debate.get("status")).isEqualTo("completed");
            call(child, 9, "debate_status", "{\"debate_id\":\"" + debate.get("debate_id") + "\"}");
            call(child, 10, "find_consensus", "{\"topic\":\"Which colour?\"}");
            call(child, 11, "send_message", "{\"channel\":\"yard\",\"content\":\"Done.\"}");
            call(child, 12, "read_messages", "{\"channel\":\"yard\"}");
            call(child, 13, "add_knowledge", "{\"domain\":\"database/sqlite\",\"content\":\"WAL is a file.\"}");
            call(child, 14, "get_corrections", "{\"question\":\"What is WAL?\"}");
            child.endInput();
            assertThat(child.rest()).isEmpty();
            assertThat(child.exit()).isZero();
        }
    }
}
