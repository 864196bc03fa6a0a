package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Every page of the console's table, and views of the richest, with the data of the demo. Each is loaded once with
 * scripts by a visitor who has never been there, and once without; theme and width then change in the open page, which
 * styles follow at once. Axe looks at each once with all rules, at every other page in the dark and narrow, and then in
 * the other theme with the rules whose findings depend on it.
 */
@InBrowser
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryPageTest {
    private static final int BYTES = 50_000;
    private static final int REQUESTS = 9;
    private static final int ELEMENTS = 6_000;
    private static final int WIDEST = 2_560;
    private static final List<String> VIEWS = List.of(
            "/debates/release-friday",
            "/debates/release-friday?view=story",
            "/debates/release-friday?view=events",
            "/debates/release-friday?view=events&kind=gate_opened",
            "/debates/release-friday?view=table",
            "/debates/release-friday?at=12",
            "/debates/demo-paused",
            "/debates/demo-code",
            "/debates/compare?a=release-friday&b=demo-paused",
            "/ops/styleguide?part=charts",
            "/memory/recall?q=till",
            "/evidence?q=release",
            "/search?q=till");

    /** Text and heading of what is read, whatever scripts did to times; a record is checked when its page is open. */
    private static final String READ = """
            () => {
                const main = (document.querySelector('main') ?? document.documentElement).cloneNode(true);
                main.querySelectorAll('time').forEach(time => time.textContent = '(time)');
                main.querySelectorAll('button, #proof').forEach(left => left.remove());
                return [...document.querySelectorAll('h1')].map(h => h.textContent).join('|') + '\\n'
                    + main.textContent.replace(/\\s+/g, ' ');
            }""";

    private static final String SCROLLS = """
            () => document.documentElement.scrollWidth > window.innerWidth
                ? 'by ' + (document.documentElement.scrollWidth - window.innerWidth) + ' because of '
                    + [...document.querySelectorAll('body *')]
                        .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
                        .slice(0, 3).map(e => e.localName + '.' + e.className).join(', ')
                : ''""";
    private static final Pattern SOURCE = Pattern.compile("</api/v1/([^>]*)>; rel=\"via\"; title=\"([^\"]*)\"");

    @SuppressWarnings("NullAway.Init")
    private DemoSite site;

    private final Map<String, Seen> seen = new LinkedHashMap<>();

    /** What was noticed of a page; an empty text is nothing. */
    private record Seen(
            int status,
            String title,
            String read,
            String readWithoutScripts,
            List<String> messages,
            List<String> strangers,
            List<String> barriers,
            List<String> scrolls,
            List<String> requests,
            long bytes,
            int headings,
            int elements) {}

    /** Whether axe looks at each page in both themes with all rules. */
    boolean thorough() {
        return false;
    }

    @BeforeAll
    void visitEveryPage(Browser browser, DemoSite demo) {
        site = demo;
        try (Tab plain = browser.open(Tab.Visitor.usual().withoutScripts());
                Tab tab = browser.open()) {
            Stream.concat(demo.addresses().values().stream(), VIEWS.stream().map(demo::whole))
                    .distinct()
                    .forEach(address -> seen.put(address, visit(tab, plain, address)));
        }
    }

    private Seen visit(Tab tab, Tab plain, String address) {
        String url = site.server().url() + address;
        plain.forget();
        String readWithoutScripts = readPlainly(plain, url);
        Page page = tab.page();
        boolean narrowFirst = seen.size() % 2 == 1;
        show(page, narrowFirst);
        tab.forget();
        int status = tab.visit(url).status();
        tab.settle();
        List<String> requests = tab.requests();
        long bytes = tab.transferred();
        String read = (String) page.evaluate(READ);
        if (!read.equals(readWithoutScripts)) {
            // The demo goes on: what changed before the visit with scripts is there now.
            readWithoutScripts = readPlainly(plain, url);
        }
        int headings = page.locator("h1").count();
        int elements = page.locator("*").count();
        List<String> barriers = new ArrayList<>(
                named(narrowFirst ? "dark 360" : "light 1440", thorough() ? tab.allBarriers() : tab.barriers()));
        List<String> scrolls = new ArrayList<>();
        scrolls.addAll(named("first", scrolls(page)));
        show(page, !narrowFirst);
        scrolls.addAll(named("then", scrolls(page)));
        barriers.addAll(
                named(narrowFirst ? "light 1440" : "dark 360", thorough() ? tab.allBarriers() : tab.barriersOfLooks()));
        page.setViewportSize(WIDEST, 1_440);
        scrolls.addAll(named("widest", scrolls(page)));
        for (int width : new int[] {360, WIDEST, 1_440}) {
            plain.page().setViewportSize(width, 900);
            scrolls.addAll(named("without scripts " + width, scrolls(plain.page())));
        }
        List<String> messages = new ArrayList<>(tab.messages());
        messages.addAll(tab.violations());
        messages.addAll(plain.messages());
        messages.addAll(tab.failed());
        List<String> strangers = new ArrayList<>(tab.elsewhere());
        strangers.addAll(plain.elsewhere());
        return new Seen(
                status,
                page.title(),
                read,
                readWithoutScripts,
                messages,
                strangers,
                barriers,
                scrolls,
                requests,
                bytes,
                headings,
                elements);
    }

    private static List<String> scrolls(Page page) {
        return List.of((String) page.evaluate(SCROLLS));
    }

    private static String readPlainly(Tab plain, String url) {
        plain.visit(url);
        return (String) plain.page().evaluate(READ);
    }

    private static void show(Page page, boolean narrow) {
        dark(page, narrow);
        page.setViewportSize(narrow ? 360 : 1_440, narrow ? 800 : 900);
    }

    private static void dark(Page page, boolean dark) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT));
    }

    private static List<String> named(String where, List<String> findings) {
        return findings.stream()
                .filter(finding -> !finding.isEmpty())
                .map(finding -> where + " " + finding)
                .toList();
    }

    /** Asserts that nothing was found on any page, and else says what on which. */
    private void none(java.util.function.Function<Seen, List<String>> findings) {
        List<String> found = new ArrayList<>();
        seen.forEach((address, page) -> findings.apply(page).forEach(finding -> found.add(address + ": " + finding)));
        assertThat(found).isEmpty();
    }

    @Test
    void everyPageOfTheTableIsReachedByALink() {
        assertThat(site.unreached()).isEmpty();
    }

    @Test
    void everyPageOfTheRouteTableCanBeReadWithoutJavaScriptFrom360To2560Pixels() {
        none(page -> page.status() == 200 ? page.scrolls() : List.of("status " + page.status()));
        seen.forEach((address, page) ->
                assertThat(steady(page.readWithoutScripts())).as(address).isEqualTo(steady(page.read())));
    }

    /** A page as it was read, without numbers and units of time: visits are counted, and memories fade, meanwhile. */
    private static String steady(String read) {
        return read.replaceAll("[0-9.,]+( (s|min|h))?", " ")
                .replaceAll("\\s+", " ")
                .replace("values", "value");
    }

    @Test
    void everyPageHasOneHeadingAndATitleAndNoMoreElementsThanABrowserIsQuickWith() {
        seen.forEach((address, page) -> {
            assertThat(page.headings()).as(address).isEqualTo(1);
            assertThat(page.title()).as(address).matches(".+ · Stoa");
            assertThat(page.elements()).as(address).isLessThanOrEqualTo(ELEMENTS);
        });
    }

    @Test
    void noPageAsksAnotherOriginForAnythingAndNoneViolatesItsPolicy() {
        none(Seen::strangers);
        none(Seen::messages);
    }

    @Test
    @DisplayName("The first visit of any page transfers at most 50 kB.")
    void theFirstVisitOfAnyPageTransfersAtMost50Kilobytes() {
        none(page -> page.bytes() > 0 && page.bytes() <= BYTES ? List.of() : List.of(page.bytes() + " bytes"));
        none(page -> page.requests().size() <= REQUESTS ? List.of() : page.requests());
    }

    @Test
    void axeFindsNothingOnAnyPageLightOrDark() {
        none(Seen::barriers);
    }

    @Test
    void everyPageHasATwinAndTheTwinEqualsWhatRestAnswers() {
        for (String address : seen.keySet()) {
            String[] parts = address.split("\\?", 2);
            String twin =
                    (parts[0].equals("/") ? "/.json" : parts[0] + ".json") + (parts.length > 1 ? "?" + parts[1] : "");
            equalsRest(twin);
        }
    }

    /** What goes on in the demo may change meanwhile, so what was the same before and after has to be the same. */
    private void equalsRest(String twin) {
        Map<String, @Nullable Object> before = rest(answer(twin));
        Reply reply = answer(twin);
        Map<String, @Nullable Object> after = rest(reply);
        Map<?, ?> data = (Map<?, ?>) Objects.requireNonNull(reply.body().get("data"));
        after.forEach((name, answer) -> {
            if (before.containsKey(name)) {
                assertSame(twin + " " + name, before.get(name), data.get(name), answer);
            }
        });
    }

    private static void assertSame(
            String where, @Nullable Object before, @Nullable Object twin, @Nullable Object after) {
        if (before instanceof Map<?, ?> first && after instanceof Map<?, ?> last) {
            assertThat(twin).as(where).isInstanceOf(Map.class);
            Map<?, ?> fields = (Map<?, ?>) Objects.requireNonNull(twin);
            if (first.keySet().equals(last.keySet())) {
                assertThat(fields.keySet()).as(where).isEqualTo(last.keySet());
            }
            first.forEach((name, value) -> assertSame(where + "." + name, value, fields.get(name), last.get(name)));
        } else if (before instanceof List<?> first
                && after instanceof List<?> last
                && twin instanceof List<?> items
                && first.size() == last.size()
                && items.size() == last.size()) {
            for (int i = 0; i < items.size(); i++) {
                assertSame(where + "[" + i + "]", first.get(i), items.get(i), last.get(i));
            }
        } else if (Objects.equals(before, after)) {
            assertThat(twin).as(where).isEqualTo(after);
        }
    }

    private Reply answer(String twin) {
        Reply reply = site.server().sendRaw("GET", twin, null);
        assertThat(reply.status()).as(twin).isEqualTo(200);
        assertThat(reply.body()).as(twin).containsOnlyKeys("page", "data");
        return reply;
    }

    /** What REST answers at the addresses that a twin names. */
    private Map<String, @Nullable Object> rest(Reply twin) {
        Map<String, @Nullable Object> answers = new LinkedHashMap<>();
        Matcher source = SOURCE.matcher(Objects.requireNonNullElse(twin.header("Link"), ""));
        while (source.find()) {
            answers.put(
                    source.group(2),
                    Json.parse(site.server()
                            .get(source.group(1), "Accept", "application/json")
                            .raw()
                            .body()));
        }
        return answers;
    }
}
