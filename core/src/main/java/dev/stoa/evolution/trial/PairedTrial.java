package dev.stoa.evolution.trial;

import dev.stoa.evolution.trial.Decision.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The decision about a family of candidates: exact, corrected for their number, and with a margin. Stateless, safe from
 * any thread.
 */
public final class PairedTrial {
    private PairedTrial() {}

    /**
     * One candidate beside the incumbent: the scores on the slots that both have played.
     *
     * @param candidate its scores
     * @param incumbent the scores of the incumbent on the same seeds
     */
    // A value for one hand-over; instances are never compared.
    @SuppressWarnings("ArrayRecordComponent")
    public record Pairs(int[] candidate, int[] incumbent) {
        public Pairs {
            if (candidate.length != incumbent.length) {
                throw new IllegalArgumentException("a trial needs as many scores of the candidate as of the incumbent");
            }
        }

        int[] differences() {
            return IntStream.range(0, candidate.length)
                    .map(i -> candidate[i] - incumbent[i])
                    .toArray();
        }
    }

    /** The decisions about candidates that all played every slot of the incumbent; at most one is accepted. */
    public static List<Decision> decide(List<int[]> candidates, int[] incumbent, AcceptanceRule rule) {
        return decide(
                candidates.stream()
                        .map(candidate -> new Pairs(candidate, incumbent))
                        .toList(),
                1,
                rule);
    }

    /**
     * The decisions about a family, in the order of its variants; at most one is accepted.
     *
     * @param scale by what the differences are divided before their mean is taken: 1 for one actor, the number of
     *     actors where the scores are sums over them
     */
    public static List<Decision> decide(List<Pairs> family, int scale, AcceptanceRule rule) {
        double[] p = family.stream()
                .mapToDouble(pairs -> SignFlip.p(pairs.differences()))
                .toArray();
        double[] corrected = Holm.correct(p);
        int best = -1;
        double[] bounds = new double[p.length];
        for (int i = 0; i < p.length; i++) {
            Pairs pairs = family.get(i);
            bounds[i] = new Sample(pairs.differences(), scale).lcb(rule.lambda());
            boolean eligible = !rule.hopeless(family.size(), pairs.candidate().length)
                    && bounds[i] > rule.margin()
                    && corrected[i] < rule.alpha();
            if (eligible && (best < 0 || bounds[i] > bounds[best])) {
                best = i;
            }
        }
        List<Decision> decisions = new ArrayList<>();
        for (int i = 0; i < p.length; i++) {
            Pairs pairs = family.get(i);
            int n = pairs.candidate().length;
            Sample sample = new Sample(pairs.differences(), scale);
            Outcome outcome = Outcome.REJECTED;
            String reason;
            if (rule.hopeless(family.size(), n)) {
                outcome = Outcome.INSUFFICIENT;
                reason = "too_few_pairs";
            } else if (i == best) {
                outcome = Outcome.ACCEPTED;
                reason = "accepted";
            } else {
                reason = !(bounds[i] > rule.margin()) ? "lcb" : corrected[i] < rule.alpha() ? "not_best" : "p_value";
            }
            decisions.add(new Decision(
                    outcome,
                    reason,
                    n,
                    new Sample(pairs.candidate(), scale).mean,
                    new Sample(pairs.incumbent(), scale).mean,
                    sample.mean,
                    sample.deviation,
                    bounds[i],
                    p[i],
                    corrected[i],
                    family.size()));
        }
        return decisions;
    }

    /** Mean and deviation of whole numbers. */
    private static final class Sample {
        final int n;
        final double mean;
        final double deviation;

        Sample(int[] values, int scale) {
            n = values.length;
            long sum = 0;
            long squares = 0;
            for (int value : values) {
                sum += value;
                squares += (long) value * value;
            }
            mean = n == 0 ? 0 : (double) sum / n / scale;
            // From whole sums, which are exact, so that equal differences have the deviation 0 and no dust.
            deviation = n < 2 ? 0 : Math.sqrt((double) (n * squares - sum * sum) / ((long) n * (n - 1))) / scale;
        }

        double lcb(double lambda) {
            return n == 0 ? 0 : mean - lambda * deviation / Math.sqrt(n);
        }
    }
}
