package dev.stoa.engine.provider.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A window with what is compared of it. Immutable.
 *
 * @param window what is quoted
 * @param sentences its headings and sentences, in order
 * @param stems the stems of each of these
 */
record Passage(Window window, List<Sentence> sentences, List<Set<String>> stems) {
    private static final int SENTENCES = 3;
    private static final int MOST_OF_TITLE = 200;

    /** The passages of a document: each sentence is in one of them. */
    static List<Passage> of(Document document) {
        List<Passage> passages = new ArrayList<>();
        List<Sentence> open = new ArrayList<>();
        int length = 0;
        int stated = 0;
        for (Sentence next : Sentences.of(storable(document.text()))) {
            boolean full = stated == SENTENCES || length + 1 + next.text().length() > Window.MOST;
            if (!open.isEmpty() && (full || (next.heading() && stated > 0))) {
                passages.add(of(document, open));
                open.clear();
                length = 0;
                stated = 0;
            }
            length += (open.isEmpty() ? 0 : 1) + next.text().length();
            stated += next.heading() ? 0 : 1;
            open.add(next);
        }
        if (!open.isEmpty()) {
            passages.add(of(document, open));
        }
        return passages;
    }

    private static Passage of(Document document, List<Sentence> sentences) {
        String text = sentences.stream().map(Sentence::text).collect(Collectors.joining(" "));
        Window window =
                new Window(document.id(), title(document), sentences.getFirst().offset(), text);
        return new Passage(
                window,
                List.copyOf(sentences),
                sentences.stream().map(s -> Words.distinctStems(s.text())).toList());
    }

    /** The sentence that holds most of these stems; the first of several. */
    Sentence nearest(Set<String> wanted) {
        int best = 0;
        long most = -1;
        for (int i = 0; i < sentences.size(); i++) {
            long held = wanted.stream().filter(stems.get(i)::contains).count();
            if (held > most) {
                best = i;
                most = held;
            }
        }
        return sentences.get(best);
    }

    static String title(Document document) {
        String title = storable(document.title()).strip();
        int most = Math.min(MOST_OF_TITLE, title.codePointCount(0, title.length()));
        return title.substring(0, title.offsetByCodePoints(0, most));
    }

    /** The text with a space for each character that no reply may hold, so that every offset stays. */
    static String storable(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> clean.appendCodePoint(
                        (Character.isISOControl(c) && !Character.isWhitespace(c))
                                        || Character.getType(c) == Character.SURROGATE
                                ? ' '
                                : c));
        return clean.toString();
    }
}
