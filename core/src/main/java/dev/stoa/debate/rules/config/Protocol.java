package dev.stoa.debate.rules.config;

import dev.stoa.base.TextEnum;

/** Who decides what each seat looks at. */
public enum Protocol implements TextEnum {
    /** The lead gives every seat a focus. */
    CPDE,
    /** Seats bid for foci. */
    DPDE,
    /** One of the two, by how much the drafts differ. */
    ADAPTIVE;

    /** The choice of a given or stored word. */
    public static Protocol of(String text) {
        return TextEnum.of("coordination_protocol", values(), text);
    }
}
