package dev.stoa.engine.provider.evidence;

import dev.stoa.search.Tokenizer;
import java.text.Normalizer;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What of a text is compared: its content stems, its numbers, and whether it denies. Stateless. */
final class Words {
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:[.,]\\d+)*");
    private static final Pattern GROUPED = Pattern.compile("\\d{1,3}(,\\d{3})+(\\.\\d+)?");
    private static final Pattern ZEROS = Pattern.compile("\\.0+$");
    private static final Pattern NEGATION = Pattern.compile(
            "(?<![\\p{L}\\p{Nd}])(?:no|not|never|none|without)(?![\\p{L}\\p{Nd}])|n['’]t(?![\\p{L}\\p{Nd}])");

    private Words() {}

    /** The stems of the content words in order, repeated ones included. */
    static List<String> stems(String text) {
        return Tokenizer.terms(text).stream().map(Words::stem).toList();
    }

    /** The stems of the content words, each once, in order. */
    static Set<String> distinctStems(String text) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(stems(text)));
    }

    /** A word without the s of its plural: words of four or more letters that do not end in ss, us or is. */
    static String stem(String word) {
        boolean plural = word.codePointCount(0, word.length()) >= 4
                && word.endsWith("s")
                && !word.endsWith("ss")
                && !word.endsWith("us")
                && !word.endsWith("is");
        return plural ? word.substring(0, word.length() - 1) : word;
    }

    /** The numbers, each once, without marks between groups of three digits and without fractions of zeros. */
    static Set<String> numbers(String text) {
        Set<String> numbers = new LinkedHashSet<>();
        Matcher matcher = NUMBER.matcher(Normalizer.normalize(text, Normalizer.Form.NFKC));
        while (matcher.find()) {
            String number = matcher.group();
            String joined = GROUPED.matcher(number).matches() ? number.replace(",", "") : number;
            numbers.add(ZEROS.matcher(joined).replaceFirst(""));
        }
        return numbers;
    }

    /** Whether the text holds an odd number of negations, so that it denies what it speaks of. */
    static boolean denies(String text) {
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        return NEGATION.matcher(plain).results().count() % 2 == 1;
    }
}
