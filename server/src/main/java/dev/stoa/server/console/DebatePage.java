package dev.stoa.server.console;

import dev.stoa.base.Bounds;
import dev.stoa.base.Rights;
import dev.stoa.debate.DebateEvents;
import dev.stoa.server.console.act.Keys;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.DebateView;
import dev.stoa.server.console.view.DebateView.Parts;
import dev.stoa.server.console.view.DebateView.Window;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Moment;
import dev.stoa.server.console.view.OpenGate;
import dev.stoa.server.console.view.RecordCheck;
import dev.stoa.server.console.view.TurnView;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of a debate, and that of one of its turns. Stateless. */
final class DebatePage {
    /** What the address of the page may say. */
    static final List<String> QUERIES =
            List.of("view", "from", "turn", "at", "seat", "kind", "verify", "voting", "threshold", "quorum");

    /** The rules of counting that can be tried. */
    static final List<String> RULES = List.of("voting", "threshold", "quorum");

    private static final int TITLE = 240;
    private static final int WINDOW = 200;
    /** How many turns before a part are read, to know the sides of the seats: four of each at most. */
    private static final int BEFORE = 64;

    private static final int FIRST_EVENTS = 10;
    private static final int LAST_EVENTS = 64;
    /** Of how many who dissent the claims are read. */
    private static final int DISSENTERS = 3;

    private static final String MARKS = "&marks=true";

    private DebatePage() {}

    static View debate(Asked asked) throws Exception {
        String address = "debates/" + asked.segment("id");
        Moment moment = moment(asked, address);
        // After the events: a page that counts no event which it does not show is told of the others.
        Doc debate = asked.readSubject("debate", address);
        String view = view(asked);
        moment = view.equals("lanes") && moment.isAsking() ? moment.with(plan(asked, address, moment)) : moment;
        Here here = here(asked, view);
        checkSeat(asked.query("seat"), debate);
        long from = Math.max(1, asked.number("from"));
        boolean events = view.equals("events");
        Doc listed = events ? events(asked, address, here, from) : outlines(asked, address, from);
        List<Doc> turns = events ? List.of() : listed.docs("items");
        Parts parts = new Parts(
                debate,
                turns,
                view.equals("lanes")
                        ? asked.all("ballots", address + "/ballots").docs("items")
                        : List.of(),
                view.equals("lanes") ? standings(asked, address) : List.of(),
                events ? listed.docs("items") : List.of());
        DebateView shown = DebateView.of(parts, view, here, moment, window(listed, here, from, moment));
        return View.titled("debate", debate.text("topic", TITLE))
                .below("Debates", "/debates")
                .command(command(asked, shown))
                .with("debate", shown)
                .with("claims", claims(asked, address, shown))
                .with("turn", panel(asked, address, here, moment, turns))
                .with("proof", proof(asked, address, moment))
                .with("count", recount(asked, address))
                .with("gates", gates(asked, address));
    }

    /** What those claim who dissent, by their names; of a few of them, for each turn is read by itself. */
    private static Map<String, List<Doc>> claims(Asked asked, String address, DebateView shown) throws Exception {
        Map<String, List<Doc>> claims = new HashMap<>();
        for (Doc dissent : shown.isDecided() ? shown.doc().docs("outcome.dissents") : List.<Doc>of()) {
            String agent = dissent.raw("agent_id");
            long turn = shown.ballots().turn(agent);
            if (turn > 0 && claims.size() < DISSENTERS && !claims.containsKey(agent)) {
                Doc said = one(asked.read("dissent-" + turn, address + "/turns?limit=1&from=" + turn), turn);
                claims.put(
                        agent,
                        TurnView.of(said, List.of(), shown.moment(), shown.here())
                                .claims());
            }
        }
        return claims;
    }

