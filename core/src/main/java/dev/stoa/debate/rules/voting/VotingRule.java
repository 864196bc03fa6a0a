package dev.stoa.debate.rules.voting;

import dev.stoa.base.TextEnum;

/** How ballots become a winner. */
public enum VotingRule implements TextEnum {
    /** The greatest sum of weights. */
    WEIGHTED,
    /** More than half of the votes. */
    MAJORITY,
    /** The most votes. */
    PLURALITY,
    /** Every seat's vote. */
    UNANIMOUS,
    /** The most points for places in the rankings. */
    BORDA,
    /** Schulze's method: who beats each other in pairs, else along the strongest paths. */
    CONDORCET;

    /** The choice of a given or stored word. */
    public static VotingRule of(String text) {
        return TextEnum.of("voting_method", values(), text);
    }

    /** Whether it reads more of a ballot than its first choice. */
    public boolean needsRankings() {
        return this == BORDA || this == CONDORCET;
    }

    /** The rule by which a stage is counted: before the end nobody has ranked anything, and plurality needs no rankings. */
    public VotingRule at(Stage stage) {
        return needsRankings() && stage != Stage.FINAL ? PLURALITY : this;
    }
}
