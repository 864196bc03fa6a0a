package dev.stoa.server.console.counsel;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Lines;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * How the confidence of a correction fades. Immutable.
 *
 * @param rule how it fades, in words
 * @param curve the next year
 */
public record Fading(String rule, Lines curve) {
    private static final double DAY = 86_400;
    private static final int DAYS = 360;
    private static final int STEP = 10;
    /** Below it a correction is no longer put into prompts. */
    private static final double LEAST = 0.30;

    /** From what is left of a correction now, as the API tells it. */
    public static Fading of(Doc correction, Instant at) {
        double now = correction.real("effective_confidence");
        double halfLife = halfLife(correction);
        List<Lines.Point> points = new ArrayList<>();
        for (int day = 0; day <= DAYS && Double.isFinite(now) && !Double.isNaN(halfLife); day += STEP) {
            points.add(new Lines.Point(at.getEpochSecond() + day * DAY, now * StrictMath.pow(2, -day / halfLife)));
        }
        Lines curve = Lines.of("Confidence", Axis.time("day"), Axis.number("confidence", 0, 1), points);
        return new Fading(rule(halfLife), points.isEmpty() ? curve : curve.with(Lines.Reference.level("least", LEAST)));
    }

    /** In days; infinite for what never fades, not a number for a class that is not known here. */
    private static double halfLife(Doc correction) {
        return correction.flag("pinned")
                ? Double.POSITIVE_INFINITY
                : switch (correction.raw("decay_class")) {
                    case "A" -> Double.POSITIVE_INFINITY;
                    case "B" -> 1_095;
                    case "C" -> 180;
                    default -> Double.NaN;
                };
    }

    private static String rule(double halfLife) {
        return Double.isNaN(halfLife)
                ? "how it fades is unknown"
                : Double.isInfinite(halfLife)
                        ? "it never fades"
                        : Language.t("it halves in {0} days, until it is confirmed again", Math.round(halfLife));
    }
}
