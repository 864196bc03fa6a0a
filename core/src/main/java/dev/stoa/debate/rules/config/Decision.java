package dev.stoa.debate.rules.config;

import dev.stoa.base.TextEnum;
import java.util.Locale;

/** Who elects. */
public enum Decision implements TextEnum {
    /** All, by the voting rule. */
    VOTE,
    /** The decider of the topology. */
    LEAD;

    private final String text = name().toLowerCase(Locale.ROOT);

    @Override
    public String text() {
        return text;
    }

    /** The choice of a given or stored word. */
    public static Decision of(String text) {
        return TextEnum.of("decision", values(), text);
    }
}
