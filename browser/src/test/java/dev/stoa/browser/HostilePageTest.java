package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts of hostile authors in every place that a page shows, beside a site with the same things in harmless words. */
@InBrowser
class HostilePageTest {
    private static final List<String> CORPUS = List.of(
            "<script>window.pwned=1</script>",
            "<img src=x onerror='window.pwned=2'>",
            "\"><svg onload=window.pwned=3>",
            "' autofocus onfocus='window.pwned=4",
            "javascript:window.pwned=5",
            "</textarea></title></td></script><script>window.pwned=6</script>",
            "<a href=\"javascript:window.pwned=7\">x</a>",
            "[x](javascript:window.pwned=8) ![y](https://evil.example/z.png)",
            "<style>*{display:none}</style>",
            "<div hx-get=\"/tokens\" hx-trigger=\"load\" data-topic=\"audit\">x</div>",
            "<iframe srcdoc=\"<script>parent.pwned=9</script>\"></iframe>",
            "<base href=\"https://evil.example/\"><meta http-equiv=\"refresh\" content=\"0;url=https://evil.example/\">",
            "<form action=\"https://evil.example/\"><button>x</button></form>",
            "{{constructor.constructor('window.pwned=10')()}} ${7*7} <%= 7 %>",
            "&lt;script&gt;window.pwned=11&lt;/script&gt;",
            "\u202Etxt.exe\u202C");

    /** Elements with the names of their attributes, and what agents wrote as one; links and times hold what differs. */
    private static final String ELEMENTS = """
            () => {
                const shape = [];
                const walk = e => {
                    if (e.closest('.said')) {
                        return;
                    }
                    shape.push(e.localName + [...e.attributes].map(a => ' ' + a.name)
                        .filter(name => ![' data-reached', ' tabindex'].includes(name)).sort().join(''));
                };
                document.querySelectorAll('*').forEach(walk);
                return shape;
            }""";

    /** The same of a page that is not shown. */
    private static final String PARSED = """
            html => [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('*')]
                .map(e => e.localName + [...e.attributes].map(a => ' ' + a.name).sort().join(''))""";

    private static final String FOREIGN = """
            () => [...document.querySelectorAll('.said *')]
                .filter(e => !['p', 'br', 'em', 'strong', 'code', 'pre', 'ol', 'ul', 'li', 'blockquote', 'hr', 'table',
                        'thead', 'tbody', 'tr', 'th', 'td', 'h5', 'h6', 'a', 'span', 'bdi', 'mark'].includes(e.localName)
                    || [...e.attributes].some(a => a.name.startsWith('on') || a.name.startsWith('hx-') || a.name === 'style'
                        || a.name === 'src' || a.name === 'href' && !/^https?:/.test(a.value)))
                .map(e => e.outerHTML)""";

    @TempDir
    Path hostile;

    @TempDir
    Path harmless;

    /** The address of the one page that ends so, without that end. */
    private static String before(List<String> pages, String end) {
        String page =
                pages.stream().filter(each -> each.endsWith(end)).findFirst().orElseThrow();
        return page.substring(0, page.length() - end.length());
    }

    /** What a receipt is made of when it is opened as a page: every element with the names of its attributes. */
    private static List<?> receipt(RunningServer server, Tab tab, String page) {
        Reply reply = server.sendRaw("GET", page + "/receipt.html", null, "Accept", "text/html");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.raw().body()).doesNotContain("\u202E");
        return (List<?>) tab.page().evaluate(PARSED, reply.raw().body());
    }

    @Test
    void noTextOfAnAgentDocumentChannelLogOrNameBecomesAnythingButTextAndTheClosedSetOfAgentText(Browser browser) {
        List<String> plain = new ArrayList<>();
        for (int i = 0; i < CORPUS.size(); i++) {
            plain.add("window number " + i + " on the wall of the room");
        }
        WrittenSite.asking(hostile, CORPUS);
        WrittenSite.asking(harmless, plain);
        try (RunningServer bad = RunningServer.at(hostile.toString(), hostile, WrittenSite.SETTINGS);
                RunningServer good = RunningServer.at(harmless.toString(), harmless, WrittenSite.SETTINGS);
                Tab quiet = browser.open();
                Tab tab = browser.open()) {
            List<String> badPages = WrittenSite.fill(bad, CORPUS);
            List<String> goodPages = WrittenSite.fill(good, plain);
            assertThat(badPages).hasSameSizeAs(goodPages);
            SoftAssertions all = new SoftAssertions();
            for (int i = 0; i < badPages.size(); i++) {
                String page = badPages.get(i);
                all.assertThat(quiet.visit(good.url() + goodPages.get(i)).status())
                        .as(page)
                        .isEqualTo(200);
                quiet.settle();
                List<?> elements = (List<?>) quiet.page().evaluate(ELEMENTS);
                all.assertThat(tab.visit(bad.url() + page).status()).as(page).isEqualTo(200);
                tab.settle();
                Page shown = tab.page();
                all.assertThat(shown.evaluate("() => typeof window.pwned"))
                        .as(page)
                        .isEqualTo("undefined");
                all.assertThat((List<?>) shown.evaluate(FOREIGN)).as(page).isEmpty();
                List<?> here = (List<?>) shown.evaluate(ELEMENTS);
                // How many texts a search finds depends on their words, but not what they are shown as.
                boolean searches = page.contains("?q=");
                all.assertThat(searches ? List.copyOf(new TreeSet<>(here)) : here)
                        .as(page)
                        .isEqualTo(searches ? List.copyOf(new TreeSet<>(elements)) : elements);
                all.assertThat(tab.violations()).as(page).isEmpty();
                all.assertThat(shown.content()).as(page).doesNotContain("\u202E");
            }
            String ended = "/replay?verify=true";
            all.assertThat(receipt(bad, quiet, before(badPages, ended)))
                    .as("receipt")
                    .isEqualTo(receipt(good, quiet, before(goodPages, ended)));
            all.assertAll();
            assertThat(tab.elsewhere()).isEmpty();
            assertThat(tab.messages()).isEmpty();
        }
    }
}
