package dev.stoa.engine.provider.evidence;

import java.util.List;

/**
 * What an agent finds in its documents for the options of a closed question. Immutable.
 *
 * @param ranked the options, the best supported first
 * @param state whether one of them can be stated
 * @param cover the share of the question that the best sentence and what stands around it hold
 * @param asked the share that it would have to hold
 * @param plain whether the best can be read off its sentence: not if it is affirmed by one that denies or limits something
 */
record Judgement(List<Candidate> ranked, State state, double cover, double asked, boolean plain) {
    /** What the lead counts for at least, so that a near rival does not make a well covered question worthless. */
    private static final double LEVEL = 0.45;
    /** What is left of an affirmation that was read out of a sentence with a denial in it: two of five are wrong. */
    private static final double QUALIFIED = 0.3;

    /** Whether there is an answer, and if not why. */
    enum State {
        ANSWERED,
        /** No sentence holds enough of the question. */
        UNCOVERED,
        /** A sentence holds the question, but whether it affirms or denies cannot be told. */
        UNDECIDED,
        /** Two options are supported alike. */
        TIED,
        /** The documents say the contrary too. */
        DISPUTED,
        /** No option is supported. */
        UNSUPPORTED
    }

    double first() {
        return value(0);
    }

    double second() {
        return value(1);
    }

    private double value(int place) {
        return place < ranked.size() ? ranked.get(place).value() : 0;
    }

    /** What the documents have for one option; it is contradicted if they bear out another. */
    Support support(int option) {
        Candidate best = ranked.getFirst();
        boolean lost = state == State.ANSWERED && best.option() != option;
        return ranked.stream()
                .filter(c -> c.option() == option)
                .findFirst()
                .map(c -> new Support(c.value(), lost ? best.quote() : c.quote(), lost))
                .orElse(Support.NONE);
    }

    /**
     * How sure it is: the geometric mean of how far the best is ahead and how much of the question its sentence holds, and
     * little of that if the sentence has to be read against a denial in it. What is stated at all is more often right than
     * not, which the questions of the benchmark show.
     */
    double confidence() {
        double margin = first() == 0 ? 0 : (first() - second()) / first();
        double strength = StrictMath.sqrt(cover * (LEVEL + (1 - LEVEL) * margin));
        return Math.clamp(0.5 + (plain ? 1 : QUALIFIED) * strength / 2, 0.01, 0.99);
    }
}
