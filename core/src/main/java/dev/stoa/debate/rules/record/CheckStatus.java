package dev.stoa.debate.rules.record;

import dev.stoa.base.TextEnum;
import java.util.Locale;

/** What an executed check found. */
public enum CheckStatus implements TextEnum {
    PASSED,
    FAILED,
    UNKNOWN;

    private final String text = name().toLowerCase(Locale.ROOT);

    @Override
    public String text() {
        return text;
    }

    /** The choice of a given or stored word. */
    public static CheckStatus of(String text) {
        return TextEnum.of("check", values(), text);
    }
}
