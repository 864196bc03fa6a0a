package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests wait for what happens, never for a time: a sleep is too long on one machine and too short on another. */
class PatienceTest {
    private static final Pattern SLEEP = Pattern.compile("(Thread|TimeUnit\\.\\w+|[A-Z]+SECONDS)\\.sleep\\(");

    @Test
    void noTestSleeps() throws IOException {
        // The one that does breaks the rules on purpose, for the test of the rules.
        assertThat(sleepers()).containsExactly("Sleeps.java");
    }

    private static List<String> sleepers() throws IOException {
        List<String> sleepers = new ArrayList<>();
        for (Path module : Clone.modules()) {
            Path tests = module.resolve("src/test/java");
            if (Files.exists(tests)) {
                try (Stream<Path> files = Files.walk(tests)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> SLEEP.matcher(Clone.read(file)).find())
                            .forEach(file -> sleepers.add(String.valueOf(file.getFileName())));
                }
            }
        }
        return sleepers;
    }
}
