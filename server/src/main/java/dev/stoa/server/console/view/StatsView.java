package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Bars;
import dev.stoa.server.console.chart.Chart;
import dev.stoa.server.console.chart.Intervals;
import dev.stoa.server.console.chart.Tone;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What debating was worth: how often its outcome was right beside what it is held against. Immutable.
 *
 * @param stats the answer of the API
 * @param charts accuracy, gain and lessons with their intervals
 * @param flips changes of mind by direction
 */
public record StatsView(Doc stats, List<Chart> charts, Chart flips) {
    private static final String INTERVAL = ".interval";

    public StatsView {
        charts = List.copyOf(charts);
    }

    public static StatsView of(Doc stats) {
        return new StatsView(
                stats,
                List.of(
                        shares(
                                "How often it was right",
                                List.of(
                                        share(stats, "graded", "Outcome of the debate", Tone.A),
                                        share(stats, "draft_vote", "Plain vote", Tone.SOFT),
                                        share(stats, "best_solo", "Best agent alone", Tone.SOFT))),
                        gain(stats),
                        shares(
                                "How often it was right, by lessons",
                                List.of(
                                        share(stats, "lessons_shown", "Lessons shown", Tone.A),
                                        share(stats, "lessons_held_back", "Lessons held back", Tone.SOFT)))),
                flips(stats));
    }

    /** Whether there is a debate with a grade: without one nothing is known. */
    public boolean isGraded() {
        return stats.whole("graded.sessions") > 0;
    }

    private static Bars shares(String title, List<Bars.Bar> bars) {
        return new Bars(title, Axis.number("share", 0, 1), false, bars);
    }

    /** A share with its interval; unknown of no debate. */
    private static Bars.Bar share(Doc stats, String field, String name, Tone tone) {
        List<Double> ends = ends(stats, field + INTERVAL);
        long all = stats.whole(field + ".sessions");
        String note = stats.whole(field + ".correct") + " of " + all;
        Double share = number(stats.real(field + ".accuracy"));
        return share == null || ends.isEmpty()
                ? new Bars.Bar(name, List.of(), null, null, "no graded debate", null)
                : new Bars.Bar(
                        name, List.of(new Bars.Part("", tone, share)), ends.getFirst(), ends.getLast(), note, null);
    }

    /** A gain of one debate has no interval, and is provisional. */
    private static Intervals gain(Doc stats) {
        List<Double> ends = ends(stats, "gain" + INTERVAL);
        return new Intervals(
                "Gain of the debate over the plain vote",
                Axis.number("gain"),
                "Gain",
                "",
                0.0,
                "no difference",
                List.of(new Intervals.Row(
                        "Debate against plain vote",
                        Tone.A,
                        number(stats.real("gain.gain")),
                        ends.isEmpty() ? null : ends.getFirst(),
                        ends.isEmpty() ? null : ends.getLast(),
                        null,
                        "n " + stats.whole("gain.sessions"),
                        null)));
    }

    private static Bars flips(Doc stats) {
        return new Bars(
                "Changes of mind by direction",
                Axis.number("changes"),
                false,
                List.of(
                        flip(stats, "wrong_to_right", "Wrong to right", Tone.GOOD),
                        flip(stats, "right_to_wrong", "Right to wrong", Tone.BAD),
                        flip(stats, "wrong_to_wrong", "Wrong to wrong", Tone.WARN),
                        flip(stats, "unknown", "Not known", Tone.SOFT)));
    }

    private static Bars.Bar flip(Doc stats, String field, String name, Tone tone) {
        return new Bars.Bar(
                name, List.of(new Bars.Part("", tone, stats.whole("flips." + field))), null, null, "", null);
    }

    /** The two ends of an interval; none if it is absent. */
    private static List<Double> ends(Doc stats, String field) {
        List<Double> ends = new ArrayList<>();
        for (Object end : stats.list(field)) {
            if (end instanceof Number number) {
                ends.add(number.doubleValue());
            }
        }
        return ends.size() == 2 ? ends : List.of();
    }

    private static @Nullable Double number(double number) {
        return Double.isFinite(number) ? number : null;
    }
}
