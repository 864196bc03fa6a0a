package dev.stoa.server.rest;

import dev.stoa.base.Page;
import dev.stoa.counsel.Counsel;
import dev.stoa.counsel.access.KeyedWrite;
import dev.stoa.counsel.correction.Correction;
import dev.stoa.counsel.correction.CorrectionCounts;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.correction.CorrectionEvent;
import dev.stoa.counsel.correction.CorrectionFilter;
import dev.stoa.counsel.correction.CorrectionQuery;
import dev.stoa.counsel.correction.CorrectionScope;
import dev.stoa.counsel.correction.CorrectionStatus;
import dev.stoa.counsel.correction.CorrectionType;
import dev.stoa.counsel.correction.RankedCorrection;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.util.List;
import java.util.function.Function;

/** Corrections, and the assertions that answers pass. */
final class CorrectionRoutes {
    private static final double LEAST_CONFIDENCE = .70;
    private static final Field CLAIM =
            Field.text("claim", 1, 4_000, "What is true.").must();
    private static final Field DOMAIN = Field.text("domain", 1, 64, "Field of the subject (default: general)");

    static final Shape DRAFT = Shape.of(
            Field.text("subject", 1, 300, "What the correction is about.").must(),
            CLAIM,
            Field.text("rejected", 0, 20_000, "What is not true."),
            DOMAIN,
            Field.real("confidence", 0, 1, "Confidence (default: 0.9)"),
            Field.word("source", List.of("manual", "arbiter"), "Source (default: manual)"),
            Field.word("scope", CorrectionScope.values(), "Where it holds (default: global)"),
            Field.id("scope_id", "The project or conversation in which it holds."),
            Field.word("type", CorrectionType.values(), "Type (default: fact)"),
            Field.word("decay_class", List.of("A", "B", "C"), "How it decays (default: that of the domain)"),
            Field.flag("pinned", "Whether it never decays (default: false)"),
            Field.text("question", 1, 1_000_000, "Question that was answered wrongly."),
            Field.id("message_id", "Answer that is corrected; its author is rated down."));

    private final Backend backend;

    CorrectionRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post("corrections", "correction add", "Add a correction.", Scope.WRITE, Repeat.KEPT)
                        .body(DRAFT)
                        .errors("key_reused", "conflict")
                        .handle(
                                Example.send(
                                                "corrections",
                                                "{\"subject\":\"lease term\",\"claim\":\"A lease lasts 30 s.\"}")
                                        .status(201),
                                this::add),
                Route.get("corrections", "correction list", "List corrections, newest first.", Scope.READ)
                        .paged(
                                Field.word("status", CorrectionStatus.values(), "Only those of this status."),
                                Field.text("domain", 1, 64, "Only those of this field."),
                                Field.word("scope", CorrectionScope.values(), "Only those of this scope."),
                                Field.id("scope_id", "Only those of this project or conversation."),
                                Field.flag(
                                        "counts",
                                        "Whether to count how often each was applied and violated, and how many are"
                                                + " proposed."))
                        .handle(Example.get("corrections?counts=true"), this::list),
                Route.get("corrections/{id}", "correction show", "Show a correction.", Scope.READ)
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.get("corrections/{correction}"),
                                call -> shown(counsel().corrections().get(call.by(), call.path("id")))),
                Route.post(
                                "corrections/find",
                                "correction find",
                                "Find the corrections that a question would be answered with.",
                                Scope.READ,
                                Repeat.SAFE)
                        .body(
                                Field.text("question", 1, 1_000_000, "The question.")
                                        .must(),
                                Field.id("conversation_id", "Conversation in which the question is asked."),
                                Field.id("project_id", "Project of the question."),
                                DOMAIN,
                                Field.whole("limit", 1, 20, "Maximum number of results (default: 5)"))
                        .handle(
                                Example.send("corrections/find", "{\"question\":\"How long is a lease?\"}"),
                                this::find),
                Route.patch(
                                "corrections/{id}",
                                "correction edit",
                                "Replace a correction by one with another claim.",
                                Scope.WRITE,
                                Repeat.KEPT)
                        .body(CLAIM)
                        .mark(Route.Mark.VERSIONED)
                        .errors("key_reused", "conflict", "stale")
                        .handle(
                                Example.send("corrections/{correction}", "{\"claim\":\"A lease lasts 31 s.\"}"),
                                call -> change(
                                        call,
                                        "PATCH",
                                        counsel -> counsel.corrections()
                                                .onlyIf(call.expected())
                                                .edit(
                                                        call.by(),
                                                        call.path("id"),
                                                        call.body().text("claim")))),
                transition("confirm", "correction confirm", "Confirm a correction.")
                        .handle(
                                Example.get("corrections/{correction}/confirm"),
                                call -> change(
                                        call,
                                        "confirm",
                                        counsel -> counsel.corrections()
                                                .onlyIf(call.expected())
                                                .confirm(call.by(), call.path("id")))),
                transition("retire", "correction retire", "Withdraw a correction, or reject a proposed one.")
                        .handle(
                                Example.get("corrections/{correction}/retire"),
                                call -> change(
                                        call,
                                        "retire",
                                        counsel -> counsel.corrections()
                                                .onlyIf(call.expected())
                                                .retire(call.by(), call.path("id")))),
                Route.get("corrections/{id}/events", "correction history", "List what happened to it.", Scope.READ)
                        .paged()
                        .handle(Example.get("corrections/{correction}/events"), this::history),
                Route.get(
                                "corrections/export",
                                "correction export",
                                "Give out active corrections that reject something as pairs to train on.",
                                Scope.READ)
                        .query(Field.real("min", 0, 1, "Least effective confidence (default: 0.70)"))
                        .mark(Route.Mark.EXPORTS)
                        .handle(Example.get("corrections/export"), this::export),
                Route.get(
                                "corrections/export/count",
                                "correction count",
                                "Count the pairs that the export would have.",
                                Scope.READ)
                        .query(Field.real("min", 0, 1, "Least effective confidence (default: 0.70)"))
                        .handle(
                                Example.get("corrections/export/count"),
                                call -> Answer.ok(counsel()
                                        .corrections()
                                        .pairs(call.by(), call.query().real("min", LEAST_CONFIDENCE))
                                        .document())),
                Route.get("assertions", "assertion list", "List the policies and their assertions.", Scope.READ)
                        .handle(Example.get("assertions"), this::assertions),
                Route.post(
                                "assertions/test",
                                "assertion test",
                                "Check a text as an answer would be checked.",
                                Scope.READ,
                                Repeat.SAFE)
                        .body(
                                Field.text("text", 0, 1_000_000, "Text to check.")
                                        .must(),
                                Field.text("policy", 1, 64, "Policy to check by (default: the usual one)"))
                        .handle(Example.send("assertions/test", "{\"text\":\"It lasts 30 s.\"}"), this::test));
    }

    private static Route.Parts transition(String act, String verb, String summary) {
        return Route.post("corrections/{id}/" + act, verb, summary, Scope.WRITE, Repeat.KEPT)
                .mark(Route.Mark.VERSIONED)
                .errors("key_reused", "conflict", "stale");
    }

    private Counsel counsel() {
        return backend.stoa().counsel();
    }

    private KeyedWrite.Replayable<Correction> once(Call call, String route, Function<Counsel, Correction> write) {
        return Once.write(
                call,
                counsel(),
                route,
                write,
                Correction::id,
                id -> counsel().corrections().get(call.by(), id));
    }

    private Answer add(Call call) {
        CorrectionDraft draft = CorrectionDraft.fromJson(call.body());
        KeyedWrite.Replayable<Correction> added =
                once(call, "POST corrections", counsel -> counsel.corrections().add(call.by(), draft));
        return Once.answer(
                added.replayed(),
                Answer.added(
                        true, "corrections/" + added.value().id(), added.value().document()));
    }

    private Answer change(Call call, String act, Function<Counsel, Correction> write) {
        KeyedWrite.Replayable<Correction> changed = once(call, act + " corrections/" + call.path("id"), write);
        return Once.answer(changed.replayed(), shown(changed.value()));
    }

    private static Answer shown(Correction correction) {
        return Answer.ok(correction.document()).version(correction.etag());
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        String status = query.textOrNull("status");
        String scope = query.textOrNull("scope");
        Page<Correction> found = counsel()
                .corrections()
                .list(
                        call.by(),
                        new CorrectionFilter(
                                status == null ? null : CorrectionStatus.of(status),
                                query.textOrNull("domain"),
                                scope == null ? null : CorrectionScope.of(scope),
                                query.textOrNull("scope_id"),
                                call.page()));
        if (!query.flag("counts", false)) {
            return call.list(found.map(Correction::document));
        }
        CorrectionCounts counts = counsel().corrections().counts(call.by(), found.items());
        return call.list(found.map(counts::document), counts.beside());
    }

    private Answer find(Call call) {
        return Answer.ok(Json.object(
                "items",
                counsel().corrections().find(call.by(), CorrectionQuery.fromJson(call.body())).stream()
                        .map(RankedCorrection::document)
                        .toList()));
    }

    private Answer history(Call call) {
        return call.list(counsel()
                .corrections()
                .history(call.by(), call.path("id"), call.page())
                .map(CorrectionEvent::document));
    }

    private Answer export(Call call) {
        double least = call.query().real("min", LEAST_CONFIDENCE);
        return Answer.stream(
                Front.LINES,
                out -> WrittenLines.to(
                        out,
                        line -> counsel()
                                .corrections()
                                .export(call.by(), least, pair -> line.accept(Json.write(pair.document())))));
    }

    private Answer assertions(Call call) {
        return Answer.ok(counsel().assertions().overview(call.by()));
    }

    private Answer test(Call call) {
        return Answer.ok(counsel()
                .assertions()
                .test(call.by(), call.body().textOrNull("policy"), call.body().text("text"))
                .document());
    }
}
