package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The console without a mouse. */
@InBrowser
class KeyboardTest {
    private static final String FOCUSED = "() => document.activeElement.getAttribute('href') ?? ''";

    private static void open(Tab tab, DemoSite site, String address) {
        tab.visit(site.server().url() + address);
        tab.page().waitForFunction("() => document.readyState === 'complete'");
    }

    private static void press(Page page, String... keys) {
        for (String key : keys) {
            page.keyboard().press(key);
        }
    }

    private static void comesTo(Page page, DemoSite site, String address) {
        page.waitForURL(site.server().url() + address);
    }

    @Test
    void gAndALetterGoToTheWings(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            open(tab, site, "/ops/jobs");
            for (List<String> to : List.of(
                    List.of("d", "/debates"),
                    List.of("m", "/memory"),
                    List.of("c", "/channels"),
                    List.of("e", "/evolve"),
                    List.of("o", "/ops"),
                    List.of("h", "/"))) {
                press(tab.page(), "g", to.getFirst());
                comesTo(tab.page(), site, to.getLast());
                tab.page().waitForFunction("() => document.readyState === 'complete'");
            }
        }
    }

    @Test
    void aListIsMovedThroughSelectedAndOpened(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            open(tab, site, "/debates");
            press(page, "j", "x", "j", "j", "k", "x");
            assertThat(page.evaluate("""
                    () => [...document.querySelectorAll('[data-rows] > tr')].slice(0, 3)
                        .map(row => row.querySelector('input:checked')?.name ?? '')""")).isEqualTo(List.of("a", "b", ""));
            Object second = page.evaluate(FOCUSED);
            assertThat(String.valueOf(second)).startsWith("/debates/");
            press(page, "Enter");
            comesTo(page, site, String.valueOf(second));
            page.goBack();
            comesTo(page, site, "/debates");
            press(page, "c");
            comesTo(page, site, "/debates/new");
        }
    }

    @Test
    void anIdIsCopiedWithTheKeyboardAndOffersNothingWithoutScripts(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            open(tab, site, site.debate("release-friday"));
            page.locator(".head .id button").focus();
            press(page, "Enter");
            page.locator(".head .id button[data-done]").waitFor();
            assertThat(page.evaluate("() => navigator.clipboard.readText()"))
                    .isEqualTo(site.debate("release-friday").substring("/debates/".length()));
            assertThat(page.textContent("#said-live")).isEqualTo("Copied");
        }
        try (Tab tab = browser.open(Tab.Visitor.usual().withoutScripts())) {
            tab.visit(site.server().url() + site.debate("release-friday"));
            assertThat(tab.page().locator(".head .id code").isVisible()).isTrue();
            assertThat(tab.page().locator("button.copy").all()).isNotEmpty().noneMatch(Locator::isVisible);
        }
    }

    @Test
    void aListThatWasReplacedIsGoneThroughFromWhereTheFocusIs(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            open(tab, site, "/debates");
            press(page, "j", "j");
            page.evaluate("() => document.querySelector('.chosen').classList.remove('chosen')");
            press(page, "j");
            assertThat(page.evaluate("""
                    () => [...document.querySelectorAll('[data-rows] > *')].indexOf(document.querySelector('.chosen'))""")).isEqualTo(2);
        }
    }

    @Test
    void aSlashLeadsToTheFilterAndKeysDoNothingInAField(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            open(tab, site, "/evidence");
            press(page, "/");
            assertThat(page.evaluate("() => document.activeElement.name")).isEqualTo("q");
            page.keyboard().type("gd?jc/");
            assertThat(page.inputValue("main input[name=q]")).isEqualTo("gd?jc/");
            assertThat(page.url()).isEqualTo(site.server().url() + "/evidence");
            assertThat(page.locator("dialog[open]").count()).isZero();
        }
    }

    @Test
    void aQuestionMarkShowsTheKeysAndFocusReturnsFromTheDialog(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            open(tab, site, "/debates");
            press(page, "j");
            Object focused = page.evaluate(FOCUSED);
            press(page, "?");
            page.locator("dialog[open] kbd").first().waitFor();
            assertThat(page.locator("dialog[open]").getAttribute("aria-labelledby"))
                    .isEqualTo("dialog-title");
            press(page, "Escape");
            page.waitForFunction("() => !document.querySelector('dialog[open]')");
            assertThat(page.evaluate(FOCUSED)).isEqualTo(focused);
            assertThat(page.url()).isEqualTo(site.server().url() + "/debates");
        }
    }

    @Test
    void aConfirmationGivesTheFocusBackToWhatOpenedIt(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            open(tab, site, site.debate("demo-paused"));
            page.locator("section.gate a.danger").focus();
            Object focused = page.evaluate(FOCUSED);
            press(page, "Enter");
            page.locator("dialog[open] form[method=post]").waitFor();
            press(page, "Escape");
            page.waitForFunction("() => !document.querySelector('dialog[open]')");
            assertThat(page.evaluate(FOCUSED)).isEqualTo(focused);
        }
    }

    @Test
    void keysCanBeTurnedOff(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            open(tab, site, "/prefs");
            page.selectOption("select[name=keys]", "off");
            page.locator("main form button").press("Enter");
            page.waitForFunction("() => document.documentElement.dataset.keys === 'off'");
            open(tab, site, site.debate("release-friday"));
            press(page, "?", "j", "[", "y", "g", "h");
            assertThat(page.locator("dialog[open]").count()).isZero();
            assertThat(page.url()).isEqualTo(site.server().url() + site.debate("release-friday"));
            press(page, "Control+k");
            page.locator("dialog.palette [role=option]").first().waitFor();
        }
    }

    @Test
    void aDebateIsGoneThroughByEventByRoundAndByItself(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            String debate = site.debate("release-friday");
            open(tab, site, debate);
            press(page, "[");
            comesTo(page, site, debate + "?at=24");
            press(page, "[");
            comesTo(page, site, debate + "?at=23");
            press(page, "]");
            comesTo(page, site, debate + "?at=24");
            press(page, "{");
            comesTo(page, site, debate + "?at=23");
            press(page, "{");
            comesTo(page, site, debate + "?at=13");
            press(page, "}");
            comesTo(page, site, debate + "?at=23");
            page.goBack();
            comesTo(page, site, debate + "?at=13");
            press(page, "Space");
            comesTo(page, site, debate + "?at=14");
            assertThat(page.locator("[data-play]").getAttribute("aria-pressed")).isEqualTo("true");
            press(page, "Space");
            assertThat(page.locator("[data-play]").getAttribute("aria-pressed")).isEqualTo("false");
            press(page, ".");
            comesTo(page, site, debate);
            tab.settle();
        }
    }

    @Test
    void aDotLeadsToTheEndOfWhatIsLive(Browser browser, DemoSite site) {
        try (Tab tab = browser.open(new Tab.Visitor(true, false, 400, 300, 1, "en-GB"))) {
            Page page = tab.page();
            open(tab, site, "/channels/shop");
            tab.settle();
            page.evaluate("() => scrollTo(0, 0)");
            page.waitForFunction(
                    "() => scrollY === 0 && document.getElementById('talk').getBoundingClientRect().bottom > 400");
            press(page, ".");
            page.waitForFunction(
                    "() => scrollY > 0 && document.getElementById('talk').getBoundingClientRect().bottom < 310");
        }
    }

    @Test
    void thePaletteReachesEveryPageAndEveryVerbWithAFormByKeyboardAlone(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            open(tab, site, "/ops");
            press(page, "Control+k");
            page.locator("dialog.palette [role=option]").first().waitFor();
            List<Object> pages = List.copyOf(
                    (List<?>)
                            page.evaluate(
                                    "() => [...document.querySelectorAll('.palette [role=option]')].map(o => o.getAttribute('href').replace('?simulated=include', ''))"));
            assertThat(pages)
                    .containsAll(site.addresses().entrySet().stream()
                            .filter(each -> each.getKey().indexOf('{') < 0)
                            .map(each -> each.getValue())
                            .toList());

            choose(page, ">new debate");
            comesTo(page, site, "/debates/new");
            page.waitForFunction("() => document.readyState === 'complete'");
            press(page, "Control+k");
            choose(page, "#shop");
            comesTo(page, site, "/channels/shop");
            page.waitForFunction("() => document.readyState === 'complete'");
            press(page, "Control+k");
            choose(page, "@mender");
            comesTo(page, site, "/agents/mender");
            page.waitForFunction("() => document.readyState === 'complete'");
            press(page, "Control+k");
            choose(page, "> draw a red line");
            comesTo(page, site, "/memory");

            open(tab, site, site.debate("demo-paused"));
            press(page, "Control+k");
            choose(page, ">cancel the debate");
            page.locator("dialog[open]:not(.palette) form[action$='/cancel']").waitFor();
            press(page, "Escape");
            press(page, "Control+k");
            page.locator("dialog.palette[open] [role=option]").first().waitFor();
            press(page, "ArrowDown", "ArrowUp", "Escape");
            assertThat(page.locator("dialog[open]").count()).isZero();
        }
    }

    /** Types into the open palette and opens what comes first. */
    private static void choose(Page page, String words) {
        page.keyboard().press("Control+a");
        page.keyboard().type(words);
        page.waitForFunction(
                "words => document.querySelector('.palette [aria-selected=true]')?.textContent.toLowerCase().includes(words)",
                words.replaceFirst("^[>#@] ?", ""));
        page.keyboard().press("Enter");
    }
}
