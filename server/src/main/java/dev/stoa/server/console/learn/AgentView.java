package dev.stoa.server.console.learn;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Intervals;
import dev.stoa.server.console.chart.Lines;
import dev.stoa.server.console.chart.Scatter;
import dev.stoa.server.console.chart.Tone;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/** The charts of one agent. Stateless. */
public final class AgentView {
    private AgentView() {}

    /** Its rating after each match; each point leads to its debate. */
    public static Lines history(List<Doc> points) {
        List<Lines.Point> drawn = new ArrayList<>();
        for (Doc point : points) {
            double when = seconds(point, "created_at");
            if (Double.isFinite(when) && point.has("elo")) {
                drawn.add(new Lines.Point(
                        when,
                        point.real("elo"),
                        null,
                        null,
                        false,
                        "",
                        point.has("debate_id") ? Links.to("debates", point.raw("debate_id")) : null));
            }
        }
        return Lines.of("Elo after each match", Axis.time("match"), Axis.number("Elo"), drawn);
    }

    /** How often what it said came true; each dot leads to its matches. */
    public static Scatter calibration(Doc calibration, String matches) {
        return Scatter.calibration(
                "Calibration",
                calibration.docs("buckets").stream()
                        .filter(bucket -> bucket.whole("n") > 0)
                        .map(bucket -> new Scatter.Dot(
                                bucket.real("mean_confidence"),
                                bucket.real("accuracy"),
                                bucket.whole("n"),
                                "said " + bucket.number("lo", 1) + " to " + bucket.number("hi", 1),
                                matches))
                        .toList());
    }

    /** Whether it prefers what it is shown first. */
    public static Intervals position(Doc judge) {
        boolean known = judge.has("first_rate");
        return new Intervals(
                "What was shown first won",
                Axis.number("share of verdicts", 0, 1),
                "Share",
                "",
                0.5,
                "no bias",
                known
                        ? List.of(new Intervals.Row(
                                "shown first",
                                Tone.A,
                                judge.real("first_rate"),
                                RatingBoard.number(judge, "first_low"),
                                RatingBoard.number(judge, "first_high"),
                                null,
                                judge.count("ordered") + " verdicts in a known order",
                                null))
                        : List.of());
    }

    /** A time of a document in seconds; not a number if there is none. */
    static double seconds(Doc doc, String name) {
        try {
            return Instant.parse(doc.raw(name)).toEpochMilli() / 1_000.0;
        } catch (DateTimeParseException absent) {
            return Double.NaN;
        }
    }
}
