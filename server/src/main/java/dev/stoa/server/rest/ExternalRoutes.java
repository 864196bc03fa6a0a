package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.TextEnum;
import dev.stoa.debate.external.ExternalBallots;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.external.ExternalVersion;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Debates that another engine holds, which writes their turns. */
final class ExternalRoutes {
    private static final String EPOCH_NAME = "runner_epoch";
    private static final int MOST = 1_000;
    private static final int LONGEST = 1_000_000;

    private static final Field EPOCH = Field.whole(
                    EPOCH_NAME, 1, Long.MAX_VALUE, "The epoch that the start of the debate answered.")
            .must();

    private static final Shape TURN = Shape.of(
            Field.whole("round", 0, Short.MAX_VALUE, "Its round (default: 1)"),
            Field.word("phase", Phase.values(), "Its phase.").must(),
            Field.whole("attempt", 0, Short.MAX_VALUE, "Its attempt at the phase (default: 0)"),
            Field.whole("step", 0, Short.MAX_VALUE, "Its wave (default: 1)"),
            Field.text("agent_id", 1, 64, "Who speaks.").must(),
            Field.text("kind", 1, 64, "What it was asked for (default: by phase)"),
            Field.word("status", TurnStatus.values(), "How its call ended (default: ok)"),
            Field.text("content", 0, LONGEST, "Its words as they came."),
            Field.object("parsed", "What the reply says."),
            Field.text("answer", 0, LONGEST, "Its answer."),
            Field.text("option", 1, 1, "Key of its option."),
            Field.real("confidence", 0, 1, "Its confidence."),
            Field.text("code", 0, LONGEST, "Its code."),
            Field.any("visible_turns", "Numbers of the turns that it was shown."),
            Field.text("check", 1, 64, "What the check of the debate found."),
            Field.text("prompt", 0, LONGEST, "What it was sent."),
            Field.text("provider", 0, 255, "Provider that was called."),
            Field.text("model", 0, 255, "Model that was called."),
            Field.object("params", "Parameters of the call."),
            Field.whole("tokens_in", 0, Integer.MAX_VALUE, "Tokens that were sent."),
            Field.whole("tokens_out", 0, Integer.MAX_VALUE, "Tokens that were answered."),
            Field.real("cost_usd", 0, Double.MAX_VALUE, "What the call cost."),
            Field.text("error", 0, 4_000, "Why the call failed."),
            Field.whole("response_time_ms", 0, Long.MAX_VALUE, "How long the call took."),
            Field.any("tool_calls", "What the agent called."),
            Field.object("metadata", "Further values to store with it."));

    private static final Shape VERSION = TURN.and(
            Field.whole("parent_version", 1, Integer.MAX_VALUE, "Number of the version that it revises."),
            Field.objects(
                    "results",
                    MOST,
                    Shape.of(
                            Field.text("name", 1, 200, "Name of the test.").must(),
                            Field.text("status", 1, 64, "What it found.").must(),
                            Field.whole("duration_ms", 0, Long.MAX_VALUE, "How long it took."),
                            Field.text("message", 0, 65_536, "What it said.")),
                    "What its tests found."),
            Field.real("quality_score", 0, 1, "Its quality."),
            Field.object("metrics", "Its metrics."));

    private static final Shape VOTE = Shape.of(
            Field.text("agent_id", 1, 64, "Who votes.").must(),
            Field.flag("abstain", "Whether it abstains (default: false)"),
            Field.text("choice", 1, 1, "Key of the option that it votes for."),
            Field.text("answer", 0, LONGEST, "The answer that it votes for."),
            Field.texts("ranking", 26, "Keys of the options, the best first."),
            Field.real("confidence", 0, 1, "Its confidence."),
            Field.text("reason", 0, LONGEST, "Why."),
            Field.any("concerns", "What it worries about."),
            Field.any("lessons", "What it learned."),
            Field.text("content", 0, LONGEST, "Its words as they came."),
            Field.any("visible_turns", "Numbers of the turns that it was shown."),
            Field.text("prompt", 0, LONGEST, "What it was sent."),
            Field.text("provider", 0, 255, "Provider that was called."),
            Field.text("model", 0, 255, "Model that was called."),
            Field.object("params", "Parameters of the call."),
            Field.whole("tokens_in", 0, Integer.MAX_VALUE, "Tokens that were sent."),
            Field.whole("tokens_out", 0, Integer.MAX_VALUE, "Tokens that were answered."),
            Field.real("cost_usd", 0, Double.MAX_VALUE, "What the call cost."),
            Field.text("error", 0, 4_000, "Why the call failed."),
            Field.whole("response_time_ms", 0, Long.MAX_VALUE, "How long the call took."),
            Field.any("tool_calls", "What the agent called."),
            Field.object("metadata", "Further values to store with it."));

    private final Backend backend;

    ExternalRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                route("start", "debate start", "Start a debate that another engine holds, or take it up again.")
                        .handle(Example.get("debates/{external}/start"), this::start),
                route("turns", "debate write-turns", "Store what agents said, all of it or nothing.")
                        .body(EPOCH, list("turns", TURN, "What agents said, 1 to 1,000."))
                        .handle(
                                Example.send(
                                        "debates/{held}/turns",
                                        "{\"runner_epoch\":1,\"turns\":[{\"phase\":\"proposal\",\"agent_id\":\"a\",\"content\":\"No.\",\"option\":\"B\"}]}"),
                                held(this::turns)),
                route("ballots", "debate write-ballots", "Count votes, first storing those that were asked for.")
                        .body(
                                EPOCH,
                                Field.word("stage", Stage.values(), "What is counted.")
                                        .must(),
                                Field.whole("round", 1, Short.MAX_VALUE, "The round.")
                                        .must(),
                                Field.whole("attempt", 0, Short.MAX_VALUE, "The attempt (default: 0)"),
                                Field.objects("ballots", MOST, VOTE, "Votes that were asked for."))
                        .handle(
                                Example.send(
                                        "debates/{spoken}/ballots",
                                        "{\"runner_epoch\":1,\"stage\":\"draft\",\"round\":1}"),
                                held(this::ballots)),
                route("versions", "debate write-versions", "Store versions of the code, all of them or none.")
                        .body(EPOCH, list("versions", VERSION, "Versions of the code, 1 to 1,000."))
                        .handle(
                                Example.send(
                                        "debates/{coded}/versions",
                                        "{\"runner_epoch\":1,\"versions\":[{\"phase\":\"self_evolvement\",\"agent_id\":\"a\",\"code\":\"x\"}]}"),
                                held(this::versions)),
                route("finish", "debate finish", "Count what is not counted yet and end the debate.")
                        .body(
                                EPOCH,
                                Field.word(
                                        "stop_reason",
                                        List.of(StopReason.DEADLINE.text(), StopReason.BUDGET.text()),
                                        "What ran out; found here if it is left out."))
                        .handle(Example.send("debates/{spoken}/finish", "{\"runner_epoch\":1}"), held(this::finish)),
                route("fail", "debate fail", "End the debate without an outcome.")
                        .body(EPOCH, Field.text("error", 1, 4_000, "Why.").must())
                        .handle(
                                Example.send(
                                        "debates/{held}/fail", "{\"runner_epoch\":1,\"error\":\"no more tokens\"}"),
                                held(this::fail)));
    }

    private static Route.Parts route(String act, String verb, String summary) {
        return Route.post("debates/{id}/" + act, verb, summary, Scope.WRITE, Repeat.STATE)
                .errors("precondition", "lease_lost", "ambiguous", "gone");
    }

    private static Field list(String name, Shape shape, String about) {
        return Field.objects(name, MOST, shape, about).must();
    }

    private DebateEngine engine() {
        return backend.work().engines().debates();
    }

    private Answer start(Call call) {
        ExternalSession held = engine().start(call.path("id"), call.by().name());
        return Answer.ok(Json.object("session", engine().find(held.session()).document(), EPOCH_NAME, held.epoch()));
    }

    /** Tells an engine that another has taken its place in the word that holders of other leases are told. */
    private static Route.Handler held(Route.Handler handler) {
        return call -> {
            try {
                return handler.answer(call);
            } catch (ConflictException e) {
                if (!e.code().equals("fenced")) {
                    throw e;
                }
                throw new ConflictException(
                        "lease_lost", e.getMessage(), e.hint().orElse(null), e);
            }
        };
    }

    private ExternalSession held(Call call) {
        return engine().external(call.path("id"), call.body().whole(EPOCH_NAME));
    }

    private Answer turns(Call call) {
        List<Added<DebateTurn>> stored = held(call)
                .turns(call.body().objects("turns").stream()
                        .map(ExternalTurn::fromJson)
                        .toList());
        return DebateRecordRoutes.whole(stored.stream()
                .map(each -> Json.object("turn", each.value().document(false), "created", each.created()))
                .toList());
    }

    private Answer ballots(Call call) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(call.document());
        fields.remove(EPOCH_NAME);
        return DebateRecordRoutes.whole(held(call).ballots(ExternalBallots.fromJson(JsonFields.of(fields))).stream()
                .map(BallotRow::document)
                .toList());
    }

    private Answer versions(Call call) {
        List<Added<CodeVersion>> stored = held(call)
                .versions(call.body().objects("versions").stream()
                        .map(ExternalVersion::fromJson)
                        .toList());
        return DebateRecordRoutes.whole(stored.stream()
                .map(each -> Json.object("version", each.value().document(), "created", each.created()))
                .toList());
    }

    private Answer finish(Call call) {
        String spent = call.body().textOrNull("stop_reason");
        String session = held(call)
                .finish(spent == null ? null : TextEnum.of("stop_reason", StopReason.values(), spent))
                .id();
        engine().learn(session);
        return Answer.ok(engine().find(session).document());
    }

    private Answer fail(Call call) {
        return Answer.ok(held(call).fail(call.body().text("error")).document());
    }
}
