package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.engine.evolution.EvolutionEngine;
import dev.stoa.engine.evolution.RunView;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.base.EvolutionSettings;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.scenario.Problem;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evolution runs: scenarios, what is run of them and what was decided. */
final class EvolutionRoutes {
    private static final int LONGEST_SCENARIO = 256 << 10;
    private static final String FILE = "scenario";
    private static final Field GENERATIONS =
            Field.whole("generations", 1, 10_000, "Number of generations (default: the scenario's)");

    private final Backend backend;

    EvolutionRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.get("evolutions/scenarios", "evolve scenarios", "List the built-in scenarios.", Scope.READ)
                        .handle(Example.get("evolutions/scenarios"), call -> scenarios()),
                Route.post("evolutions/check", "evolve check", "Check a scenario.", Scope.READ, Repeat.SAFE)
                        .body(Field.text("scenario", 1, LONGEST_SCENARIO, "The scenario as TOML.")
                                .must())
                        .handle(Example.send("evolutions/check", "{\"scenario\":\"schema = 1\"}"), this::check),
                Route.post("evolutions", "evolve run", "Run a scenario.", Scope.OPERATE, Repeat.KEPT)
                        .body(
                                Field.any(
                                                "scenario",
                                                "Name of a built-in scenario, or a scenario: TOML as text, or the same fields as an object.")
                                        .must(),
                                Field.any("seed", "Seed of all random draws, a whole number or its digits."),
                                GENERATIONS,
                                Field.object("set", "Settings that replace the scenario's, by name."))
                        .errors("key_reused", "busy", "conflict")
                        .handle(
                                Example.send("evolutions", "{\"scenario\":\"split-100\",\"generations\":1}")
                                        .status(202),
                                this::run),
                Route.get("evolutions", "evolve list", "List the runs, newest first.", Scope.READ_AGENT)
                        .paged()
                        .handle(Example.get("evolutions"), this::list),
                Route.get("evolutions/{id}", "evolve show", "Show a run.", Scope.READ_AGENT)
                        .handle(Example.get("evolutions/{run}"), this::show),
                Route.post("evolutions/{id}/resume", "evolve resume", "Go on with a run.", Scope.OPERATE, Repeat.STATE)
                        .body(
                                Field.whole("generations", 1, 10_000, "Larger number of generations."),
                                Field.whole("max_tokens", 0, Json.LARGEST_EXACT, "Larger number of tokens."),
                                Field.flag("force", "Whether to take it from a process that seems to run it."))
                        .errors("conflict", "owned", "busy")
                        .handle(Example.send("evolutions/{paused}/resume", "{}").status(202), this::resume),
                Route.post("evolutions/{id}/cancel", "evolve cancel", "Give a run up.", Scope.OPERATE, Repeat.STATE)
                        .errors("conflict")
                        .handle(Example.get("evolutions/{paused}/cancel"), this::cancel),
                Route.get("evolutions/{id}/verdicts", "evolve verdicts", "List decisions of a run.", Scope.READ_AGENT)
                        .paged()
                        .handle(Example.get("evolutions/{run}/verdicts"), this::verdicts));
    }

    private Evolution stores() {
        return backend.stoa().evolution();
    }

    private Answer document(Principal by, String run) {
        return Answer.ok(RunView.of(stores(), by, run).document());
    }

    private static Answer scenarios() {
        return DebateRecordRoutes.whole(Scenarios.NAMES.stream()
                .map(name -> {
                    Scenario scenario = Scenarios.get(name);
                    return Json.object(
                            "name", name,
                            "kind", scenario.kind().text(),
                            "context", scenario.context(),
                            "max_generations", scenario.evolution().maxGenerations());
                })
                .toList());
    }

    private Answer check(Call call) {
        List<Problem> problems = ScenarioReader.check(call.body().text("scenario"));
        return Answer.ok(Json.object(
                "valid",
                problems.isEmpty(),
                "errors",
                problems.stream()
                        .map(each -> Json.object(
                                "line", each.line(),
                                "column", each.column(),
                                "field", each.field(),
                                "message", each.message()))
                        .toList()));
    }

    private Answer run(Call call) throws InterruptedException {
        JsonFields body = call.body();
        Scenario scenario = scenario(body.valueOrNull("scenario"));
        Map<String, String> set = new LinkedHashMap<>();
        body.object("set").forEach((name, value) -> set.put(name, String.valueOf(value)));
        Long generations = body.wholeOrNull("generations");
        if (generations != null && set.put("max_generations", generations.toString()) != null) {
            throw Bounds.invalid("max_generations is given twice, by generations and by set", "give it once");
        }
        Added<Run> added = backend.work()
                .evolutions()
                .start(call.by(), scenario, seed(body, scenario), set, Once.key(call, "POST evolutions"));
        return Once.answer(
                !added.created(),
                Answer.accepted(
                        "evolutions/" + added.value().id(),
                        RunView.of(stores(), call.by(), added.value().id()).document()));
    }

    private static long seed(JsonFields body, Scenario scenario) {
        Object given = body.valueOrNull("seed");
        try {
            return given == null
                    ? scenario.seed()
                    : given instanceof String digits ? Long.parseLong(digits) : body.whole("seed");
        } catch (NumberFormatException e) {
            throw Refusal.field("seed", "is not a whole number", "send a whole number or its digits");
        }
    }

    /** A built-in scenario by its name, or one as it was sent; what it leaves open the configuration says. */
    private Scenario scenario(@Nullable Object sent) {
        Map<String, Object> defaults =
                EvolutionSettings.defaults(backend.stoa().config().values());
        if (sent instanceof Map<?, ?> tree) {
            return ScenarioReader.json(Json.write(tree), defaults);
        }
        if (!(sent instanceof String given)) {
            throw Refusal.field("scenario", "is neither text nor an object", "send a name, TOML or an object");
        }
        Bounds.text("scenario", given, 1, LONGEST_SCENARIO);
        if (Scenarios.NAMES.contains(given)) {
            return Scenarios.get(given, defaults);
        }
        if (given.indexOf('=') < 0) {
            throw new NotFoundException(
                    "not_found",
                    "there is no scenario " + Bounds.shown(given),
                    "built in are " + String.join(", ", Scenarios.NAMES) + "; or send one as TOML");
        }
        return ScenarioReader.toml(FILE, given, defaults);
    }

    private Answer list(Call call) {
        return call.list(stores().runs()
                .list(call.by(), call.page())
                .map(run -> RunView.brief(stores(), call.by(), run.id()).item()));
    }

    private Answer show(Call call) {
        return document(call.by(), call.path("id"));
    }

    private Answer resume(Call call) throws InterruptedException {
        JsonFields body = call.body();
        Run run = backend.work()
                .evolutions()
                .resume(
                        call.by(),
                        call.path("id"),
                        new EvolutionEngine.Resume(
                                body.flag("force", false),
                                body.wholeOrNull("generations"),
                                body.wholeOrNull("max_tokens")));
        return Answer.accepted(
                "evolutions/" + run.id(),
                RunView.of(stores(), call.by(), run.id()).document());
    }

    private Answer cancel(Call call) {
        stores().runs().cancel(call.by(), call.path("id"));
        return document(call.by(), call.path("id"));
    }

    private Answer verdicts(Call call) {
        return call.list(stores().verdicts()
                .page(call.by(), call.path("id"), call.page())
                .map(Verdict::document));
    }
}
