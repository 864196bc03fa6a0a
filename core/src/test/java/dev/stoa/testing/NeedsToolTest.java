package dev.stoa.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class NeedsToolTest {
    private static final Tool[] BOTH = {Tool.PYTHON, Tool.BASH};

    @Test
    void whatHasAllItNeedsIsRun() {
        assertThat(NeedsToolCondition.evaluate("a test", BOTH, tool -> true, name -> "1")
                        .isDisabled())
                .isFalse();
    }

    @Test
    void whatIsMissingIsNamedWithWhatToDo() {
        var skipped = NeedsToolCondition.evaluate("a test", BOTH, tool -> tool == Tool.BASH, name -> null);
        assertThat(skipped.isDisabled()).isTrue();
        assertThat(skipped.getReason()).contains("a test needs python3 (install Python 3)");
    }

    @Test
    void inTheGateWhatIsMissingIsAFailure() {
        assertThatThrownBy(() -> NeedsToolCondition.evaluate("a test", BOTH, tool -> false, name -> "1"))
                .hasMessageContaining("python3")
                .hasMessageContaining("bash")
                .hasMessageContaining("STOA_REQUIRE_TOOLS");
    }

    @Test
    void aBrowserCanBeDemandedAlone() {
        Function<String, @Nullable String> demand = name -> name.equals("STOA_REQUIRE_BROWSER") ? "1" : null;

        assertThat(NeedsToolCondition.evaluate("a test", BOTH, tool -> false, demand)
                        .isDisabled())
                .isTrue();
        assertThatThrownBy(
                        () -> NeedsToolCondition.evaluate("a test", new Tool[] {Tool.CHROMIUM}, tool -> false, demand))
                .hasMessageContaining("install chromium")
                .hasMessageContaining("STOA_REQUIRE_BROWSER");
    }
}
