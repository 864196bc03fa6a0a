package dev.stoa.evolution.brain;

import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Utility;

/** Concedes with time, from its opening demand to its floor. Immutable. */
final class Concession implements Brain {
    private final double open;
    private final double floor;
    private final double pace;
    private final double tradeoff;
    private final OutcomeGrid grid;

    Concession(Policy policy, OutcomeGrid grid) {
        open = policy.value("open");
        floor = policy.value("floor");
        pace = policy.value("pace");
        tradeoff = policy.value("tradeoff");
        this.grid = grid;
    }

    @Override
    public Reply propose(Payload payload, RandomStream random) {
        double target = target(payload.you().reservation(), payload.turn(), payload.maxTurns());
        return OfferSearch.turn(payload, grid, target, target, tradeoff);
    }

    /** What it demands in a turn. */
    double target(double reservation, int turn, int maxTurns) {
        double least = reservation + floor * (1 - reservation);
        double most = Math.max(open, least);
        double time = (double) turn / (maxTurns - 1);
        return least + (most - least) * (1 - StrictMath.pow(time, 1 / pace));
    }

    static Utility utility(Payload payload) {
        Utility utility = payload.you().utility();
        if (utility == null) {
            throw new IllegalStateException("actor " + payload.you().id() + " has no utility, which its policy needs");
        }
        return utility;
    }
}
