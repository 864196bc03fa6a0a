package dev.stoa.server.console;

import dev.stoa.base.StoaException;
import dev.stoa.server.console.act.Keys;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Problem;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The form that checks a scenario and starts a run of it. Thread-safe. Nothing is stored before it is started. */
final class ScenarioForm {
    private static final String PATH = "evolve/new";
    private static final String SCENARIO = "scenario";
    private static final String TOML = "toml";
    private static final List<String> NUMBERS = List.of("generations", "seed");

    private final Screen screen;
    private final Inside inside;

    ScenarioForm(Screen screen, Inside inside) {
        this.screen = screen;
        this.inside = inside;
    }

    static Page page() {
        return new Page(PATH, "evolve-new", Wing.EVOLUTION, Scope.READ, List.of(SCENARIO), asked -> {
            @Nullable String chosen = asked.query(SCENARIO);
            return view(
                    asked.read("scenarios", "evolutions/scenarios").docs("items"),
                    chosen == null ? Map.of() : Map.of(SCENARIO, chosen),
                    Doc.EMPTY,
                    "");
        });
    }

    Route route() {
        return Route.post(PATH, "act evolve new", "Check a scenario, or start a run of it.", Scope.OPERATE, Repeat.KEPT)
                .bytes()
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .errors("csrf")
                .handle(Example.get(PATH).status(415), this::sent);
    }

    private static View view(List<Doc> scenarios, Map<String, String> typed, Doc checked, String wrong) {
        return View.of("evolve-new", "New run")
                .below("Evolution runs", "/evolve")
                .command("evolve run " + Lists.quoted(typed.getOrDefault(SCENARIO, "split-100")))
                .with("scenarios", scenarios)
                .with("typed", typed)
                .with("checked", checked)
                .with("wrong", wrong)
                .with("key", Keys.fresh());
    }

    private Answer sent(Call call) throws Exception {
        Map<String, String> form = call.form();
        screen.forms().check(call, form);
        // Browsers end lines with both characters.
        String toml = form.getOrDefault(TOML, "").replace("\r\n", "\n");
        Doc checked = toml.isBlank() ? Doc.EMPTY : doc(check(call, toml));
        boolean fits = toml.isBlank() || checked.flag("valid");
        if (!fits || form.containsKey("check")) {
            return again(call, form, checked, "", fits ? 200 : 422);
        }
        try {
            Answer begun = inside.call(call, "POST", "evolutions", body(form, toml), key(form));
            return Answer.seeOther(Links.to("evolve", doc(begun).raw("run_id")));
        } catch (StoaException | Refusal e) {
            Problem problem = Problem.of(e, call.requestId());
            String hint = Objects.requireNonNullElse(problem.hint(), "");
            return again(
                    call,
                    form,
                    checked,
                    Plain.of(problem.detail() + (hint.isEmpty() ? "" : "; " + hint)),
                    problem.status());
        }
    }

    private Answer check(Call call, String toml) throws Exception {
        return inside.call(call, "POST", "evolutions/check", Map.of(SCENARIO, toml), Map.of());
    }

    private static Map<String, String> key(Map<String, String> form) {
        String key = form.getOrDefault("key", "");
        if (key.isEmpty()) {
            throw Refusal.field("key", "is missing", "send the form of the page");
        }
        return Map.of("Idempotency-Key", key);
    }

    private static Map<String, @Nullable Object> body(Map<String, String> form, String toml) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put(SCENARIO, toml.isBlank() ? form.getOrDefault(SCENARIO, "") : toml);
        for (String name : NUMBERS) {
            String typed = form.getOrDefault(name, "").strip();
            if (!typed.isEmpty()) {
                body.put(name, number(name, typed));
            }
        }
        return body;
    }

    private static long number(String name, String typed) {
        try {
            return Long.parseLong(typed);
        } catch (NumberFormatException e) {
            throw Refusal.field(name, "is not a whole number", "type digits");
        }
    }

    private static Doc doc(Answer answer) {
        return answer.read() instanceof Map<?, ?> fields ? new Doc(fields) : Doc.EMPTY;
    }

    private Answer again(Call call, Map<String, String> typed, Doc checked, String wrong, int status) throws Exception {
        List<Doc> scenarios = doc(inside.get(call, "evolutions/scenarios")).docs("items");
        View view = view(scenarios, typed, checked, wrong);
        return screen.html(
                status,
                view.template(),
                screen.frame(call, view, Wing.EVOLUTION, "evolutions/scenarios", List.of()),
                view.with());
    }
}
