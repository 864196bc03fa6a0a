package dev.stoa.server.console.learn;

import dev.stoa.base.Wilson;
import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Intervals;
import dev.stoa.server.console.chart.Matrix;
import dev.stoa.server.console.chart.Tone;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Agents against each other: the share of the games that one of them won. Stateless. */
public final class PairView {
    /** Below that many games a share says little. */
    static final int FEW = 5;

    private static final int NAME = 40;

    private PairView() {}

    /** What one agent won against another; a draw is half a game won. */
    record Won(String against, long games, double share, double low, double high) {
        static Won of(Doc pair, String agent) {
            boolean first = pair.raw("agent_a").equals(agent);
            long games = pair.whole("games");
            long halves = 2 * pair.whole(first ? "a_wins" : "b_wins") + pair.whole("draws");
            return new Won(
                    pair.raw(first ? "agent_b" : "agent_a"),
                    games,
                    halves / (2.0 * games),
                    // Half a game is counted against it below, and for it above.
                    Wilson.interval(halves / 2, games).low(),
                    Wilson.interval((halves + 1) / 2, games).high());
        }

        String interval() {
            return String.format(Locale.ROOT, "[%.2f, %.2f]", low, high);
        }
    }

    /** The page of two agents. */
    public static String page(String agent, String against) {
        return Links.to("ratings", agent) + "/versus/" + Links.segment(against);
    }

    /** Each agent, in its row, against each other, in its column. */
    public static Matrix matrix(List<String> agents, List<Doc> pairs) {
        List<Matrix.Cell> cells = new ArrayList<>();
        for (Doc pair : pairs) {
            for (String agent : List.of(pair.raw("agent_a"), pair.raw("agent_b"))) {
                Won won = pair.whole("games") > 0 ? Won.of(pair, agent) : null;
                if (won != null && agents.contains(agent) && agents.contains(won.against())) {
                    cells.add(new Matrix.Cell(
                            agents.indexOf(agent),
                            agents.indexOf(won.against()),
                            won.share(),
                            won.games(),
                            won.interval(),
                            page(agent, won.against())));
                }
            }
        }
        List<String> names = agents.stream().map(name -> Plain.of(name, NAME)).toList();
        return new Matrix("Share won", names, names, Tone.A, Tone.B, "game", FEW, cells);
    }

    /** One agent against each other. */
    public static Intervals against(String agent, List<Doc> pairs) {
        List<Intervals.Row> rows = pairs.stream()
                .filter(pair -> pair.whole("games") > 0)
                .filter(pair ->
                        pair.raw("agent_a").equals(agent) || pair.raw("agent_b").equals(agent))
                .map(pair -> Won.of(pair, agent))
                .map(won -> new Intervals.Row(
                        Plain.of(won.against(), NAME),
                        won.games() < FEW ? Tone.SOFT : Tone.A,
                        won.share(),
                        won.low(),
                        won.high(),
                        null,
                        won.games() + (won.games() == 1 ? " game" : " games") + (won.games() < FEW ? ", too few" : ""),
                        page(agent, won.against())))
                .toList();
        return new Intervals("Share won against", Axis.number("share won", 0, 1), "Share", "", 0.5, "equal", rows);
    }
}
