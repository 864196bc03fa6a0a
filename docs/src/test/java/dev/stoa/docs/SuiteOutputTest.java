package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the tests of all modules before this one have printed. Where they have not run, there is nothing to look at. */
class SuiteOutputTest {
    /** A token, a key, or a text that tests plant in messages to find out where it comes to light. */
    private static final Pattern SECRET = Pattern.compile(
            "stoa_[a-z2-7]{12}_[A-Za-z0-9_-]{43}|-----BEGIN [A-Z ]*PRIVATE KEY|sk-planted|plover-(stored|sent)-");

    @Test
    @DisplayName("No output of the whole suite may hold a token, a key or a message text.")
    void noOutputOfTheWholeSuiteHoldsATokenAKeyOrAMessageText() throws IOException {
        try (Stream<Path> modules = Files.list(Clone.root())) {
            List<String> telling = modules.map(module -> module.resolve("target/surefire-reports"))
                    .filter(Files::isDirectory)
                    .flatMap(SuiteOutputTest::files)
                    .filter(report -> SECRET.matcher(read(report)).find())
                    .map(report -> Clone.root().relativize(report).toString())
                    .toList();
            assertThat(telling).isEmpty();
        }
    }

    /** The letters of a report; what is none of ASCII is no part of a secret. */
    private static String read(Path report) {
        try {
            return Files.readString(report, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> reports = Files.list(folder)) {
            return reports.filter(report -> report.toString().matches(".*\\.(xml|txt)")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTokenIsNoticed() {
        assertThat(SECRET.matcher("said stoa_abcdefghij27_" + "x".repeat(43)).find())
                .isTrue();
        assertThat(SECRET.matcher("said stoa_abc_" + "x".repeat(43)).find()).isFalse();
    }
}
