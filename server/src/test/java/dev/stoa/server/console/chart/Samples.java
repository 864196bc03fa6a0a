package dev.stoa.server.console.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Charts of every kind, with labels that pass through a function. */
final class Samples {
    private Samples() {}

    static Map<String, Chart> all(UnaryOperator<String> label) {
        Map<String, Chart> all = new LinkedHashMap<>();
        all.put("lines", consensus(label));
        all.put("lines-band", fitness(label));
        all.put("lines-decay", decay(label));
        all.put("bars", accuracy(label));
        all.put("bars-stacked", recall(label));
        all.put("bars-upright", days(label));
        all.put("intervals", ratings(label));
        all.put("scatter", calibration(label));
        all.put("matrix", versus(label));
        all.put("alluvial", sides(label));
        all.put("layers", lineage(label));
        all.put("tree", profiles(label));
        all.put("spark", new Spark(label.apply("Requests"), "a minute", List.of(3.0, 5.0, 4.0, 9.0, 14.0, 11.0, 12.0)));
        all.put("minimap", turns(label));
        all.put("topology", mesh(label));
        return all;
    }

    private static Chart consensus(UnaryOperator<String> label) {
        List<String> stages = List.of("draft", "round 1", "round 2", "final").stream()
                .map(label)
                .toList();
        return Lines.of(
                        label.apply("Consensus by tally"),
                        Axis.names("", stages),
                        Axis.number(label.apply("consensus"), 0, 1),
                        List.of(
                                new Lines.Point(0, 0.5),
                                new Lines.Point(1, 0.68, null, null, false, label.apply("A leads"), "/debates/7?at=12"),
                                new Lines.Point(
                                        2, 0.61, null, null, true, label.apply("hyb moved"), "/debates/7?at=19"),
                                new Lines.Point(3, 0.755)))
                .with(Lines.Reference.level(label.apply("threshold"), 0.75));
    }

