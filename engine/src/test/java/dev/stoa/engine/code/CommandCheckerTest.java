package dev.stoa.engine.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.record.CheckStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandCheckerTest {
    private static final CodeRunner RUNNER = CodeRunner.create(false, List.of());

    private static CommandChecker.Verdict check(String command, String answer) {
        return check(command, answer, Duration.ofSeconds(30));
    }

    private static CommandChecker.Verdict check(String command, String answer, Duration time) {
        return CommandChecker.of(
                        RUNNER, command, RunLimits.DEFAULT.withTimes(time, time).withClock(10_000))
                .check(answer);
    }

    @Test
    void statusZeroPassesAndOneFails() {
        assertThat(check("grep -q '^42$'", "42").status()).isEqualTo(CheckStatus.PASSED);
        CommandChecker.Verdict wrong = check("sh -c 'cat; exit 1'", "43");
        assertThat(wrong.status()).isEqualTo(CheckStatus.FAILED);
        assertThat(wrong.detail()).containsEntry("exit", 1).containsEntry("output", "43");
    }

    @Test
    @DisplayName("A check that failed to run must not pass")
    void anythingElseIsUnknown() {
        assertThat(check("sh -c 'exit 2'", "x").status()).isEqualTo(CheckStatus.UNKNOWN);
        assertThat(check("/no/such/program", "x").status()).isEqualTo(CheckStatus.UNKNOWN);
        assertThat(check("sh -c 'kill -9 $$'", "x").status()).isEqualTo(CheckStatus.UNKNOWN);
        CommandChecker.Verdict late = check("sh -c 'echo begun; while :; do :; done'", "x", Duration.ofSeconds(1));
        assertThat(late.status()).isEqualTo(CheckStatus.UNKNOWN);
        assertThat(late.exit()).isNull();
        assertThat(late.output()).startsWith("begun").contains("[ended: its processor time was over]");
    }

    @Test
    void aFileThatTheCommandLineNamesCanBeReadAndOneThatIsMissingIsNamed(@TempDir Path folder) throws IOException {
        Path script = Files.writeString(folder.resolve("x.sh"), "grep -q 42");
        assertThat(check("bash " + script, "42").status()).isEqualTo(CheckStatus.PASSED);
        CommandChecker.Verdict missing = check("bash " + folder.resolve("y.sh"), "42");
        assertThat(missing.status()).isEqualTo(CheckStatus.UNKNOWN);
        assertThat(missing.output()).contains("y.sh").contains("status 127, not 0 or 1");
    }

    @Test
    void ofALongOutputTheEndIsKept() {
        CommandChecker.Verdict loud = check("sh -c 'yes | head -c 100000; echo end'", "x");
        assertThat(loud.output()).hasSize(4_096).endsWith("end\n");
    }

    @Test
    void aCommandLineIsSplitWithoutAShell() {
        assertThat(CommandChecker.words("a  'b c' \"d \\\" e\" f\\ g '' $HOME;x"))
                .containsExactly("a", "b c", "d \" e", "f g", "", "$HOME;x");
        assertThatThrownBy(() -> CommandChecker.words("a 'b")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> CommandChecker.words(" ")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> CommandChecker.words("''")).isInstanceOf(InvalidException.class);
    }
}
