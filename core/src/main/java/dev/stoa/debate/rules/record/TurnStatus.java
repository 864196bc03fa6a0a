package dev.stoa.debate.rules.record;

import dev.stoa.base.TextEnum;

/** What became of a call. Only an {@link #OK} turn is shown to others, counted or used. */
public enum TurnStatus implements TextEnum {
    OK,
    ABSTAINED,
    UNPARSED,
    ERROR,
    TIMEOUT;

    /** The choice of a given or stored word. */
    public static TurnStatus of(String text) {
        return TextEnum.of("status", values(), text);
    }
}
