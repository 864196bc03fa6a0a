package dev.stoa.debate.rules.record;

import dev.stoa.base.TextEnum;
import java.util.Locale;

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

    private final String text = name().toLowerCase(Locale.ROOT);

    @Override
    public String text() {
        return text;
    }

    /** The choice of a given or stored word. */
    public static StopReason of(String text) {
        return TextEnum.of("stop_reason", values(), text);
    }
}
