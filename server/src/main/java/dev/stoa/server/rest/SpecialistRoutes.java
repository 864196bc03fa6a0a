package dev.stoa.server.rest;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.Counsel;
import dev.stoa.counsel.access.KeyedWrite;
import dev.stoa.counsel.specialist.PromoteRequest;
import dev.stoa.counsel.specialist.Promotion;
import dev.stoa.counsel.specialist.Specialist;
import dev.stoa.counsel.specialist.SpecialistView;
import dev.stoa.counsel.specialist.Specialists;
import dev.stoa.engine.counsel.SpecialistModels;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.List;
import java.util.function.Function;

/** Specialists: who answers questions, and by which model. */
final class SpecialistRoutes {
    private static final Field REASON = Field.text("reason", 1, 1_000, "Reason, kept on record.");
    private static final int PAGE = 500;

    private final Backend backend;

    SpecialistRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post("specialists", "specialist add", "Add a specialist.", Scope.OPERATE, Repeat.KEPT)
                        .body(
                                Field.text("name", 1, 64, "Name of the specialist.")
                                        .must(),
                                Field.text("model", 1, 400, "Model as PROVIDER:MODEL.")
                                        .must(),
                                Field.texts("fields", 50, "Fields that it is for (default: all)"))
                        .errors("key_reused", "conflict", "taken")
                        .handle(
                                Example.send("specialists", "{\"name\":\"scribe\",\"model\":\"sim:\"}")
                                        .status(201),
                                this::add),
                Route.get("specialists", "specialist list", "List specialists.", Scope.READ)
                        .paged()
                        .handle(Example.get("specialists"), this::list),
                Route.get("specialists/{name}", "specialist show", "Show a specialist.", Scope.READ)
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.get("specialists/{specialist}"), call -> show(call, false)),
                act("shadow", "specialist shadow", "Compare another model with that of a specialist, or end it.")
                        .body(
                                Field.text("model", 1, 400, "Model to compare with."),
                                Field.flag("off", "Whether to end the comparison."))
                        .handle(Example.send("specialists/{specialist}/shadow", "{\"model\":\"sim:\"}"), this::shadow),
                act("promote", "specialist promote", "Let the shadow answer in place of the present model.")
                        .body(
                                Field.text("to", 1, 400, "Model to promote (default: the shadow)"),
                                REASON,
                                Field.flag("force", "Whether to promote without a passed comparison."))
                        .handle(
                                Example.send(
                                        "specialists/{specialist}/promote",
                                        "{\"to\":\"sim:\",\"force\":true,\"reason\":\"trial\"}"),
                                this::promote),
                act("rollback", "specialist rollback", "Undo the last promotion of a specialist.")
                        .body(REASON)
                        .handle(Example.send("specialists/{specialist}/rollback", "{}"), this::rollback),
                act("retire", "specialist retire", "Stop asking a specialist.")
                        .handle(Example.get("specialists/{specialist}/retire"), this::retire),
                Route.get("promotions", "specialist history", "List promotions of a specialist.", Scope.READ)
                        .paged(Field.text("specialist", 1, 64, "Name of the specialist.")
                                .must())
                        .handle(Example.get("promotions?specialist={specialist}"), this::promotions));
    }

    private static Route.Parts act(String act, String verb, String summary) {
        return Route.post("specialists/{name}/" + act, verb, summary, Scope.OPERATE, Repeat.KEPT)
                .mark(Route.Mark.VERSIONED)
                .errors("key_reused", "conflict", "precondition", "stale");
    }

    private Counsel counsel() {
        return backend.stoa().counsel();
    }

    private String checked(String name, String model) {
        return SpecialistModels.checked(backend.stoa(), backend.work().engines().providers(), name, model);
    }

    /** The specialists, each of which is changed only in a version that the client has read. */
    private static Specialists expected(Call call, Counsel counsel) {
        return counsel.specialists().onlyIf(call.expected());
    }

    private Answer show(Call call, boolean replayed) {
        SpecialistView shown = counsel().specialists().get(call.by(), call.path("name"));
        return Once.answer(
                replayed, Answer.ok(shown.document()).version(shown.specialist().etag()));
    }

    private boolean replayed(Call call, String act, String name, Function<Counsel, Specialist> write) {
        return Once.write(
                        call,
                        counsel(),
                        act + " specialists/" + name,
                        write,
                        Specialist::name,
                        known -> counsel().specialists().get(call.by(), known).specialist())
                .replayed();
    }

    private Answer add(Call call) {
        JsonFields body = call.body();
        String name = body.text("name");
        String model = checked(name, body.text("model"));
        boolean replayed = replayed(
                call, "POST", name, counsel -> counsel.specialists().add(call.by(), name, model, body.texts("fields")));
        return Once.answer(
                replayed,
                Answer.added(
                        true,
                        "specialists/" + name,
                        counsel().specialists().get(call.by(), name).document()));
    }

    private Answer list(Call call) {
        return call.list(counsel().specialists().list(call.by(), call.page()).map(SpecialistView::document));
    }

    private Answer shadow(Call call) {
        String model = call.body().textOrNull("model");
        if ((model == null) != call.body().flag("off", false)) {
            throw Bounds.invalid("a shadow is a model or none", "give the model, or off: true");
        }
        String name = call.path("name");
        String checked = model == null ? null : checked(name, model);
        return show(
                call,
                replayed(
                        call, "shadow", name, counsel -> expected(call, counsel).shadow(call.by(), name, checked)));
    }

    private Answer retire(Call call) {
        String name = call.path("name");
        return show(
                call,
                replayed(
                        call, "retire", name, counsel -> expected(call, counsel).retire(call.by(), name)));
    }

    private Answer promote(Call call) {
        JsonFields body = call.body();
        String name = call.path("name");
        String to = body.textOrNull("to");
        PromoteRequest request = new PromoteRequest(
                to == null ? null : checked(name, to), body.textOrNull("reason"), body.flag("force", false));
        return promotion(call, "promote", counsel -> expected(call, counsel).promote(call.by(), name, request));
    }

    private Answer rollback(Call call) {
        return promotion(
                call,
                "rollback",
                counsel -> expected(call, counsel)
                        .rollback(call.by(), call.path("name"), call.body().textOrNull("reason")));
    }

    private Answer promotion(Call call, String act, Function<Counsel, Promotion> write) {
        String name = call.path("name");
        KeyedWrite.Replayable<Promotion> changed = Once.write(
                call, counsel(), act + " specialists/" + name, write, Promotion::id, id -> found(call.by(), name, id));
        return Once.answer(changed.replayed(), Answer.ok(changed.value().document()));
    }

    private Promotion found(Principal by, String name, String id) {
        return counsel().specialists().promotions(by, name, Page.Request.first(PAGE)).items().stream()
                .filter(promotion -> promotion.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "promotion " + id + " is no longer among the newest", "list the promotions"));
    }

    private Answer promotions(Call call) {
        return call.list(counsel()
                .specialists()
                .promotions(call.by(), call.query().text("specialist"), call.page())
                .map(Promotion::document));
    }
}
