package dev.stoa.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class NeedsToolTest {
    private static final Tool[] BOTH = {Tool.PYTHON, Tool.BASH};

    @Test
    void whatHasAllItNeedsIsRun() {
        assertThat(NeedsToolCondition.evaluate("a test", BOTH, tool -> true, "1")
                        .isDisabled())
                .isFalse();
    }

    @Test
    void whatIsMissingIsNamedWithWhatToDo() {
        var skipped = NeedsToolCondition.evaluate("a test", BOTH, tool -> tool == Tool.BASH, null);
        assertThat(skipped.isDisabled()).isTrue();
        assertThat(skipped.getReason()).contains("a test needs python3 (install Python 3)");
    }

    @Test
    void inTheGateWhatIsMissingIsAFailure() {
        assertThatThrownBy(() -> NeedsToolCondition.evaluate("a test", BOTH, tool -> false, "1"))
                .hasMessageContaining("python3")
                .hasMessageContaining("bash")
                .hasMessageContaining("STOA_REQUIRE_TOOLS");
    }
}
