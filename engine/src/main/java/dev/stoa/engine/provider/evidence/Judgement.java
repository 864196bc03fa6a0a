package dev.stoa.engine.provider.evidence;

import java.util.List;

/**
 * What an agent finds in its documents for the options of a closed question. Immutable.
 *
 * @param ranked the options, the best supported first
 * @param state whether one of them can be stated
 * @param cover the share of the question that the best sentence and what stands around it hold
 * @param asked the share that it would have to hold
 */
record Judgement(List<Candidate> ranked, State state, double cover, double asked) {
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
     * How sure it is: by how much the best is ahead, and by how much of the question its sentence holds. What is stated at
     * all is more often right than not, which the questions of the benchmark show.
     */
    double confidence() {
        double margin = first() == 0 ? 0 : (first() - second()) / first();
        return Math.clamp(0.5 + cover * (0.45 + 0.55 * margin) / 2, 0.01, 0.99);
    }
}
