package dev.stoa.debate.rules.outcome;

import dev.stoa.base.TextEnum;

/** The kind of a dissent. */
public enum DissentKind implements TextEnum {
    ABSTENTION,
    RISK_WARNING,
    EDGE_CASE_CONCERN,
    FUNDAMENTAL_DISAGREEMENT,
    ALTERNATIVE_APPROACH,
    MINOR_QUIBBLE;

    /** The choice of a given or stored word. */
    public static DissentKind of(String text) {
        return TextEnum.of("type", values(), text);
    }
}
