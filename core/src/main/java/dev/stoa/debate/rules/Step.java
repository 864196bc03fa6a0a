package dev.stoa.debate.rules;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.ProgressMark;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.voting.Stage;
import java.util.List;

/**
 * What comes next in a debate. Immutable.
 *
 * <p>The marks of a step are written before its act, in the same transaction.
 */
public sealed interface Step {
    List<ProgressMark> marks();

    /** One wave of calls, all at the same time. */
    record Call(List<ProgressMark> marks, List<Slot> slots) implements Step {
        public Call {
            marks = List.copyOf(marks);
            slots = List.copyOf(slots);
        }
    }

    /** Answers are to be told apart: which are the same option. Questions are to be looked up in the documents. */
    record Measure(List<ProgressMark> marks, List<Turn> turns) implements Step {
        public Measure {
            marks = List.copyOf(marks);
            turns = List.copyOf(turns);
        }
    }

    /** Positions, or the tests of findings, are to be run. */
    record Check(List<ProgressMark> marks, List<Turn> turns) implements Step {
        public Check {
            marks = List.copyOf(marks);
            turns = List.copyOf(turns);
        }
    }

    /** Votes are counted; the result follows from the record. */
    record Tally(List<ProgressMark> marks, Stage stage, int round, int attempt) implements Step {
        public Tally {
            marks = List.copyOf(marks);
        }
    }

    /** A person is to approve what a phase brought. */
    record Gate(List<ProgressMark> marks, int round, Phase phase, int attempt) implements Step {
        public Gate {
            marks = List.copyOf(marks);
        }
    }

    /** The debate has an outcome. */
    record Finish(List<ProgressMark> marks, StopReason reason) implements Step {
        public Finish {
            marks = List.copyOf(marks);
        }
    }

    /** The debate cannot have one. */
    record Fail(List<ProgressMark> marks, StopReason reason, String error) implements Step {
        public Fail {
            marks = List.copyOf(marks);
        }
    }
}
