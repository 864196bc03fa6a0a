package dev.stoa.server.console;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.server.access.ConsoleForms;
import dev.stoa.server.access.LoginPages;
import dev.stoa.server.console.live.Hints;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Frame;
import dev.stoa.server.console.view.Group;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Named;
import dev.stoa.server.console.view.Tour;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Doorkeeper;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Problem;
import dev.stoa.server.http.ProblemForm;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Routes;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Site;
import dev.stoa.server.sse.HintStreams;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The pages of the console. Thread-safe. A page is made of answers of the API, and its twin gives just those. */
public final class Console implements Site, LoginPages {
    private static final int QUERY = 4_096;
    private static final int SOURCES = 4_096;
    private static final Set<String> FOREIGN = Set.of("cross-site", "same-site");
    private static final String TWIN = ".json";
    private static final String TOMBSTONE = "tombstone";
    private static final int NAME = 240;
    private static final String LANGUAGE = "Accept-Language";
    private static final String FACTS = "/knowledge/";
    private final Screen screen;
    private final Inside inside;
    private final Duration most;
    private final InstantSource clock;
    private final Hints hints;
    private final OwnPages own;
    private final Routes table;
    private final Routes twins;

    /**
     * The pages over an API.
     *
     * @param most how long a page waits for what it reads side by side
     * @param demo whether the server was filled with examples, through which a tour leads
     */
    public Console(
            Routes api, ConsoleForms forms, HintStreams hints, Duration most, boolean demo, InstantSource clock) {
        Bounds.given("api", api);
        this.screen = new Screen(Bounds.given("forms", forms), demo, this::lacks);
        this.inside = new Inside(() -> api);
        this.most = Bounds.given("most", most);
        this.clock = Bounds.given("clock", clock);
        this.hints = new Hints(inside, Bounds.given("hints", hints));
        this.own = new OwnPages(screen, this::isPage);
        List<Page> pages = Pages.all();
        List<Route> shown = new ArrayList<>();
        List<Route> data = new ArrayList<>();
        for (Page page : pages) {
            shown.add(route(page, call -> shown(page, call)));
            data.add(route(page, call -> twin(page, call)));
        }
        shown.add(Route.get("assets/{hash}/{name}", "asset", "Give a part of all pages.", Scope.NONE)
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get("assets"), this::asset));
        shown.addAll(Downloads.routes(inside));
        data.addAll(Downloads.twins(inside));
        shown.add(new TourSteps(inside, demo).route());
        shown.add(new ScenarioForm(screen, inside).route());
        shown.add(ArchivePages.backup(screen, inside));
        shown.add(ArchivePages.verify(screen, inside));
        shown.add(this.hints.route());
        shown.add(new Palette(pages, screen, this::asked).route());
        shown.addAll(own.routes());
        shown.add(new NewDebatePages(screen, inside, this::asked).route());
        shown.addAll(new ActRoutes(screen, inside).routes());
        this.table = Routes.of(shown.stream().map(Console::spoken).toList());
        this.twins = Routes.of(data);
    }

    private static Route route(Page page, Route.Handler handler) {
        return Route.get(page.path(), "page " + page.name(), "Show a page.", page.scope())
                .query(Stream.concat(page.queries().stream(), Stream.of(Tour.QUERY))
                        .map(name -> Field.text(name, 0, QUERY, "What the page is asked for."))
                        .toArray(Field[]::new))
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get(page.path()), handler);
    }

    /** A route whose answers are in the language that the visitor asks for. */
    private static Route spoken(Route route) {
        return route.handledBy(
                call -> Language.in(language(call), () -> route.handler().answer(call)));
    }

    private static Language language(Call call) {
        return Language.asked(call.header(LANGUAGE));
    }

    /** The addresses of all pages, in which {@code {name}} is one segment. */
    public static List<String> paths() {
        return Pages.all().stream().map(Page::path).toList();
    }

    private boolean isPage(String path) {
        return find(path)
                .map(found -> found.byMethod().get("GET"))
                .filter(route -> route.is(Route.Mark.PAGE) && !route.is(Route.Mark.EVENTS))
                .isPresent();
    }

    @Override
    public Answer form(Call call, String proof, String token, String next, boolean wrong) {
        return Language.within(language(call), () -> own.form(call, proof, token, next, wrong));
    }

    @Override
    public Answer over(Call call) {
        return Language.within(language(call), () -> own.over(call));
    }

    @Override
    public String next(@Nullable String asked) {
        return own.next(asked);
    }

    @Override
    public Optional<Routes.Found> find(String path) {
        // Before it is decoded: an id may end with the same letters, which are encoded in its address.
        return path.endsWith(TWIN) ? find(twins, path.substring(0, path.length() - TWIN.length())) : find(table, path);
    }

    /** A domain of knowledge is one id, and may be written with its slashes. */
    private static Optional<Routes.Found> find(Routes routes, String path) {
        Optional<Routes.Found> found = routes.find(path);
        return found.isPresent() || !path.startsWith(FACTS)
                ? found
                : routes.find(FACTS + path.substring(FACTS.length()).replace("/", "%2F"));
    }

    /** The right that a caller lacks for what an address does, or shows if it does nothing; empty if it may. */
    private String lacks(Principal by, String address) {
        return table.find(address.split("\\?", 2)[0])
                .map(found -> Objects.requireNonNullElseGet(
                        found.byMethod().get("POST"),
                        () -> Objects.requireNonNull(found.byMethod().get("GET"))))
                .map(route -> route.scope().lackedBy(by))
                .orElse("");
    }

    private Asked asked(Call call) {
        return new Asked(call, inside, most, clock, screen.isDemo());
    }

    private Answer shown(Page page, Call call) throws Exception {
        // Before anything is read: what changes from here on makes the stream of the page begin with other marks.
        String marks = hints.marks(call, page.path());
        Asked asked = asked(call);
        View view;
        try {
            view = page.maker().make(asked);
        } catch (NotFoundException e) {
            Answer facts = facts(page, asked, "");
            if (facts != null) {
                return facts;
            }
            Problem problem = Problem.of(e, call.requestId());
            List<Wing.Entry> near = problem.status() == 404 ? near(page, asked) : List.of();
            if (near.isEmpty()) {
                throw e;
            }
            String target = call.visit().target();
            return screen.html(
                    404,
                    "problem",
                    screen.bare(Language.t(Problem.title(404)), target, call.header("Cookie")),
                    problem(problem, call.requestId(), target, new Group("Did you mean", near)));
        }
        Answer whole = whole(page, asked);
        if (whole != null) {
            return whole;
        }
        Frame frame = screen.frame(
                call, view, page.wing(), asked.first(), ActRoutes.offered(page, call, asked.document()), marks);
        return screen.html(200, view.template(), frame, view.with());
    }

    /** Leads to the facts of a domain, where no fact has its name; null if there are none. */
    private static @Nullable Answer facts(Page page, Asked asked, String twin) throws Exception {
        String domain = page.path().equals("knowledge/{id}") ? asked.id("id") + "/*" : "";
        return domain.isEmpty()
                        || asked.tried("known", "knowledge/tree?domain=" + Links.encoded(domain))
                                        .whole("total")
                                == 0
                ? null
                : Screen.headed(Answer.seeOther("/knowledge" + twin + "?domain=" + Links.encoded(domain))
                        .status(302));
    }

    /** Leads to the address that the console links, if the page was asked for by another name; null if it was not. */
    private static @Nullable Answer whole(Page page, Asked asked) {
        Named named = Named.of(page.path());
        if (named == null) {
            return null;
        }
        String address = named.api() + "/" + asked.segment("id");
        String id = asked.addresses().entrySet().stream()
                .filter(read -> read.getValue().equals(address))
                .map(read -> asked.data().get(read.getKey()))
                .map(read -> read instanceof Map<?, ?> fields ? named.whole(new Doc(fields)) : "")
                .findFirst()
                .orElse("");
        return id.isEmpty() || id.equals(asked.id("id"))
                ? null
                : Screen.headed(
                        Answer.seeOther(named.address(asked.call().visit().target(), id))
                                .status(302));
    }

    /** The pages of things whose names are nearest to one that there is not. */
    private static List<Wing.Entry> near(Page page, Asked asked) throws Exception {
        Named named = Named.of(page.path());
        if (named == null || named.list().isEmpty()) {
            return List.of();
        }
        String target = asked.call().visit().target();
        return named.nearest(asked.id("id"), asked.tried("known", named.list()).docs("items")).stream()
                .map(name -> new Wing.Entry(Plain.of(name, NAME), named.address(target, name)))
                .toList();
    }

    /** The things that an ambiguous reference may mean. */
    private static List<Wing.Entry> meant(Problem problem, String target) {
        Named named = Named.at(target);
        return named != null && problem.more().get("candidates") instanceof List<?> ids
                ? ids.stream()
                        .map(String::valueOf)
                        .map(id -> new Wing.Entry(Plain.of(id, NAME), named.address(target, id)))
                        .toList()
                : List.of();
    }

    private Answer twin(Page page, Call call) throws Exception {
        Asked asked = asked(call);
        try {
            page.maker().make(asked);
        } catch (NotFoundException e) {
            Answer facts = facts(page, asked, TWIN);
            if (facts == null) {
                throw e;
            }
            return facts;
        }
        Answer whole = whole(page, asked);
        if (whole != null) {
            return whole;
        }
        Answer answer = Answer.ok(Json.object("page", page.name(), "data", asked.data()));
        String sources = sources(asked.addresses());
        return Screen.headed(sources.isEmpty() ? answer : answer.with("Link", sources));
    }

    /** Where the parts of a twin come from, as far as a header has room for it. */
    private static String sources(Map<String, String> addresses) {
        StringBuilder sources = new StringBuilder();
        addresses.forEach((name, address) -> {
            String source = "</api/v1/" + address + ">; rel=\"via\"; title=\"" + name + "\"";
            if (sources.length() + source.length() < SOURCES) {
                sources.append(sources.isEmpty() ? "" : ", ").append(source);
            }
        });
        return sources.toString();
    }

    private Answer asset(Call call) {
        Answer found = screen.assets().answer(call.path("hash"), call.path("name"), call.takesGzip());
        if (found == null) {
            throw Refusal.of(404, "no_route", "there is no such address", "load the page again");
        }
        return found;
    }

    @Override
    public ProblemForm.Told tell(Problem problem, Doorkeeper.Visit visit) {
        return Language.within(Language.asked(visit.header(LANGUAGE)), () -> told(problem, visit));
    }

    private ProblemForm.Told told(Problem problem, Doorkeeper.Visit visit) {
        String target = visit.target();
        if (target.split("\\?", 2)[0].endsWith(TWIN)) {
            return Site.NONE.tell(problem, visit);
        }
        if (problem.status() == 401) {
            return unknownCaller(visit);
        }
        String title = problem.more().containsKey(TOMBSTONE) ? "A deleted debate" : Problem.title(problem.status());
        Frame frame = screen.bare(Language.t(title), target, visit.header("Cookie"));
        Map<String, Object> with = problem(
                problem,
                visit.requestId(),
                visit.method().equals("GET") ? target : "",
                new Group("It may mean", meant(problem, target)));
        return new ProblemForm.Told(problem.status(), Screen.HTML, screen.text("problem", frame, with), Screen.HEADERS);
    }

    /** What the page of a problem shows. */
    private static Map<String, Object> problem(Problem problem, String requestId, String again, Group leads) {
        return Map.of(
                "problem",
                problem,
                "requestId",
                requestId,
                "again",
                OwnPages.isOfThisServer(again) ? again : "",
                "leads",
                leads,
                TOMBSTONE,
                problem.more().get(TOMBSTONE) instanceof Map<?, ?> fields ? new Doc(fields) : Doc.EMPTY);
    }

    /** Somebody who may just have come over a link from elsewhere, without the cookie, which the next request has. */
    private ProblemForm.Told unknownCaller(Doorkeeper.Visit visit) {
        String from = visit.header("Sec-Fetch-Site");
        if (from != null && FOREIGN.contains(from) && visit.method().equals("GET")) {
            Frame frame = screen.bare("Stoa", visit.target(), null);
            return new ProblemForm.Told(
                    200, Screen.HTML, screen.text("bounce", frame, Map.of("target", visit.target())), Screen.HEADERS);
        }
        Map<String, String> headers = new LinkedHashMap<>(Screen.HEADERS);
        headers.put("Location", visit.method().equals("GET") ? OwnPages.login(visit.target()) : "/login");
        return new ProblemForm.Told(303, Screen.HTML, "", headers);
    }
}
