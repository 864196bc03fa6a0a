package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.console.Environment;
import java.io.InputStream;
import java.io.PrintWriter;
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
        assertThat(err.toString().lines())
                .containsExactly("stoa: stoa has no command 'verison'; did you mean version?");
    }

    @Test
    void anUnknownOptionPointsToTheHelpOfItsVerb() {
        assertThat(run("version", "--colour")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly("stoa: stoa version has no option '--colour'; see stoa version --help");
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

    @Test
    void theHelpListsEveryCommandWhateverOptionsStandBeforeIt() {
        assertThat(run("--data", "memory", "--help", "version")).isZero();
        assertThat(out.toString()).contains(CommandTable.names());
        assertThat(out.toString().lines().filter(line -> line.matches("  [a-z]+ +\\S.*")))
                .hasSize(CommandTable.names().size());
    }

    @Test
    void aValueOfAnOptionIsNoCommand() {
        assertThat(run("--data", "memory", "version")).isZero();
        assertThat(run("--data=memory", "--as", "debate", "version", "--json")).isZero();
    }

    @Test
    void theHelpOfANounListsEveryVerbAndThatOfAVerbItsOptions() {
        assertThat(run("memory", "--help")).isZero();
        assertThat(out.toString()).contains("  add ", "  recall ", "  list ", "  stats ", "  show ");
        assertThat(run("memory", "list", "--help")).isZero();
        assertThat(out.toString()).contains("--namespace", "--data");
    }

    @Test
    void anUnknownVerbIsComparedWithEveryVerbOfItsNoun() {
        assertThat(run("memory", "recal")).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("stoa: memory has no verb 'recal'; did you mean recall?\n");
    }

    @Test
    void aNounWithoutAVerbNamesThemAll() {
        assertThat(run("tunnel")).isEqualTo(2);
        assertThat(err.toString()).contains("no verb is given: ").contains(" or ");
    }

    private int run(String... args) {
        return Main.run(
                new Environment(
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        InputStream.nullInputStream(),
                        Map.of(),
                        Path.of(""),
                        false,
                        false),
                args);
    }
}
