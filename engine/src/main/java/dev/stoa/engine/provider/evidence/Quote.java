package dev.stoa.engine.provider.evidence;

import java.util.Set;

/**
 * Words of a document, to show where something stands. Immutable.
 *
 * @param documentId the document
 * @param title the title of that document, its first 200 characters
 * @param offset where the sentence begins there, in characters
 * @param text the sentence, with what it goes on with
 * @param shown the part of it that matters, with an ellipsis where something is left out
 */
public record Quote(String documentId, String title, int offset, String text, String shown) {
    private static final int MOST = 280;

    static Quote of(Corpus corpus, Line line, Set<String> wanted) {
        Document document = corpus.document(line);
        String text = line.sentence().whole();
        return new Quote(document.id(), Passage.title(document), line.sentence().offset(), text, part(text, wanted));
    }

    /** The part of a long sentence with most of the words that were looked for. */
    private static String part(String text, Set<String> wanted) {
        if (text.length() <= MOST) {
            return text;
        }
        String[] words = text.split(" ", -1);
        boolean[] meant = new boolean[words.length];
        for (int i = 0; i < words.length; i++) {
            meant[i] = Sense.of(words[i]).words().stream()
                    .anyMatch(
                            word -> wanted.stream().anyMatch(stem -> Stance.Match.of(stem, word) != Stance.Match.NONE));
        }
        int best = 0;
        int bestEnd = 0;
        int most = -1;
        for (int from = 0; from < words.length; from++) {
            int length = 0;
            int held = 0;
            int to = from;
            while (to < words.length && length + words[to].length() + 1 <= MOST) {
                length += words[to].length() + 1;
                held += meant[to] ? 1 : 0;
                to++;
            }
            // The beginning says who; a later part must hold more to be shown instead.
            if (held > most + (from == 0 || best > 0 ? 0 : 1)) {
                most = held;
                best = from;
                bestEnd = to;
            }
        }
        String shown = String.join(" ", java.util.Arrays.copyOfRange(words, best, Math.max(bestEnd, best + 1)));
        return (best > 0 ? "… " : "") + shown + (bestEnd < words.length ? " …" : "");
    }

    /** What the document is called. */
    String name() {
        return title.isBlank() ? documentId : title;
    }
}
