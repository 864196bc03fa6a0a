package dev.stoa.server.openai;

import dev.stoa.base.Added;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.counsel.access.IdempotencyKeys;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.counsel.AskRequest;
import dev.stoa.engine.counsel.Manner;
import dev.stoa.engine.debate.Seating;
import dev.stoa.json.Json;
import dev.stoa.server.backend.AskWork;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Refusal;
import dev.stoa.society.run.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Begins what answers a chat: a question to specialists, a debate, or a run of an agent. Thread-safe. */
final class Chats {
    private static final String ROUTE = "POST v1/chat/completions";

    private final Backend backend;
    private final Models models;

    Chats(Backend backend, Models models) {
        this.backend = backend;
        this.models = models;
    }

    /**
     * An answer that has begun.
     *
     * @param ignored the fields of the request that nothing is done with
     * @param replayed whether it was asked for before under the same key
     */
    record Begun(Model model, Pending pending, List<String> ignored, boolean replayed) {
        Begun {
            ignored = List.copyOf(ignored);
        }
    }

    /** Begins to answer; what is wrong with the request is refused here, and nothing of it is stored then. */
    Begun begin(Call call, ChatRequest asked) throws InterruptedException {
        Model model = models.chat(call.by(), asked.model());
        return switch (model.kind()) {
            case COUNSEL, SPECIALIST -> ask(call, asked, model);
            case DEBATE -> debate(call, asked, model, questionOnly(asked));
            case AGENT -> run(call, asked, model, questionOnly(asked));
            case EMBED -> throw Models.unknown(asked.model());
        };
    }

    private Begun ask(Call call, ChatRequest asked, Model model) throws InterruptedException {
        Principal by = call.by();
        AskWork.Asking asking = backend.work()
                .asks()
                .ask(
                        by,
                        new AskRequest(
                                null,
                                asked.question(),
                                Models.level(model),
                                asked.conversationId(),
                                null,
                                call.header("X-Session-ID"),
                                null,
                                models.panel(by, model),
                                List.of(),
                                Models.isDebated(model),
                                asked.system(),
                                new AskRequest.Client(asked.earlier(), asked.user(), asked.manner(), asked.json())),
                        key(call));
        return new Begun(
                model,
                new PendingAsk(backend.work().engines().answers(), by, asking, asking.stored()),
                asked.ignored(),
                asking.replayed());
    }

    private static IdempotencyKeys.@Nullable Keyed key(Call call) {
        String key = call.key();
        return key == null ? null : new IdempotencyKeys.Keyed(key, ROUTE, Json.write(call.document()));
    }

    private Begun debate(Call call, ChatRequest asked, Model model, List<String> ignored) throws InterruptedException {
        String given = call.key();
        // The archive keeps the keys of all callers together.
        String key = given == null ? null : IdempotencyKeys.owned(call.by(), given);
        Added<DebateSession> added = backend.work()
                .debates()
                .start(
                        key,
                        () -> {
                            DebateRequest request = request(asked, model);
                            return key == null ? request : request.idempotencyKey(key);
                        },
                        call.by());
        return new Begun(
                model,
                new PendingDebate(
                        backend.work().debates(),
                        call.by().with(Right.READ),
                        added.value().id()),
                ignored,
                !added.created());
    }

    private DebateRequest request(ChatRequest asked, Model model) {
        Seating seating =
                new Seating(backend.stoa(), backend.work().engines().debates().providers());
        List<Map<String, @Nullable Object>> seats =
                seating.usual(false).stream().map(seating::seat).toList();
        return DebateRequest.of(Json.object("topic", asked.question(), "preset", model.name(), "agents", seats));
    }

    private Begun run(Call call, ChatRequest asked, Model model, List<String> ignored) {
        if (call.key() != null) {
            throw Refusal.of(
                    400,
                    "unsupported",
                    "an Idempotency-Key is not kept for runs of agents",
                    "send none, or ask stoa/fast");
        }
        String id = backend.work()
                .runs()
                .start(call.by(), RunRequest.of(model.name(), asked.question()).raw(true))
                .id();
        return new Begun(model, new PendingRun(backend.work().runs(), call.by(), id), ignored, false);
    }

    /** What is ignored where only the question counts; what would be a promise is refused. */
    private static List<String> questionOnly(ChatRequest asked) {
        if (asked.json()) {
            throw Unsupported.field("response_format", "JSON from a debate or an agent");
        }
        List<String> ignored = new ArrayList<>(asked.ignored());
        Manner manner = asked.manner();
        add(ignored, !asked.earlier().isEmpty() || asked.system() != null, "messages");
        add(ignored, asked.conversationId() != null, "metadata.conversation_id");
        add(ignored, asked.user() != null, "user");
        add(ignored, manner.temperature() != null, "temperature");
        add(ignored, manner.maxTokens() != null, "max_tokens");
        add(ignored, manner.seed() != null, "seed");
        add(ignored, !manner.stop().isEmpty(), "stop");
        return ignored;
    }

    private static void add(List<String> ignored, boolean given, String name) {
        if (given) {
            ignored.add(name);
        }
    }
}
