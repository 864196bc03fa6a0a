package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Every page in a language of no people, whose words are English with accents and longer by two fifths: what is too
 * narrow for the words of another language scrolls, and what could not be put into another language has plain letters.
 */
@InBrowser
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PseudoLocaleTest {
    /**
     * Words with plain letters outside of what others wrote. That is marked: names and texts by {@code bdi}, programs and
     * addresses by {@code code}, what is in English everywhere by its language; the value of a choice that is an option
     * of a command stays as the command takes it, and so do units and names of formats and methods.
     */
    private static final String PLAIN = """
            () => {
                const known = /^(Stoa|Elo|Bradley|Terry|SHA|UTC|OpenAPI|ms|MB|min)$/;
                const others = 'bdi, code, pre, kbd, time, del, ins, textarea, .said, script, style, [lang="en"]';
                const found = [];
                const look = (where, text) => {
                    let left = text.replace(/\\{[a-z]+\\}/g, '');
                    for (let before = ''; before !== left;) {
                        before = left;
                        left = left.replace(/\\u2068[^\\u2068\\u2069]*\\u2069/g, '');
                    }
                    const words = (left.match(/[A-Za-z]{2,}/g) ?? []).filter(word => !known.test(word));
                    if (words.length > 0) {
                        found.push(where + ': ' + text.trim().replace(/\\s+/g, ' ').slice(0, 80));
                    }
                };
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                    const parent = walker.currentNode.parentElement;
                    const option = parent.closest('option');
                    if (!parent.closest(others)
                            && !(option && option.value.replace(/_/g, ' ') === option.textContent.trim())) {
                        look(parent.localName, walker.currentNode.data);
                    }
                }
                for (const name of ['aria-label', 'title', 'data-new', 'data-on', 'data-off', 'data-poll']) {
                    document.querySelectorAll('[' + name + ']').forEach(element => {
                        if (!element.closest(others)) {
                            look(element.localName + '@' + name, element.getAttribute(name));
                        }
                    });
                }
                return [...new Set(found)];
            }""";

    private static final String SCROLLS = """
            () => document.documentElement.scrollWidth > window.innerWidth
                ? 'by ' + (document.documentElement.scrollWidth - window.innerWidth) + ' because of '
                    + [...document.querySelectorAll('body *')]
                        .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
                        .slice(0, 3).map(e => e.localName + '.' + e.className).join(', ')
                : ''""";

    private final Map<String, List<String>> plain = new LinkedHashMap<>();
    private final List<String> scrolls = new ArrayList<>();
    private final List<String> barriers = new ArrayList<>();

    @BeforeAll
    void visitEveryPage(Browser browser, DemoSite demo) {
        try (Tab tab = browser.open(Tab.Visitor.usual().speaking("en-XA"))) {
            Page page = tab.page();
            for (String address : demo.addresses().values()) {
                tab.visit(demo.server().url() + address);
                tab.settle();
                assertThat(page.locator("html").getAttribute("lang")).isEqualTo("en-XA");
                plain.put(address, words(page.evaluate(PLAIN)));
                for (int width : new int[] {360, 1_280}) {
                    page.setViewportSize(width, 900);
                    String scroll = (String) page.evaluate(SCROLLS);
                    if (!scroll.isEmpty()) {
                        scrolls.add(address + " at " + width + ": " + scroll);
                    }
                }
                tab.barriersOfLooks().forEach(barrier -> barriers.add(address + ": " + barrier));
            }
        }
    }

    private static List<String> words(Object found) {
        return ((List<?>) found).stream().map(String::valueOf).toList();
    }

    @Test
    void noPageScrollsSidewaysWithLongerWords() {
        assertThat(scrolls).isEmpty();
    }

    @Test
    void everyWordOfAPageIsOneThatAnotherLanguageCanReplace() {
        List<String> found = new ArrayList<>();
        plain.forEach((address, words) -> words.forEach(word -> found.add(address + " " + word)));
        assertThat(plain).hasSizeGreaterThan(60);
        assertThat(found).isEmpty();
    }

    @Test
    void longerWordsLeaveControlsLargeAndTextsReadable() {
        assertThat(barriers).isEmpty();
    }
}
