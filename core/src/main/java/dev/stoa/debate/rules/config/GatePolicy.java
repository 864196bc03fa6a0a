package dev.stoa.debate.rules.config;

import dev.stoa.base.TextEnum;

/** What happens when nobody decides a gate in time. */
public enum GatePolicy implements TextEnum {
    WAIT,
    APPROVE,
    REJECT,
    FAIL;

    /** The choice of a given or stored word. */
    public static GatePolicy of(String text) {
        return TextEnum.of("gate_policy", values(), text);
    }
}
