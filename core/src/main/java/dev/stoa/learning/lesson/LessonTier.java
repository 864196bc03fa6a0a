package dev.stoa.learning.lesson;

import dev.stoa.base.TextEnum;
import dev.stoa.base.Wilson;

/**
 * How well a lesson has proved itself, as a function of its graded uses and its successes alone. The order of the
 * constants is from least to most. Each bar implies those below it.
 */
public enum LessonTier implements TextEnum {
    BRONZE(0, 0),
    SILVER(5, 0.50),
    GOLD(15, 0.65),
    PLATINUM(40, 0.80);

    private final int uses;
    private final double rate;

    LessonTier(int uses, double rate) {
        this.uses = uses;
        this.rate = rate;
    }

    /** The choice of a given or stored word. */
    public static LessonTier of(String text) {
        return TextEnum.of("tier", values(), text);
    }

    /** The highest tier whose bars are met. */
    public static LessonTier of(long uses, long successes) {
        LessonTier highest = BRONZE;
        for (LessonTier tier : values()) {
            if (uses >= tier.uses && Wilson.interval(successes, uses).low() >= tier.rate) {
                highest = tier;
            }
        }
        return highest;
    }

    /** Uses below which it cannot be reached. */
    public int leastUses() {
        return uses;
    }

    /** What the lower end of the 95 % interval of the success rate must reach. */
    public double leastRate() {
        return rate;
    }
}
