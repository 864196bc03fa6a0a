package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs README.md and the guide: what they tell a reader to type works, and prints what they show. */
class DocsTest {
    private static final ExecutorService READERS = Executors.newFixedThreadPool(2);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path temporary;

    /** So that the launcher has nothing to say when the first document calls it. */
    @BeforeAll
    static void startOnce() {
        String repository = Objects.requireNonNull(System.getProperty("stoa.repository"), "stoa.repository");
        Run.Result started = Document.environment(Run.of(Clone.root().resolve("stoa"), "version"), temporary)
                .with("MAVEN_OPTS", "-Dmaven.repo.local=" + repository)
                .finish();

        assertThat(started.exit()).as(started.err()).isZero();
    }

    /** Two at a time, because each mostly waits for a program to start. */
    @TestFactory
    Stream<DynamicTest> everyDocumentRuns() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path file : Clone.documents()) {
            String name = Clone.root().relativize(file).toString();
            Future<List<String>> problems = READERS.submit(() -> problems(name, Clone.read(file)));
            tests.add(DynamicTest.dynamicTest(
                    name, () -> assertThat(problems.get()).isEmpty()));
        }
        return tests.stream();
    }

    @Test
    void onlyTheTestsThemselvesAreNotRun() {
        List<Block> notRun = Clone.documents().stream()
                .flatMap(file -> Block.of(Clone.read(file)).stream())
                .filter(block -> block.info().equals("sh no-run"))
                .toList();

        assertThat(notRun).extracting(Block::text).containsExactly("mvn verify\n");
    }

    private static List<String> problems(String name, String markdown) throws IOException {
        return new Document(name, markdown)
                .problems(Files.createDirectories(temporary.resolve(name.replace('/', '-'))));
    }

    @AfterAll
    static void endReaders() {
        READERS.shutdownNow();
    }
}
