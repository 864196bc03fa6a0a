package dev.stoa.counsel.run;

import dev.stoa.base.TextEnum;

/** How much is done for an answer. */
public enum Level implements TextEnum {
    /** One specialist. */
    FAST(1),
    /** Two, and a third if they do not agree. */
    BALANCED(2),
    /** Five, and a debate if they do not agree. */
    HIGH(5),
    /** Nine, who review the winner, and a debate in case of doubt. */
    MAXIMUM(9);

    private final int panel;

    Level(int panel) {
        this.panel = panel;
    }

    /** How many are asked at first. */
    public int panel() {
        return panel;
    }

    /** How many are held ready: with those who are asked only if the first do not agree. */
    public int most() {
        return this == BALANCED ? panel + 1 : panel;
    }

    /** The level of a word. */
    public static Level of(String text) {
        return TextEnum.of("level", values(), text);
    }

    /**
     * Whether the answers are to be debated.
     *
     * @param answers how many there are
     * @param agreement of the decision between them
     * @param objected whether a review says incorrect
     * @param unsure whether the governing field is of high stakes and the winner is below its floor
     */
    public boolean debates(int answers, double agreement, boolean objected, boolean unsure) {
        return switch (this) {
            case FAST, BALANCED -> false;
            case HIGH -> answers >= 3 && agreement < .60;
            case MAXIMUM -> answers >= 2 && (agreement < .75 || objected || unsure);
        };
    }
}
