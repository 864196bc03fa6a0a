package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher does with its jar, its lock and its folders, shown with a Maven that takes no time. */
class LauncherStatesTest {
    private static final String BUILDING = "stoa: building once …";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path temporary;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Sketch sketch;

    @BeforeEach
    void sketchAClone() throws IOException {
        sketch = Sketch.in(temporary.resolve("a sketch"));
    }

    @Test
    void theFirstStartBuildsAndTheSecondDoesNot() throws IOException {
        Run.Result first = sketch.stoa("agent", "list").finish();
        Run.Result second = sketch.stoa("agent", "list").finish();

        assertThat(first.errLines()).containsExactly(BUILDING);
        assertThat(first.outLines()).startsWith("java of 21.0.2").endsWith("agent", "list");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(sketch.kept()).containsExactly("stoa.jar");
    }

    @RepeatedTest(5)
    void manyFirstStartsAtOnceBuildOnce() throws IOException {
        List<Run.Started> starts =
                Stream.generate(() -> sketch.stoa("version").start()).limit(8).toList();
        List<Run.Result> results = starts.stream().map(Run.Started::finish).toList();

        assertThat(results).allSatisfy(result -> assertThat(result.exit()).isZero());
        assertThat(results.stream()
                        .flatMap(result -> result.errLines().stream())
                        .filter(BUILDING::equals))
                .hasSize(1);
        assertThat(sketch.kept()).containsExactly("stoa.jar");
    }

    @Test
    void aTouchedSourceIsBuiltExactlyOnceMore() throws IOException {
        sketch.stoa("version").finish();
        Run.of("touch", sketch.source()).finish();

        assertThat(sketch.stoa("version").finish().errLines()).containsExactly(BUILDING);
        assertThat(sketch.stoa("version").finish().err()).isEmpty();
    }

    @Test
    void aDeletedSourceIsNoticed() throws IOException {
        Path second = Files.writeString(sketch.source().resolveSibling("Second.java"), "class Second {}\n");
        sketch.stoa("version").finish();
        Files.delete(second);

        assertThat(sketch.stoa("version").finish().errLines()).containsExactly(BUILDING);
        assertThat(sketch.stoa("version").finish().err()).isEmpty();
    }

    @Test
    void everyKindOfSourceCountsButTheTests() throws IOException {
        Path src = sketch.root().resolve("cli/src");
        sketch.stoa("version").finish();
        Path kind = Files.createDirectories(src.resolve("simd/java"));
        sketch.stoa("version").finish();

        Files.writeString(kind.resolve("More.java"), "class More {}\n");
        assertThat(sketch.stoa("version").finish().errLines()).containsExactly(BUILDING);

        Files.writeString(src.resolve("test/java/MainTest.java"), "class MainTest {}\n");
        assertThat(sketch.stoa("version").finish().err()).isEmpty();
    }

    @Test
    void theBuildGetsEverySourceButTheTests() throws IOException {
        Path seen = sketch.folder().resolve("seen");
        sketch.maven("find . -type f >'" + seen + "'\n");
        sketch.stoa("version").finish();

        assertThat(seen)
                .content()
                .contains("./pom.xml", "./cli/src/main/java/Main.java")
                .doesNotContain("MainTest.java");
    }

    @Test
    void aSourceDatedInTheFutureIsBuiltOnce() throws IOException {
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
        Files.setLastModifiedTime(sketch.source(), FileTime.from(tomorrow));
        Files.setLastModifiedTime(sketch.root().resolve("pom.xml"), FileTime.from(tomorrow.plus(Duration.ofDays(1))));

        assertThat(sketch.stoa("version").finish().errLines()).containsExactly(BUILDING);
        assertThat(sketch.stoa("version").finish().err()).isEmpty();
    }

    @Test
    void aSourceThatChangesDuringTheBuildIsBuiltNextTime() throws IOException {
        sketch.maven("touch '" + sketch.source() + "'\n");
        sketch.stoa("version").finish();
        sketch.maven("");

        assertThat(sketch.stoa("version").finish().errLines()).containsExactly(BUILDING);
        assertThat(sketch.stoa("version").finish().err()).isEmpty();
    }

    @Test
    void theBuildSeesACopyAndLeavesTheCloneAlone() throws IOException {
        sketch.stoa("version").finish();

        assertThat(sketch.root().resolve("cli/target")).doesNotExist();
    }

    @Test
    void aJarThatMavenMadeIsTaken() throws IOException {
        sketch.jarOfMaven(0);

        assertThat(sketch.stoa("version").finish().err()).isEmpty();
        assertThat(sketch.kept()).containsExactly("stoa.jar");
    }

    @Test
    void aJarThatMavenIsStillWritingIsNotTaken() throws IOException {
        sketch.jarOfMaven(1);

        assertThat(sketch.stoa("version").finish().errLines()).containsExactly(BUILDING);
    }

