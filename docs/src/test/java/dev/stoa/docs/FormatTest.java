package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.diffplug.spotless.FormatterStep;
import com.diffplug.spotless.generic.EndWithNewlineStep;
import com.diffplug.spotless.generic.TrimTrailingWhitespaceStep;
import com.diffplug.spotless.glue.pjf.PalantirJavaFormatFormatterFunc;
import com.diffplug.spotless.java.ImportOrderStep;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Runs the same steps in the same order as Spotless does when Maven runs on JDK 21 or later, because where Maven runs on
 * an older JDK its Java formatter is off.
 */
class FormatTest {
    private static final List<FormatterStep> STEPS_AFTER_PALANTIR = List.of(
            ImportOrderStep.forJava().createFrom("\\#", ""),
            TrimTrailingWhitespaceStep.create(),
            EndWithNewlineStep.create());

    @Test
    void everySourceIsAsTheFormatterLeavesIt() {
        List<Path> sources = Clone.javaSources();

        List<String> differ = sources.parallelStream()
                .filter(source -> {
                    String text = Clone.read(source);
                    return !formatted(text, source).equals(text);
                })
                .map(source -> Clone.root().relativize(source).toString())
                .toList();

        assertThat(sources).isNotEmpty();
        assertThat(differ)
                .as(
                        "sources that the formatter would change; run mvn spotless:apply with JAVA_HOME at a JDK 21 or later")
                .isEmpty();
    }

    @Test
    void importsIndentationAndLongLinesAreNoticed() {
        String untidy = """
                package dev.stoa;

                import java.util.Set;
                import java.util.List;
                import static java.util.Objects.requireNonNull;
                import java.util.Map;

                class Untidy
                {
                  Set<String> names( List<String> more ) { return Set.copyOf(requireNonNull(more)); }\t
                }""";
        String tidy = """
                package dev.stoa;

                import static java.util.Objects.requireNonNull;

                import java.util.List;
                import java.util.Set;

                class Untidy {
                    Set<String> names(List<String> more) {
                        return Set.copyOf(requireNonNull(more));
                    }
                }
                """;

        assertThat(formatted(untidy, Path.of("Untidy.java"))).isEqualTo(tidy);
        assertThat(formatted(tidy, Path.of("Untidy.java"))).isEqualTo(tidy);
    }

    private static String formatted(String source, Path file) {
        try {
            String text = new PalantirJavaFormatFormatterFunc("PALANTIR", false).apply(source);
            for (FormatterStep step : STEPS_AFTER_PALANTIR) {
                // Null is how a step says that it changed nothing.
                text = Objects.requireNonNullElse(step.format(text, file.toFile()), text);
            }
            return text;
        } catch (Exception e) {
            throw new IllegalStateException(file + " cannot be formatted", e);
        }
    }
}
