package dev.stoa.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The script that people call; the build it starts cannot be run inside a build. */
class RunScriptTest {
    private final Path root = Path.of(Objects.requireNonNull(System.getProperty("stoa.basedir")));

    @Test
    void itIsExecutableAndAShellUnderstandsIt() throws Exception {
        Path script = root.resolve("bench/run");
        assertThat(script).isExecutable();
        assertThat(new ProcessBuilder("sh", "-n", script.toString()).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void itSwitchesOnAProfileThatRunsTheMainClass() throws Exception {
        String pom = Files.readString(root.resolve("bench/pom.xml"));
        assertThat(Files.readString(root.resolve("bench/run"))).contains("-P bench-run", "-Dbench.args=");
        assertThat(pom).contains("<id>bench-run</id>", "<argument>" + Main.class.getName() + "</argument>");
        assertThat(Main.class.getMethod("main", String[].class)).isNotNull();
    }
}
