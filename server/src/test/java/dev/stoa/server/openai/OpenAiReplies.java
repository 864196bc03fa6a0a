package dev.stoa.server.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of answers in the form of that service. Stateless. */
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
final class OpenAiReplies {
    private OpenAiReplies() {}

    static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
        return reply;
    }

    static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) value;
    }

    static Map<?, ?> choice(Map<?, ?> document) {
        return map(((List<?>) document.get("choices")).getFirst());
    }

    static String content(Reply reply) {
        return String.valueOf(map(choice(reply.body()).get("message")).get("content"));
    }

    static Map<?, ?> stoa(Reply reply) {
        return map(reply.body().get("stoa"));
    }

    static void refused(Reply reply, int status, String type, String code) {
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(status);
        assertThat(reply.header("Content-Type")).startsWith("application/json");
        assertThat(reply.body()).containsOnlyKeys("error");
        assertThat(map(reply.body().get("error")).keySet().toString()).isEqualTo("[message, type, param, code]");
        assertThat(map(reply.body().get("error")).get("type")).isEqualTo(type);
        assertThat(map(reply.body().get("error")).get("code")).isEqualTo(code);
    }

    /** The chunks of a stream, which must end as a whole one does. */
    static List<Map<?, ?>> chunks(Reply stream) {
        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
        List<String> lines = Stream.of(stream.raw().body().split("\n\n", -1))
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring(6))
                .toList();
        assertThat(lines.getLast()).isEqualTo("[DONE]");
        List<Map<?, ?>> chunks = new ArrayList<>();
        lines.subList(0, lines.size() - 1).forEach(line -> chunks.add(Json.parseObject(line)));
        return chunks;
    }

    static String streamed(List<Map<?, ?>> chunks) {
        StringBuilder text = new StringBuilder();
        for (Map<?, ?> chunk : chunks) {
            if (!((List<?>) chunk.get("choices")).isEmpty()) {
                Object piece = map(choice(chunk).get("delta")).get("content");
                text.append(piece == null ? "" : piece);
            }
        }
        return text.toString();
    }
}
