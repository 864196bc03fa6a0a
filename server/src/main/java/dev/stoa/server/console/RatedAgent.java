package dev.stoa.server.console;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.flag;
import static dev.stoa.server.console.view.Column.number;

import dev.stoa.base.Bounds;
import dev.stoa.server.console.learn.AgentView;
import dev.stoa.server.console.learn.PairView;
import dev.stoa.server.console.learn.Relations;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.Wing;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One rated agent: its matches, its calibration, what it is as a judge, and against whom it won. Stateless. */
final class RatedAgent {
    private static final List<String> TABS = List.of("history", "calibration", "judge", "pairs");

    private static final List<Column> AGENT = List.of(
            number("elo", "Elo"),
            flag("provisional", "Provisional"),
            count("wins", "Won"),
            count("losses", "Lost"),
            count("draws", "Drawn"),
            number("trend_per_match", "Trend of a match"),
            count("critiques_accepted", "Critiques accepted"),
            count("critiques_total", "Of critiques"));
    private static final List<Column> WEIGHT = List.of(
            number("vote_weight", "Weight"),
            number("score", "Reputation"),
            number("calibration_score", "Calibration"),
            count("proposals_accepted", "Proposals accepted"),
            count("proposals_made", "Of proposals"),
            count("critiques_valuable", "Critiques of value"),
            count("critiques_given", "Of critiques"));
    private static final List<Column> SCORES = List.of(
            count("n", "Predictions"),
            count("correct", "Came true"),
            number("brier", "Brier score"),
            number("log_loss", "Log loss"),
            number("ece", "Calibration error"),
            number("weight", "Weight of its vote"));
    private static final List<Column> JUDGE = List.of(
            count("verdicts", "Verdicts"),
            number("first_rate", "What was shown first won"),
            number("first_low", "Low"),
            number("first_high", "High"),
            count("ordered", "Of verdicts in a known order"),
            number("self_rate", "Itself won where it judged"),
            count("self_pairs", "Of its own verdicts on itself"),
            number("others_rate", "Itself won where others judged"),
            count("others_pairs", "Of verdicts of others on it"));

    private RatedAgent() {}

    static View agent(Asked asked) throws Exception {
        String tab = asked.query("tab") == null ? TABS.getFirst() : String.valueOf(asked.query("tab"));
        if (!TABS.contains(tab)) {
            throw Bounds.invalid("tab is none of " + String.join(", ", TABS), "leave it out or correct it");
        }
        String page = Links.to("ratings", asked.id("id"));
        String address = "ratings/" + asked.segment("id");
        // Who only took part in simulated matches, or only judged, has no rating and still a page.
        Doc rating = asked.tried("rating", address);
        List<Wing.Entry> tabs = TABS.stream()
                .map(each -> new Wing.Entry(
                        each,
                        RatingPages.with(asked, page + "?tab=" + each, RatingPages.DOMAIN, RatingPages.SIMULATED)))
                .toList();
        View view = RatingPages.shown(
                        Plain.of(asked.id("id"), RatingPages.TITLE),
                        tabs,
                        tabs.get(TABS.indexOf(tab)).path())
                .below("Ratings", "/ratings")
                .command("rating show " + Lists.quoted(asked.id("id")))
                .with("about", rating.text("problem", RatingPages.TITLE))
                .with("doc", rating.doc("rating"))
                .with("facts", rating.has("rating") ? AGENT : List.of());
        return switch (tab) {
            case "calibration" ->
                calibration(asked, view, address, tabs.getFirst().path());
            case "judge" -> {
                Doc judge = asked.tried("judge", address + "/as-judge");
                yield view.with("charts", List.of(AgentView.position(judge)))
                        .with(
                                "more",
                                List.of(new Shown(
                                        "As a judge", JUDGE, judge.has("judge") ? List.of(judge) : List.of())));
            }
            case "pairs" -> {
                Set<String> agents = new LinkedHashSet<>(List.of(asked.id("id")));
                agents.addAll(RatingPages.names(RatingPages.ratings(asked, RatingPages.PAIRED)));
                List<Doc> pairs = RatingPages.pairs(asked, List.copyOf(agents));
                yield view.with("charts", List.of(PairView.against(asked.id("id"), pairs)))
                        .with(
                                "more",
                                List.of(new Shown(
                                        "Relationships", Relations.COLUMNS, Relations.of(asked.id("id"), pairs))));
            }
            default -> history(asked, view, address);
        };
    }

    private static View history(Asked asked, View view, String address) throws Exception {
        List<Doc> points = asked.tried("history", address + "/history?limit=" + RatingPages.BOARD)
                .docs("items");
        Doc weight =
                asked.tried("reputation", "reputations/" + asked.segment("id")).inner();
        return view.with("charts", List.of(AgentView.history(points)))
                .with(
                        "more",
                        List.of(
                                new Shown("Matches", RatingPages.MATCHES, points),
                                new Shown(
                                        "Weight of its vote",
                                        WEIGHT,
                                        weight.has("vote_weight") ? List.of(weight) : List.of())));
    }

    private static View calibration(Asked asked, View view, String address, String matches) throws Exception {
        Doc calibration = asked.read(
                        "calibration",
                        RatingPages.with(asked, address + "/calibration", RatingPages.DOMAIN, RatingPages.SIMULATED))
                .doc("calibration");
        return view.with("charts", List.of(AgentView.calibration(calibration, matches)))
                .with(
                        "about",
                        calibration.whole("n") > 0
                                ? "How often what it predicted came true, by how sure it said it was."
                                : "None of its predictions has been decided yet.")
                .with("more", List.of(new Shown("Scores", SCORES, List.of(calibration))));
    }
}
