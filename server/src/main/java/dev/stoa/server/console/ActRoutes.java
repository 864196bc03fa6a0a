package dev.stoa.server.console;

import dev.stoa.base.StoaException;
import dev.stoa.server.console.act.Act;
import dev.stoa.server.console.act.Acts;
import dev.stoa.server.console.act.Forms;
import dev.stoa.server.console.act.Keys;
import dev.stoa.server.console.act.Notices;
import dev.stoa.server.console.act.Sent;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Confirm;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Frame;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.OpenGate;
import dev.stoa.server.console.view.Tour;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Problem;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The forms of acts: each is asked about on a page of its own, and done once. Thread-safe. */
final class ActRoutes {
    private static final int TITLE = 240;
    private static final int LARGEST = 1 << 20;
    /** A debate has fewer gates: rounds, phases and their repetitions are bounded. */
    private static final int GATES = 500;

    private static final String KEY = "key";
    private static final String VERSION = "version";
    private static final String SEEN = "seen";

    /** The answers to an act whose thing another changed meanwhile. */
    private static final Set<Integer> CHANGED = Set.of(409, 412);

    private static final String DRY = "dry_run";
    private static final String TRIED = "tried";
    private static final String ASK = "ask";
    private static final String GATE = "gate";
    private static final Set<Confirm.Kind> UNTYPED = Set.of(Confirm.Kind.AGAIN, Confirm.Kind.HELD, Confirm.Kind.ID);

    private final Screen screen;
    private final Inside inside;
    private final Sent sent = new Sent();

    ActRoutes(Screen screen, Inside inside) {
        this.screen = screen;
        this.inside = inside;
    }

    List<Route> routes() {
        List<String> pages = Pages.all().stream().map(Page::path).toList();
        List<Route> routes = new ArrayList<>();
        for (Act act : Acts.all()) {
            if (!pages.contains(act.path())) {
                routes.add(asks(act));
            }
            routes.add(Route.post(act.path(), "act " + act.path(), act.word() + ".", act.scope(), Repeat.KEPT)
                    .bytes()
                    .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                    .errors("csrf")
                    .handle(Example.get(act.path()).status(415), call -> done(act, call)));
        }
        return routes;
    }

