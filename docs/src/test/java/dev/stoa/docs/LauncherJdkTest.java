package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which JDK the launcher takes and which options it gives it, shown with JDKs that print what they are given. */
class LauncherJdkTest {
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
    void withoutAnyJdkOneLineSaysHowToGetOne() {
        Run.Result failed = sketch.stoa("version")
                .with("PATH", "")
                .with("HOME", "")
                .with("STOA_JDK_FOLDERS", temporary.resolve("nowhere"))
                .finish();

        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.errLines())
                .containsExactly("stoa: no JDK 21 or newer was found; get one from https://adoptium.net");
    }

    @Test
    void anOldJdkAloneIsNamedInTheError() throws IOException {
        Path old = Tools.jdk(temporary.resolve("old"), "17.0.9");

        Run.Result failed = sketch.stoa("version")
                .with("JAVA_HOME", old)
                .with("STOA_JDK_FOLDERS", temporary.resolve("nowhere"))
                .finish();

        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.errLines()).singleElement().asString().contains("only 17.0.9");
    }

    @Test
    void theNewestWinsByNumberAndNotBySpelling() throws IOException {
        for (String version : List.of("21.0.9", "21.0.10", "1.8.0_402", "9", "21-ea")) {
            Tools.jdk(sketch.jdks().resolve("jdk-" + version), version);
        }

        assertThat(jdkOf(sketch.stoa("version"))).isEqualTo("21.0.10");
    }

    @Test
    void javaHomeAndPathCountLikeEveryOtherPlace() throws IOException {
        Path home = Tools.jdk(temporary.resolve("home of java"), "22.0.1");
        Path onPath = Tools.jdk(temporary.resolve("jdk on path"), "23.0.1");

        assertThat(jdkOf(sketch.stoa("version").with("JAVA_HOME", home))).isEqualTo("22.0.1");
        assertThat(jdkOf(sketch.stoa("version").with("JAVA_HOME", home).onPath(onPath.resolve("bin"))))
                .isEqualTo("23.0.1");
    }

    @Test
    void aLinkToJavaOnPathLeadsToItsJdk() throws IOException {
        Path jdk = Tools.jdk(temporary.resolve("linked jdk"), "22.0.2");
        Path programs = Files.createDirectories(temporary.resolve("programs"));
        Files.createSymbolicLink(programs.resolve("java"), programs.relativize(jdk.resolve("bin/java")));

        assertThat(jdkOf(sketch.stoa("version").onPath(programs))).isEqualTo("22.0.2");
    }

    @Test
    void theMacLayoutIsKnown() throws IOException {
        Tools.jdk(sketch.jdks().resolve("some.jdk/Contents/Home"), "24.0.1");

        assertThat(jdkOf(sketch.stoa("version"))).isEqualTo("24.0.1");
    }

    @Test
    void aJdkWithoutAReleaseFileIsAsked() throws IOException {
        Path silent = Tools.jdk(sketch.jdks().resolve("silent"), "24.0.2");
        Files.delete(silent.resolve("release"));
        Tools.script(silent.resolve("bin/java"), """
                if [ "$1" = -XshowSettings:properties ]; then
                    echo '    java.version = 24.0.2' >&2
                else
                    echo 'java of 24.0.2'
                fi
                """);

        assertThat(jdkOf(sketch.stoa("version"))).isEqualTo("24.0.2");
    }

    @Test
    void aRuntimeWithoutACompilerIsPassedOver() throws IOException {
        Path runtime = Tools.jdk(sketch.jdks().resolve("runtime"), "24.0.2");
        Files.delete(runtime.resolve("bin/javac"));

        assertThat(jdkOf(sketch.stoa("version"))).isEqualTo("21.0.2");
    }

    @Test
    void beforeJdk25ThereIsNoAotCache() throws IOException {
        Tools.jdk(sketch.jdks().resolve("new"), "24.0.2");

        assertThat(sketch.stoa("version").finish().outLines()).noneMatch(line -> line.startsWith("-XX:AOTCache"));
        assertThat(sketch.kept()).containsExactly("stoa.jar");
    }

    @Test
    void fromJdk25EachJdkHasItsAotCache() throws IOException {
        Tools.jdk(sketch.jdks().resolve("25"), "25");
        Run.Result first = sketch.stoa("version").finish();
        Tools.jdk(sketch.jdks().resolve("26"), "26");
        Run.Result second = sketch.stoa("version").finish();

        assertThat(caches()).hasSize(2);
        assertThat(first.outLines())
                .containsAnyElementsOf(
                        caches().stream().map(LauncherJdkTest::flag).toList());
        assertThat(second.outLines())
                .containsAnyElementsOf(
                        caches().stream().map(LauncherJdkTest::flag).toList());
        assertThat(second.err()).isEmpty();
    }

    @Test
    void oneJdkUnderTwoNamesHasOneCache() throws IOException {
        Path jdk = Tools.jdk(sketch.jdks().resolve("25"), "25");
        Path link = Files.createSymbolicLink(temporary.resolve("link"), jdk);

        sketch.stoa("version").finish();
        sketch.stoa("version").with("JAVA_HOME", link).finish();

        assertThat(caches()).hasSize(1);
    }

    @Test
    void aNewJarHasANewCache() throws IOException {
        Tools.jdk(sketch.jdks().resolve("25"), "25");
        sketch.stoa("version").finish();
        Path cache = caches().getFirst();
        Files.writeString(cache, "made for the old jar");
        Files.writeString(sketch.source(), "class Main { int changed; }\n");

        sketch.stoa("version").finish();

        assertThat(caches()).containsExactly(cache);
        assertThat(cache).hasContent("cache");
    }

    @Test
    void aCacheThatCannotBeMadeIsDoneWithout() throws IOException {
        Path jdk = Tools.jdk(sketch.jdks().resolve("25"), "25");
        Path tries = temporary.resolve("tries");
        Tools.script(jdk.resolve("bin/java"), """
                case $1 in
                    -XX:AOTCacheOutput=*) echo once >>'TRIES'; exit 1 ;;
                esac
                printf '%s\\n' "$@"
                """.replace("TRIES", tries.toString()));

        Run.Result first = sketch.stoa("version").finish();
        Run.Result second = sketch.stoa("version").finish();

        assertThat(first.exit()).isZero();
        assertThat(second.outLines()).noneMatch(line -> line.startsWith("-XX:AOTCache"));
        assertThat(tries).hasContent("once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "--help", "config", "memory list", "agent show", "debate --help"})
    void shortCommandsGetTheQuickCompiler(String command) {
        assertThat(sketch.stoa(command.split(" ")).finish().outLines()).contains("-XX:TieredStopAtLevel=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serve", "bench", "debate run", "evolve run", "mcp", "import list.db", "--data d serve"})
    void longCommandsGetTheWholeCompiler(String command) {
        assertThat(sketch.stoa(command.split(" ")).finish().outLines())
                .isNotEmpty()
                .noneMatch(line -> line.startsWith("-XX:Tiered"));
    }

    @Test
    void ownOptionsComeLastAndAreSplitAtBlanksOnly() throws IOException {
        Path folder = Files.createDirectories(temporary.resolve("elsewhere"));
        Files.writeString(folder.resolve("-Dstar=match"), "what an open star would find");

        Run.Result run = sketch.stoa("version")
                .in(folder)
                .with("STOA_JAVA_OPTS", "-Xmx1g  -Dstar=*")
                .finish();

        assertThat(run.outLines())
                .containsExactly(
                        "java of 21.0.2",
                        "-Xmx1g",
                        "-Dstar=*",
                        "-jar",
                        sketch.state().resolve("stoa.jar").toString(),
                        "version");
    }

    private static String jdkOf(Run run) {
        Run.Result result = run.finish();
        assertThat(result.exit()).as(result.err()).isZero();
        return result.outLines().getFirst().replace("java of ", "");
    }

    private List<Path> caches() throws IOException {
        try (Stream<Path> files = Files.list(sketch.state())) {
            return files.filter(file -> file.toString().endsWith(".aot")).toList();
        }
    }

    private static String flag(Path cache) {
        return "-XX:AOTCache=" + cache;
    }
}
