package dev.stoa.debate.rules.reply;

import dev.stoa.base.TextEnum;

/** What an agent is asked for. */
public enum ReplyKind implements TextEnum {
    /** What must be known before anybody answers. */
    QUESTION,
    /** An answer, or a choice among the options. */
    POSITION,
    /** What is wrong with the options; in a ladder with the revised position. */
    CRITIQUE,
    /** Marks for every option. */
    REVIEW,
    /** What red finds against the leading option. */
    ATTACK,
    /** What blue says to it, with its position. */
    DEFENCE,
    /** A vote. */
    BALLOT,
    /** Who looks at what: foci of a lead, or bids of a seat. */
    PLAN,
    /** Tests for code that nobody has seen yet. */
    TESTS;

    /** The choice of a given or stored word. */
    public static ReplyKind of(String text) {
        return TextEnum.of("kind", values(), text);
    }
}
