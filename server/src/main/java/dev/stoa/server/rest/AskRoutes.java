package dev.stoa.server.rest;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.run.Query;
import dev.stoa.engine.counsel.AskRequest;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.AskWork;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Questions and their answers. */
final class AskRoutes {
    private static final int LONGEST = 1_000_000;
    private static final String SESSION = "X-Session-ID";

    static final Shape REQUEST = Shape.of(
            Field.text("question", 1, LONGEST, "Question to answer.").must(),
            Field.word("level", Level.values(), "How much is done for the answer (default: balanced)"),
            Field.id("conversation_id", "Conversation to ask in (default: a new one)"),
            Field.id("project_id", "Project of a new conversation."),
            Field.id(
                    "session_id",
                    "Session whose earlier fields guide the routing (default: that of X-Session-ID, else the"
                            + " conversation's)"),
            Field.text("field", 1, 64, "Field of the question, such as law (default: found by its words)"),
            Field.texts(
                    "agents",
                    32,
                    "Agents to ask, each as name=provider:model?key=value or the name of a registered one (default:"
                            + " the enabled specialists)"),
            Field.texts("documents", 200, "Ids of the documents that readers are given besides those they find."),
            Field.flag("debate", "Whether a debate is held in any case (default: false)"),
            Field.text("system", 1, LONGEST, "A text that leads every prompt and is not stored."),
            Field.flag("dry_run", "Show what would be sent to whom; nothing is written or called."));

    private final Backend backend;

    AskRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                                "ask",
                                "ask",
                                "Ask a question and get one answer with its proof.",
                                Scope.ASK_PERSON,
                                Repeat.KEPT)
                        .body(REQUEST)
                        .mark(Route.Mark.ASKS)
                        .errors("key_reused", "busy", "no_specialist", "query_over")
                        .handle(
                                Example.send("ask", "{\"question\":\"When does the staging cluster restart?\"}"),
                                this::ask),
                Route.get("queries/{id}", "query show", "Show a question and how far it has got.", Scope.READ)
                        .handle(Example.get("queries/{query}"), this::show),
                Route.post("queries/{id}/cancel", "query cancel", "Cancel a question.", Scope.ASK_PERSON, Repeat.STATE)
                        .errors("query_over")
                        .handle(Example.get("queries/{asked}/cancel"), this::cancel));
    }

    private Answer ask(Call call) throws InterruptedException {
        String session = session(call);
        Answer answer = answer(call);
        return session == null ? answer : answer.with(SESSION, session);
    }

    /** The session that a header names; null if none does, or the body names one. */
    private static @Nullable String session(Call call) {
        String session = call.header(SESSION);
        return session == null || call.body().has("session_id") ? null : Bounds.id(SESSION, session);
    }

    private Answer answer(Call call) throws InterruptedException {
        if (call.body().flag("dry_run", false)) {
            return Answer.ok(backend.work()
                    .engines()
                    .answers()
                    .plan(call.by(), request(call))
                    .document());
        }
        AskWork.Asking asking = backend.work().asks().ask(call.by(), request(call), Once.key(call, "POST ask"));
        if (async(call)) {
            Query query = asking.stored();
            return Once.answer(asking.replayed(), Answer.accepted("queries/" + query.queryId(), query.document()))
                    .with("Preference-Applied", "respond-async");
        }
        return Once.answer(asking.replayed(), Answer.ok(asking.answer().document()));
    }

    private static boolean async(Call call) {
        String prefer = call.header("Prefer");
        return prefer != null && prefer.toLowerCase(Locale.ROOT).contains("respond-async");
    }

    private static AskRequest request(Call call) {
        JsonFields body = call.body();
        String session = session(call);
        return new AskRequest(
                null,
                body.text("question").strip(),
                Level.of(body.text("level", Level.BALANCED.text())),
                body.textOrNull("conversation_id"),
                body.textOrNull("project_id"),
                session == null ? body.textOrNull("session_id") : session,
                body.textOrNull("field"),
                body.texts("agents"),
                body.texts("documents"),
                body.flag("debate", false),
                body.textOrNull("system"));
    }

    private Answer show(Call call) {
        return Answer.ok(backend.work().engines().answers().show(call.by(), call.path("id")));
    }

    private Answer cancel(Call call) {
        Stoa stoa = backend.stoa();
        return Answer.ok(
                stoa.counsel().queries().cancel(call.by(), call.path("id")).document());
    }
}
