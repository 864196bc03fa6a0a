package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ForcedColors;
import com.microsoft.playwright.options.Media;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages on paper. */
@InBrowser
class PrintTest {
    /** What is not as it should be on paper; nothing if all is. */
    private static final String WRONG = """
            () => {
                const wrong = [];
                const root = getComputedStyle(document.documentElement);
                if (root.color !== 'rgb(0, 0, 0)') {
                    wrong.push('text is ' + root.color);
                }
                if (root.backgroundColor !== 'rgb(255, 255, 255)') {
                    wrong.push('paper is ' + root.backgroundColor);
                }
                document.querySelectorAll('header.top, .trail, .acts, .filter, .tabs').forEach(e => {
                    if (getComputedStyle(e).display !== 'none') {
                        wrong.push(e.className + ' is there');
                    }
                });
                document.querySelectorAll('main .said a[href]').forEach(e => {
                    if (!getComputedStyle(e, '::after').content.includes(e.getAttribute('href'))) {
                        wrong.push(e.textContent + ' does not name where it leads');
                    }
                });
                return wrong.join('; ');
            }""";

    @ParameterizedTest
    @ValueSource(strings = {"/debates/release-friday", "/ops/styleguide", "/memory/demo-lineage-3"})
    void whatIsPrintedIsBlackOnWhiteWithoutNavigationAndNamesItsLinksAlsoInTheDark(
            String address, Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            tab.visit(site.server().url() + address);
            Page page = tab.page();
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            assertThat(page.evaluate(WRONG)).as("on the screen").isNotEqualTo("");
            page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            assertThat(page.evaluate(WRONG)).as("on paper").isEqualTo("");
        }
    }

    /** What has lost its edge or its mark where the system chooses the colours; nothing if all is there. */
    private static final String LOST = """
            () => {
                const lost = [];
                document.querySelectorAll('main :is(.badge, .chip, .card, .notice, button, .button)').forEach(e => {
                    const style = getComputedStyle(e);
                    if (e.checkVisibility() && (style.borderTopStyle === 'none' || parseFloat(style.borderTopWidth) < 1)) {
                        lost.push(e.className + ' has no border');
                    }
                });
                document.querySelectorAll('[aria-current]').forEach(e => {
                    if (e.checkVisibility() && getComputedStyle(e).outlineStyle === 'none') {
                        lost.push(e.textContent + ' is not marked');
                    }
                });
                return [...new Set(lost)].join('; ');
            }""";

    @ParameterizedTest
    @ValueSource(strings = {"/debates/release-friday", "/ops/styleguide"})
    void whereTheSystemChoosesTheColoursBordersAndMarksStay(String address, Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            tab.visit(site.server().url() + address);
            Page page = tab.page();
            assertThat(page.evaluate(LOST)).as("with our colours").isNotEqualTo("");
            page.emulateMedia(new Page.EmulateMediaOptions().setForcedColors(ForcedColors.ACTIVE));
            assertThat(page.evaluate(LOST)).as("with colours of the system").isEqualTo("");
        }
    }
}
