package dev.stoa.counsel.assertion;

import dev.stoa.base.TextEnum;

/** What a failed assertion does. */
public enum AssertionLevel implements TextEnum {
    /** It is only told. */
    INFO,
    /** It lowers the score of the answer. */
    SOFT,
    /** The answer is asked for again, and is never given as it is. */
    BLOCKING;

    /** The level of a word. */
    public static AssertionLevel of(String text) {
        return TextEnum.of("level", values(), text);
    }
}
