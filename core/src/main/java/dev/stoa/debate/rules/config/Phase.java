package dev.stoa.debate.rules.config;

import dev.stoa.base.TextEnum;

/** A phase of a round. The order of the constants is the order of the protocol; their numbers are stored. */
public enum Phase implements TextEnum {
    DEHALLUCINATION(1),
    SELF_EVOLVEMENT(2),
    PROPOSAL(3),
    CRITIQUE(4),
    REVIEW(5),
    OPTIMIZATION(6),
    ADVERSARIAL(7),
    CONVERGENCE(8);

    private final int number;

    Phase(int number) {
        this.number = number;
    }

    /** The choice of a given or stored word. */
    public static Phase of(String text) {
        return TextEnum.of("phase", values(), text);
    }

    /** Its place in the protocol, from 1. */
    public int number() {
        return number;
    }
}
