package dev.stoa.debate.rules.config;

import dev.stoa.base.TextEnum;
import java.util.Locale;

/** How a debate goes. */
public enum Preset implements TextEnum {
    /** Draft blind; criticise and revise only while there is disagreement. */
    LADDER,
    /** All eight phases. */
    CLASSIC,
    /** Draft and count. */
    VOTE,
    /** Everyone sees everyone and revises. */
    ROUND_TABLE,
    /** Another engine holds the debate; this one keeps the record. */
    EXTERNAL;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    @Override
    public String text() {
        return text;
    }

    /** The choice of a given or stored word. */
    public static Preset of(String text) {
        return TextEnum.of("preset", values(), text);
    }
}
