package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.console.Screen;
import dev.stoa.debate.proof.RegisterReport;
import dev.stoa.debate.proof.ReplayReport.Mismatch;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class ReplayTextTest {
    @Test
    void noColourOfAForgedIdReachesTheTerminal() {
        String forged = "session \u001b]0;title\u0007\u001b[31mred";
        RegisterReport report = new RegisterReport(1, List.of(Mismatch.of("register", 1, forged, forged, forged)));

        assertThat(ReplayText.register(new Screen(100, false), report))
                .hasSize(2)
                .noneMatch(line -> line.contains("\u001b"))
                .last()
                .asString()
                .contains("red: expected session");
    }
}
