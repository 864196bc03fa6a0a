package dev.stoa.counsel.specialist;

import dev.stoa.base.TextEnum;

/** Whether a specialist is asked. */
public enum SpecialistState implements TextEnum {
    /** It is part of panels. */
    ENABLED,
    /** It is no longer asked. */
    RETIRED;

    /** The state of a word. */
    static SpecialistState of(String text) {
        return TextEnum.of("state", values(), text);
    }
}