    /** The page of an act whose form is not a part of the page above. */
    private Route asks(Act act) {
        return Route.get(act.path(), "confirm " + act.path(), "Ask before an act.", act.scope())
                .query(Field.text(Tour.QUERY, 0, 8, "The step of the tour."))
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get(act.path()), call -> asked(act, call));
    }

    /** The acts that a page offers: those whose addresses are a verb below its own, where they fit what it shows. */
    static List<Frame.Act> offered(Page page, Call call, Doc shown) {
        List<Frame.Act> offered = new ArrayList<>();
        for (Act act : Acts.all()) {
            boolean here = act.path().startsWith(page.path() + "/")
                    && act.path().indexOf('/', page.path().length() + 1) < 0
                    && !act.path().endsWith("}")
                    && !page.path().isEmpty();
            if (here && act.subject().fits(shown)) {
                offered.add(new Frame.Act(
                        act.word(),
                        Act.page(act.path(), ids(act, call)),
                        act.irreversible(),
                        act.isAtOnce() ? Keys.fresh() : ""));
            }
        }
        return offered;
    }

    static Map<String, String> ids(Act act, Call call) {
        Map<String, String> ids = new LinkedHashMap<>();
        act.ids().forEach(name -> ids.put(name, Links.id(call.path(name))));
        return ids;
    }

    /**
     * What an act is done to, as it is now.
     *
     * @param asked the fields for what agents asked
     */
    private record Found(Doc doc, String version, List<Confirm.Input> asked) {
        Found {
            asked = List.copyOf(asked);
        }

        Found(Doc doc, String version) {
            this(doc, version, List.of());
        }
    }

    private Found found(Act act, Call call, Map<String, String> ids, Map<String, String> typed) throws Exception {
        Found found = found(act, call, ids);
        String id = ids.get(GATE);
        if (id == null) {
            return found;
        }
        String debate = Act.api(act.subject().api(), ids);
        Doc gate = doc(inside.get(call, debate + "/gates?limit=" + GATES)).docs("items").stream()
                .filter(each -> each.raw("id").equals(id))
                .findFirst()
                .orElseThrow(ActRoutes::nothing);
        OpenGate open = OpenGate.of(gate, debate, address -> doc(inside.get(call, address)));
        boolean answers = act.inputs().stream().anyMatch(input -> input.kind() == Confirm.Kind.ANSWERS);
        return new Found(open.within(found.doc()), found.version(), answers ? open.inputs(typed) : List.of());
    }

    private static Refusal nothing() {
        return Refusal.of(404, "not_found", "there is no such thing", "see the list");
    }

    private Found found(Act act, Call call, Map<String, String> ids) throws Exception {
        if (act.subject().api().isEmpty()) {
            return new Found(Doc.EMPTY, "");
        }
        Answer answer = inside.get(call, Act.api(act.subject().api(), ids));
        Doc doc = doc(answer);
        String key = act.subject().key();
        if (key.isEmpty()) {
            return new Found(doc, Objects.requireNonNullElse(answer.headers().get("ETag"), ""));
        }
        String id = Objects.requireNonNull(ids.get(act.ids().getLast()));
        return doc.docs(act.subject().list()).stream()
                .filter(item -> item.raw(key).equals(id))
                .findFirst()
                .map(item -> new Found(item, ""))
                .orElseThrow(ActRoutes::nothing);
    }

    private Answer asked(Act act, Call call) throws Exception {
        Map<String, String> ids = ids(act, call);
        return page(act, call, Map.of(), isAsked(act) ? null : tried(act, call, ids, Map.of()), null);
    }

    /** Whether it takes what is typed to say what an act would do. */
    private static boolean isAsked(Act act) {
        return decisive(act).findAny().isPresent();
    }

    /** The fields that are typed and decide what is done; a reason that may be left out does not. */
    private static Stream<Act.Input> decisive(Act act) {
        return act.inputs().stream()
                .filter(input -> !UNTYPED.contains(input.kind()))
                .filter(input -> input.must() || !input.name().equals("reason"));
    }

    /** What is typed, as far as it decides what is done. */
    private static String typed(Act act, Map<String, String> form) {
        return decisive(act).map(input -> form.getOrDefault(input.name(), "")).collect(Collectors.joining(" "));
    }

    /** What an act would do; null if it cannot tell. */
    private Confirm.@Nullable Tried tried(Act act, Call call, Map<String, String> ids, Map<String, String> form)
            throws Exception {
        if (!act.request().dry()) {
            return null;
        }
        String api = Act.api(act.request().api(), ids);
        boolean deletes = act.request().method().equals("DELETE");
        Map<String, @Nullable Object> body = Forms.body(act, form, ids);
        if (!deletes) {
            body.put(DRY, true);
        }
        Answer answer =
                inside.call(call, act.request().method(), deletes ? api + "?" + DRY + "=true" : api, body, Map.of());
        return new Confirm.Tried(typed(act, form), Forms.told(doc(answer), ids));
    }

    private Answer page(
            Act act, Call call, Map<String, String> typed, Confirm.@Nullable Tried tried, @Nullable Problem problem)
            throws Exception {
        Map<String, String> ids = ids(act, call);
        Found found = found(act, call, ids, typed);
        List<Confirm.Input> inputs = new ArrayList<>(found.asked());
        inputs.addAll(Forms.shown(act, found.doc(), typed));
        Confirm confirm = new Confirm(
                act.word(),
                act.about(),
                act.irreversible(),
                object(act, found.doc(), ids),
                Plain.of(name(act, found.doc(), ids), TITLE),
                found.doc(),
                act.subject().facts(),
                inputs,
                Keys.fresh(),
                found.version(),
                Act.page(act.back(), ids),
                does(act, found.doc()),
                tried,
                act.request().dry(),
                problem == null
                        ? null
                        : new Confirm.Wrong(
                                Plain.of(problem.detail()),
                                Plain.of(Objects.requireNonNullElse(problem.hint(), "")),
                                CHANGED.contains(problem.status())
                                        ? Confirm.former(typed.getOrDefault(SEEN, ""))
                                        : Map.of()));
        View view = View.of("confirm", act.word())
                .below(confirm.object().isEmpty() ? Lists.titled(act.back()) : confirm.object(), confirm.back());
        return screen.html(
                problem == null ? 200 : problem.status(),
                view.template(),
                screen.frame(call, view, null, null, List.of()),
                Map.of("confirm", confirm));
    }

    private static List<String> does(Act act, Doc thing) {
        return act.request().effects().stream()
                .map(effect -> Language.t(
                        effect.words(),
                        effect.fields().stream()
                                .map(field -> Objects.requireNonNullElse(
                                        thing.has(field) ? thing.text(field, TITLE) : null, Language.t("unknown")))
                                .toArray()))
                .toList();
    }

    private static Doc doc(Answer answer) {
        return answer.document() != null && answer.read() instanceof Map<?, ?> fields ? new Doc(fields) : Doc.EMPTY;
    }

    /** What it is done to: its title, or its id where it has none, and the gate or the like inside it; empty for none. */
    private static String object(Act act, Doc doc, Map<String, String> ids) {
        List<String> words = new ArrayList<>();
        String title = doc.text(act.subject().title(), TITLE);
        ids.values().forEach(id -> words.add(Plain.of(id, TITLE)));
        act.inputs().stream()
                .filter(input -> input.kind() == Confirm.Kind.AGAIN)
                .forEach(input -> words.addAll(input.words()));
        if (!words.isEmpty() && !title.isEmpty()) {
            words.set(0, title);
        }
        return String.join(" · ", words);
    }

    private Answer done(Act act, Call call) throws Exception {
        Map<String, String> form = call.form(LARGEST);
        screen.forms().check(call, form);
        Map<String, String> ids = ids(act, call);
        if (form.containsKey(ASK)) {
            // What was typed on the page above is shown again before it is done.
            return page(act, call, form, null, null);
        }
        AtomicReference<@Nullable Doc> made = new AtomicReference<>();
        Map<String, String> later = new LinkedHashMap<>(ids);
        String former;
        String next;
        try {
            String key = form.getOrDefault(KEY, "");
            if (key.isEmpty()) {
                throw Refusal.field(KEY, "is missing", "send the form of the page");
            }
            if (act.request().dry() && !typed(act, form).equals(form.get(TRIED))) {
                return page(act, call, form, tried(act, call, ids, form), null);
            }
            named(act, call, ids, form);
            former = former(act, call, ids, later);
            String owned = call.by().shown() + " " + Act.page(act.path(), ids) + " " + key;
            next = sent.once(owned, () -> {
                Doc answer = doc(first(inside.call(
                        call,
                        act.request().method(),
                        Act.api(act.request().api(), ids),
                        Forms.body(act, form, ids),
                        headers(act, form, key))));
                made.set(answer);
                return next(act, ids, answer);
            });
        } catch (StoaException | Refusal e) {
            Problem problem = Problem.of(e, call.requestId());
            if (problem.status() == 401 || problem.status() == 404) {
                throw e;
            }
            return page(act, call, form, null, problem);
        }
        Doc answer = made.get();
        if (answer != null && !act.after().shows().isEmpty()) {
            View view = View.of(act.after().shows(), act.word()).below(Lists.titled(act.back()), next);
            return screen.html(
                    200, view.template(), screen.frame(call, view, null, null, List.of()), Map.of("doc", answer));
        }
        Answer over = Answer.seeOther(Tour.href(next, form.get(Tour.QUERY)));
        return Notices.isUnseen(call)
                ? over
                : over.with(
                        "Set-Cookie",
                        Notices.of(
                                act,
                                later,
                                former,
                                text -> screen.forms().seal(call, text),
                                screen.forms().isSecure(call)));
    }

    /**
     * What the act that takes this one back would restore; empty for nothing.
     *
     * @param later gets the id that the thing has afterwards
     */
    private String former(Act act, Call call, Map<String, String> ids, Map<String, String> later) throws Exception {
        Act.Former former = act.after().former();
        if (former.isNothing()) {
            return "";
        }
        Doc thing = found(act, call, ids).doc();
        if (!former.id().isEmpty()) {
            later.put(act.ids().getLast(), thing.raw(former.id()));
        }
        return thing.raw(former.field());
    }

    /** The page that is shown afterwards: that of what was made, or the one above. */
    private static String next(Act act, Map<String, String> ids, Doc answer) {
        String leads = act.after().leads();
        if (leads.isEmpty()) {
            return Act.page(act.back(), ids);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        Act.names(leads).forEach(name -> fields.put(name, answer.raw(name)));
        return Act.page(leads, fields);
    }

    /** Refuses an act whose thing was to be named and was not. */
    private void named(Act act, Call call, Map<String, String> ids, Map<String, String> form) throws Exception {
        if (act.inputs().stream().anyMatch(input -> input.kind() == Confirm.Kind.AGAIN)) {
            String name = name(act, found(act, call, ids).doc(), ids);
            if (!form.getOrDefault(Act.NAME, "").strip().equals(name)) {
                throw Refusal.field(Act.NAME, "is not the name of what this is done to", "type " + name);
            }
        }
    }

    /** What has to be typed where the name of the thing is asked for: its title or its id. */
    private static String name(Act act, Doc thing, Map<String, String> ids) {
        return act.inputs().stream()
                .filter(input -> input.kind() == Confirm.Kind.AGAIN)
                .findFirst()
                .map(input -> !input.words().isEmpty()
                        ? input.words().getFirst()
                        : input.field().isEmpty() ? null : thing.raw(input.field()))
                .orElse(ids.getOrDefault("id", ""));
    }

    /** Refuses what another had decided before, also where it was the same: who comes second is told so. */
    private static Answer first(Answer answer) {
        Doc document = doc(answer);
        if (document.flag("already_decided")) {
            Doc gate = document.doc("gate");
            throw Refusal.of(
                    409,
                    "conflict",
                    "it was " + gate.raw("status") + " by " + gate.raw("decided_by") + " before",
                    "the first decision stands");
        }
        return answer;
    }

    private static Map<String, String> headers(Act act, Map<String, String> form, String key) {
        Map<String, String> headers = new LinkedHashMap<>(Map.of("Idempotency-Key", key));
        String version = form.getOrDefault(VERSION, "");
        if (!version.isEmpty()) {
            headers.put("If-Match", version);
        }
        if (act.request().async()) {
            headers.put("Prefer", "respond-async");
        }
        return headers;
    }
}
