package dev.stoa.server.rest;

import dev.stoa.server.http.Answer;

/** Answers of writes whose key is kept, so that a repetition is told from the first. Stateless. */
final class RepeatedWrite {
    private RepeatedWrite() {}

    /**
     * The answer to a write that was made now or before under the same key: the same status and address each time.
     *
     * @param first the answer to the first
     */
    static Answer answer(boolean created, Answer first) {
        return created ? first : first.replayed();
    }
}
