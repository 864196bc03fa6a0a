package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests wait for what happens, never for a time: a sleep is too long on one machine and too short on another. */
@Tag("quick")
class PatienceTest {
    private static final Pattern SLEEP = Pattern.compile("(Thread|TimeUnit\\.\\w+|[A-Z]+SECONDS)\\.sleep\\(");

    @Test
    void noTestSleeps() throws IOException {
        // The one that does breaks the rules on purpose, for the test of the rules.
        assertThat(sleepers()).containsExactly("Sleeps.java");
    }

    private static List<String> sleepers() throws IOException {
        Stream<Path> found = Stream.empty();
        for (Path module : Clone.modules()) {
            Path tests = module.resolve("src/test/java");
            if (Files.exists(tests)) {
                found = Stream.concat(found, Files.walk(tests));
            }
        }
        try (Stream<Path> files = found) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> SLEEP.matcher(Clone.read(file)).find())
                    .map(file -> String.valueOf(file.getFileName()))
                    .toList();
        }
    }
}
