package dev.stoa.server.console.view;

import dev.stoa.json.Json;
import dev.stoa.server.console.chart.Alluvial;
import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Bars;
import dev.stoa.server.console.chart.Chart;
import dev.stoa.server.console.chart.Intervals;
import dev.stoa.server.console.chart.Layers;
import dev.stoa.server.console.chart.Lines;
import dev.stoa.server.console.chart.Matrix;
import dev.stoa.server.console.chart.Minimap;
import dev.stoa.server.console.chart.Scatter;
import dev.stoa.server.console.chart.Spark;
import dev.stoa.server.console.chart.Tone;
import dev.stoa.server.console.chart.Topology;
import dev.stoa.server.console.chart.Tree;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the page of all parts of the console shows: each in its states, with values that never change. Stateless. */
public final class StyleGuide {
    /** A word of each tone, and one that has none. */
    public static final List<String> STATES = List.of("completed", "paused", "failed", "running", "half_open");

    /** A column of each kind. */
    public static final List<Column> COLUMNS = List.of(
            Column.link("topic", "Link", "debates", "id"),
            Column.text("text", "Text"),
            Column.state("state", "State"),
            Column.trust("trust"),
            Column.share("share", "Share"),
            Column.count("count", "Count"),
            Column.number("number", "Number"),
            Column.flag("flag", "Flag"),
            Column.time("at", "Time"));

