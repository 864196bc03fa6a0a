package dev.stoa.counsel.correction;

import dev.stoa.base.TextEnum;

/** What a correction says. */
public enum CorrectionType implements TextEnum {
    /** What is true. */
    FACT,
    /** What is to be done. */
    INSTRUCTION,
    /** What the user likes better. */
    PREFERENCE;

    /** The type of a word. */
    public static CorrectionType of(String text) {
        return TextEnum.of("type", values(), text);
    }
}
