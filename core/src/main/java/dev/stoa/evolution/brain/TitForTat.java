package dev.stoa.evolution.brain;

import dev.stoa.evolution.brain.Payload.Offer;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Utility;
import java.util.HashMap;
import java.util.Map;

/** Concedes as much as the others do. Immutable. */
final class TitForTat implements Brain {
    private final double open;
    private final double floor;
    private final double reciprocity;
    private final double tradeoff;
    private final OutcomeGrid grid;

    TitForTat(Policy policy, OutcomeGrid grid) {
        open = policy.value("open");
        floor = policy.value("floor");
        reciprocity = policy.value("reciprocity");
        tradeoff = policy.value("tradeoff");
        this.grid = grid;
    }

    @Override
    public Reply propose(Payload payload, RandomStream random) {
        double target = target(payload);
        return OfferSearch.turn(payload, grid, target, target, tradeoff);
    }

    private double target(Payload payload) {
        Utility utility = Concession.utility(payload);
        double reservation = payload.you().reservation();
        double least = reservation + floor * (1 - reservation);
        double target = Math.max(open, least);
        Map<String, Double> before = new HashMap<>();
        for (Offer offer : payload.offers()) {
            if (offer.speaker().equals(payload.you().id())) {
                continue;
            }
            double worth = utility.of(offer.outcome());
            Double previous = before.put(offer.speaker(), worth);
            if (previous != null) {
                target -= reciprocity * Math.max(0, worth - previous);
            }
        }
        return Math.max(target, least);
    }
}
