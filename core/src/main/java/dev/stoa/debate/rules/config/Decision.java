package dev.stoa.debate.rules.config;

import dev.stoa.base.TextEnum;

/** Who elects. */
public enum Decision implements TextEnum {
    /** All, by the voting rule. */
    VOTE,
    /** The decider of the topology. */
    LEAD;

    /** The choice of a given or stored word. */
    public static Decision of(String text) {
        return TextEnum.of("decision", values(), text);
    }
}