    @Test
    void aJarOlderThanTheSourcesIsNotTaken() throws IOException {
        Files.setLastModifiedTime(sketch.jarOfMaven(0), FileTime.from(Instant.EPOCH));

        assertThat(sketch.stoa("version").finish().errLines()).containsExactly(BUILDING);
    }

    @Test
    void aFailedBuildIsOneLineThatNamesItsLog() throws IOException {
        sketch.maven("echo 'the compiler is unhappy'\nexit 1\n");

        Run.Result failed = sketch.stoa("version").finish();

        Path log = sketch.state().resolve("build.log");
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.errLines()).containsExactly(BUILDING, "stoa: the build failed; its output is in " + log);
        assertThat(log).content().contains("the compiler is unhappy");
        assertThat(sketch.kept()).isEmpty();
    }

    @Test
    void withoutMavenOneLineSaysSo() throws IOException {
        Files.delete(sketch.tools().resolve("mvn"));

        Run.Result failed = sketch.stoa("version").finish();

        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.errLines()).singleElement().asString().startsWith("stoa: mvn was not found");
        assertThat(sketch.kept()).isEmpty();
    }

    @Test
    void aSignalDuringTheBuildEndsItAndLeavesNothingBehind() throws IOException {
        Path ready = sketch.folder().resolve("ready");
        Run.of("mkfifo", ready).finish();
        sketch.maven("echo $$ >'" + ready + "'\nexec sleep 600\n");
        Run.Started building = sketch.stoa("version").start();
        // Opening a pipe by name waits for its other side, so this returns when Maven runs.
        long maven = Long.parseLong(Files.readString(ready).strip());

        building.signal("TERM");

        assertThat(building.finish().exit()).isEqualTo(143);
        assertThat(sketch.kept()).isEmpty();
        ProcessHandle.of(maven).ifPresent(left -> assertThat(left.onExit()).succeedsWithin(Duration.ofSeconds(30)));
    }

    @Test
    void theLockOfADeadOwnerIsBroken() throws IOException {
        Run.Started gone = Run.of("true").start();
        gone.finish();
        Files.createDirectories(sketch.state().resolve("work." + gone.process().pid()));
        Files.createSymbolicLink(
                sketch.state().resolve("lock"),
                Path.of(String.valueOf(gone.process().pid())));

        Run.Result start = sketch.stoa("version").finish();

        assertThat(start.exit()).isZero();
        assertThat(start.errLines()).containsExactly(BUILDING);
        assertThat(sketch.kept()).containsExactly("stoa.jar");
    }

    @Test
    void theLockOfALivingOwnerIsWaitedFor() throws IOException {
        long owner = ProcessHandle.current().pid();
        Files.createDirectories(sketch.state());
        Path lock = Files.createSymbolicLink(sketch.state().resolve("lock"), Path.of(String.valueOf(owner)));

        Run.Started start = sketch.stoa("version").startPiped();

        assertThat(start.awaitLine("stoa: ")).isEqualTo("stoa: waiting for process " + owner + ", which builds …");
        Files.delete(lock);
        assertThat(start.awaitLine("stoa: ")).isEqualTo(BUILDING);
        assertThat(start.finish().exit()).isZero();
    }

    @Test
    void aCloneThatCannotBeWrittenIsServedFromTheUsersCache() throws IOException {
        Files.writeString(sketch.state(), "a file where the folder should be");
        Path cache = temporary.resolve("cache");

        Run.Result start = sketch.stoa("version").with("XDG_CACHE_HOME", cache).finish();

        assertThat(start.exit()).as(start.err()).isZero();
        assertThat(cache.resolve("stoa")).isDirectoryRecursivelyContaining("glob:**/stoa.jar");
    }

    @Test
    void aCloneThatCannotBeWrittenAndNoCacheIsOneLine() throws IOException {
        Files.writeString(sketch.state(), "a file where the folder should be");
        Path cache = Files.writeString(temporary.resolve("cache"), "another");

        Run.Result failed = sketch.stoa("version").with("XDG_CACHE_HOME", cache).finish();

        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.errLines()).singleElement().asString().endsWith("make one of them writable");
    }

    @Test
    void theBuildLeavesStdinToTheCommand() throws IOException {
        Tools.script(sketch.jdks().resolve("plain/bin/java"), "cat\n");
        sketch.maven("cat >/dev/null\n");
        Path text = Files.writeString(temporary.resolve("text"), "from stdin\n");

        assertThat(sketch.stoa("memory", "add", "-").reading(text).finish().out())
                .isEqualTo("from stdin\n");
    }

    @Test
    void theExitCodeIsThatOfTheJvm() throws IOException {
        Tools.script(sketch.jdks().resolve("plain/bin/java"), "exit 5\n");

        assertThat(sketch.stoa("doctor").finish().exit()).isEqualTo(5);
    }
}
