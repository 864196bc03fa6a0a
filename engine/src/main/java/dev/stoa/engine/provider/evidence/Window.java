package dev.stoa.engine.provider.evidence;

/**
 * Up to three neighbouring sentences of a document, after the headings just before them: what is found and quoted as
 * one. Immutable.
 *
 * @param documentId the document it is from
 * @param title the title of that document, its first 200 characters
 * @param offset where it begins there, in characters
 * @param text its sentences joined by spaces, at most 600 characters
 */
public record Window(String documentId, String title, int offset, String text) {
    static final int MOST = 600;
}
