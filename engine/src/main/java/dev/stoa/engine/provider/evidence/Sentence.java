package dev.stoa.engine.provider.evidence;

/**
 * A sentence, list item, table row or heading of a document, its white space collapsed. Immutable.
 *
 * @param offset where it begins in the document, in characters
 * @param text 1 to {@link Sentences#MOST} characters
 * @param heading whether it only names what follows
 */
record Sentence(int offset, String text, boolean heading) {
    /** Whether it states something, and so can answer a question. */
    boolean isStatement() {
        return !heading && !text.endsWith("?") && text.codePoints().anyMatch(Character::isLetterOrDigit);
    }
}
