package dev.stoa.server.console.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The words of the console in a language. Immutable. Pages are written in English; {@code console_en.properties} has all
 * their words, each under a key, and the file of another language has its words under the same keys. What stands in no
 * file is left as it is: it may be a text of others.
 *
 * <p>A request is answered in one language, which its thread keeps meanwhile.
 */
public final class Language {
    /** The language that the pages are written in. */
    public static final Language ENGLISH = new Language("en", words -> words, value -> value);

    /**
     * No language of people: English with accents, in brackets and longer by two fifths, by which tests find words that
     * have no place in the file, and places that are too narrow for the words of other languages.
     */
    public static final Language PSEUDO =
            new Language("en-XA", Pseudo::of, value -> Pseudo.BEFORE_VALUE + value + Pseudo.AFTER_VALUE);

    private static final ThreadLocal<Language> HERE = ThreadLocal.withInitial(() -> ENGLISH);

    private final String tag;
    private final Map<String, String> words = new HashMap<>();
    private final UnaryOperator<String> values;

    private Language(String tag, UnaryOperator<String> translated, UnaryOperator<String> values) {
        this.tag = tag;
        this.values = values;
        for (Object each : english().values()) {
            String english = (String) each;
            words.put(english, translated.apply(english));
        }
    }

    private static Properties english() {
        Properties read = new Properties();
        try (InputStream file = Objects.requireNonNull(
                Language.class.getResourceAsStream("/dev/stoa/server/console/console_en.properties"))) {
            read.load(new InputStreamReader(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }

    /** The language that a visitor asks for with {@code Accept-Language}; English if there is no other. */
    public static Language asked(@Nullable String header) {
        return header != null && header.split("[,;]", 2)[0].strip().equalsIgnoreCase(PSEUDO.tag) ? PSEUDO : ENGLISH;
    }

    /** Does something in a language. */
    public static <T> T in(Language language, Callable<T> work) throws Exception {
        Language before = HERE.get();
        HERE.set(language);
        try {
            return work.call();
        } finally {
            HERE.set(before);
        }
    }

    /** The same of what throws nothing of note. */
    public static <T> T within(Language language, Supplier<T> work) {
        Language before = HERE.get();
        HERE.set(language);
        try {
            return work.get();
        } finally {
            HERE.set(before);
        }
    }

    /** The language of the request that this thread answers. */
    public static Language here() {
        return HERE.get();
    }

    /** Words of the console in the language of this request. */
    public static String t(String words) {
        return here().of(words);
    }

    /** A sentence of the console with values in the places {@code {0}}, {@code {1}} and so on. */
    public static String t(String pattern, Object... values) {
        Language language = here();
        String words = language.of(pattern);
        StringBuilder said = new StringBuilder();
        int at = 0;
        int open = words.indexOf('{');
        while (open >= 0) {
            int close = words.indexOf('}', open);
            said.append(words, at, open);
            said.append(
                    language.values.apply(String.valueOf(values[Integer.parseInt(words.substring(open + 1, close))])));
            at = close + 1;
            open = words.indexOf('{', at);
        }
        return said.append(words, at, words.length()).toString();
    }

    /** The tag of BCP 47. */
    public String tag() {
        return tag;
    }

    private String of(String english) {
        return words.getOrDefault(english, english);
    }
}
