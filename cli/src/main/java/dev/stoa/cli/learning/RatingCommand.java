package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.SimulatedOption;
import dev.stoa.cli.console.Verbs;
import dev.stoa.cli.text.Plural;
import dev.stoa.json.Json;
import dev.stoa.learning.rating.BoardQuery;
import dev.stoa.learning.rating.HistoryPoint;
import dev.stoa.learning.rating.JudgeReport;
import dev.stoa.learning.rating.Match;
import dev.stoa.learning.rating.Rating;
import dev.stoa.learning.rating.Standing;
import dev.stoa.learning.rating.Versus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code rating}: matches and what they say about agents and judges. Used by one thread. */
@Command(name = "rating", description = "Record matches and show the ratings of agents.", addMethodSubcommands = false)
@Verbs(RatingRecordCommand.class)
public final class RatingCommand extends CommandGroup {
    @Command(name = "matches", description = "List matches, newest first.")
    void matches(
            @Option(names = "--debate", paramLabel = "ID", description = "Only the match of this debate.") @Nullable
                    String debate,
            @Mixin SimulatedOption simulated,
            @Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<Match> page =
                    stoa.learning().ratings().as(main.principal()).matches(debate, simulated.value(), paging.request());
            Columns columns = new Columns();
            for (Match match : page.items()) {
                columns.row(
                        String.valueOf(match.debateId()),
                        match.winner() == null ? "draw" : "won by " + match.winner(),
                        line(match.scores()) + (match.simulated() ? ", simulated" : match.rated() ? "" : ", unrated"));
            }
            print(
                    page.map(Match::document),
                    page.items().isEmpty() ? List.of("no match is on record") : columns.lines());
        }
    }

    @Command(name = "board", description = "Show the highest rated agents.")
    void board(
            @Option(names = "--domain", paramLabel = "DOMAIN", description = "Only matches of this domain.") @Nullable
                    String domain,
            @Option(
                            names = "--by",
                            paramLabel = "elo|bt",
                            defaultValue = "elo",
                            description =
                                    "Order by Elo (elo), or by Bradley-Terry over all matches (bt) (default: ${DEFAULT-VALUE})")
                    String by,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "10",
                            description = "Maximum number of results, 1 to 100 (default: ${DEFAULT-VALUE})")
                    int limit,
            @Mixin SimulatedOption simulated) {
        try (Stoa stoa = main.open()) {
            List<Standing> board = stoa.learning()
                    .ratings()
                    .as(main.principal())
                    .board(new BoardQuery(domain, BoardQuery.By.of(by), limit, simulated.value()));
            Columns columns = new Columns();
            for (Standing standing : board) {
                columns.row(
                        standing.rank(),
                        standing.agentName(),
                        points(standing.elo()) + (standing.provisional() ? "?" : ""),
                        interval(standing),
                        standing.wins() + " won, " + standing.losses() + " lost, " + standing.draws() + " drawn");
            }
            main.print(
                    Json.object("items", board.stream().map(Standing::document).toList(), "next", null),
                    board.isEmpty() ? List.of("no agent is rated yet") : columns.lines());
        }
    }

    private static String interval(Standing standing) {
        return standing.bt() == null || standing.btLow() == null || standing.btHigh() == null
                ? ""
                : "bt " + points(standing.bt()) + " [" + points(standing.btLow()) + ", " + points(standing.btHigh())
                        + "]";
    }

    @Command(name = "show", description = "Show an agent's rating.")
    void show(@Parameters(paramLabel = "NAME", description = "Name of the agent.") String name) {
        try (Stoa stoa = main.open()) {
            Rating rating = stoa.learning().ratings().as(main.principal()).show(name);
            List<String> lines = new ArrayList<>();
            lines.add(rating.agentName() + " " + points(rating.elo()) + (rating.provisional() ? ", provisional" : ""));
            lines.add(rating.wins() + " won, " + rating.losses() + " lost, " + rating.draws() + " drawn in "
                    + Plural.of(rating.debatesCount(), "debate"));
            rating.domainElos().forEach((domain, elo) -> lines.add(domain + " " + points(elo)));
            if (rating.trendPerMatch() != null) {
                lines.add(String.format(Locale.ROOT, "trend %+.1f a match", rating.trendPerMatch()));
            }
            lines.add(String.format(
                    Locale.ROOT, "vote weight %.2f", rating.calibration().weight()));
            main.print(Json.object("rating", rating.document()), lines);
        }
    }

    @Command(name = "history", description = "List an agent's ratings after each match, newest first.")
    void history(
            @Parameters(paramLabel = "NAME", description = "Name of the agent.") String name,
            @Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<HistoryPoint> page =
                    stoa.learning().ratings().as(main.principal()).history(name, paging.request());
            Columns columns = new Columns();
            page.items().forEach(point -> columns.row(points(point.elo()), String.valueOf(point.debateId())));
            print(
                    page.map(HistoryPoint::document),
                    page.items().isEmpty() ? List.of(name + " has no rated match") : columns.lines());
        }
    }

    @Command(name = "pair", description = "Compare two agents by their matches against each other.")
    void pair(
            @Parameters(paramLabel = "A", description = "Name of the first agent.") String a,
            @Parameters(paramLabel = "B", description = "Name of the second agent.") String b) {
        try (Stoa stoa = main.open()) {
            Versus pair = stoa.learning().ratings().as(main.principal()).pair(a, b);
            main.print(
                    pair.document(),
                    List.of(
                            pair.agentA() + " " + pair.aWins() + ", " + pair.agentB() + " " + pair.bWins() + ", drawn "
                                    + pair.draws() + " of " + pair.games(),
                            String.format(
                                    Locale.ROOT,
                                    "%s is expected to get %.0f %%",
                                    pair.agentA(),
                                    100 * pair.expectedA()),
                            String.format(
                                    Locale.ROOT,
                                    "%s: rivalry %.2f, alliance %.2f",
                                    pair.relationship().label().word(),
                                    pair.relationship().rivalry(),
                                    pair.relationship().alliance())));
        }
    }

    @Command(name = "judge", description = "Show the bias of a judge by position and towards itself.")
    void judge(@Parameters(paramLabel = "NAME", description = "Name of the judge.") String name) {
        try (Stoa stoa = main.open()) {
            JudgeReport report = stoa.learning().ratings().as(main.principal()).judge(name);
            List<String> lines = new ArrayList<>();
            lines.add(report.judge() + " has judged " + report.verdicts() + " pairs");
            if (report.firstRate() != null && report.firstLow() != null && report.firstHigh() != null) {
                lines.add(String.format(
                        Locale.ROOT,
                        "the first shown wins %.1f %% [%.1f, %.1f] of %d",
                        100 * report.firstRate(),
                        100 * report.firstLow(),
                        100 * report.firstHigh(),
                        report.ordered()));
            }
            share(lines, "judged by itself it wins", report.selfRate(), report.selfPairs());
            share(lines, "judged by others it wins", report.othersRate(), report.othersPairs());
            main.print(report.document(), lines);
        }
    }

    private static void share(List<String> lines, String words, @Nullable Double share, long of) {
        if (share != null) {
            lines.add(String.format(Locale.ROOT, "%s %.1f %% of %d", words, 100 * share, of));
        }
    }

    private void print(Page<Map<String, @Nullable Object>> page, List<String> lines) {
        List<String> all = new ArrayList<>(lines);
        if (page.next() != null) {
            all.add("more: --cursor " + page.next());
        }
        main.print(Json.object("items", page.items(), "next", page.next()), all);
    }

    static String points(double elo) {
        return String.format(Locale.ROOT, "%.0f", elo);
    }

    static String line(Map<String, Double> scores) {
        List<String> parts = new ArrayList<>();
        scores.forEach((name, score) -> parts.add(name + "=" + (score == Math.rint(score) ? points(score) : score)));
        return String.join(", ", parts);
    }
}