    /** Usual values, the largest ones, and none. */
    public static final List<Doc> ROWS = List.of(
            new Doc(Json.object(
                    "id",
                    "release-friday",
                    "topic",
                    "Should we ship on Friday?",
                    "text",
                    "a few words",
                    "state",
                    "completed",
                    "trust",
                    "verified",
                    "share",
                    0.68,
                    "count",
                    12,
                    "number",
                    1.5,
                    "flag",
                    true,
                    "at",
                    "2026-01-31T12:03:00.000Z")),
            new Doc(Json.object(
                    "id",
                    "release-friday",
                    "topic",
                    "<script>alert(1)</script> is shown as it is written, \u202eand cannot turn the page around",
                    "text",
                    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2),
                    "state",
                    "no_winner",
                    "trust",
                    "untrusted",
                    "share",
                    1.0,
                    "count",
                    1_234_567_890,
                    "number",
                    -0.004,
                    "flag",
                    false,
                    "at",
                    "1999-12-31T23:59:59.999Z")),
            new Doc(Json.object("topic", "nothing is known")));

    /** A rate with its interval. */
    public static final Doc SURE = new Doc(Json.object("rate", 0.95, "low", 0.83, "high", 0.99, "n", 40));

    /** How far a text is trusted. */
    public static final List<String> TRUST = List.of("human", "confirmed", "agent", "untrusted");

    /** A card that holds nothing. */
    public static final Shown NONE = new Shown("Table", COLUMNS, List.of());

    /** A name that cannot turn the line around. */
    public static final String NAME = "ana \u202elab";

    public static final String ID = "01994e6a-7f3c-7d21-9a55-0c1e8f2b4d6a";

    /** A debate of the examples, through which the scrubber leads. */
    public static final Here DEBATE = new Here("/debates/release-friday", Map.of());

    /** What was done and can be taken back. */
    public static final Notice NOTICE = new Notice("It is done.", "/ops/styleguide", "", Map.of());

    /** What two texts have apart. */
    public static final Doc DIFF = new Doc(Json.object(
            "tactic",
            Json.object("from", "anchor high", "to", "mirror"),
            "hyperparameters",
            List.of(
                    Json.object("path", "patience", "from", "3", "to", "5"),
                    Json.object("path", "opening", "to", "0.4")),
            "system_prompt",
            " You bargain.\n-Ask for the most.\n+Ask for a fair share."));

    /** What is asked before an act that can be taken back, and before one that cannot, after it was refused. */
    public static final List<Confirm> CONFIRMS = List.of(
            confirm(false, List.of(), null, null),
            confirm(
                    true,
                    List.of(new Confirm.Input(
                            "again", "To go on, type its name:", true, Confirm.Kind.AGAIN, List.of(), "")),
                    new Confirm.Tried("", Map.of("debates", "1")),
                    new Confirm.Wrong("it changed meanwhile", "look at it again", Map.of())));

    /** The text of an agent with everything that it may contain, and things that it may not. */
    public static final String SAID = """
            A paragraph with *emphasis*, **weight**, `code` and a [link](https://example.org/a?b=c).

            - first
            - second

            > what another said

            | seat | says |
            |---|---|
            | ana | A |

            ```
            if (x) { y(); }
            ```
            <img src=x onerror=alert(1)> ![picture](https://example.org/p.png) [act](/debates/1/cancel)
            """;

    private static final Axis SHARE = Axis.number("share", 0, 1);

    private StyleGuide() {}

    /** A chart of each kind, and one without anything to show. */
    public static List<Chart> charts() {
        return List.of(
                new Lines(
                        "Values with an interval and a bound",
                        Axis.number("generation", 0, 10),
                        SHARE,
                        List.of(
                                new Lines.Series("first", Tone.A, points(0.3, 0.05, 0.08)),
                                new Lines.Series("second", Tone.B, points(0.8, -0.04, 0.02))),
                        List.of(new Lines.Reference("aim", false, 0.75))),
                new Bars(
                        "Amounts",
                        Axis.number("tokens", 0, 40),
                        false,
                        List.of(
                                Bars.Bar.of("plain", 12),
                                Bars.Bar.of("with an interval", 30, 24, 38),
                                new Bars.Bar(
                                        "of parts",
                                        List.of(new Bars.Part("good", Tone.GOOD, 8), new Bars.Part("bad", Tone.BAD, 6)),
                                        null,
                                        null,
                                        "",
                                        null),
                                new Bars.Bar("unknown", List.of(), null, null, "", null))),
                new Intervals(
                        "Estimates",
                        SHARE,
                        "Bradley-Terry",
                        "Elo",
                        0.5,
                        "chance",
                        List.of(
                                new Intervals.Row("ana", Tone.A, 0.7, 0.6, 0.8, 0.65, "1 to 2", "/agents/ana"),
                                new Intervals.Row("bo", Tone.B, 0.62, 0.5, 0.74, 0.6, "1 to 2", null),
                                new Intervals.Row("provisional", Tone.SOFT, 0.4, null, null, null, "n = 2", null),
                                new Intervals.Row("unknown", Tone.SOFT, null, null, null, null, "", null))),
                Scatter.calibration(
                        "Calibration",
                        IntStream.range(0, 10)
                                .mapToObj(i -> new Scatter.Dot(0.05 + i / 10.0, 0.1 + i / 12.0, 1 + i * 3L, "", null))
                                .toList()),
                new Matrix(
                        "Pairs",
                        List.of("ana", "bo"),
                        List.of("ana", "bo"),
                        Tone.A,
                        Tone.B,
                        "match",
                        5,
                        List.of(new Matrix.Cell(0, 1, 0.7, 20, "", null), new Matrix.Cell(1, 0, 0.3, 2, "", null))),
                new Alluvial(
                        "Who moved",
                        List.of("round 1", "round 2"),
                        List.of("ship", "wait"),
                        List.of(seat("ana", 0, 0), seat("bo", 1, 0), seat("cy", 1, 1), seat("dee", Alluvial.NONE, 0))),
                new Layers(
                        "What came from what",
                        List.of(
                                new Layers.Node("d", "document", Tone.PLAIN, "untrusted", null),
                                new Layers.Node("m", "memory", Tone.WARN, "untrusted", "/memory"),
                                new Layers.Node("c", "conclusion", Tone.ACCENT, "", null)),
                        List.of(new Layers.Edge("d", "m", true, "caps the trust"), new Layers.Edge("m", "c"))),
                new Tree(
                        "Lineage",
                        List.of(
                                node("a", null, 0, true, false),
                                node("b", "a", 1, true, false),
                                node("c", "a", 1, false, true))),
                Minimap.of(
                        "A long record",
                        "turn",
                        IntStream.range(0, 50)
                                .mapToObj(i -> new Minimap.Item(Tone.option(i / 15), i % 10 == 9, i % 25 == 24, ""))
                                .toList(),
                        item -> null,
                        20,
                        30),
                new Topology(
                        "Who reads whom",
                        List.of(
                                new Topology.Seat("ana", Tone.A, "", null),
                                new Topology.Seat("bo", Tone.B, "", null),
                                new Topology.Seat("cy", Tone.A, "", null)),
                        List.of(new Topology.Sight(0, 1, 1), new Topology.Sight(1, 0, 0), new Topology.Sight(2, 1, 0))),
                new Spark("How it went", "ms", List.of(3.0, 4.0, 2.0, 8.0, 5.0)),
                new Spark("Nothing", "ms", List.of()));
    }

    private static Confirm confirm(
            boolean irreversible,
            List<Confirm.Input> inputs,
            Confirm.@Nullable Tried tried,
            Confirm.@Nullable Wrong wrong) {
        return new Confirm(
                irreversible ? "Revoke" : "Archive",
                irreversible ? "It is deleted, and nothing of it can be restored." : "It is archived.",
                irreversible,
                "Should we ship on Friday?",
                ID,
                ROWS.getFirst(),
                List.of(COLUMNS.get(2), COLUMNS.get(8)),
                inputs,
                "",
                "",
                "/ops/styleguide",
                List.of(),
                tried,
                false,
                wrong);
    }

    private static List<Lines.Point> points(double first, double step, double half) {
        return IntStream.rangeClosed(0, 10)
                .mapToObj(i -> new Lines.Point(
                        i, first + i * step, first + i * step - half, first + i * step + half, i == 4, "", null))
                .toList();
    }

    private static Alluvial.Seat seat(String name, int... sides) {
        return new Alluvial.Seat(
                name,
                IntStream.of(sides)
                        .mapToObj(side -> new Alluvial.Side(side, "", null))
                        .toList());
    }

    private static Tree.Node node(
            String id, @Nullable String parent, int generation, boolean chosen, boolean rejected) {
        return new Tree.Node(id, parent, generation, "profile " + id, chosen, rejected, "", null);
    }
}
