package dev.stoa.server.console.learn;

import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A document in its passages, or a text of its own as the only one. Immutable.
 *
 * @param id empty for a text that belongs to no document
 */
public record DocumentView(String id, List<Passage> passages) {
    private static final Pattern SENTENCE = Pattern.compile("[^.!?\\n]+[.!?]*");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final double ENOUGH = 0.5;
    private static final int SHORT = 3;
    private static final int MOST = 240;

    public DocumentView {
        passages = List.copyOf(passages);
    }

    /**
     * A passage.
     *
     * @param number its number in the document, from 1; 0 for a text of its own
     * @param marks the parts that are highlighted
     * @param wanted whether it is what was asked for
     */
    public record Passage(long number, Doc evidence, List<List<Integer>> marks, boolean wanted) {
        public Passage {
            marks = List.copyOf(marks);
        }

        public String href() {
            return Links.to("evidence", evidence.raw("id"));
        }

        /** The debates that used it. */
        public List<Doc> debates() {
            return evidence.docs("debates");
        }
    }

    /** What it is called: the title of its first passage that has one. */
    public String title() {
        return passages.stream()
                .map(passage -> passage.evidence().text("title", 120))
                .filter(title -> !title.isEmpty())
                .findFirst()
                .orElse(id);
    }

    /**
     * A document.
     *
     * @param wanted the id of the passage that was asked for; empty if none was
     * @param claim what was claimed of that passage; empty if nothing was
     */
    public static DocumentView of(String id, List<Doc> passages, String wanted, String claim) {
        return new DocumentView(
                id,
                passages.stream()
                        .map(each ->
                                passage(each, number(each, id), each.raw("id").equals(wanted), claim))
                        .sorted(Comparator.comparingLong(Passage::number))
                        .toList());
    }

    /** A text that belongs to no document. */
    public static DocumentView alone(Doc evidence, String claim) {
        return new DocumentView("", List.of(passage(evidence, 0, true, claim)));
    }

    /** The number of a piece of evidence in a document; 0 if it is no passage of it. */
    public static long number(Doc evidence, String document) {
        return evidence.docs("passages").stream()
                .filter(place -> place.raw("document_id").equals(document))
                .mapToLong(place -> place.whole("position") + 1)
                .findFirst()
                .orElse(0);
    }

    private static Passage passage(Doc evidence, long number, boolean wanted, String claim) {
        String text = evidence.raw("snippet");
        List<List<Integer>> whole = List.of(List.of(0, text.codePointCount(0, text.length())));
        boolean used = !evidence.docs("debates").isEmpty();
        if (!wanted) {
            return new Passage(number, evidence, number > 0 && used ? whole : List.of(), false);
        }
        List<List<Integer>> claimed = claim.isBlank() ? List.of() : claimed(text, claim);
        return new Passage(number, evidence, claimed.isEmpty() && number > 0 ? whole : claimed, true);
    }

    /** Where a text says what is claimed of it: word for word, or the sentence that shares most of its words. */
    static List<List<Integer>> claimed(String text, String claim) {
        String words =
                Arrays.stream(BLANKS.split(claim.strip())).map(Pattern::quote).collect(Collectors.joining("\\s+"));
        Matcher found = Pattern.compile(words, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                .matcher(text);
        MatchResult part = found.find() ? found : nearest(text, claim);
        return part == null
                ? List.of()
                : List.of(List.of(text.codePointCount(0, part.start()), text.codePointCount(0, part.end())));
    }

    private static @Nullable MatchResult nearest(String text, String claim) {
        List<String> asked = words(claim);
        double most = 0;
        MatchResult best = null;
        for (MatchResult sentence : SENTENCE.matcher(text).results().toList()) {
            List<String> said = words(sentence.group());
            double shared = asked.stream().filter(said::contains).count() / (double) Math.max(1, asked.size());
            if (shared >= ENOUGH && shared > most) {
                most = shared;
                best = sentence;
            }
        }
        return best;
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
            if (word.length() > SHORT) {
                words.add(word);
            }
        }
        return words;
    }

    /** The page on which a claim is seen in the text that it rests on. */
    public static String claim(String evidence, String claim) {
        String shown = claim.codePointCount(0, claim.length()) > MOST
                ? claim.substring(0, claim.offsetByCodePoints(0, MOST))
                : claim;
        return Links.to("evidence", evidence) + "?claim=" + Links.encoded(shown) + "#passage";
    }
}
