package dev.stoa.server.openai;

import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes below {@code /v1}, which clients of OpenAI's service call. */
public final class OpenAiRoutes {
    /** The first segment of their paths. */
    public static final String ROOT = "v1";

    private static final Duration SILENCE = Duration.ofSeconds(15);

    private final Backend backend;
    private final InstantSource clock;
    private final Duration silence;
    private final Models models;
    private final Chats chats;
    private final Embeddings embeddings;

    public OpenAiRoutes(Backend backend, InstantSource clock) {
        this(backend, clock, SILENCE);
    }

    /**
     * The routes over the stores and engines.
     *
     * @param silence how long a stream sends nothing at most
     */
    OpenAiRoutes(Backend backend, InstantSource clock, Duration silence) {
        this.backend = backend;
        this.clock = clock;
        this.silence = silence;
        this.models = new Models(backend);
        this.chats = new Chats(backend, models);
        this.embeddings = new Embeddings(backend);
    }

    public List<Route> routes() {
        return List.of(
                Route.post(
                                ROOT + "/chat/completions",
                                "openai chat",
                                "Answer a chat as OpenAI's service would, at once or as a stream of chunks.",
                                Scope.ASK,
                                Repeat.KEPT)
                        .body(ChatRequest.SHAPE)
                        .mark(Route.Mark.ROOT, Route.Mark.OPENAI, Route.Mark.ASKS, Route.Mark.EXPORTS)
                        .errors("key_reused", "erased", "query_over")
                        .handle(
                                Example.send(
                                        ROOT + "/chat/completions",
                                        "{\"model\":\"stoa/fast\",\"messages\":[{\"role\":\"user\","
                                                + "\"content\":\"What is a lease?\"}]}"),
                                this::chat),
                Route.post(
                                ROOT + "/embeddings",
                                "openai embed",
                                "Turn texts into vectors, as OpenAI's service would.",
                                Scope.READ,
                                Repeat.NONE)
                        .body(Embeddings.SHAPE)
                        .mark(Route.Mark.ROOT, Route.Mark.OPENAI)
                        .handle(
                                Example.send(
                                        ROOT + "/embeddings",
                                        "{\"model\":\"stoa/embed\",\"input\":\"What is a lease?\"}"),
                                embeddings::embed),
                Route.get(ROOT + "/models", "openai models", "List the models that the caller may use.", Scope.TOKEN)
                        .mark(Route.Mark.ROOT, Route.Mark.OPENAI)
                        .handle(Example.get(ROOT + "/models"), this::list),
                Route.get(
                                ROOT + "/models/{model}",
                                "openai model",
                                "Show a model by its name, in which a slash is written as %2F or as a colon.",
                                Scope.TOKEN)
                        .mark(Route.Mark.ROOT, Route.Mark.OPENAI)
                        .handle(Example.get(ROOT + "/models/stoa:fast"), call -> show(call, call.path("model"))),
                Route.get(
                                ROOT + "/models/{kind}/{name}",
                                "openai model-of-kind",
                                "Show a model by its name, in which the slash is that of the path.",
                                Scope.TOKEN)
                        .mark(Route.Mark.ROOT, Route.Mark.OPENAI)
                        .handle(
                                Example.get(ROOT + "/models/stoa/fast"),
                                call -> show(call, call.path("kind") + "/" + call.path("name"))));
    }

    private Answer chat(Call call) throws InterruptedException {
        ChatRequest asked = ChatRequest.of(call.document());
        long start = System.nanoTime();
        Chats.Begun begun = chats.begin(call, asked);
        Pending pending = begun.pending();
        ChatDocuments documents = new ChatDocuments(
                pending.id(), begun.model().id(), clock.instant().getEpochSecond(), begun.ignored());
        Duration left = call.time().minusNanos(System.nanoTime() - start);
        Answer answer = asked.stream()
                ? Answer.stream(
                                "text/event-stream",
                                new ChatStream(pending, documents, asked.usage(), silence, left, call.requestId()))
                        .with("X-Accel-Buffering", "no")
                : Answer.ok(documents.whole(pending.await(left)
                        .orElseThrow(() -> Refusal.of(
                                504,
                                "timeout",
                                "the answer took longer than " + call.time().toMillis() + " ms",
                                "look for " + pending.id() + " later"))));
        return begun.replayed() ? answer.replayed() : answer;
    }

    private Answer list(Call call) {
        long created = created(call.by());
        return Answer.ok(Json.object(
                "object",
                "list",
                "data",
                models.list(call.by()).stream()
                        .map(model -> document(model, created))
                        .toList()));
    }

    private Answer show(Call call, String name) {
        return Answer.ok(document(models.listed(call.by(), name), created(call.by())));
    }

    /** When the archives were made, which the person in the society was with. */
    private long created(Principal by) {
        return backend.stoa()
                .society()
                .agents()
                .get(by.with(Right.READ), Principal.PERSON)
                .createdAt()
                .getEpochSecond();
    }

    private static Map<String, @Nullable Object> document(Model model, long created) {
        return Json.object("id", model.id(), "object", "model", "created", created, "owned_by", "stoa");
    }
}
