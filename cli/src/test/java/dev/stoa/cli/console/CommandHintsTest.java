package dev.stoa.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommandHintsTest {
    private static final List<String> LIBRARIES = List.of("core", "engine");
    /** Its pages show commands to people, but its errors do not. */
    private static final String SERVER = "server";

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

    /** What the library says is read by programs, which have neither options nor commands. */
    @Test
    void theLibraryNamesNoCommandAndNoOptionOfTheCommandLine() throws IOException {
        Pattern command = Pattern.compile("\\bstoa (?:[a-z]+|$)|(?<!\\S)--[a-z]+ |[;,(] ?--[a-z]+|\\bserve --");
        List<String> found = new ArrayList<>();
        for (Path file : sources(LIBRARIES)) {
            literals(file)
                    .filter(literal -> command.matcher(literal).find())
                    .map(literal -> file.getFileName() + ": " + literal)
                    .forEach(found::add);
        }
        // A receipt is a page for people, who check it with these commands.
        assertThat(found).allMatch(literal -> literal.startsWith("ReceiptPage.java: "));
    }

    /** A rule whose phrase the library no longer uses would be dead, and the user would lose the command. */
    @Test
    void everyRuleMatchesAHintOfTheLibrary() throws IOException {
        StringBuilder all = new StringBuilder();
        Stream.concat(sources(LIBRARIES).stream(), sources(List.of(SERVER)).stream())
                .flatMap(CommandHintsTest::literals)
                // A value that is put into a hint stands behind the literal.
                .map(literal -> literal.endsWith(" ") ? literal + "value" : literal)
                .forEach(literal -> all.append(literal).append('\n'));
        String literals = all.toString();
        assertThat(CommandHints.RULES).allSatisfy(rule -> assertThat(literals).containsPattern(rule.phrase()));
    }

    private static List<Path> sources(List<String> modules) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : modules) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
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
