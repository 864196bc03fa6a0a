package dev.stoa.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommandHintsTest {
    private static final List<Path> LIBRARIES = Stream.of("core", "engine")
            .map(module -> Path.of("..", module, "src", "main", "java"))
            .toList();

    @Test
    void theCommandLineSaysWhichOptionDoesWhatAHintSays() {
        assertThat(CommandHints.of("act as an operator")).isEqualTo("act as an operator (--operator)");
        assertThat(CommandHints.of("restore agent ana, or rename it"))
                .isEqualTo("restore agent ana (stoa agent restore ana), or rename it");
        assertThat(CommandHints.of("wait for it, or stop run 01a2b3c4"))
                .isEqualTo("wait for it, or stop run 01a2b3c4 (stoa run stop 01a2b3c4)");
        assertThat(CommandHints.of("move the file away and import it; skip the broken rows"))
                .isEqualTo("move the file away and import it (stoa import FILE); skip the broken rows (--skip-broken)");
    }

    @Test
    void aHintWithoutACommandStaysAsItIs() {
        assertThat(CommandHints.of("shorten it, or split it")).isEqualTo("shorten it, or split it");
        assertThat(CommandHints.of(new NotFoundException("not_found", "no channel x", null)))
                .isNull();
    }

    /** A rule whose phrase the library no longer uses would be dead, and the user would lose the command. */
    @Test
    void everyRuleMatchesAHintOfTheLibrary() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path library : LIBRARIES) {
            try (Stream<Path> files = Files.walk(library)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .flatMap(CommandHintsTest::literals)
                        // A value that is put into a hint stands behind the literal.
                        .map(literal -> literal.endsWith(" ") ? literal + "value" : literal)
                        .forEach(literal -> all.append(literal).append('\n'));
            }
        }
        String literals = all.toString();
        assertThat(CommandHints.RULES).allSatisfy(rule -> assertThat(literals).containsPattern(rule.phrase()));
    }

    private static Stream<String> literals(Path file) {
        try {
            Matcher found = Pattern.compile("\"([^\"\\n]*)\"").matcher(Files.readString(file));
            return found.results().map(match -> match.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
