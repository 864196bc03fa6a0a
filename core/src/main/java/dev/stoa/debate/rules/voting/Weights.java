package dev.stoa.debate.rules.voting;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a ballot counts for. Stateless, safe from any thread. */
public final class Weights {
    /** Weights are whole millionths: sums of whole numbers do not depend on the order of the ballots. */
    private static final double MILLION = 1e6;
    /** How many predictions an agent's own word is worth. */
    private static final int PRIOR = 4;

    private Weights() {}

    /**
     * What a seat brings to a count.
     *
     * @param choice its holding, or -1 for none
     * @param ranking its choice first; empty where it gave none
     * @param predictions resolved ones of this agent, in the tenth of this confidence and the domain of the debate
     * @param correct how many of these were right
     * @param reputation its vote weight
     * @param family what it shares its errors with
     * @param reason why it holds nothing; null if it does
     */
    public record Cast(
            int seat,
            int choice,
            List<Integer> ranking,
            double confidence,
            long predictions,
            long correct,
            double reputation,
            String family,
            @Nullable String reason) {
        public Cast {
            ranking = Ballot.checked(ranking, choice);
            if (correct < 0 || correct > predictions) {
                throw new IllegalArgumentException("correct " + correct + " is not within 0 to " + predictions);
            }
            if (!(reputation >= 0 && reputation <= MILLION)) {
                throw new IllegalArgumentException("reputation " + reputation + " is not within 0 to 1000000");
            }
        }
    }

    /** The ballots of a count, in the order of the casts. */
    public static List<Ballot> ballots(List<Cast> casts, ElectableOptions paper) {
        Map<String, Integer> families = new HashMap<>();
        for (Cast cast : casts) {
            if (paper.has(cast.choice())) {
                families.merge(cast.family(), 1, Integer::sum);
            }
        }
        return casts.stream()
                .map(cast -> ballot(cast, paper, families.getOrDefault(cast.family(), 1)))
                .toList();
    }

    private static Ballot ballot(Cast cast, ElectableOptions paper, int copies) {
        double worth = worth(cast.confidence(), cast.predictions(), cast.correct());
        boolean valid = cast.choice() >= 0;
        boolean counted = valid && paper.has(cast.choice());
        return new Ballot(
                cast.seat(),
                cast.choice(),
                cast.ranking(),
                cast.confidence(),
                worth,
                counted ? weight(worth, cast.reputation(), copies) : 0,
                valid,
                counted,
                counted ? null : valid ? "struck" : cast.reason());
    }

    /** What such a confidence has been worth: the share of right predictions, to begin with half-way to its own word. */
    public static double worth(double confidence, long predictions, long correct) {
        double halved = 0.5 + (confidence - 0.5) / 2;
        return (correct + PRIOR * halved) / (predictions + PRIOR);
    }

    /** The weight of one of so many counted ballots of a family: together they count as the root of their number. */
    public static long weight(double worth, double reputation, int copies) {
        return Math.round(MILLION * worth * reputation / Math.sqrt(copies));
    }

    static long millionths(double worth) {
        return Math.round(MILLION * worth);
    }
}
