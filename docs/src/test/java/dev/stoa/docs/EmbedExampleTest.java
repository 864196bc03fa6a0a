package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds examples/embed with the real Maven against the artefacts of this build, and runs what came of it. */
class EmbedExampleTest {
    private static final long MOST_BYTES = 25_000_000;
    private static final String ANSWER = "The harbour is closed in winter";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path temporary;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Path target;

    /** The one build of this class, on a copy, so that nothing is left in the clone. */
    @BeforeAll
    static void build() throws IOException {
        Path repository = repository();
        Path project = temporary.resolve("embed");
        Run.of("cp", "-R", Clone.root().resolve("examples/embed"), project).finish();
        target = project.resolve("target");
        Run.of("rm", "-rf", target).finish();

        Run.Result built = Run.of("mvn", "-q", "-B", "-ntp", "-Dmaven.repo.local=" + repository, "package")
                .in(project)
                .with("JAVA_HOME", System.getProperty("java.home"))
                .finish();

        assertThat(built.exit()).as(built.out() + built.err()).isZero();
    }

    /**
     * A local repository with the artefacts of this build and links to all else that the build has fetched: what is
     * installed on this machine under our names is neither seen nor changed.
     */
    private static Path repository() throws IOException {
        Path fetched = Path.of(Objects.requireNonNull(System.getProperty("stoa.repository"), "stoa.repository"));
        Path repository = Files.createDirectories(temporary.resolve("repository"));
        Path dev = Files.createDirectory(repository.resolve("dev"));
        link(fetched, repository, "dev");
        link(fetched.resolve("dev"), dev, "stoa");
        Path ours = Files.createDirectory(dev.resolve("stoa"));
        install(ours, "stoa", Clone.root().resolve("pom.xml"));
        install(ours, "stoa-bom", Clone.root().resolve("bom/pom.xml"));
        install(ours, "stoa-core", Clone.root().resolve("core/pom.xml"));
        Files.copy(
                Clone.jar("core"),
                ours.resolve("stoa-core")
                        .resolve(Clone.version())
                        .resolve(Clone.jar("core").getFileName()));
        return repository;
    }

    private static void link(Path from, Path to, String except) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                Path name = entry.getFileName();
                if (name != null && !name.toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(name), entry);
                }
            }
        }
    }

    private static void install(Path group, String artefact, Path pom) throws IOException {
        Path folder = Files.createDirectories(group.resolve(artefact).resolve(Clone.version()));
        Files.copy(pom, folder.resolve(artefact + "-" + Clone.version() + ".pom"));
    }

    private static Run.Result java(Object... arguments) {
        Object java = Path.of(System.getProperty("java.home"), "bin/java");
        return Run.of(Stream.concat(Stream.of(java), Stream.of(arguments)).toArray())
                .finish();
    }

    private static void answersAndSaysNothingElse(Run.Result run) {
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
        assertThat(run.outLines()).hasSize(2).startsWith(ANSWER);
        assertThat(run.outLines().getLast()).startsWith("note: the module stoa-embedder is missing");
    }

    @Test
    void itRunsOnTheClassPath() {
        answersAndSaysNothingElse(java("-jar", target.resolve("embed.jar"), temporary.resolve("a")));
        answersAndSaysNothingElse(java(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                target.resolve("embed.jar"),
                "example.embed.Main",
                temporary.resolve("b")));
    }

    @Test
    void itRunsOnTheModulePath() {
        answersAndSaysNothingElse(java(
                "-p",
                target.resolve("embed.jar") + File.pathSeparator + target.resolve("lib"),
                "--enable-native-access=org.xerial.sqlitejdbc",
                "-m",
                "example.embed/example.embed.Main",
                temporary.resolve("c")));
    }

    @Test
    void aProgramThatHasALogProviderKeepsWhatItSays() {
        // A name that is no provider: SLF4J says so, as it would without us.
        Run.Result run =
                java("-Dslf4j.provider=no.such.Provider", "-jar", target.resolve("embed.jar"), temporary.resolve("d"));
        assertThat(run.exit()).isZero();
        assertThat(run.err()).contains("no.such.Provider");
    }

    @Test
    void theCoreBringsLittleAndNoLibraryOfLanguageModels() throws IOException {
        try (Stream<Path> files = Files.list(target.resolve("lib"))) {
            List<Path> jars = files.toList();
            long bytes = 0;
            for (Path jar : jars) {
                bytes += Files.size(jar);
            }
            assertThat(bytes).as("bytes of %s", jars).isBetween(10_000_000L, MOST_BYTES);
            assertThat(jars)
                    .noneMatch(jar -> String.valueOf(jar.getFileName())
                            .matches("(langchain4j|onnxruntime|tokenizers|z3|jackson-databind).*"));
        }
    }
}
