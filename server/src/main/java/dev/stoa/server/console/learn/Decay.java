package dev.stoa.server.console.learn;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Lines;
import dev.stoa.server.console.view.Doc;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a memory fades. Immutable.
 *
 * @param now what is left of it now, from 0 to 1; not a number if that is unknown
 * @param halfLife the half-life in force
 * @param curve the next 90 days
 */
public record Decay(double now, String halfLife, Lines curve) {
    private static final int DAYS = 90;
    private static final int STEPS = 90;
    private static final double DAY = 86_400;
    private static final double LEAST = 1e-6;

    /**
     * The decay of a memory.
     *
     * @param stats what holds the parameters in force
     */
    public static Decay of(Doc memory, Doc stats, Instant at) {
        double halfLife = 3_600 * stats.real("hyperparams.half_life_hours." + memory.raw("tier"));
        double floor = stats.real("hyperparams.floor");
        double touched = AgentView.seconds(memory, "updated_at");
        double strength = Math.max(memory.real("importance"), LEAST) * (1 + memory.real("surprise_score"));
        double from = at.getEpochSecond();
        List<Lines.Point> points = new ArrayList<>();
        if (Double.isFinite(halfLife * touched * strength * floor)) {
            for (int i = 0; i <= STEPS; i++) {
                double when = from + i * DAYS * DAY / STEPS;
                points.add(new Lines.Point(when, left(strength, when - touched, halfLife, floor)));
            }
        }
        Lines curve = Lines.of("What is left of it", Axis.time("day"), Axis.number("retention", 0, 1), points);
        if (!points.isEmpty()) {
            curve = curve.with(Lines.Reference.level("floor", floor));
            double expires = AgentView.seconds(memory, "expires_at");
            if (expires >= from && expires <= from + DAYS * DAY) {
                curve = curve.with(Lines.Reference.upright("expires", expires));
            }
        }
        return new Decay(points.isEmpty() ? Double.NaN : points.getFirst().y(), Tiers.time(halfLife), curve);
    }

    /** What is left of a strength, as recall counts it. */
    private static double left(double strength, double age, double halfLife, double floor) {
        double left = strength * StrictMath.pow(2, -Math.max(0, age) / halfLife) / 2;
        return Math.min(1, Math.max(floor, left));
    }

    /** What is left of it now, in words. */
    public String said() {
        return Double.isNaN(now) ? "unknown" : String.format(Locale.ROOT, "%.3f", now);
    }
}
