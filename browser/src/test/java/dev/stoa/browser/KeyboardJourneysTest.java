package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.stoa.server.RunningServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole pieces of work from the first page on, done with nothing but keys. */
@InBrowser
class KeyboardJourneysTest {
    private static final Map<String, String> SETTINGS = Map.of("STOA_SEARCH_EMBEDDER", "off");
    private static final int STOPS = 150;

    @TempDir
    Path folder;

    /** Opens the first page of a server on which something is already, and lets a visitor go on from there. */
    private void begin(Browser browser, Map<String, String> already, BiConsumer<RunningServer, Page> journey) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder, SETTINGS);
                Tab tab = browser.open()) {
            already.forEach((path, body) ->
                    assertThat(server.post(path, body).status()).as(path).isLessThan(300));
            tab.visit(server.url() + "/");
            loaded(tab.page());
            journey.accept(server, tab.page());
            assertThat(tab.violations()).isEmpty();
        }
    }

    private static void loaded(Page page) {
        page.waitForFunction("() => document.readyState === 'complete'");
    }

    private static void press(Page page, String... keys) {
        for (String key : keys) {
            page.keyboard().press(key);
        }
    }

    /** Goes from stop to stop until one is reached; what cannot be reached is not there for someone without a mouse. */
    private static void tabTo(Page page, String selector) {
        for (int i = 0; i < STOPS; i++) {
            press(page, "Tab");
            if (page.evaluate("selector => document.activeElement.matches(selector)", selector)
                    .equals(true)) {
                return;
            }
        }
        throw new AssertionError("no key leads to " + selector + " on " + page.url());
    }

    private static void write(Page page, String field, String words) {
        tabTo(page, field);
        page.keyboard().type(words);
    }

    /** Opens the palette, types, and opens what comes first and holds the words. */
    private static void choose(Page page, String typed, String found) {
        press(page, "Control+k");
        page.locator("dialog.palette[open] [role=option]").first().waitFor();
        page.keyboard().type(typed);
        page.waitForFunction(
                "words => document.querySelector('.palette [aria-selected=true]')?.textContent.includes(words)", found);
        press(page, "Enter");
    }

    private static Map<?, ?> first(RunningServer server, String list) {
        List<?> items = (List<?>) Objects.requireNonNull(server.get(list).body().get("items"));
        return (Map<?, ?>) Objects.requireNonNull(items.getFirst());
    }

    @Test
    void aDebateIsHeldAndItsGateApproved(Browser browser) {
        begin(browser, Map.of(), (server, page) -> {
            press(page, "g", "d");
            page.waitForURL(server.url() + "/debates");
            loaded(page);
            press(page, "c");
            page.waitForURL(server.url() + "/debates/new");
            loaded(page);
            write(page, "textarea[name=topic]", "Is 91 prime?");
            write(page, "textarea[name=options]", "yes\nno");
            write(page, "[name=agent1]", "ada=sim:");
            press(page, "Escape");
            write(page, "[name=agent2]", "bo=sim:");
            press(page, "Escape");
            write(page, "[name=seed]", "7");
            tabTo(page, "[name=gate_convergence]");
            press(page, "Space");
            page.locator("#preview .facts").waitFor();
            tabTo(page, "#act-start");
            press(page, "Enter");
            page.locator(".gate a.first").waitFor();

            tabTo(page, ".gate a.first");
            press(page, "Enter");
            page.locator("dialog[open] form[method=post]").waitFor();
            tabTo(page, "dialog[open] form button");
            press(page, "Enter");
            page.waitForFunction("() => document.getElementById('status')?.textContent.trim() === 'completed'");
            assertThat(first(server, "debates?simulated=include").get("status")).isEqualTo("completed");
        });
    }

    @Test
    void aMemoryIsFoundByThePaletteAndARedLineSet(Browser browser) {
        String content = "Releases wait for Monday.";
        begin(browser, Map.of("memories", "{\"content\":\"" + content + "\"}"), (server, page) -> {
            choose(page, "wait for monday", content);
            page.waitForURL(server.url() + "/memory/*");
            loaded(page);
            choose(page, ">draw a red line", "Draw a red line");
            page.locator("dialog[open]:not(.palette) form[method=post]").waitFor();
            write(page, "dialog[open] [name=reason]", "It was agreed.");
            tabTo(page, "dialog[open] form button");
            press(page, "Enter");
            page.locator(".notice").waitFor();
            Map<?, ?> memory = first(server, "memories");
            assertThat(memory.get("red_line")).isEqualTo(true);
            assertThat(memory.get("red_line_reason")).isEqualTo("It was agreed.");
        });
    }

    @Test
    void aMessageInAChannelIsAnswered(Browser browser) {
        begin(browser, Map.of("channels", "{\"name\":\"hall\"}"), (server, page) -> {
            server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}");
            server.send(
                    "POST", "channels/hall/messages", "{\"content\":\"The build is green.\"}", "Stoa-Agent", "scout");
            press(page, "g", "c");
            page.waitForURL(server.url() + "/channels");
            loaded(page);
            press(page, "j", "Enter");
            page.waitForURL(server.url() + "/channels/hall#new");
            loaded(page);
            write(page, "textarea[name=content]", "Then we ship it.");
            tabTo(page, "form.write button");
            press(page, "Enter");
            page.waitForFunction("() => document.getElementById('talk').textContent.includes('Then we ship it.')");
            assertThat(server.get("channels/hall/messages").raw().body()).contains("Then we ship it.");
        });
    }

    @Test
    void theAuditIsVerified(Browser browser) {
        begin(browser, Map.of("memories", "{\"content\":\"It is kept.\"}"), (server, page) -> {
            choose(page, "audit", "Audit");
            page.waitForURL(server.url() + "/audit");
            loaded(page);
            assertThat(page.locator("#badge.good").count()).isZero();
            tabTo(page, "a[href='/audit/verify']");
            press(page, "Enter");
            tabTo(page, "dialog [data-confirm] button");
            press(page, "Enter");
            page.locator("#badge.good").waitFor();
        });
    }
}
