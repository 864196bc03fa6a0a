package dev.stoa.debate.session;

import dev.stoa.base.LessonSources;
import dev.stoa.storage.Tx;
import java.time.Instant;

/**
 * Where debates put what they teach. Each call is part of the transaction of the debate that makes it, so that a lesson
 * is stored with its debate or not at all; each may be repeated for the same debate and counts once.
 */
public interface LessonSink {
    /** Stores what a debate teaches, when it ends and once more when it is graded. */
    void learn(Tx tx, String session, String domain, LessonSources sources, Instant at);

    /** Notes that a debate found a lesson, and whether it was shown to the panel. */
    void apply(Tx tx, String session, String lesson, boolean shown, Instant at);

    /** Counts the grade of a debate for the lessons that it was shown. */
    void outcome(Tx tx, String session, boolean correct, String basis, Instant at);

    /** Takes back what a debate counted for, before it is deleted. */
    void forget(Tx tx, String session);
}
