package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.stoa.cli.Main;
import dev.stoa.storage.crash.Child;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen by someone who starts the command for the first time. */
@InBrowser
class FirstRunTest {
    /** The debates that the first page names as going on and as over. */
    private static final String DEBATES = """
            () => [...document.querySelectorAll('#now a[href^="/debates/"], #lately a[href^="/debates/"]')]
                .map(debate => debate.href).join(' ')""";

    private static Duration spent(Child server) {
        return server.handle().info().totalCpuDuration().orElseThrow();
    }

    /**
     * The time is that of a quiet machine. What a busy one adds is waiting, so what is measured here is the processor
     * time of the server: two processors have twenty seconds of it in ten.
     */
    @Test
    @DisplayName(
            "A newcomer starts serve --demo, opens the one printed URL and sees a debate moving within ten seconds.")
    void aNewcomerStartsServeDemoOpensTheOnePrintedUrlAndSeesADebateMovingWithinTenSeconds(
            Browser browser, @TempDir Path folder) {
        try (Child server = Child.start(Main.class, "serve", "--demo", "--data", folder, "--port", "0");
                Tab tab = browser.open()) {
            String url = server.expect("stoa: listening on");
            assertThat(server.line().orElseThrow()).doesNotContain("http");
            Duration begin = spent(server);
            Page page = tab.page();
            tab.visit(url);
            page.evaluate("() => { window.marked = true; }");
            Object before = page.evaluate(DEBATES);

            page.waitForFunction("before => (" + DEBATES + ")() !== before", before);

            assertThat(spent(server).minus(begin)).isLessThan(Duration.ofSeconds(20));
            assertThat(page.evaluate("() => window.marked === true")).isEqualTo(true);
            assertThat(tab.messages()).isEmpty();
        }
    }
}
