package dev.stoa.evolution.brain;

import dev.stoa.evolution.brain.Payload.Offer;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Utility;
import java.util.stream.IntStream;

/** Offers anything that is good enough. Immutable. */
final class RandomOffers implements Brain {
    private final double low;
    private final OutcomeGrid grid;

    RandomOffers(Policy policy, OutcomeGrid grid) {
        low = policy.value("low");
        this.grid = grid;
    }

    @Override
    public Reply propose(Payload payload, RandomStream random) {
        Utility utility = Concession.utility(payload);
        double reservation = payload.you().reservation();
        double least = reservation + low * (1 - reservation);
        int[] enough = IntStream.range(0, utility.size())
                .filter(outcome -> utility.of(outcome) >= least - OfferSearch.TOLERANCE)
                .toArray();
        int own = enough.length == 0 ? OfferSearch.offer(utility, 1, 0) : enough[random.below(enough.length)];
        int second = enough.length == 0 ? own : enough[random.below(enough.length)];
        Offer standing = payload.standing();
        if (standing != null && !standing.speaker().equals(payload.you().id())) {
            double worth = utility.of(standing.outcome());
            if (worth >= Math.max(reservation, utility.of(second)) - OfferSearch.TOLERANCE && worth >= reservation) {
                return OfferSearch.accept();
            }
        }
        return OfferSearch.offer(grid, own);
    }
}
