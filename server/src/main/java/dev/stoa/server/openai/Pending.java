package dev.stoa.server.openai;

import java.time.Duration;
import java.util.Optional;

/** An answer that is being made. It is made also if nobody waits for it. */
interface Pending {
    /** The id of the query, the debate or the run. */
    String id();

    /**
     * Waits for the answer no longer than a time; empty if there is none yet.
     *
     * @throws InterruptedException if the thread was interrupted; the answer is made nevertheless
     */
    Optional<Completion> await(Duration most) throws InterruptedException;
}
