package dev.stoa.learning.lesson;

import dev.stoa.base.TextEnum;

/** Where in a debate a lesson was learnt. The order of the constants is the order in which lessons are taken. */
public enum LessonKind implements TextEnum {
    /** A failing test passes in a later version. */
    TEST,
    /** An attack was shown closed by a test. */
    FINDING,
    /** A person refused a phase and accepted it when redone. */
    GATE,
    /** A criticism made an answer better, by tests or by the truth. */
    CRITIQUE,
    /** The debate left the right answer of its drafts. */
    GRADE,
    /** An agent wrote it on its ballot. */
    BALLOT;

    /** The choice of a given or stored word. */
    public static LessonKind of(String text) {
        return TextEnum.of("kind", values(), text);
    }
}
