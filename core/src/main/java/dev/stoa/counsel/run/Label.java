package dev.stoa.counsel.run;

import dev.stoa.counsel.base.Field;
import org.jspecify.annotations.Nullable;

/** The word for how far an answer can be relied on, and what stands beside it. */
public enum Label {
    UNCERTAIN("Uncertain"),
    MEDIUM("Medium"),
    HIGH("High");

    private final String text;

    Label(String text) {
        this.text = text;
    }

    /** As it is stored and shown. */
    public String text() {
        return text;
    }

    /**
     * What is known of an answer at its end. Immutable.
     *
     * @param level what was done for it
     * @param governing the field whose floors hold
     * @param answers how many answers there were
     * @param confidence how much of all weight stands behind it
     * @param agreement the part of all weight that says the same
     * @param scores what the winner is worth
     * @param softFailed whether a soft check of it failed
     * @param objection whether a reviewer holds the final answer for incorrect, and no debate decided
     * @param allCorrect whether it was reviewed and every review says correct
     * @param timeout whether the limit of the ask was reached
     * @param simulated whether answers were drawn instead of given
     * @param corrected whether the prompt of the winner held a correction
     */
    public record Facts(
            Level level,
            Field governing,
            int answers,
            double confidence,
            double agreement,
            Utility.Scores scores,
            boolean softFailed,
            boolean objection,
            boolean allCorrect,
            boolean timeout,
            boolean simulated,
            boolean corrected) {}

    /** The label of an answer. */
    public static Label of(Facts of) {
        Field field = of.governing();
        boolean disputed = of.answers() >= 2 && of.agreement() < .50;
        boolean alone = of.level() != Level.FAST && of.answers() == 1 && of.confidence() < .75;
        boolean below = field.highStakes() && of.confidence() < field.cMin();
        if (of.confidence() < .50 || disputed || of.objection() || of.timeout() || alone || below) {
            return UNCERTAIN;
        }
        boolean agreed = of.answers() >= 2 && of.confidence() >= .75 && of.agreement() >= .75;
        boolean sound = !of.softFailed()
                && of.scores().c() >= field.cMin()
                && of.scores().e() >= field.eMin();
        boolean reviewed = !field.highStakes() || (of.level() == Level.MAXIMUM && of.allCorrect());
        // What was drawn says nothing about the world, however many draws agree.
        return agreed && sound && reviewed && !of.simulated() ? HIGH : MEDIUM;
    }

    /** What is to be pointed out beside the answer: {@code disagreement}, {@code correction}, or nothing. */
    public static @Nullable String callout(Facts of) {
        if ((of.answers() >= 2 && of.agreement() < .50) || of.objection()) {
            return "disagreement";
        }
        return of.corrected() ? "correction" : null;
    }
}