    /** The gates of a debate; what was asked is read for those that wait, of which there is one at most. */
    private static List<OpenGate> gates(Asked asked, String address) throws Exception {
        List<OpenGate> gates = new ArrayList<>();
        for (Doc gate : asked.all("gates", address + "/gates").docs("items")) {
            gates.add(
                    gate.raw("status").equals("pending")
                            ? OpenGate.of(gate, address, there -> asked.read("questions", there))
                            : new OpenGate(gate, List.of()));
        }
        return gates;
    }

    /**
     * A debate without its turns, for a page that shows a part of it.
     *
     * @param part the last segment of the address of the page
     */
    static DebateView part(Asked asked, String part) throws Exception {
        String address = "debates/" + asked.segment("id");
        Doc debate = asked.read("debate", address);
        Moment moment = moment(asked, address);
        Parts parts = new Parts(
                debate,
                List.of(),
                asked.all("ballots", address + "/ballots").docs("items"),
                standings(asked, address),
                List.of());
        Here here = new Here(Links.to("debates", asked.id("id")) + "/" + part, Map.of());
        return DebateView.of(parts, DebateView.VIEWS.getFirst(), here, moment, new Window(1, WINDOW, false));
    }

    /**
     * Whether the record proves itself: that of a short debate is checked now if that was asked, and of others the latest
     * check is told.
     */
    static RecordCheck proof(Asked asked, String address, Moment moment) throws Exception {
        long events = moment.events();
        if (asked.query("verify") != null && RecordCheck.isFew(events)) {
            return new RecordCheck(Doc.EMPTY, asked.tried("proof", address + "/replay"), events, Keys.fresh());
        }
        boolean may = asked.needs(Scope.READ).isEmpty();
        Doc run = may ? asked.tried("check", address + "/check") : Doc.EMPTY;
        return new RecordCheck(run, run.doc("report"), events, Keys.fresh());
    }

    private static String command(Asked asked, DebateView shown) {
        String id = Lists.quoted(asked.id("id"));
        if (!shown.kind().isEmpty()) {
            return "debate events " + id + " --kind " + shown.kind();
        }
        long at = shown.moment().at();
        return at == 0 ? "debate show " + id : "debate replay " + id + " --as-of " + at;
    }

    private static String view(Asked asked) {
        String view = asked.query("view");
        if (view != null && !DebateView.VIEWS.contains(view)) {
            throw Bounds.invalid(
                    "there is no such view of a debate", "use one of " + String.join(", ", DebateView.VIEWS));
        }
        return view == null ? DebateView.VIEWS.getFirst() : view;
    }

    private static void checkSeat(@Nullable String seat, Doc debate) {
        if (seat != null
                && debate.docs("agents").stream()
                        .noneMatch(agent -> agent.raw("agent_id").equals(seat))) {
            throw Bounds.invalid("the debate has no such seat", "choose one of its seats");
        }
    }

    /** What was known of each seat when the debate began, as one of its first events tells it. */
    private static List<Doc> standings(Asked asked, String address) throws Exception {
        return asked.read("context", address + "/events?limit=" + FIRST_EVENTS + "&after=0").docs("items").stream()
                .filter(event -> event.raw("kind").equals("context_attached"))
                .findFirst()
                .map(event -> event.docs("data.standings"))
                .orElse(List.of());
    }

    private static Doc events(Asked asked, String address, Here here, long from) throws Exception {
        return asked.read(
                "events",
                new Here(address + "/events", Map.of())
                        .with("limit", WINDOW)
                        .with("after", Long.toString(from - 1))
                        .with("kind", here.query().getOrDefault("kind", ""))
                        .href());
    }

    /** The part that is shown. The events of one kind have gaps: of the next part only the beginning is known. */
    private static Window window(Doc listed, Here here, long from, Moment moment) {
        boolean more = listed.has("next");
        if (!here.query().containsKey("kind")) {
            return new Window(from, WINDOW, more);
        }
        List<Doc> events = listed.docs("items");
        long next = events.size() == WINDOW ? events.getLast().whole("seq") + 1 : from + DebateEvents.LOOKED;
        return new Window(from, WINDOW, more && (moment.at() == 0 || next <= moment.at()), next);
    }

