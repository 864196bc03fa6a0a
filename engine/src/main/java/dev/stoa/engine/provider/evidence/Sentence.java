package dev.stoa.engine.provider.evidence;

/**
 * A sentence, list item, table row or heading of a document, its white space collapsed. Immutable.
 *
 * @param offset where it begins in the document, in characters
 * @param text 1 to {@link Sentences#MOST} characters, or as many as were asked for
 * @param heading whether it only names what follows
 * @param section the heading that it stands below; empty if there is none
 * @param lead the sentence with a colon that a list item goes on with; empty if there is none
 */
record Sentence(int offset, String text, boolean heading, String section, String lead) {
    /** Whether it states something, and so can answer a question. */
    boolean isStatement() {
        return !heading && !text.endsWith("?") && text.codePoints().anyMatch(Character::isLetterOrDigit);
    }

    /** The sentence with what it goes on with: what is quoted of it. */
    String whole() {
        return lead.isEmpty() ? text : lead + " " + text;
    }
}
