package dev.stoa.server.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The words of the console, and the file that has them all. */
class LanguageTest {
    private static final Path MAIN = Path.of("src/main");
    private static final Path FILE = MAIN.resolve("resources/dev/stoa/server/console/console_en.properties");
    private static final Pattern SAID =
            Pattern.compile("(?:frame|Language)\\.t\\(\\s*\"((?:[^\"\\\\]|\\\\.)*)\"", Pattern.DOTALL);

    @Test
    void everyWordThatPagesSayIsInTheFile() {
        Set<String> missing = new TreeSet<>();
        for (Path folder : List.of(MAIN.resolve("jte"), MAIN.resolve("java/dev/stoa/server/console"))) {
            for (String source : sources(folder)) {
                Matcher said = SAID.matcher(source);
                while (said.find()) {
                    missing.add(said.group(1).replace("\\\"", "\""));
                }
            }
        }
        assertThat(missing).hasSizeGreaterThan(800);
        missing.removeAll(words());
        assertThat(missing).isEmpty();
    }

    @Test
    void noWordOfTheFileIsThereTwiceOrForNothing() {
        StringBuilder all = new StringBuilder();
        for (String module : List.of("core", "engine", "server")) {
            Path main = Path.of("..", module, "src", "main");
            sources(main).forEach(all::append);
        }
        String sources = all.toString();
        List<String> unused = new ArrayList<>(words());
        assertThat(unused).doesNotHaveDuplicates();
        unused.removeIf(word -> isIn(sources, word));
        assertThat(unused).isEmpty();
    }

    /** A word stands in the source as it is, after the value of a choice, or as the name of a state. */
    private static boolean isIn(String sources, String word) {
        String quoted = word.replace("\"", "\\\"");
        String small = word.substring(0, 1).toLowerCase(Locale.ROOT) + word.substring(1);
        return Stream.of(quoted, quoted.replace(' ', '_'), small, small.replace(' ', '_'), small.replace(' ', '-'))
                        .anyMatch(form -> sources.contains("\"" + form + "\""))
                || sources.contains("=" + quoted + "\"")
                || Pattern.compile("\\b"
                                + Pattern.quote(word.toUpperCase(Locale.ROOT).replace(' ', '_')) + "\\b")
                        .matcher(sources)
                        .find();
    }

    @Test
    void aSentenceHasItsValuesInTheOrderOfTheLanguage() throws Exception {
        assertThat(Language.t("Turn {0} of {1}", 7, "lex")).isEqualTo("Turn 7 of lex");
        assertThat(Language.t("a text of {0}")).as("of others").isEqualTo("a text of {0}");
        assertThat(Language.<String>in(Language.PSEUDO, () -> Language.t("Turn {0} of {1}", 7, "lex")))
                .isEqualTo("[Ţûŕñ \u20687\u2069 öƒ \u2068lex\u2069 öñé ţ]");
        assertThat(Language.here()).isSameAs(Language.ENGLISH);
    }

    @Test
    void thePseudoLanguageIsLongerByTwoFifthsAndHasNoPlainLetter() {
        for (String word : words()) {
            String pseudo = Language.within(Language.PSEUDO, () -> Language.t(word));
            assertThat(pseudo.length()).as(word).isGreaterThanOrEqualTo(word.length() * 7 / 5);
            assertThat(pseudo.replaceAll("\\{[a-z0-9]+}", "")).doesNotContainPattern("[A-Za-z]");
        }
    }

    @Test
    void aVisitorGetsEnglishUnlessTheFirstLanguageIsAnother() {
        assertThat(Language.asked("en-XA")).isSameAs(Language.PSEUDO);
        assertThat(Language.asked("en-xa,en;q=0.9")).isSameAs(Language.PSEUDO);
        assertThat(Language.asked("de,en-XA;q=0.5")).isSameAs(Language.ENGLISH);
        assertThat(Language.asked("")).isSameAs(Language.ENGLISH);
        assertThat(Language.asked(null)).isSameAs(Language.ENGLISH);
    }

    private static List<String> words() {
        Properties read = new Properties();
        try (Reader file = Files.newBufferedReader(FILE)) {
            read.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read.values().stream().map(String.class::cast).toList();
    }

    /** The sources below a folder, with texts of several lines put together. */
    private static List<String> sources(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> sources = new ArrayList<>();
            for (Path file : files.filter(each -> each.toString().matches(".*\\.(java|jte)"))
                    .toList()) {
                sources.add(Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", ""));
            }
            return sources;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
