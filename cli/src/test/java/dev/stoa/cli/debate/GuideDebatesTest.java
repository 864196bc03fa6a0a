package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The debates with a seed that the guide and the first page hold, on both databases. */
@SuppressWarnings("NullAway.Init") // set before each test
class GuideDebatesTest {
    private static final Path HERE = Path.of(System.getProperty("stoa.basedir", ".."));
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir
    Path folder;

    private List<String> commands;

    @BeforeEach
    void read() throws Exception {
        Files.writeString(folder.resolve("licence.txt"), """
                This License does not grant permission to use the trade names of the Licensor.
                You may charge any fee you choose for support of the Work.
                """);
        commands = Stream.of("README.md", "docs/debate.md")
                .flatMap(GuideDebatesTest::lines)
                .filter(line -> line.startsWith("$ ./stoa debate run ") && line.contains("--seed"))
                // Programs of the reader are files that the guide makes first.
                .filter(line -> !line.contains("command:"))
                .toList();
    }

    private static Stream<String> lines(String page) {
        try {
            return Files.readAllLines(HERE.resolve(page)).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theDebatesOfTheGuideHaveTheSameOutcomeHashOnBothDatabases() throws Exception {
        assertThat(commands).hasSizeGreaterThanOrEqualTo(5);
        List<String> files = outcomes(Dialect.SQLITE);
        assertThat(files)
                .hasSize(commands.size())
                .allSatisfy(hash -> assertThat(hash).matches("[0-9a-f]{64}"));
        assertThat(outcomes(Dialect.POSTGRES)).isEqualTo(files);
    }

    /** The hash of the outcome of each, held one after the other. */
    private List<String> outcomes(Dialect dialect) throws Exception {
        List<String> hashes = new ArrayList<>();
        try (Terminal terminal = Terminal.on(dialect, Files.createDirectories(folder.resolve(dialect.name())))) {
            terminal.environment().remove("STOA_SEARCH_EMBEDDER");
            for (String command : commands) {
                Object id = terminal.json(words(command)).get("id");
                if (command.contains("--gate")) {
                    terminal.json("debate", "approve", String.valueOf(id), "--by", "ana");
                }
                hashes.add(String.valueOf(
                        terminal.json("debate", "show", String.valueOf(id)).get("outcome_sha256")));
            }
            assertThat(terminal.run("debate", "replay", "--all")).isZero();
            assertThat(terminal.run("doctor", "--deep")).isZero();
        }
        return hashes;
    }

    /** The words of a command behind the program, with files where they are. */
    private String[] words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command.substring("$ ./stoa ".length()));
        while (word.find()) {
            String text = word.group(1) == null ? word.group(2) : word.group(1);
            words.add(
                    text.startsWith("examples/")
                            ? HERE.resolve(text).toAbsolutePath().toString()
                            : text.equals("licence.txt") ? folder.resolve(text).toString() : text);
        }
        return words.toArray(String[]::new);
    }
}
