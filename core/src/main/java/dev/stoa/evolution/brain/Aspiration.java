package dev.stoa.evolution.brain;

import dev.stoa.evolution.issue.OutcomeGrid;

/** Asks for the same in every turn and accepts what is good enough. Immutable. */
final class Aspiration implements Brain {
    private final double ask;
    private final double accept;
    private final double tradeoff;
    private final OutcomeGrid grid;

    Aspiration(Policy policy, OutcomeGrid grid) {
        ask = policy.value("ask");
        accept = policy.value("accept");
        tradeoff = policy.value("tradeoff");
        this.grid = grid;
    }

    @Override
    public Reply propose(Payload payload, RandomStream random) {
        return OfferSearch.turn(
                payload, grid, ask, Math.max(accept, payload.you().reservation()), tradeoff);
    }
}
