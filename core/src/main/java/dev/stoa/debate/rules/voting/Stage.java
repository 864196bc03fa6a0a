package dev.stoa.debate.rules.voting;

import dev.stoa.base.TextEnum;

/** When votes are counted. */
public enum Stage implements TextEnum {
    /** First positions, made blind. */
    DRAFT,
    /** Positions after a round. */
    ROUND,
    /** The ballots that decide. */
    FINAL;

    /** The choice of a given or stored word. */
    public static Stage of(String text) {
        return TextEnum.of("stage", values(), text);
    }
}
