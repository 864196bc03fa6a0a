package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call of each tool of the default profile, over any client. Stateless. */
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
final class TwelveCalls {
    static final List<String> NAMES = List.of(
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

    private TwelveCalls() {}

    /** Calls a tool and answers its result. */
    interface Caller {
        Map<?, ?> call(String tool, Map<String, @Nullable Object> arguments);
    }

    /** Runs each of them; the channel must be there. */
    static void run(Caller caller, String channel) {
        Map<String, Map<?, ?>> results = new LinkedHashMap<>();
        results.put("remember", caller.call("remember", Json.object("content", "WAL needs the -shm file")));
        String memory = text(results.get("remember"), "memory", "id");
        results.put("recall", caller.call("recall", Json.object("query", "WAL file", "limit", 3L)));
        assertThat(shown(results.get("recall")))
                .contains("[memory " + memory + " trust=")
                .contains("| WAL needs");
        results.put("report_outcome", caller.call("report_outcome", Json.object("memory_id", memory, "success", true)));
        results.put(
                "add_evidence",
                caller.call("add_evidence", Json.object("snippet", "Checkpoints shrink the WAL.", "source", "manual")));
        results.put("search_evidence", caller.call("search_evidence", Json.object("query", "checkpoints")));
        assertThat(shown(results.get("search_evidence"))).contains("| Checkpoints shrink the WAL.");
        results.put(
                "start_debate",
                caller.call(
                        "start_debate",
                        Json.object(
                                "topic",
                                "Which colour?",
                                "preset",
                                "vote",
                                "options",
                                List.of("red", "blue"),
                                "idempotency_key",
                                "k-" + channel,
                                "wait_seconds",
                                60L)));
        String debate = text(results.get("start_debate"), "debate_id");
        assertThat(text(results.get("start_debate"), "status"))
                .as("%s", results)
                .isEqualTo("completed");
        results.put("debate_status", caller.call("debate_status", Json.object("debate_id", debate, "limit", 2L)));
        assertThat(((Number) structured(results.get("debate_status")).get("next_seq")).longValue())
                .isEqualTo(2);
        results.put("find_consensus", caller.call("find_consensus", Json.object("topic", "Which colour?")));
        results.put("send_message", caller.call("send_message", Json.object("channel", channel, "content", "Done.")));
        results.put("read_messages", caller.call("read_messages", Json.object("channel", channel)));
        results.put(
                "add_knowledge",
                caller.call("add_knowledge", Json.object("domain", "database/sqlite", "content", "WAL is a file.")));
        results.put("get_corrections", caller.call("get_corrections", Json.object("question", "What is WAL?")));
        assertThat(results.keySet()).containsExactlyInAnyOrderElementsOf(NAMES);
        results.forEach((tool, result) -> {
            assertThat(result.get("isError")).as("%s: %s", tool, result).isEqualTo(false);
            assertThat(structured(result)).as(tool).isNotNull();
        });
    }

    static Map<?, ?> structured(@Nullable Map<?, ?> result) {
        assertThat(result).isNotNull();
        return (Map<?, ?>) result.get("structuredContent");
    }

    private static String text(@Nullable Map<?, ?> result, String... path) {
        Object value = structured(result);
        for (String each : path) {
            assertThat(value).as("%s", result).isInstanceOf(Map.class);
            value = ((Map<?, ?>) value).get(each);
        }
        return String.valueOf(value);
    }

    /** The text that a model reads. */
    static String shown(@Nullable Map<?, ?> result) {
        assertThat(result).isNotNull();
        Object first = ((List<?>) result.get("content")).getFirst();
        return String.valueOf(((Map<?, ?>) first).get("text"));
    }
}
