package dev.stoa.debate.rules.record;

import dev.stoa.base.TextEnum;

/** What an executed check found. */
public enum CheckStatus implements TextEnum {
    PASSED,
    FAILED,
    UNKNOWN;

    /** The choice of a given or stored word. */
    public static CheckStatus of(String text) {
        return TextEnum.of("check", values(), text);
    }
}
