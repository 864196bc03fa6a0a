package dev.stoa.debate.rules.record;

import dev.stoa.base.TextEnum;

/** Why a debate ended. */
public enum StopReason implements TextEnum {
    CONSENSUS,
    STABLE,
    ROUNDS,
    SINGLE_PASS,
    DEADLINE,
    BUDGET,
    NO_QUORUM,
    GATE_REJECTED,
    GATE_TIMEOUT,
    CRASH_LOOP,
    ERROR;

    /** The choice of a given or stored word. */
    public static StopReason of(String text) {
        return TextEnum.of("stop_reason", values(), text);
    }
}
