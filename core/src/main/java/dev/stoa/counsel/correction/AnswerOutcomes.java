package dev.stoa.counsel.correction;

import dev.stoa.storage.Tx;
import java.time.Instant;

/** Where it is recorded that an answer was wrong. Implementations are safe from any thread. */
@FunctionalInterface
public interface AnswerOutcomes {
    /** Records that a person corrected the answer of a message, in the unit of work that stores the correction. */
    void corrected(Tx tx, String messageId, Instant now);
}
