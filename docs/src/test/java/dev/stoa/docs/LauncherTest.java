package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Starts the real launcher on a copy of this clone, which it builds with the real Maven. */
class LauncherTest {
    private static final String BUILDING = "stoa: building once …";
    private static final String VERSION = "stoa 9\\.9\\.9-changed \\(Java \\S+, \\S+ \\S+\\)\\R";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path temporary;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Path clone;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static List<Run.Result> firstStarts;

    /** The one real build of this class. It changes a source, so that what runs can only be what was built here. */
    @BeforeAll
    @Timeout(1_200)
    static void startTwiceAtOnceInANewClone() throws IOException {
        clone = temporary.resolve("a path with blanks/stoa clone");
        Clone.copyTo(clone);
        Files.writeString(
                clone.resolve("cli/src/main/resources/dev/stoa/cli/version.properties"), "version=9.9.9-changed\n");
        Run.Started one = stoa("version").start();
        Run.Started other = stoa("version").start();
        firstStarts = List.of(one.finish(), other.finish());
    }

    @Test
    void twoFirstStartsBothSucceedWithOneBuild() {
        assertThat(firstStarts).allSatisfy(start -> {
            assertThat(start.exit()).as(start.err()).isZero();
            assertThat(start.out()).matches(VERSION);
        });
        assertThat(firstStarts.stream()
                        .flatMap(start -> start.errLines().stream())
                        .filter(BUILDING::equals))
                .hasSize(1);
    }

    @Test
    void theJarHasEveryClassThatMavenCompiles() throws IOException {
        try (var jar = new ZipFile(clone.resolve(".stoa/stoa.jar").toFile())) {
            List<String> entries = jar.stream().map(ZipEntry::getName).toList();

            assertThat(entries).containsAll(Clone.compiledClasses());
        }
    }

    @Test
    void anUntouchedTreeIsNotBuiltAgain() {
        Run.Result again = stoa("version").finish();

        assertThat(again.exit()).isZero();
        assertThat(again.out()).matches(VERSION);
        assertThat(again.err()).isEmpty();
    }

    @Test
    void itRunsFromAnotherFolderThroughRelativeLinks() throws IOException {
        Path folder = Files.createDirectories(temporary.resolve("links and blanks"));
        Files.createSymbolicLink(folder.resolve("inner"), folder.relativize(clone.resolve("stoa")));
        Files.createSymbolicLink(folder.resolve("outer"), Path.of("inner"));
        Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));

        Run.Result linked =
                launcher("../links and blanks/outer", "version").in(elsewhere).finish();

        assertThat(linked.exit()).as(linked.err()).isZero();
        assertThat(linked.out()).matches(VERSION);
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void aWrongArgumentIsExitTwoAndNothingOnStdout() {
        Run.Result wrong = stoa("version", "--colour").finish();

        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.out()).isEmpty();
        assertThat(wrong.errLines()).hasSize(1);
    }

    @Test
    void argumentsArriveAsTheyWereGivenEvenInTheCLocale() {
        Run.Result wrong = stoa("größe *  '\"").with("LC_ALL", "C").finish();

        assertThat(wrong.err()).contains("'größe *  '\"'");
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalReachesTheJvm(String signal, int exit) {
        // A JVM that waits for a debugger runs until it is told to stop.
        Run.Started running = launcher(withDefaultSignals(clone.resolve("stoa"), "version"))
                .with("STOA_JAVA_OPTS", "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0")
                .startPiped();
        running.awaitLine("Listening for transport");

        running.signal(signal);

        assertThat(running.finish().exit()).isEqualTo(exit);
    }

    @Test
    void anOldJavaHomeDoesNotHideANewerJdk() throws IOException {
        Path old = Tools.jdk(temporary.resolve("old jdk"), "17.0.9");

        Run.Result found = stoa("version").with("JAVA_HOME", old).finish();

        assertThat(found.exit()).as(found.err()).isZero();
        assertThat(found.out()).matches(VERSION);
    }

    @Test
    void aCacheThatDoesNotFitIsNotMentioned() throws IOException {
        try (Stream<Path> files = Files.list(clone.resolve(".stoa"))) {
            for (Path cache :
                    files.filter(file -> file.toString().endsWith(".aot")).toList()) {
                byte[] fits = Files.readAllBytes(cache);
                Files.writeString(cache, "not a cache");

                Run.Result without = stoa("version").finish();

                assertThat(without.exit()).isZero();
                assertThat(without.out()).matches(VERSION);
                assertThat(without.err()).isEmpty();
                Files.write(cache, fits);
            }
        }
    }

    /** A build that was started in the background passes on that it ignores INT; where env can, it is reset. */
    private static Object[] withDefaultSignals(Object... command) {
        Stream<Object> reset = Stream.of("env", "--default-signal=INT,TERM");
        boolean possible =
                Run.of("env", "--default-signal=INT,TERM", "true").finish().exit() == 0;
        return possible ? Stream.concat(reset, Stream.of(command)).toArray() : command;
    }

    private static Run stoa(String... arguments) {
        return launcher(Stream.concat(Stream.of(clone.resolve("stoa")), Stream.of(arguments))
                .toArray());
    }

    private static Run launcher(Object... command) {
        String repository = Objects.requireNonNull(System.getProperty("stoa.repository"), "stoa.repository");
        return Run.of(command)
                .with("MAVEN_OPTS", "-Dmaven.repo.local=" + repository)
                .with("XDG_CACHE_HOME", temporary.resolve("cache"));
    }
}
