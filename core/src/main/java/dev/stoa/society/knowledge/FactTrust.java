package dev.stoa.society.knowledge;

import dev.stoa.base.Trust;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How far knowledge may be trusted, and how sure it is: functions of its author, its sources and its reviews, and of
 * nothing else. Stateless. Only a person lifts what came from outside.
 */
public final class FactTrust {
    private static final int NEEDED = 2;
    private static final double PRIOR = 2;
    private static final double UNSURE = 0.5;

    private FactTrust() {}

    /**
     * What others said of knowledge.
     *
     * @param person the newest word of a person, null if none has spoken
     * @param confirms how many agents confirmed it
     * @param disputes how many agents disputed it
     */
    record Votes(@Nullable ReviewVerdict person, long confirms, long disputes) {
        static final Votes NONE = new Votes(null, 0, 0);
    }

    /** The most that sources allow; without any, everything. */
    static Trust cap(Collection<Trust> sources) {
        return sources.stream().reduce(Trust.HUMAN, Trust::atMost);
    }

    static Trust of(Trust origin, Trust cap, Votes votes) {
        if (votes.person() != null) {
            return votes.person() == ReviewVerdict.CONFIRM ? Trust.HUMAN : Trust.UNTRUSTED;
        }
        Trust base = origin.atMost(cap);
        boolean confirmed = base == Trust.AGENT
                && cap.compareTo(Trust.CONFIRMED) >= 0
                && votes.confirms() - votes.disputes() >= NEEDED;
        return confirmed ? Trust.CONFIRMED : base;
    }

    /** The author's confidence weighed as two reviews, with those there are. */
    public static double confidence(@Nullable Double stated, long confirms, long disputes) {
        double c = stated == null ? UNSURE : stated;
        return (PRIOR * c + confirms) / (PRIOR + confirms + disputes);
    }
}