    private static Chart fitness(UnaryOperator<String> label) {
        Random random = new Random(7);
        List<Lines.Point> best = new ArrayList<>();
        List<Lines.Point> mean = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            double y = 0.42 + 0.4 * (1 - Math.pow(0.9, i)) + random.nextDouble() * 0.03;
            best.add(new Lines.Point(i, y, y - 0.06, y + 0.06, i % 7 == 3, "", "/evolve/1?generation=" + i));
            mean.add(new Lines.Point(i, y - 0.12));
        }
        return new Lines(
                label.apply("Fitness by generation"),
                Axis.number(label.apply("generation")),
                Axis.number(label.apply("fitness")),
                List.of(
                        new Lines.Series(label.apply("best"), Tone.A, best),
                        new Lines.Series(label.apply("mean"), Tone.B, mean)),
                List.of(Lines.Reference.level(label.apply("first"), 0.44)));
    }

    private static Chart decay(UnaryOperator<String> label) {
        List<Lines.Point> points = new ArrayList<>();
        for (int i = 0; i <= 90; i++) {
            points.add(new Lines.Point(1_790_000_000L + i * 86_400L, Math.pow(0.5, i / 21.0)));
        }
        return Lines.of(label.apply("Strength"), Axis.time(""), Axis.number(label.apply("strength"), 0, 1), points)
                .with(Lines.Reference.level(label.apply("floor"), 0.1))
                .with(Lines.Reference.upright(label.apply("half-life"), 1_790_000_000L + 21 * 86_400L))
                .with(Lines.Reference.upright(label.apply("expires"), 1_790_000_000L + 80 * 86_400L));
    }

    private static Chart accuracy(UnaryOperator<String> label) {
        return new Bars(
                label.apply("Accuracy"),
                Axis.number(label.apply("share right"), 0, 1),
                false,
                List.of(
                        Bars.Bar.of(label.apply("outcome"), 0.71, 0.65, 0.77),
                        Bars.Bar.of(label.apply("draft vote"), 0.64, 0.57, 0.7),
                        Bars.Bar.of(label.apply("best alone"), 0.66, 0.59, 0.72),
                        Bars.Bar.unknown(label.apply("lessons held back"))));
    }

    private static Chart recall(UnaryOperator<String> label) {
        List<Bars.Bar> bars = new ArrayList<>();
        double[][] parts = {{0.31, 0.28, 0.2}, {0.02, 0.4, 0.11}, {0.22, 0.05, 0.19}};
        String[] names = {
            "Releases wait until Monday", "A cache that is never invalidated lies to its readers", "日本語の記憶"
        };
        for (int i = 0; i < names.length; i++) {
            bars.add(new Bars.Bar(
                    label.apply(names[i]),
                    List.of(
                            new Bars.Part(label.apply("lexical"), Tone.A, parts[i][0]),
                            new Bars.Part(label.apply("semantic"), Tone.C, parts[i][1]),
                            new Bars.Part(label.apply("retention"), Tone.D, parts[i][2])),
                    null,
                    null,
                    "",
                    "/memory/m" + i));
        }
        return new Bars(label.apply("Why recalled"), Axis.number(label.apply("score")), false, bars);
    }

    private static Chart days(UnaryOperator<String> label) {
        Random random = new Random(3);
        List<Bars.Bar> bars = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            bars.add(
                    i == 12
                            ? Bars.Bar.unknown(label.apply("11-" + i))
                            : Bars.Bar.of(label.apply("11-" + (i < 10 ? "0" + i : i)), random.nextInt(4000)));
        }
        return new Bars(label.apply("Rows a day"), Axis.number(label.apply("rows")), true, bars);
    }

    private static Chart ratings(UnaryOperator<String> label) {
        return new Intervals(
                label.apply("Ratings"),
                Axis.number(label.apply("rating")),
                label.apply("Bradley-Terry"),
                label.apply("Elo"),
                1500.0,
                label.apply("average"),
                List.of(
                        row(label, "sokrates", 1620, 1570, 1670, 1610, "rank 1–2, 84 games"),
                        row(label, "lex", 1580, 1530, 1625, 1601, "rank 1–3, 80 games"),
                        row(label, "an agent with a very long name indeed", 1510, 1450, 1570, 1490, "rank 2–4"),
                        new Intervals.Row(
                                label.apply("novice"), Tone.A, 1475.0, null, null, null, label.apply("n 3"), null),
                        new Intervals.Row(label.apply("absent"), Tone.A, null, null, null, null, "", null)));
    }

    private static Intervals.Row row(
            UnaryOperator<String> label, String name, double value, double low, double high, double elo, String note) {
        return new Intervals.Row(label.apply(name), Tone.A, value, low, high, elo, label.apply(note), "/ratings/x");
    }

    private static Chart calibration(UnaryOperator<String> label) {
        List<Scatter.Dot> dots = new ArrayList<>();
        long[] n = {4, 9, 12, 20, 31, 55, 80, 120, 90, 40};
        for (int i = 0; i < 10; i++) {
            double x = 0.05 + i * 0.1;
            dots.add(new Scatter.Dot(
                    x, x * x * 0.4 + x * 0.55, n[i], label.apply("bucket"), "/ratings/lex?bucket=" + i));
        }
        return Scatter.calibration(label.apply("Calibration"), dots);
    }

    private static Chart versus(UnaryOperator<String> label) {
        List<String> names = List.of("lex", "sem", "hyb", "ske", "sokrates").stream()
                .map(label)
                .toList();
        List<Matrix.Cell> cells = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            for (int k = 0; k < 5; k++) {
                if (i != k) {
                    double share = Math.clamp(0.5 + (k - i) * 0.12, 0, 1);
                    cells.add(new Matrix.Cell(i, k, share, 3 + i * k, label.apply("[.2, .8]"), "/ratings/a/versus/b"));
                }
            }
        }
        return new Matrix(label.apply("Wins"), names, names, Tone.A, Tone.B, "game", 5, cells);
    }

    private static Chart sides(UnaryOperator<String> label) {
        return new Alluvial(
                label.apply("Sides by stage"),
                List.of("draft", "round 1", "final").stream().map(label).toList(),
                List.of("Ship on Friday afternoon", "Wait until Monday").stream()
                        .map(label)
                        .toList(),
                List.of(
                        new Alluvial.Seat(label.apply("lex"), List.of(side(0), side(0), side(0))),
                        new Alluvial.Seat(label.apply("sem"), List.of(side(1), side(1), side(1))),
                        new Alluvial.Seat(
                                label.apply("hyb"),
                                List.of(
                                        side(0),
                                        side(0),
                                        new Alluvial.Side(1, label.apply("having read sem"), "/debates/7/turns/9"))),
                        new Alluvial.Seat(
                                label.apply("ske"), List.of(side(Alluvial.NONE), side(Alluvial.NONE), side(1)))));
    }

    private static Alluvial.Side side(int option) {
        return Alluvial.Side.of(option);
    }

    private static Chart lineage(UnaryOperator<String> label) {
        List<Layers.Node> nodes = new ArrayList<>();
        String[] names = {
            "marketing.md", "ops.md", "claim 1", "claim 2", "claim 3", "debate", "memory", "note", "lesson"
        };
        for (String name : names) {
            Tone tone = name.equals("marketing.md") ? Tone.BAD : name.endsWith(".md") ? Tone.GOOD : Tone.WARN;
            nodes.add(new Layers.Node(name, label.apply(name), tone, label.apply("untrusted"), "/memory/x"));
        }
        return new Layers(
                label.apply("Lineage"),
                nodes,
                List.of(
                        new Layers.Edge("marketing.md", "claim 1"),
                        new Layers.Edge("ops.md", "claim 2"),
                        new Layers.Edge("ops.md", "claim 3"),
                        new Layers.Edge("claim 1", "debate", true, label.apply("caps the trust")),
                        new Layers.Edge("claim 2", "debate"),
                        new Layers.Edge("claim 3", "note"),
                        new Layers.Edge("debate", "memory", true, ""),
                        new Layers.Edge("marketing.md", "memory"),
                        new Layers.Edge("debate", "lesson"),
                        new Layers.Edge("lesson", "claim 2")));
    }

    private static Chart profiles(UnaryOperator<String> label) {
        List<Tree.Node> nodes = new ArrayList<>();
        nodes.add(node(label, "p0", null, 0, true, false));
        nodes.add(node(label, "p1", "p0", 2, true, false));
        nodes.add(node(label, "p2", "p0", 1, false, false));
        nodes.add(node(label, "p3", "p2", 3, false, false));
        nodes.add(node(label, "p4", "p1", 5, true, false));
        nodes.add(node(label, "p5", "p1", 4, false, false));
        nodes.add(node(label, "p6", "p1", 4, false, true));
        nodes.add(node(label, "p7", "p1", 4, false, true));
        nodes.add(node(label, "p8", "p3", 6, false, false));
        return new Tree(label.apply("Profiles"), nodes);
    }

    private static Tree.Node node(
            UnaryOperator<String> label,
            String id,
            @Nullable String parent,
            int generation,
            boolean chosen,
            boolean rejected) {
        return new Tree.Node(
                id,
                parent,
                generation,
                label.apply("profile " + id),
                chosen,
                rejected,
                label.apply("p .01"),
                "/profiles/" + id);
    }

    private static Chart turns(UnaryOperator<String> label) {
        List<Minimap.Item> items = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            items.add(new Minimap.Item(Tone.option(i / 700), i % 333 == 20, i % 410 == 99, label.apply("turn")));
        }
        return Minimap.of(label.apply("Turns"), label.apply("turn"), items, i -> "/debates/7?from=" + i, 600, 800);
    }

    private static Chart mesh(UnaryOperator<String> label) {
        List<Topology.Seat> seats = new ArrayList<>();
        for (String name : List.of("lex", "sem", "hyb", "ske", "a seat with a long name")) {
            seats.add(new Topology.Seat(
                    label.apply(name), Tone.option(seats.size() % 2), label.apply("side"), "/agents/x"));
        }
        List<Topology.Sight> sights = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 4; k++) {
                if (i != k) {
                    sights.add(new Topology.Sight(i, k, i == 1 && k >= 2 ? 1 : 0));
                }
            }
        }
        sights.add(new Topology.Sight(4, 0, 0));
        return new Topology(label.apply("Who reads whom"), seats, sights);
    }

    /** Every kind with more than can be drawn. */
    static List<Chart> huge(int n) {
        Random random = new Random(1);
        List<Lines.Point> points = new ArrayList<>();
        List<Bars.Bar> bars = new ArrayList<>();
        List<Intervals.Row> rows = new ArrayList<>();
        List<Scatter.Dot> dots = new ArrayList<>();
        List<Layers.Node> nodes = new ArrayList<>();
        List<Layers.Edge> edges = new ArrayList<>();
        List<Tree.Node> tree = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        List<Minimap.Item> items = new ArrayList<>();
        List<Alluvial.Seat> sides = new ArrayList<>();
        List<Topology.Seat> seats = new ArrayList<>();
        List<Topology.Sight> sights = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            double y = random.nextGaussian();
            points.add(new Lines.Point(random.nextDouble() * 1000, y, y - 1, y + 2, true, "n" + i, "/p/" + i));
            bars.add(new Bars.Bar(
                    "b" + i,
                    List.of(
                            new Bars.Part("p", Tone.A, Math.abs(y)),
                            new Bars.Part("q", Tone.B, 1),
                            new Bars.Part("r", Tone.C, 2)),
                    1.0,
                    4.0,
                    "",
                    "/b"));
            rows.add(new Intervals.Row("r" + i, Tone.B, y, y - 1, y + 1, 0.0, "", null));
            dots.add(new Scatter.Dot(y, random.nextGaussian(), 1 + i % 5, "", null));
            nodes.add(new Layers.Node("n" + i, "node " + i, Tone.A, "", null));
            for (int k = 0; k < 3 && i > 0; k++) {
                edges.add(new Layers.Edge("n" + random.nextInt(i), "n" + i, k == 0, ""));
            }
            tree.add(new Tree.Node(
                    "t" + i, i == 0 ? null : "t" + (i - 1) / 3, i / 90, "t" + i, i % 5 == 0, i % 7 == 3, "", null));
            values.add(y);
            items.add(new Minimap.Item(Tone.option(i), i % 3 == 0, i % 2 == 0, ""));
            List<Alluvial.Side> way = new ArrayList<>();
            for (int k = 0; k < 20; k++) {
                way.add(Alluvial.Side.of(random.nextInt(27) - 1));
            }
            sides.add(new Alluvial.Seat("s" + i, way));
            seats.add(new Topology.Seat("s" + i, Tone.A, "", "/s"));
            sights.add(new Topology.Sight(i, random.nextInt(i + 1), 1));
            sights.add(new Topology.Sight(i % 59, i / 59 % 60 < n ? i / 59 % 60 : 0, 1));
        }
        List<String> names = nodes.stream().map(Layers.Node::label).limit(50).toList();
        List<Matrix.Cell> cells = new ArrayList<>();
        for (int i = 0; i < 2500; i++) {
            cells.add(new Matrix.Cell(i / 50, i % 50, random.nextDouble(), 9, "", "/c"));
        }
        List<Lines.Series> series = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            series.add(new Lines.Series("line " + i, Tone.option(i), points.subList(0, n / 30)));
        }
        Axis axis = Axis.number("x");
        return List.of(
                Lines.of("lines", axis, axis, points),
                new Lines("many lines", Axis.time("t"), axis, series, List.of()),
                new Bars("bars", axis, false, bars),
                new Bars("columns", axis, true, bars),
                new Intervals("intervals", axis, "a", "b", 0.5, "half", rows),
                new Scatter("scatter", axis, axis, "case", "equal", dots),
                new Matrix("matrix", names, names, Tone.GOOD, Tone.BAD, "game", 5, cells),
                new Alluvial("alluvial", names.subList(0, 20), names.subList(0, 26), sides),
                new Layers("layers", nodes, edges),
                new Tree("tree", tree),
                new Spark("spark", "", values),
                Minimap.of("minimap", "turn", items, i -> "/i", 0, 10),
                new Topology("topology", seats, sights));
    }
}
