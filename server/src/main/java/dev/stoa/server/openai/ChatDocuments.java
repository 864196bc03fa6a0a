package dev.stoa.server.openai;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects in which an answer is sent, whole or in chunks. Immutable.
 *
 * @param id of the answer
 * @param created when it was asked for, in seconds
 * @param ignored the fields of the request that nothing is done with
 */
record ChatDocuments(String id, String model, long created, List<String> ignored) {
    ChatDocuments {
        ignored = Ignored.of(ignored);
    }

    /** The whole answer. */
    Map<String, @Nullable Object> whole(Completion completion) {
        Map<String, @Nullable Object> document = head("chat.completion");
        document.put(
                "choices",
                List.of(Json.object(
                        "index",
                        0,
                        "message",
                        Json.object("role", "assistant", "content", completion.content(), "refusal", null),
                        "logprobs",
                        null,
                        "finish_reason",
                        completion.finish().text())));
        end(document, completion);
        return document;
    }

    /** The chunk that begins a stream. */
    Map<String, @Nullable Object> role() {
        return chunk(Json.object("role", "assistant", "content", ""), null);
    }

    /** A chunk of what is said. */
    Map<String, @Nullable Object> content(String text) {
        return chunk(Json.object("content", text), null);
    }

    /** The chunk that says why the answer ends. */
    Map<String, @Nullable Object> finish(Completion completion) {
        return chunk(Json.object(), completion.finish().text());
    }

    /** The chunk that says why the answer ends, and what it took. */
    Map<String, @Nullable Object> last(Completion completion) {
        Map<String, @Nullable Object> chunk = finish(completion);
        end(chunk, completion);
        return chunk;
    }

    /** The chunk that only says what the answer took. */
    Map<String, @Nullable Object> usage(Completion completion) {
        Map<String, @Nullable Object> chunk = head("chat.completion.chunk");
        chunk.put("choices", List.of());
        end(chunk, completion);
        return chunk;
    }

    private Map<String, @Nullable Object> chunk(Map<String, @Nullable Object> delta, @Nullable String finish) {
        Map<String, @Nullable Object> chunk = head("chat.completion.chunk");
        chunk.put(
                "choices", List.of(Json.object("index", 0, "delta", delta, "logprobs", null, "finish_reason", finish)));
        return chunk;
    }

    private Map<String, @Nullable Object> head(String object) {
        return new LinkedHashMap<>(Json.object("id", id, "object", object, "created", created, "model", model));
    }

    private void end(Map<String, @Nullable Object> document, Completion completion) {
        document.put(
                "usage",
                Json.object(
                        "prompt_tokens",
                        completion.tokensIn(),
                        "completion_tokens",
                        completion.tokensOut(),
                        "total_tokens",
                        completion.tokensIn() + completion.tokensOut()));
        Map<String, @Nullable Object> beside = new LinkedHashMap<>(completion.beside());
        beside.put("ignored", ignored);
        document.put("stoa", beside);
    }
}
