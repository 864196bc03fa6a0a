package dev.stoa.server.console;

import dev.stoa.base.StoaException;
import dev.stoa.server.console.act.Keys;
import dev.stoa.server.console.act.Multipart;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Confirm;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.NewDebate;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The form of a new debate: what it would take is shown before it begins, and nothing is stored until then. Thread-safe. */
final class NewDebatePages {
    private static final String PATH = "debates/new";
    private static final String ACT = "act";
    private static final String KEY = "key";
    /** A document of 8 MiB, and the rest of the form. */
    private static final int LARGEST = 9 << 20;

    private static final int LARGEST_DOCUMENT = 8 << 20;
    /** Two documents of 8 MiB, and the rest of the form. */
    private static final int LARGEST_FILES = 17 << 20;

    private static final int LONGEST_TITLE = 200;
    private static final int MOST_AGENTS = 50;

    /** What the address of the page may fill in. */
    private static final List<String> QUERIES =
            List.of("topic", "options", "preset", "rounds", "agent1", "agent2", "agent3", "agent4");

    private static final List<String> USUAL = List.of(
            "a=sim:?accuracy=0.7",
            "lex=evidence:lexical",
            "sem=evidence:semantic",
            "ske=evidence:skeptic",
            "doc=evidence:document");

    private final Screen screen;
    private final Inside inside;
    private final Function<Call, Asked> asking;

    NewDebatePages(Screen screen, Inside inside, Function<Call, Asked> asking) {
        this.screen = screen;
        this.inside = inside;
        this.asking = asking;
    }

    static Page page() {
        return new Page(PATH, "debate-new", Wing.DEBATES, Scope.ASK, QUERIES, NewDebatePages::form);
    }

    Route route() {
        return Route.post(PATH, "act " + PATH, "Preview or begin a debate.", Scope.ASK, Repeat.KEPT)
                .bytes()
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .errors("csrf")
                .handle(Example.get(PATH).status(415), this::sent);
    }

    private static View form(Asked asked) throws Exception {
        Map<String, String> typed = new LinkedHashMap<>();
        for (String name : QUERIES) {
            String value = asked.query(name);
            if (value != null) {
                typed.put(name, value);
            }
        }
        return view(asked, typed, null);
    }

    /** The form as it was typed, with what it would take; before there is a question there is nothing to tell. */
    private static View view(Asked asked, Map<String, String> typed, @Nullable Problem problem) throws Exception {
        List<String> specs = new ArrayList<>(USUAL);
        asked.triedAll("agents", "agents").docs("items").stream()
                .filter(agent -> agent.raw("kind").equals("agent"))
                .limit(MOST_AGENTS)
                .forEach(agent -> specs.add(agent.raw("identity")));
        profiles(asked, specs);
        Doc estimate = Doc.EMPTY;
        Confirm.Wrong wrong = problem == null ? null : wrong(problem);
        NewDebate form = new NewDebate(typed, estimate, wrong, specs, Keys.fresh());
        if (form.any("topic")) {
            try {
                estimate = asked.ask("estimate", "debates/estimate", form.body());
            } catch (StoaException | Refusal e) {
                wrong = wrong == null ? wrong(Problem.of(e, asked.call().requestId())) : wrong;
            }
        }
        return View.of("debate-new", "New debate")
                .below("Debates", "/debates")
                .with("form", new NewDebate(typed, estimate, wrong, specs, form.key()));
    }

    /** The profiles of the last generation of the newest run. */
    private static void profiles(Asked asked, List<String> specs) throws Exception {
        for (Doc run : asked.tried("runs", "evolutions?limit=1").docs("items")) {
            List<Doc> all = asked.triedAll("profiles", "profiles?run=" + Links.encoded(run.raw("run_id")))
                    .docs("items");
            long last = all.stream()
                    .mapToLong(each -> each.whole("generation"))
                    .max()
                    .orElse(0);
            all.stream()
                    .filter(each -> each.whole("generation") == last)
                    .limit(MOST_AGENTS)
                    .forEach(each -> specs.add(each.raw("actor_id") + "=profile:" + each.raw("profile_id")));
        }
    }

    private static Confirm.Wrong wrong(Problem problem) {
        return new Confirm.Wrong(
                Plain.of(problem.detail()), Plain.of(Objects.requireNonNullElse(problem.hint(), "")), Map.of());
    }

    private Answer sent(Call call) throws Exception {
        String type = call.header("Content-Type");
        boolean files = Multipart.is(type);
        Multipart form = files
                ? Multipart.read(Objects.requireNonNull(type), call.all(LARGEST_FILES))
                : new Multipart(call.form(LARGEST), List.of());
        Map<String, String> typed = new LinkedHashMap<>(form.fields());
        screen.forms().check(call, typed);
        String act = typed.getOrDefault(ACT, "");
        String key = typed.getOrDefault(KEY, "");
        List.of(ACT, KEY, "csrf").forEach(typed::remove);
        try {
            form.files().forEach(file -> place(file, typed));
            if (!act.equals("start") && !act.equals("create")) {
                return shown(call, typed, null);
            }
            if (key.isEmpty()) {
                throw Refusal.field(KEY, "is missing", "send the form of the page");
            }
            Map<String, @Nullable Object> body = new NewDebate(typed, Doc.EMPTY, null, List.of(), key).body();
            body.put("start", act.equals("start"));
            Answer answer = inside.call(call, "POST", "debates", body, Map.of("Idempotency-Key", key));
            Doc debate = answer.read() instanceof Map<?, ?> fields ? new Doc(fields) : Doc.EMPTY;
            return Answer.seeOther(Links.to("debates", debate.raw("id")));
        } catch (StoaException | Refusal e) {
            return shown(call, typed, Problem.of(e, call.requestId()));
        }
    }

    /** Puts a file into the first free field for a document. */
    private static void place(Multipart.Upload file, Map<String, String> typed) {
        String name = Plain.of(file.name(), LONGEST_TITLE);
        String text = file.text();
        if (file.size() > LARGEST_DOCUMENT) {
            throw Refusal.field("upload", "has " + name + ", which is larger than 8 MiB", "give a smaller part of it");
        }
        if (text == null) {
            throw Refusal.field("upload", "has " + name + ", which is no text in UTF-8", "give it as text");
        }
        String row = NewDebate.DOCUMENTS.stream()
                .filter(each -> typed.getOrDefault(each, "").isBlank())
                .findFirst()
                .orElseThrow(() -> Refusal.field(
                        "upload",
                        "has more documents than the form, which takes " + NewDebate.DOCUMENTS.size(),
                        "leave some out"));
        typed.put(row, text);
        if (typed.getOrDefault(row + NewDebate.TITLE, "").isBlank()) {
            typed.put(row + NewDebate.TITLE, name);
        }
    }

    private Answer shown(Call call, Map<String, String> typed, @Nullable Problem problem) throws Exception {
        Asked asked = asking.apply(call);
        View view = view(asked, typed, problem);
        return screen.html(
                problem == null ? 200 : problem.status(),
                view.template(),
                screen.frame(call, view, Wing.DEBATES, asked.first(), List.of()),
                view.with());
    }
}
