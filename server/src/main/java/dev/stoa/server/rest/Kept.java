package dev.stoa.server.rest;

import dev.stoa.server.http.Answer;

/** Answers of writes whose key is kept, so that a repetition is told from the first. Stateless. */
final class Kept {
    private Kept() {}

    /**
     * The answer to a write that was made now or before under the same key: the same status and address each time.
     *
     * @param path of the row below the root of the API
     */
    static Answer answer(boolean created, String path, Object document) {
        Answer first = Answer.added(true, path, document);
        return created ? first : first.replayed();
    }
}
