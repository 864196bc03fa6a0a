package dev.stoa.debate.rules.reply;

import dev.stoa.base.TextEnum;

/** How much a finding weighs while it is open. */
public enum Severity implements TextEnum {
    CRITICAL(1),
    HIGH(0.7),
    MEDIUM(0.4),
    LOW(0.2);

    private final double risk;

    Severity(double risk) {
        this.risk = risk;
    }

    /** The choice of a given or stored word. */
    public static Severity of(String text) {
        return TextEnum.of("severity", values(), text);
    }

    /** Its share in the risk of an answer, from 0 to 1. */
    public double risk() {
        return risk;
    }
}
