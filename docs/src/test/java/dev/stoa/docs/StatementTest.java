package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatementTest {
    @Test
    void aScriptIsSplitWhereTheShellWouldRunALine() {
        List<Statement> statements = Statement.ofScript(block("""
                # a comment
                stoa version

                stoa memory add \\
                  'two
                lines'
                for i in 1 2; do
                  echo $i
                done
                cat <<'END' >file
                # not a comment
                it's
                END
                stoa memory list"""));

        assertThat(statements.stream().map(Statement::text))
                .containsExactly(
                        "stoa version",
                        "stoa memory add \\\n  'two\nlines'",
                        "for i in 1 2; do\n  echo $i\ndone",
                        "cat <<'END' >file\n# not a comment\nit's\nEND",
                        "stoa memory list");
        assertThat(statements.stream().map(Statement::line)).containsExactly(11, 13, 16, 19, 23);
        assertThat(statements)
                .allMatch(
                        statement -> statement.exit() == 0 && statement.shown().isEmpty());
    }

    @Test
    void aCommentStatesTheExitCode() {
        assertThat(Statement.ofScript(block("stoa memory show 9   # exit 3\nstoa version # exit codes are fun")))
                .extracting(Statement::exit)
                .containsExactly(3, 0);
    }

    @Test
    void aConsoleShowsCommandsAndTheirOutput() {
        assertThat(Statement.ofConsole(block("""
                $ printf 'a\\nb\\n'
                a
                b
                $ true
                $ cat <<END
                > x
                >
                > END
                x

                $ false # exit 1""")))
                .containsExactly(
                        new Statement("printf 'a\\nb\\n'", 10, 0, Optional.of(List.of("a", "b"))),
                        new Statement("true", 13, 0, Optional.of(List.of())),
                        new Statement("cat <<END\nx\n\nEND", 14, 0, Optional.of(List.of("x", ""))),
                        new Statement("false # exit 1", 20, 1, Optional.of(List.of())));
    }

    @Test
    void outputThatBeginsLikeAContinuationIsOutput() {
        assertThat(Statement.ofConsole(block("$ echo '> x'\n> x")))
                .extracting(Statement::shown)
                .containsExactly(Optional.of(List.of("> x")));
    }

    @Test
    void aConsoleWithoutACommandIsAMistake() {
        assertThatThrownBy(() -> Statement.ofConsole(block("output\n$ true")))
                .hasMessageContaining("begins with a command");
    }

    private static Block block(String text) {
        return new Block("sh", text.lines().toList(), 10);
    }
}
