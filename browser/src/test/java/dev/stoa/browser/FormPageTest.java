package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.stoa.server.RunningServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms, as people send them. */
@InBrowser
class FormPageTest {
    @TempDir
    Path folder;

    private static List<String> said(RunningServer server) {
        List<?> items = (List<?>) Objects.requireNonNull(
                server.get("channels/hall/messages").body().get("items"));
        return items.stream()
                .map(item -> String.valueOf(((Map<?, ?>) Objects.requireNonNull(item)).get("content")))
                .toList();
    }

    @Test
    void aChannelThatWasReadToItsEndTellsNothingOnTheNextPage(Browser browser) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                Tab tab = browser.open()) {
            server.post("channels", "{\"name\":\"hall\"}");
            server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}");
            String message = "{\"content\":\"The build is green.\"}";
            server.send("POST", "channels/hall/messages", message, "Stoa-Agent", "scout");
            Page page = tab.page();
            tab.visit(server.url() + "/channels/hall?around=1");
            tab.settle();
            page.mouse().wheel(0, 100);
            page.waitForFunction("""
                    () => performance.getEntriesByType('resource')
                        .some(sent => sent.name.endsWith('/channels/hall/read'))""");
            assertThat(server.get("channels/hall").body().get("unread")).isEqualTo(0L);
            tab.visit(server.url() + "/agents");
            assertThat(page.locator(".notice").allTextContents()).isEmpty();
        }
    }

    @Test
    void aMentionIsCompletedByKeyboardAndSentAsItWasWritten(Browser browser) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                Tab tab = browser.open(Tab.Visitor.usual())) {
            server.post("channels", "{\"name\":\"hall\"}");
            server.post("agents", "{\"identity\":\"lookout\",\"kind\":\"human\"}");
            server.post("agents", "{\"identity\":\"lodger\",\"kind\":\"human\"}");
            Page page = tab.page();
            tab.visit(server.url() + "/channels/hall");
            tab.settle();
            Locator text = page.locator("textarea[name=content]");
            text.pressSequentially("Look, @lo");
            Locator names = page.locator("#names [role=option]");
            page.waitForCondition(() -> names.count() == 2);
            assertThat(tab.barriers()).isEmpty();
            assertThat(text.getAttribute("aria-activedescendant")).isEqualTo("name-0");
            text.press("ArrowDown");
            text.press("Enter");
            assertThat(text.inputValue()).isEqualTo("Look, @lookout ");
            assertThat(page.locator("#names").isHidden()).isTrue();
            text.pressSequentially("in #ha");
            page.waitForCondition(() -> names.count() == 1);
            text.press("Escape");
            assertThat(text.inputValue()).isEqualTo("Look, @lookout in #ha");
            text.pressSequentially("l");
            page.waitForCondition(() -> names.count() == 1);
            names.first().click();
            assertThat(text.inputValue()).isEqualTo("Look, @lookout in #hall ");
            page.locator("form.write button").click();
            page.waitForCondition(() -> said(server).size() == 1);
            assertThat(said(server).getFirst().strip()).isEqualTo("Look, @lookout in #hall");
            assertThat(tab.violations()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFilterThatIsRefusedSaysWhy(boolean scripts, Browser browser) {
        Tab.Visitor visitor = Tab.Visitor.usual();
        try (RunningServer server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                Tab tab = browser.open(scripts ? visitor : visitor.withoutScripts())) {
            Page page = tab.page();
            tab.visit(server.url() + "/debates");
            page.locator("form.filter [name=from]").fill("yesterday");
            page.locator("form.filter button").click();
            page.locator("[role=alert]").waitFor();
            assertThat(page.locator("[role=alert]").textContent()).contains("from");
            assertThat(page.url()).contains("from=yesterday");
            assertThat(page.locator("[role=alert] a.first").getAttribute("href"))
                    .contains("from=yesterday");
        }
    }

    @Test
    void everyCommandHasAButtonThatCopiesIt(Browser browser) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                Tab tab = browser.open(Tab.Visitor.usual())) {
            Page page = tab.page();
            tab.visit(server.url() + "/");
            tab.settle();
            page.evaluate("""
                    () => Object.defineProperty(navigator, 'clipboard',
                        { value: { writeText: text => { window.copied = text; } } })""");
            int commands = page.locator(".command > code").count();
            assertThat(commands).isGreaterThan(3);
            assertThat(page.locator(".command > button.copy[aria-label]").count())
                    .isEqualTo(commands);
            Locator first = page.locator("#begin .command").first();
            first.locator("button").click();
            page.waitForFunction(
                    "words => window.copied === words", first.locator("code").textContent());
            assertThat(tab.barriers()).isEmpty();

            tab.visit(server.url() + "/debates/new");
            page.locator("[name=topic]").fill("Is 91 prime?");
            page.locator("#preview .command > button.copy").waitFor();
            assertThat(page.locator("#preview .command > button.copy").count()).isOne();
            assertThat(tab.violations()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFormSentTwiceByDoubleClickReloadOrBackActsOnce(boolean scripts, Browser browser) {
        Tab.Visitor visitor = Tab.Visitor.usual();
        try (RunningServer server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                Tab tab = browser.open(scripts ? visitor : visitor.withoutScripts())) {
            server.post("channels", "{\"name\":\"hall\"}");
            Page page = tab.page();
            tab.visit(server.url() + "/channels/hall/send");
            page.locator("textarea[name=content]").fill("Is anybody there?");

            page.locator("main form[method=post] button").dblclick();

            page.waitForURL(server.url() + "/channels/hall");
            assertThat(said(server)).containsExactly("Is anybody there?");
            page.reload();
            assertThat(said(server)).containsExactly("Is anybody there?");

            page.goBack();
            page.waitForURL(server.url() + "/channels/hall/send");
            page.goForward();
            page.waitForURL(server.url() + "/channels/hall");
            assertThat(said(server)).containsExactly("Is anybody there?");
        }
    }
}
