package dev.stoa.server.openai;

import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.TailHash;
import dev.stoa.engine.counsel.Manner;
import dev.stoa.json.JsonFields;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Shape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request for a chat completion, read and checked. Immutable.
 *
 * @param model the name of the model as it was sent
 * @param question the last message, which is the user's
 * @param earlier what the user and the assistant said before it; an answer that was kept back has no text and is left out
 * @param system the texts that lead the prompt; null if there are none
 * @param conversationId the conversation that the client names; null if it names none
 * @param user whom the client asks for, in its own words
 * @param json whether the answer must be JSON
 * @param usage whether a stream has a chunk of its own for the usage
 * @param ignored the fields that nothing is done with
 */
record ChatRequest(
        String model,
        String question,
        List<TailHash.Turn> earlier,
        @Nullable String system,
        @Nullable String conversationId,
        @Nullable String user,
        Manner manner,
        boolean json,
        boolean stream,
        boolean usage,
        List<String> ignored) {
    private static final String MESSAGES = "messages";
    private static final String METADATA = "metadata";
    private static final String CONVERSATION = "conversation_id";
    private static final int LONGEST = 900_000;
    private static final String JSON_ONLY =
            "Answer with one JSON object and nothing before or after it but the last lines that are asked for.";
    private static final int MOST_TOKENS = 10_000_000;

    private static final Shape MESSAGE = Shape.of(
                    Field.text("role", 1, 32, "Who says it: system, developer, user or assistant.")
                            .must(),
                    Field.any("content", "What is said: a text, or a list of parts of type text."),
                    Field.any("tool_calls", "Not supported."),
                    Field.any("function_call", "Not supported."))
            .open();

    private static final Shape STREAM_OPTIONS = Shape.of(
                    Field.flag("include_usage", "Whether the usage has a chunk of its own (default: false)"))
            .open();

    private static final Shape KNOWN_METADATA =
            Shape.of(Field.id(CONVERSATION, "The conversation that goes on.")).open();

    static final Shape SHAPE = Shape.of(
                    Field.text("model", 1, 512, "Model, such as stoa/balanced; the first slash may be a colon.")
                            .must(),
                    Field.objects(
                                    MESSAGES,
                                    10_000,
                                    MESSAGE,
                                    "What was said so far; the last is the user's, and is the question.")
                            .must(),
                    Field.flag("stream", "Whether the answer comes as events (default: false)"),
                    Field.object("stream_options", STREAM_OPTIONS, "Details of a stream."),
                    Field.object(
                            METADATA,
                            KNOWN_METADATA,
                            "A conversation_id, whose record then counts instead of the messages."),
                    Field.text("user", 0, 512, "For whom it is asked; kept beside the session."),
                    Field.real("temperature", 0, 2, "Temperature of the models (default: their own)"),
                    Field.whole("max_tokens", 1, MOST_TOKENS, "Most tokens of a reply (default: the models' own)"),
                    Field.whole("max_completion_tokens", 1, MOST_TOKENS, "The newer name of max_tokens."),
                    Field.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE, "Seed of the models."),
                    Field.any("stop", "A text, or up to 4, at which a reply ends."),
                    Field.object("response_format", "Type text, or json_object for an answer that must be JSON."),
                    Field.any("n", "How many answers; only 1 is supported."),
                    Field.any("tools", "Not supported."),
                    Field.any("functions", "Not supported."),
                    Field.any("logprobs", "Not supported."))
            .open();

    ChatRequest {
        earlier = List.copyOf(earlier);
        ignored = List.copyOf(ignored);
    }

    static ChatRequest of(Map<String, @Nullable Object> body) {
        JsonFields fields = JsonFields.of(body);
        refuseUnsupported(body);
        Set<String> ignored = new LinkedHashSet<>(SHAPE.others(body));
        Map<String, @Nullable Object> metadata = fields.object(METADATA);
        KNOWN_METADATA.others(metadata).forEach(name -> ignored.add(METADATA + "." + name));
        if (body.get("stream_options") instanceof Map<?, ?> options) {
            STREAM_OPTIONS.others(options).forEach(name -> ignored.add("stream_options." + name));
        }
        Said said = said(body, ignored);
        boolean json = json(body.get("response_format"));
        if (json) {
            said.system().add(JSON_ONLY);
        }
        String conversation = conversation(metadata);
        String user = fields.textOrNull("user");
        return new ChatRequest(
                fields.text("model"),
                said.question(),
                // The record of a conversation that is named is the truth, whatever the client remembers.
                conversation == null ? said.earlier() : List.of(),
                said.system().isEmpty() ? null : String.join("\n\n", said.system()),
                conversation,
                user == null || user.isBlank() ? null : user,
                manner(fields, body.get("stop")),
                json,
                fields.flag("stream", false),
                body.get("stream_options") instanceof Map<?, ?> options
                        && Boolean.TRUE.equals(options.get("include_usage")),
                List.copyOf(ignored));
    }

    private static void refuseUnsupported(Map<String, @Nullable Object> body) {
        Object n = body.get("n");
        if (n != null && !(n instanceof Number count && count.doubleValue() == 1)) {
            throw Unsupported.field("n", "another number of answers than 1");
        }
        for (String name : List.of("tools", "functions", "logprobs")) {
            if (asks(body.get(name))) {
                throw Unsupported.field(name, "the field " + name);
            }
        }
    }

    /** Whether a field that is not supported asks for something: clients send empty ones too. */
    private static boolean asks(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Boolean flag -> flag;
            case List<?> list -> !list.isEmpty();
            default -> true;
        };
    }

    private static @Nullable String conversation(Map<String, @Nullable Object> metadata) {
        return switch (metadata.get(CONVERSATION)) {
            case null -> null;
            case String id -> id;
            default ->
                throw Refusal.field(METADATA + "." + CONVERSATION, "is not text", "send the id of a conversation");
        };
    }

    private static Manner manner(JsonFields fields, @Nullable Object stop) {
        Long most = fields.wholeOrNull("max_completion_tokens");
        return new Manner(
                fields.realOrNull("temperature"),
                most == null ? fields.wholeOrNull("max_tokens") : most,
                fields.wholeOrNull("seed"),
                stops(stop));
    }

    private static List<String> stops(@Nullable Object stop) {
        return switch (stop) {
            case null -> List.of();
            case String text -> List.of(text);
            case List<?> texts
            when texts.stream().allMatch(String.class::isInstance) ->
                texts.stream().map(String::valueOf).toList();
            default -> throw Refusal.field("stop", "is neither text nor a list of texts", "send up to 4 texts");
        };
    }

    private static boolean json(@Nullable Object format) {
        if (!(format instanceof Map<?, ?> object)) {
            return false;
        }
        Object type = object.get("type");
        if ("text".equals(type) || "json_object".equals(type)) {
            return "json_object".equals(type);
        }
        throw Unsupported.field("response_format", "another type than text and json_object");
    }

    /** What the messages say. */
    private record Said(String question, List<TailHash.Turn> earlier, List<String> system) {}

    private static Said said(Map<String, @Nullable Object> body, Set<String> ignored) {
        List<?> messages = body.get(MESSAGES) instanceof List<?> given ? given : List.of();
        List<TailHash.Turn> turns = new ArrayList<>();
        List<String> system = new ArrayList<>();
        boolean asked = false;
        for (int i = 0; i < messages.size(); i++) {
            Map<?, ?> message = messages.get(i) instanceof Map<?, ?> given ? given : Map.of();
            String place = MESSAGES + "[" + i + "]";
            MESSAGE.others(message).forEach(name -> ignored.add(MESSAGES + "." + name));
            if (asks(message.get("tool_calls")) || message.get("function_call") != null) {
                throw Unsupported.field(place, "a call of a tool");
            }
            String role = String.valueOf(message.get("role"));
            String text = Content.text(message.get("content"), place + ".content");
            asked = role.equals("user");
            switch (role) {
                case "system", "developer" -> system.add(text);
                case "user", "assistant" -> {
                    if (!text.isEmpty() || asked) {
                        turns.add(new TailHash.Turn(asked ? MessageRole.USER : MessageRole.ASSISTANT, text));
                    }
                }
                case "tool", "function" -> throw Unsupported.field(place + ".role", "the role " + role);
                default ->
                    throw Refusal.field(place + ".role", "is unknown", "use system, developer, user or assistant");
            }
        }
        if (!asked) {
            throw Refusal.field(MESSAGES, "does not end with a message of the user", "send the question last");
        }
        TailHash.Turn last = turns.removeLast();
        if (last.content().isBlank()) {
            throw Refusal.field(MESSAGES, "ends with an empty message", "send a question");
        }
        turns.removeIf(turn -> turn.content().isEmpty());
        system.removeIf(String::isBlank);
        if (system.stream().mapToLong(String::length).sum() > LONGEST) {
            throw Refusal.field(MESSAGES, "has more than " + LONGEST + " characters of the system", "shorten them");
        }
        return new Said(last.content(), turns, system);
    }
}
