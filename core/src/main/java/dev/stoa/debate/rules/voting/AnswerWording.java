package dev.stoa.debate.rules.voting;

import dev.stoa.base.TextNormalizer;
import dev.stoa.search.text.Tokenizer;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What the words of a text show without a model: stems, numbers, negation. Stateless, safe from any thread. */
public final class AnswerWording {
    private static final Set<String> NEGATIONS = Set.of("no", "not", "never", "none", "without", "cannot");
    private static final Pattern SHORT_NOT = Pattern.compile("n['\u2019\u02bc]t(?![\\p{L}\\p{N}])");
    private static final Pattern NUMBER = Pattern.compile("(?<![\\p{L}\\p{N}])-?\\p{Nd}++(?:\\.\\p{Nd}++)?|\\p{Nd}++");
    private static final int SHORTEST_PLURAL = 4;

    private AnswerWording() {}

    /** How many words of a text are no stop words, repeated ones included. */
    public static int contentWords(String text) {
        return Tokenizer.terms(text).size();
    }

    /** The content words, in order, repeated ones included, each without the s of a plural. */
    public static List<String> stems(String text) {
        return Tokenizer.terms(text).stream().map(AnswerWording::stem).toList();
    }

    /** The numbers of a text, sorted, repeated ones included; {@code 1,000.0} and {@code 1000} are one number. */
    public static List<String> numbers(String text) {
        return NUMBER.matcher(TextNormalizer.of(text))
                .results()
                .map(MatchResult::group)
                .map(AnswerWording::plain)
                .sorted()
                .toList();
    }

    /** Whether an odd number of negations (no, not, cannot, never, none, without, n't) turns the text round. */
    public static boolean isNegated(String text) {
        long words = Tokenizer.words(text).stream().filter(NEGATIONS::contains).count();
        String lower = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        return (words + SHORT_NOT.matcher(lower).results().count()) % 2 == 1;
    }

    private static String stem(String word) {
        boolean plural = word.length() >= SHORTEST_PLURAL
                && word.endsWith("s")
                && !word.endsWith("ss")
                && !word.endsWith("us")
                && !word.endsWith("is");
        return plural ? word.substring(0, word.length() - 1) : word;
    }

    /** A number without the zeros that say nothing. */
    private static String plain(String number) {
        boolean negative = number.startsWith("-");
        int point = number.indexOf('.');
        int from = negative ? 1 : 0;
        int whole = point < 0 ? number.length() : point;
        int to = number.length();
        while (from < whole - 1 && number.charAt(from) == '0') {
            from++;
        }
        while (point >= 0 && to > point && (number.charAt(to - 1) == '0' || to == point + 1)) {
            to--;
        }
        return (negative ? "-" : "") + number.substring(from, to);
    }
}
