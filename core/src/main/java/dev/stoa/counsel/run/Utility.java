package dev.stoa.counsel.run;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an answer is worth before others are asked about it. Stateless. */
public final class Utility {
    private static final double SURE = .9;
    private static final double FAULT = .1;
    private static final double PATIENCE = 10;

    private Utility() {}

    /**
     * What is known of one answer. Immutable.
     *
     * @param reliability of its author, in the fields of the question
     * @param bonus what its checks brought or cost it
     * @param confidence what its author says, from 0 to 1
     * @param severity the sum of its faults
     * @param runs earlier runs of this author and model in the domain
     * @param fieldRuns all earlier runs in the domain
     */
    public record Evidence(
            double reliability, double bonus, double confidence, double severity, long runs, long fieldRuns) {}

    /**
     * The worth of an answer. Immutable.
     *
     * @param e how reliable it is
     * @param c how sure it is
     * @param k what asking its author teaches
     * @param u all of it together
     */
    public record Scores(double e, double c, double k, double u) {
        /** The parts, as they are stored and shown. */
        Map<String, @Nullable Object> parts() {
            return Json.object("e", e, "c", c, "k", k);
        }
    }

    /** The worth of an answer in fields of these weights. */
    public static Scores of(FieldWeights w, Evidence of) {
        double e = clamp(of.reliability() + of.bonus());
        double c = clamp(of.confidence() * (1 - Math.min(1, FAULT * w.mu() * of.severity())));
        double known = w.we() * e + w.wc() * c;
        double curious =
                Math.max(0, SURE - c) * novelty(of.runs()) * (1 + w.alpha() * Math.log1p((double) of.fieldRuns()));
        // What it teaches never counts more than what it says.
        double k = Math.min(Math.min(1, curious), w.wk() > 0 ? known / w.wk() : 1);
        return new Scores(e, c, k, known + w.wk() * k);
    }

    /** How little an author is known: 1 without runs, and less with each. */
    public static double novelty(long runs) {
        return 1 / (1 + runs / PATIENCE);
    }

    static double clamp(double value) {
        return Math.max(0, Math.min(1, value));
    }
}
