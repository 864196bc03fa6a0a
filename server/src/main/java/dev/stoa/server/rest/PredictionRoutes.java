package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.rating.Prediction;
import dev.stoa.learning.rating.PredictionDraft;
import dev.stoa.learning.rating.Predictions;
import dev.stoa.learning.rating.Result;
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

/** What agents expect, and how far to believe them. */
final class PredictionRoutes {
    static final Shape DRAFT = Shape.of(
            Fields.id("tournament_id", "The event, such as a debate or a match.")
                    .must(),
            Fields.name("predictor_agent", "Who predicts.").must(),
            Field.text("predicted_winner", 1, 2_000, "Who or what is expected to win.")
                    .must(),
            Fields.unit("confidence", "How sure the agent is.").must(),
            Fields.label("domain", "The domain of the event (default: general)"),
            Field.flag("simulated", "Whether a seat was simulated, so that no calibration counts it."));

    private final Backend backend;

    PredictionRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                                "predictions",
                                "prediction add",
                                "Record a prediction, which replaces the agent's earlier one while the event is open.",
                                Scope.WRITE,
                                Repeat.NATURAL)
                        .query(Lines.query())
                        .bodyOrLines(DRAFT)
                        .errors("conflict")
                        .handle(
                                Example.send(
                                        "predictions",
                                        "{\"tournament_id\":\"e-1\",\"predictor_agent\":\"ana\","
                                                + "\"predicted_winner\":\"ben\",\"confidence\":0.7}"),
                                this::add),
                Route.post(
                                "predictions/{event}/resolve",
                                "prediction resolve",
                                "Close an event and score its predictions.",
                                Scope.WRITE,
                                Repeat.STATE)
                        .body(
                                Field.text("winner", 1, 2_000, "Who or what won."),
                                Field.flag("void", "Whether there is no winner, so that nothing is scored."))
                        .errors("conflict")
                        .handle(Example.send("predictions/{event}/resolve", "{\"winner\":\"ben\"}"), this::resolve),
                Route.get(
                                "ratings/{agent}/calibration",
                                "prediction calibration",
                                "Show how well an agent's confidence matches its results.",
                                Scope.READ_AGENT)
                        .query(Fields.label("domain", "Only predictions of this domain."), Fields.SIMULATED)
                        .handle(Example.get("ratings/{rated}/calibration"), this::calibration));
    }

    private Predictions predictions(Call call) {
        return backend.stoa().learning().predictions().as(call.by());
    }

    private Answer add(Call call) {
        if (call.lines()) {
            return Lines.add(
                    call,
                    Lines.Of.added(PredictionDraft::fromJson, predictions(call)::addAll, Prediction::tournamentId));
        }
        Added<Prediction> added = predictions(call).add(PredictionDraft.fromJson(call.body()));
        return Answer.ok(Json.object("prediction", added.value().document(), "created", added.created()));
    }

    private Answer resolve(Call call) {
        return Answer.ok(predictions(call)
                .resolve(call.path("event"), Result.fromJson(call.body()))
                .document());
    }

    private Answer calibration(Call call) {
        JsonFields query = call.query();
        return Answer.ok(Json.object(
                "calibration",
                predictions(call)
                        .of(call.path("agent"), query.textOrNull("domain"), Fields.simulated(query))
                        .document()));
    }
}
