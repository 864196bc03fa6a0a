package dev.stoa.evolution.brain;

import dev.stoa.evolution.brain.Payload.Offer;
import dev.stoa.evolution.issue.OutcomeGrid;
import java.util.List;

/** Puts the issues between the newest offers of two actors, and is silent before both have made one. Immutable. */
final class Broker implements Brain {
    private final double weight;
    private final OutcomeGrid grid;
    private final String first;
    private final String second;

    Broker(Policy policy, OutcomeGrid grid, String first, String second) {
        weight = policy.value("weight");
        this.grid = grid;
        this.first = first;
        this.second = second;
    }

    @Override
    public Reply propose(Payload payload, RandomStream random) {
        Offer left = OfferSearch.newest(payload.offers(), first);
        Offer right = OfferSearch.newest(payload.offers(), second);
        if (left == null || right == null) {
            return new Reply.Ready(new Proposal("", "", List.of(), false, false));
        }
        int[] between = new int[grid.issues().size()];
        for (int issue = 0; issue < between.length; issue++) {
            double value =
                    (1 - weight) * grid.value(left.outcome(), issue) + weight * grid.value(right.outcome(), issue);
            between[issue] = grid.issues().get(issue).nearest(value);
        }
        return new Reply.Ready(OfferSearch.proposal(grid, grid.outcome(between), false));
    }
}
