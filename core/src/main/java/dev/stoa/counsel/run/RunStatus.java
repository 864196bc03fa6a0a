package dev.stoa.counsel.run;

import dev.stoa.base.TextEnum;

/** How a call ended. */
public enum RunStatus implements TextEnum {
    OK,
    ERROR,
    TIMEOUT,
    /** It answered, but a blocking check failed to the last. */
    BLOCKED;

    static RunStatus of(String text) {
        return TextEnum.of("status", values(), text);
    }
}
