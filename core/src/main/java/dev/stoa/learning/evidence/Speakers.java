package dev.stoa.learning.evidence;

import dev.stoa.search.text.Tokenizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who of those that a question names has said a text. Immutable, safe from any thread.
 *
 * <p>The name of one who takes part in a talk stands before every second turn, so an index takes it for a word that says
 * nothing. A text has an author if its metadata says so, or if its lines begin with a name, as in {@code Ana: text}.
 */
final class Speakers {
    private static final int LEAST_LETTERS = 2;

    /** A name of up to three capitalised words before a colon, after a time in brackets if there is one. */
    private static final Pattern LED = Pattern.compile("\\s*(?:[\\[(][^\\])\\n"
            + "]{1,40}[\\])]\\s*)?(\\p{Lu}[\\p{L}\\p{M}'’.-]*(?: \\p{Lu}[\\p{L}\\p{M}'’.-]*){0,2}): .*");

    private final Set<String> asked;

    private Speakers(Set<String> asked) {
        this.asked = asked;
    }

    /** Those whom a question may name. */
    static Speakers of(String question) {
        Set<String> asked = new HashSet<>(Tokenizer.words(question));
        asked.removeIf(word -> word.length() < LEAST_LETTERS || Tokenizer.isStopWord(word));
        return new Speakers(asked);
    }

    /**
     * How much of a text was said by one whom the question names, from 0 to 1.
     *
     * @param author what its metadata says
     */
    double share(String text, @Nullable String author) {
        if (author != null) {
            return isAsked(author) ? 1 : 0;
        }
        List<String> names = names(text);
        return names.isEmpty()
                ? 0
                : (double) names.stream().filter(this::isAsked).count() / names.size();
    }

    /** The names that lines of a text begin with, as often as they do. */
    static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        text.lines().forEach(line -> {
            Matcher led = LED.matcher(line);
            if (led.matches()) {
                names.add(led.group(1));
            }
        });
        return names;
    }

    private boolean isAsked(String name) {
        return Tokenizer.words(name).stream().anyMatch(asked::contains);
    }
}
