package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.console.Environment;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionNamesStoaJavaAndThePlatform() {
        assertThat(run("version")).isZero();
        assertThat(out.toString()).matches("stoa \\d+\\.\\d+\\.\\d+ \\(Java \\d+\\S*, \\S+ \\S+\\)\\R");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void versionAsJsonIsOneDocument() {
        assertThat(run("version", "--json")).isZero();
        assertThat(out.toString())
                .matches("\\{\"version\":\"[\\d.]+\",\"java\":\"[^\"]+\",\"os\":\"[^\"]+\",\"arch\":\"[^\"]+\"}\n");
    }

    @Test
    void anUnknownVerbIsAUsageErrorInOneLineAndLeavesStdoutEmpty() {
        assertThat(run("verison")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).containsExactly("stoa: stoa does not know 'verison'; did you mean version?");
    }

    @Test
    void anUnknownOptionPointsToTheHelpOfItsVerb() {
        assertThat(run("version", "--colour")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly("stoa: stoa version does not know '--colour'; see stoa version --help");
    }

    @Test
    void noVerbIsAUsageError() {
        assertThat(run()).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).containsExactly("stoa: no command is given; see stoa --help");
    }

    @Test
    void errorsAreJsonOnStderrWhenJsonIsAsked() {
        assertThat(run("verison", "--json")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .startsWith("{\"error\":{\"code\":\"invalid\",\"message\":")
                .endsWith("\"}}\n");
    }

    @Test
    void helpGoesToStdout() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("Usage: stoa").contains("version");
        assertThat(err.toString()).isEmpty();
    }

    private int run(String... args) {
        return Main.run(
                new Environment(
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        new BufferedReader(Reader.nullReader()),
                        Map.of(),
                        Path.of(""),
                        false,
                        false),
                args);
    }
}
