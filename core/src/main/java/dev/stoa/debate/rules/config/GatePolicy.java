package dev.stoa.debate.rules.config;

import dev.stoa.base.TextEnum;
import java.util.Locale;

/** What happens when nobody decides a gate in time. */
public enum GatePolicy implements TextEnum {
    WAIT,
    APPROVE,
    REJECT,
    FAIL;

    private final String text = name().toLowerCase(Locale.ROOT);

    @Override
    public String text() {
        return text;
    }

    /** The choice of a given or stored word. */
    public static GatePolicy of(String text) {
        return TextEnum.of("gate_policy", values(), text);
    }
}
