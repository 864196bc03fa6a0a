package dev.stoa.counsel.run;

import dev.stoa.base.TextEnum;
import java.util.EnumSet;
import java.util.Set;

/** How far a query has got. */
public enum QueryState implements TextEnum {
    /** The question is stored. */
    RECEIVED,
    /** It is known who is asked. */
    ROUTED,
    /** There are answers to decide between. */
    DECIDING,
    /** Others look at the winner. */
    REVIEWING,
    /** The authors debate. */
    DEBATING,
    /** There is an answer. */
    ANSWERED,
    /** No answer passed its checks. */
    BLOCKED,
    /** There is none. */
    FAILED,
    /** It is no longer wanted. */
    CANCELLED;

    /** The state of a word. */
    public static QueryState of(String text) {
        return TextEnum.of("state", values(), text);
    }

    /** Whether nothing can happen to it any more. */
    public boolean isOver() {
        return compareTo(ANSWERED) >= 0;
    }

    /** Whether another state may follow. */
    public boolean leadsTo(QueryState next) {
        return followers().contains(next);
    }

    private Set<QueryState> followers() {
        return switch (this) {
            case RECEIVED -> EnumSet.of(ROUTED, FAILED, CANCELLED);
            case ROUTED -> EnumSet.of(DECIDING, BLOCKED, FAILED, CANCELLED);
            case DECIDING -> EnumSet.of(REVIEWING, DEBATING, ANSWERED, FAILED, CANCELLED);
            case REVIEWING, DEBATING -> EnumSet.of(DECIDING, FAILED, CANCELLED);
            case ANSWERED, BLOCKED, FAILED, CANCELLED -> EnumSet.noneOf(QueryState.class);
        };
    }
}
