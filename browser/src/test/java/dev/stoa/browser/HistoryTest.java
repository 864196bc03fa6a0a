package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the address says is what is shown, however a page is come to. */
@InBrowser
class HistoryTest {
    /** What is read, without what a record was found to be meanwhile. */
    private static final String READ = """
            () => {
                const main = document.querySelector('main').cloneNode(true);
                main.querySelectorAll('time, #proof, button').forEach(left => left.remove());
                return main.textContent.replace(/\\\\s+/g, ' ');
            }""";

    private static void ready(Page page, String url) {
        page.waitForURL(url);
        page.waitForFunction("() => document.readyState === 'complete' && !document.querySelector('.htmx-request')");
    }

    private static String read(Page page) {
        return String.valueOf(page.evaluate(READ));
    }

    @Test
    void reloadBackAndForwardKeepFilterTabTurnScrubberPositionAndComparison(Browser browser, DemoSite site) {
        String debate = site.server().url() + site.debate("release-friday");
        List<String> addresses = List.of(
                site.server().url() + "/debates?status=failed",
                debate + "?view=story",
                debate + "?turn=2",
                debate + "?at=12",
                site.server().url() + "/debates/compare?a=release-friday&b=demo-paused");
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            String[] shown = new String[addresses.size()];
            for (int i = 0; i < shown.length; i++) {
                tab.visit(addresses.get(i));
                ready(page, addresses.get(i));
                shown[i] = read(page);
                page.reload();
                ready(page, addresses.get(i));
                assertThat(read(page)).as("reload " + addresses.get(i)).isEqualTo(shown[i]);
            }
            assertThat(shown).doesNotHaveDuplicates();
            for (int i = shown.length - 2; i >= 0; i--) {
                page.goBack();
                ready(page, addresses.get(i));
                assertThat(read(page)).as("back to " + addresses.get(i)).isEqualTo(shown[i]);
            }
            for (int i = 1; i < shown.length; i++) {
                page.goForward();
                ready(page, addresses.get(i));
                assertThat(read(page)).as("forward to " + addresses.get(i)).isEqualTo(shown[i]);
            }
        }
    }

    @Test
    void whatIsChosenInThePageStandsInItsAddressAndComesBack(Browser browser, DemoSite site) {
        String debate = site.server().url() + site.debate("release-friday");
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            tab.visit(debate + "?at=12");
            ready(page, debate + "?at=12");
            String before = read(page);
            page.locator("[data-step='1']").click();
            page.waitForURL(debate + "?at=13");
            page.locator("[data-step='1']").click();
            page.waitForURL(debate + "?at=14");
            page.goBack();
            page.waitForURL(debate + "?at=13");
            page.goBack();
            page.waitForURL(debate + "?at=12");
            page.waitForFunction("() => document.querySelector('.scrub input[type=range]').value === '12'");
            page.waitForFunction(
                    "text => (" + READ + ")().includes(text)",
                    before.substring(before.indexOf("Phase"), before.indexOf("Phase") + 60));
            page.reload();
            ready(page, debate + "?at=12");
            assertThat(read(page)).isEqualTo(before);
        }
    }
}
