package dev.stoa.engine.tunnel;

import dev.stoa.debate.rules.Topology;
import dev.stoa.base.Wilson;
import dev.stoa.engine.tunnel.Plot.Point;
import dev.stoa.engine.tunnel.Plot.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The pictures of the laws. Stateless. */
final class LawPlots {
    private static final List<Topology> TOPOLOGIES =
            List.of(Topology.GRAPH_MESH, Topology.STAR, Topology.TREE, Topology.CHAIN);
    private static final List<Topology> LED = TOPOLOGIES.subList(1, TOPOLOGIES.size());

    private LawPlots() {}

    static Map<String, Plot> of(LawRuns runs) {
        Map<String, Plot> plots = new LinkedHashMap<>();
        plots.put("law-1-vote.svg", vote(runs.table()));
        plots.put("law-2-belief.svg", belief(runs));
        plots.put("law-3-rounds.svg", rounds(runs));
        plots.put("law-4-families.svg", families(runs));
        plots.put("law-5-faulty.svg", faulty(runs));
        plots.put("law-6-topology.svg", topology(runs));
        plots.put("law-7-ladder.svg", ladder(runs));
        return plots;
    }

    private static Plot vote(TunnelRow row) {
        return Plot.bars(
                "The plain vote brings most of the gain",
                "who answers",
                List.of("one agent alone", "vote of the drafts", "after a debate"),
                List.of(new Series(
                        "right answers", List.of(Point.of(row.soloAccuracy()), drafts(row), Point.accuracy(row)))));
    }

    private static Point drafts(TunnelRow row) {
        Wilson interval = Wilson.interval(row.draftVoteRight(), row.questions());
        return new Point(row.draftVoteAccuracy(), interval.low(), interval.high());
    }

    private static Plot belief(LawRuns runs) {
        return Plot.lines(
                "Talk alone does not bring a panel nearer to the truth",
                "round",
                IntStream.rangeClosed(1, 5).mapToObj(Integer::toString).toList(),
                List.of(
                        new Series("agents who follow each other", shares(runs.rounds(5))),
                        new Series("agents who can also check", shares(runs.believing()))),
                0.5);
    }

    private static List<Point> shares(TunnelRow row) {
        return row.belief().stream().map(Point::of).toList();
    }

    private static Plot rounds(LawRuns runs) {
        return Plot.lines(
                "The longer they talk before the vote, the worse the vote",
                "rounds",
                runs.byRounds().keySet().stream().map(String::valueOf).toList(),
                List.of(new Series(
                        "right answers",
                        runs.byRounds().values().stream().map(Point::accuracy).toList())),
                0.5);
    }

    private static Plot families(LawRuns runs) {
        return Plot.bars(
                "Five copies of one model are less than five models",
                "who votes",
                List.of("five of one family", "five families"),
                List.of(new Series(
                        "right answers", List.of(Point.accuracy(runs.oneFamily()), Point.accuracy(runs.families())))));
    }

    private static Plot faulty(LawRuns runs) {
        return Plot.bars(
                "One faulty agent of seven: a hierarchy bears it, a chain does not",
                "topology",
                names(LED),
                List.of(
                        new Series("all sound", accuracies(LED, runs.sound())),
                        new Series("one faulty", accuracies(LED, runs.sabotaged()))));
    }

    private static Plot topology(LawRuns runs) {
        TunnelRow mesh = LawRuns.row(runs.byTopology(), Topology.GRAPH_MESH);
        return Plot.bars(
                "Who sees whom: as often right, for fewer tokens",
                "topology",
                names(TOPOLOGIES),
                List.of(
                        new Series("right answers", accuracies(TOPOLOGIES, runs.byTopology())),
                        new Series(
                                "input tokens, of the mesh",
                                TOPOLOGIES.stream()
                                        .map(topology -> LawRuns.row(runs.byTopology(), topology))
                                        .map(row -> Point.of((double) row.tokensIn() / mesh.tokensIn()))
                                        .toList())));
    }

    private static Plot ladder(LawRuns runs) {
        return Plot.bars(
                "Debate only where there is disagreement: as often right, for less",
                "preset",
                List.of("round-table, 3 rounds", "ladder, 2 rounds"),
                List.of(
                        new Series(
                                "right answers",
                                List.of(Point.accuracy(runs.longTable()), Point.accuracy(runs.ladder()))),
                        new Series(
                                "tokens, of the round-table",
                                List.of(
                                        Point.of(1),
                                        Point.of((double) runs.ladder().tokens()
                                                / runs.longTable().tokens())))));
    }

    private static List<String> names(List<Topology> topologies) {
        return topologies.stream()
                .map(topology -> topology == Topology.GRAPH_MESH ? "mesh" : topology.text())
                .toList();
    }

    private static List<Point> accuracies(List<Topology> topologies, Map<Topology, TunnelRow> rows) {
        return topologies.stream()
                .map(topology -> Point.accuracy(LawRuns.row(rows, topology)))
                .toList();
    }
}
