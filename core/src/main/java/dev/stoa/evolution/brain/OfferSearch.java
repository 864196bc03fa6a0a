package dev.stoa.evolution.brain;

import dev.stoa.evolution.brain.Payload.Offer;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Rounding;
import dev.stoa.evolution.issue.Utility;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the policies share: which outcome to offer at a target, when to accept, and how either is said. Stateless, safe
 * from any thread.
 */
final class OfferSearch {
    static final double TOLERANCE = 1e-9;

    private OfferSearch() {}

    /**
     * How good each issue ideally is at a target: partly all alike, partly the weightiest issues first and the others
     * given away.
     */
    static double[] ideal(Utility utility, double target, double tradeoff) {
        var sides = utility.preference().sides();
        double[] ideal = new double[sides.size()];
        double left = target;
        for (int place = 0; place < ideal.length; place++) {
            int issue = utility.weightiest(place);
            double weight = sides.get(issue).weight();
            double greedy = weight > 0 ? Math.clamp(left / weight, 0, 1) : 0;
            left = Math.max(0, left - weight * greedy);
            ideal[issue] = (1 - tradeoff) * target + tradeoff * greedy;
        }
        return ideal;
    }

    /** The outcome to offer: of those worth the target the one nearest to the ideal, then the best, then the first. */
    static int offer(Utility utility, double target, double tradeoff) {
        double[] ideal = ideal(utility, target, tradeoff);
        int best = -1;
        double nearest = Double.POSITIVE_INFINITY;
        for (int outcome = 0; outcome < utility.size(); outcome++) {
            if (utility.of(outcome) < target - TOLERANCE) {
                continue;
            }
            double sum = 0;
            for (int issue = 0; issue < ideal.length; issue++) {
                double off = utility.goodness(outcome, issue) - ideal[issue];
                sum += off * off;
            }
            double distance = Rounding.nine(sum);
            if (best < 0 || distance < nearest || (distance == nearest && utility.of(outcome) > utility.of(best))) {
                best = outcome;
                nearest = distance;
            }
        }
        // Weights sum to 1 only up to dust, so that the best outcome may be worth a little less than a target of 1.
        return best < 0 ? best(utility) : best;
    }

    private static int best(Utility utility) {
        int best = 0;
        for (int outcome = 1; outcome < utility.size(); outcome++) {
            best = utility.of(outcome) > utility.of(best) ? outcome : best;
        }
        return best;
    }

    /** The turn of a policy that has a target: it accepts what another party offered, or makes its own offer. */
    static Reply turn(Payload payload, OutcomeGrid grid, double target, double accepts, double tradeoff) {
        Utility utility = Concession.utility(payload);
        int own = offer(utility, target, tradeoff);
        Offer standing = payload.standing();
        if (standing != null && !standing.speaker().equals(payload.you().id())) {
            double worth = utility.of(standing.outcome());
            boolean enough = worth >= accepts - TOLERANCE || worth >= utility.of(own) - TOLERANCE;
            if (enough && worth >= payload.you().reservation()) {
                return accept();
            }
        }
        return offer(grid, own);
    }

    static Reply accept() {
        return new Reply.Ready(new Proposal("", "I accept.", List.of(), true, false));
    }

    static Reply offer(OutcomeGrid grid, int outcome) {
        return new Reply.Ready(proposal(grid, outcome, true));
    }

    static Proposal proposal(OutcomeGrid grid, int outcome, boolean resolves) {
        List<StateMutation> mutations = new ArrayList<>(grid.issues().size());
        StringBuilder said = new StringBuilder("I offer");
        for (int issue = 0; issue < grid.issues().size(); issue++) {
            String path = grid.issues().get(issue).path();
            Number value = grid.issues().get(issue).number(grid.index(outcome, issue));
            mutations.add(new StateMutation(StateMutation.Action.MODIFY, path, value));
            said.append(issue == 0 ? " " : ", ").append(path).append(" = ").append(value);
        }
        return new Proposal("", said.append('.').toString(), mutations, resolves, false);
    }

    /** The newest offer of a speaker, or null. */
    static @Nullable Offer newest(List<Offer> offers, String speaker) {
        for (int i = offers.size() - 1; i >= 0; i--) {
            if (offers.get(i).speaker().equals(speaker)) {
                return offers.get(i);
            }
        }
        return null;
    }
}
