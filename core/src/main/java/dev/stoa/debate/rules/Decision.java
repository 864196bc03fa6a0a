package dev.stoa.debate.rules;

import java.util.Locale;

/** Who elects. */
public enum Decision implements Word {
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
        return Word.of("decision", values(), text);
    }
}
