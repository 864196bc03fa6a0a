package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.stoa.base.Principal;
import dev.stoa.server.RunningServer;
import dev.stoa.society.channel.MessageDraft;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A channel that is longer than a page of it. */
@InBrowser
class ChannelScrollTest {
    private static final String TOP = "id => document.getElementById(id).getBoundingClientRect().top";

    @TempDir
    Path folder;

    @Test
    void whoScrollsToAnEndOfTheTalkGetsTheNextPartAndKeepsThePlace(Browser browser) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                Tab tab = browser.open()) {
            server.post("agents", "{\"identity\":\"writer\",\"model\":\"sim:\"}");
            server.post("channels", "{\"name\":\"long\"}");
            for (int i = 1; i <= 700; i++) {
                server.stoa()
                        .society()
                        .messages()
                        .send(Principal.as("writer"), "long", MessageDraft.of("Message " + i + " of the talk."));
            }
            Page page = tab.page();
            tab.visit(server.url() + "/channels/long?around=350");
            tab.settle();
            page.evaluate("() => { window.marked = true; }");
            assertThat(page.locator("#m-300").count()).isOne();
            assertThat(page.locator("#m-299").count()).isZero();

            page.evaluate("() => document.querySelector('a[rel=prev]').scrollIntoView({ block: 'center' })");
            double before = ((Number) page.evaluate(TOP, "m-305")).doubleValue();
            assertThat(page.locator("#m-299").count())
                    .as("nobody has moved yet")
                    .isZero();
            page.mouse().move(400, 400);
            page.mouse().wheel(0, -20);
            page.waitForFunction("() => document.getElementById('m-299')");
            page.waitForFunction(
                    "top => Math.abs(document.getElementById('m-305').getBoundingClientRect().top - top) < 30", before);
            assertThat(page.url()).as("the address says what is shown").contains("around=");
            assertThat(page.locator("li.message").count()).isLessThanOrEqualTo(200);

            page.evaluate("() => scrollTo(0, document.body.scrollHeight)");
            page.mouse().wheel(0, 20);
            page.waitForFunction("() => document.getElementById('m-400')");
            assertThat(page.evaluate("() => window.marked")).isEqualTo(true);
            assertThat(tab.messages()).isEmpty();
        }
    }
}