    private static Here here(Asked asked, String view) {
        String kind = view.equals("events") ? asked.query("kind") : null;
        Here here = new Here(Links.to("debates", asked.id("id")), Map.of()).with("kind", kind == null ? "" : kind);
        for (String name : List.of("view", "from", "turn", "at", "seat")) {
            String value = asked.query(name);
            here = value == null ? here : here.with(name, value);
        }
        return here;
    }

    /** The event that is asked for, or the last one. How many there are is told by each, so by the first. */
    private static Moment moment(Asked asked, String address) throws Exception {
        long at = asked.number("at");
        String state = address + "/replay?as_of=";
        if (at > 0) {
            Doc then = asked.read("state", state + at + MARKS);
            return new Moment(at, then.whole("events"), then);
        }
        long events = asked.tried("state", state + 1).whole("events");
        return new Moment(0, events, events == 0 ? Doc.EMPTY : asked.tried("state", state + events + MARKS));
    }

    /** The event by which those were asked who are asked now; it is followed by the replies of some of them at most. */
    private static Doc plan(Asked asked, String address, Moment moment) throws Exception {
        long after = Math.max(0, moment.events() - LAST_EVENTS);
        return asked.read("plan", address + "/events?limit=" + LAST_EVENTS + "&after=" + after).docs("items").stream()
                .filter(event -> event.raw("kind").equals("calls_planned"))
                .reduce((earlier, later) -> later)
                .map(event -> event.doc("data"))
                .orElse(Doc.EMPTY);
    }

    private static Doc outlines(Asked asked, String address, long from) throws Exception {
        long first = Math.max(1, from - BEFORE);
        return asked.read("turns", address + "/turns?outline=true&from=" + first + "&limit=" + (WINDOW + from - first));
    }

    private static TurnView panel(Asked asked, String address, Here here, Moment moment, List<Doc> turns)
            throws Exception {
        long number = asked.number("turn");
        if (number == 0) {
            return TurnView.NONE;
        }
        Doc found = asked.read("turn", address + told(asked) + number);
        return TurnView.of(one(found, number), turns, moment, here);
    }

    /** Where a turn is read, with what it was told if the reader may see that. */
    private static String told(Asked asked) {
        boolean may = Rights.has(asked.call().by(), Scope.OPERATE.need());
        return "/turns?limit=1" + (may ? "&prompts=true" : "") + "&from=";
    }

    private static Doc one(Doc found, long number) {
        return found.docs("items").stream()
                .filter(turn -> turn.whole("turn_seq") == number)
                .findFirst()
                .orElseThrow(() -> Bounds.invalid("there is no turn " + number, "choose a turn of the debate"));
    }

    /** What would have come of other rules of counting; without fields if nobody asked. */
    static Doc recount(Asked asked, String address) throws Exception {
        StringBuilder query = new StringBuilder();
        for (String name : RULES) {
            @Nullable String value = asked.query(name);
            if (value != null) {
                query.append(query.isEmpty() ? '?' : '&')
                        .append(name)
                        .append('=')
                        .append(Links.encoded(value));
            }
        }
        return query.isEmpty() ? Doc.EMPTY : asked.tried("what-if", address + "/replay" + query);
    }

    static View turn(Asked asked) throws Exception {
        String address = "debates/" + asked.segment("id");
        long number = Asked.number("turn", asked.id("n"));
        Doc turn = one(asked.read("turn", address + told(asked) + number), number);
        Doc later = asked.read("turns", address + "/turns?outline=true&limit=" + WINDOW + "&from=" + number);
        Doc debate = asked.read("debate", address);
        String page = Links.to("debates", asked.id("id"));
        return View.titled("debate-turn", Language.t("Turn {0} of {1}", number, turn.text("agent_id", TITLE)))
                .below(debate.text("topic", TITLE), page)
                .command("debate turns " + Lists.quoted(asked.id("id")))
                .with(
                        "turn",
                        TurnView.of(turn, later.docs("items"), new Moment(0, 0, Doc.EMPTY), new Here(page, Map.of())));
    }
}
