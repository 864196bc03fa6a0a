package dev.stoa.server.console;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.number;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;

import dev.stoa.base.Bounds;
import dev.stoa.base.Simulated;
import dev.stoa.server.console.learn.PairView;
import dev.stoa.server.console.learn.RatingBoard;
import dev.stoa.server.console.learn.Relations;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Filters;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who is better, and how sure that is: the board, agents against each other, and one agent. Stateless. */
final class RatingPages {
    static final int BOARD = 100;
    static final int PAIRED = 20;
    static final int TITLE = 120;
    static final String DOMAIN = "domain";
    static final String SIMULATED = "simulated";
    private static final List<String> MATRIX = List.of(DOMAIN, "agents");

    private static final List<Column> PAIR = List.of(
            count("games", "Games"),
            link("agent_a", "First", "ratings", "agent_a"),
            count("a_wins", "Won by the first"),
            link("agent_b", "Second", "ratings", "agent_b"),
            count("b_wins", "Won by the second"),
            count("draws", "Drawn"),
            number("expected_a", "Expected of the first"),
            text("relationship.label", "Relationship"),
            number("relationship.rivalry", "Rivalry"),
            number("relationship.alliance", "Alliance"),
            number("relationship.influence_a_on_b", "Influence of the first"),
            number("relationship.influence_b_on_a", "Influence of the second"),
            count("relationship.debates", "Debates"));
    static final List<Column> MATCHES = List.of(
            link("debate_id", "Debate", "debates", "debate_id"),
            number("elo", "Elo after it"),
            time("created_at", "When"));

    private RatingPages() {}

    static List<Page> pages() {
        return List.of(
                page("ratings", "ratings", List.of(DOMAIN, "by", SIMULATED), RatingPages::board),
                page("ratings/matrix", "rating-matrix", MATRIX, RatingPages::matrix),
                page("ratings/{id}", "rating", List.of("tab", DOMAIN, SIMULATED), RatedAgent::agent),
                page("ratings/{id}/versus/{b}", "versus", List.of(), RatingPages::versus));
    }

    private static Page page(String path, String name, List<String> queries, Page.Maker maker) {
        return new Page(path, name, Wing.LEARNING, Scope.READ_AGENT, queries, maker);
    }

    /** An address of the API with those parameters of the page that are given. */
    static String with(Asked asked, String address, String... names) {
        StringBuilder all = new StringBuilder(address);
        for (String name : names) {
            String value = asked.query(name);
            if (value != null) {
                all.append(all.indexOf("?") < 0 ? '?' : '&')
                        .append(name)
                        .append('=')
                        .append(Links.encoded(value));
            }
        }
        return all.toString();
    }

    static Doc ratings(Asked asked, int most) throws Exception {
        // What is simulated has no fit, so it is only found by Elo.
        boolean fitted = asked.query("by") == null
                && (asked.query(SIMULATED) == null || "exclude".equals(asked.query(SIMULATED)));
        return asked.read(
                "ratings", with(asked, "ratings?limit=" + most + (fitted ? "&by=bt" : ""), DOMAIN, "by", SIMULATED));
    }

    private static View board(Asked asked) throws Exception {
        String counted = Objects.requireNonNullElse(asked.query(SIMULATED), Simulated.EXCLUDE.text());
        boolean simulated = Simulated.of(counted) != Simulated.EXCLUDE;
        List<Doc> standings = ratings(asked, BOARD).docs("items");
        RatingBoard board = simulated
                ? RatingBoard.simulated(
                        standings,
                        asked.read("fitted", with(asked, "ratings?limit=" + BOARD + "&by=bt", DOMAIN))
                                .docs("items"),
                        counted)
                : RatingBoard.of(standings);
        return View.of("ratings", "Ratings")
                .command("rating board")
                .with("board", board)
                .with("domain", asked.query(DOMAIN) == null ? "" : Plain.of(String.valueOf(asked.query(DOMAIN))))
                .with("simulated", simulated)
                .with("tabs", boards());
    }

    private static List<Wing.Entry> boards() {
        return List.of(new Wing.Entry("Board", "/ratings"), new Wing.Entry("Each against each", "/ratings/matrix"));
    }

    static List<Doc> pairs(Asked asked, List<String> agents) throws Exception {
        return agents.size() < 2
                ? List.of()
                : asked.read(
                                "pairs",
                                with(
                                        asked,
                                        agents.stream()
                                                .map(name -> "agents=" + Links.encoded(name))
                                                .collect(Collectors.joining("&", "matches/pairs?", "")),
                                        DOMAIN))
                        .docs("items");
    }

    static List<String> names(Doc board) {
        return board.docs("items").stream().map(each -> each.raw("agent_name")).toList();
    }

    private static View matrix(Asked asked) throws Exception {
        List<String> agents = chosen(asked);
        List<Doc> pairs = pairs(asked, agents);
        return shown("Each against each", boards(), "/ratings/matrix")
                .below("Ratings", "/ratings")
                .command("rating pair A B")
                .with(
                        "about",
                        "The share of their games that the agent of a row won against the one of a column; a draw is"
                                + " half a game. The title of a cell has its interval; grey ones are of fewer than 5"
                                + " games.")
                .with("filters", Filters.of(MATRIX, asked::query))
                .with("charts", List.of(PairView.matrix(agents, pairs)))
                .with("relations", Relations.of(agents, pairs));
    }

    /** The agents that the address names, apart by commas; else the first of the board. */
    private static List<String> chosen(Asked asked) throws Exception {
        String given = asked.query("agents");
        if (given == null) {
            return names(ratings(asked, PAIRED));
        }
        List<String> agents = Stream.of(given.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
        return List.copyOf(Bounds.size("agents", agents, 1, PAIRED));
    }

    private static View versus(Asked asked) throws Exception {
        String a = asked.id("id");
        String b = asked.id("b");
        Doc pair = asked.read("versus", "ratings/" + asked.segment("id") + "/versus/" + asked.segment("b"));
        Set<String> met = new LinkedHashSet<>();
        asked.read("history-b", "ratings/" + asked.segment("b") + "/history?limit=" + BOARD)
                .docs("items")
                .forEach(point -> met.add(point.raw("debate_id")));
        List<Doc> both =
                asked
                        .read("history-a", "ratings/" + asked.segment("id") + "/history?limit=" + BOARD)
                        .docs("items")
                        .stream()
                        .filter(point -> met.contains(point.raw("debate_id")))
                        .toList();
        return shown(Plain.of(a, TITLE) + " against " + Plain.of(b, TITLE), List.of(), "")
                .below("Ratings", "/ratings")
                .command("rating pair " + Lists.quoted(a) + " " + Lists.quoted(b))
                .with("doc", pair)
                .with("facts", PAIR)
                .with("charts", List.of(PairView.against(a, List.of(pair))))
                .with("more", List.of(new Shown("Where they met", MATCHES, both)));
    }

    static View shown(String title, List<Wing.Entry> tabs, String tab) {
        return View.titled("learned", title)
                .with("tabs", tabs)
                .with("tab", tab)
                .with("about", "")
                .with("doc", Doc.EMPTY)
                .with("facts", List.of())
                .with("more", List.of());
    }
}
