package dev.stoa.engine.debate;

import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import java.util.List;

/**
 * An observer of a debate while it runs. Told of each step, from the runner's threads one at a time; what it throws ends
 * the run. A turn is stored by then; a measurement, a count, and calls that are answered by rule follow from the record
 * and are stored with what comes next.
 */
public interface DebateListener {
    /** Nobody watches. */
    DebateListener NONE = new DebateListener() {};

    /** The session was taken up, for the first time or again. */
    default void opened(String session, DebateRecord record) {}

    /** A wave of calls begins. */
    default void calling(DebateRecord record, List<Slot> slots) {}

    /** A turn is stored; the option of its position is not known yet. */
    default void stored(DebateRecord record, Turn turn) {}

    /** Answers have got their options. */
    default void measured(DebateRecord record, Step.Measure step) {}

    /** Checks have run. */
    default void checked(DebateRecord record, Step.Check step) {}

    /** Votes are counted. */
    default void counted(DebateRecord record, CountRecord counted) {}

    /** A person has to decide. */
    default void paused(DebateRecord record, Step.Gate step, String gate) {}
}
