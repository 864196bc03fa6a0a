package dev.stoa.debate.rules.outcome;

import dev.stoa.base.TextEnum;
import java.util.Locale;

/** The kind of a dissent. */
public enum DissentKind implements TextEnum {
    ABSTENTION,
    RISK_WARNING,
    EDGE_CASE_CONCERN,
    FUNDAMENTAL_DISAGREEMENT,
    ALTERNATIVE_APPROACH,
    MINOR_QUIBBLE;

    private final String text = name().toLowerCase(Locale.ROOT);

    @Override
    public String text() {
        return text;
    }

    /** The choice of a given or stored word. */
    public static DissentKind of(String text) {
        return TextEnum.of("type", values(), text);
    }
}
