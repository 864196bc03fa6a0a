package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Filters change what is listed and the address, and leave the rest of the page as it is. */
@InBrowser
class FiltersTest {
    /** One is only shown, and the other shares its address with the scrubber. */
    private static final Set<String> PLAIN = Set.of("ops/styleguide", "debates/{id}");

    /** What is asked for, by the name of the field; a form without one of these is asked by its first choice. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("q", "till"),
            Map.entry("words", "Friday"),
            Map.entry("domain", "general"),
            Map.entry("debate_id", "release-friday"),
            Map.entry("namespace", "default"),
            Map.entry("generation", "2"),
            Map.entry("type", "query"),
            Map.entry("min", "0.9"),
            Map.entry("threshold", "0.9"));

    private static final String STILL = """
            () => document.readyState === 'complete'
                && !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')""";

    private static final String READ = """
            form => {
                const shown = document.querySelector(document.querySelectorAll('form.filter')[form].getAttribute('hx-target'));
                const copy = shown.cloneNode(true);
                copy.querySelectorAll('time, button').forEach(left => left.remove());
                return copy.textContent.replace(/\\s+/g, ' ');
            }""";

    private static Map.Entry<String, String> asked(DemoSite site, Locator form) {
        if (form.locator("[name=root]").count() > 0) {
            return Map.entry("root", "debate:" + site.debate("release-friday").substring("/debates/".length()));
        }
        if (form.locator("[name=a]").count() > 0) {
            String of = form.page().url();
            String address = Objects.requireNonNull(
                    site.addresses().get(of.contains("/profiles/") ? "profiles/{id}" : "debates/{id}"));
            return Map.entry("a", address.substring(address.lastIndexOf('/') + 1));
        }
        // A generation is one of a run.
        boolean ofRuns = form.locator("[name=run]").count() > 0;
        for (Locator field :
                form.locator("input:not([type=hidden]):not([type=checkbox])").all()) {
            String name = field.getAttribute("name");
            if (VALUES.containsKey(name) && !(ofRuns && name.equals("generation"))) {
                return Map.entry(name, VALUES.get(name));
            }
        }
        Locator choice = form.locator("select").first();
        return Map.entry(
                choice.getAttribute("name"), choice.locator("option").last().getAttribute("value"));
    }

    @Test
    void aFilterChangesTheListAndTheAddressWithoutAReloadAndBackRestoresThem(Browser browser, DemoSite site) {
        List<String> seen = new ArrayList<>();
        for (Map.Entry<String, String> each : site.addresses().entrySet()) {
            String body = site.server()
                    .sendRaw("GET", each.getValue(), null, "Accept", "text/html")
                    .raw()
                    .body();
            int forms = PLAIN.contains(each.getKey()) ? 0 : body.split("<form class=\"filter\"", -1).length - 1;
            for (int form = 0; form < forms; form++) {
                try (Tab tab = browser.open()) {
                    filters(tab, site, each.getValue(), form);
                }
                seen.add(each.getKey());
            }
        }
        assertThat(seen)
                .contains(
                        "audit",
                        "conversations",
                        "corrections",
                        "debates",
                        "debates/compare",
                        "debates/{id}/replay",
                        "evidence",
                        "evolve/{id}/verdicts",
                        "memory",
                        "memory/graph",
                        "memory/recall",
                        "notes",
                        "ops/config",
                        "profiles/compare",
                        "ratings",
                        "search");
    }

    private static void filters(Tab tab, DemoSite site, String address, int number) {
        Page page = tab.page();
        String as = address + " form " + number;
        tab.visit(site.server().url() + address);
        tab.settle();
        page.evaluate("() => { window.marked = true; }");
        String before = page.url();
        Object shown = page.evaluate(READ, number);
        Locator form = page.locator("form.filter").nth(number);
        Map.Entry<String, String> asked = asked(site, form);
        Locator field = form.locator("[name=" + asked.getKey() + "]");
        String had = field.inputValue();
        if (field.evaluate("e => e.localName").equals("select")) {
            field.selectOption(asked.getValue());
        } else {
            field.fill(asked.getValue());
        }
        field.focus();
        form.evaluate("e => e.requestSubmit()");
        page.waitForURL(url -> !url.equals(before));
        page.waitForFunction(STILL);

        assertThat(page.evaluate("() => window.marked === true"))
                .as("not loaded again: " + as)
                .isEqualTo(true);
        assertThat(page.url()).as(as).contains(asked.getKey() + "=");
        assertThat(page.evaluate("() => document.activeElement.name")).as(as).isEqualTo(asked.getKey());
        assertThat(field.inputValue()).as(as).isEqualTo(asked.getValue());
        page.goBack();
        page.waitForURL(before);
        page.waitForFunction(STILL);
        assertThat(page.evaluate(READ, number)).as("back of " + as).isEqualTo(shown);
        assertThat(field.inputValue()).as("back of " + as).isEqualTo(had);
        assertThat(tab.messages()).as(as).isEmpty();
        assertThat(tab.violations()).as(as).isEmpty();
        assertThat(tab.failed()).as(as).isEmpty();
    }

    @Test
    void theOldRowsArePaleUntilTheNewOnesHaveCome(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            for (String address : List.of("/debates", "/search?q=till", "/notes")) {
                tab.visit(site.server().url() + address);
                tab.settle();
                List<Route> held = new ArrayList<>();
                String pattern = "**" + address.replaceFirst("\\?.*", "") + "?*";
                page.route(pattern, held::add);
                page.locator("form.filter button").first().click();
                page.waitForCondition(() -> !held.isEmpty());
                page.waitForFunction("() => getComputedStyle(document.getElementById('list')).opacity === '0.6'");
                page.unroute(pattern);
                held.forEach(Route::resume);
                page.waitForFunction("() => getComputedStyle(document.getElementById('list')).opacity === '1'");
                page.waitForFunction(STILL);
            }
        }
    }

    @Test
    void whatClearsTheFiltersComesWithTheFirstAndLeadsToAllRows(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            tab.visit(site.server().url() + "/debates");
            tab.settle();
            assertThat(page.locator("#clear").isVisible()).isFalse();
            page.locator("form.filter [name=status]").selectOption("failed");
            page.locator("form.filter button").click();
            page.locator("#clear").waitFor();
            page.locator("#clear").click();
            page.waitForURL("**/debates");
            page.waitForFunction(STILL);
            assertThat(page.locator("#clear").isVisible()).isFalse();
        }
    }

    @Test
    void aListThatIsFetchedAgainMeanwhileDoesNotTakeThePlaceOfWhatWasFiltered(Browser browser, DemoSite site) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            tab.visit(site.server().url() + "/debates");
            tab.settle();
            List<Route> held = new ArrayList<>();
            page.route("**/debates?*", held::add);
            page.locator("form.filter [name=status]").selectOption("failed");
            page.locator("form.filter button").click();
            page.waitForCondition(() -> !held.isEmpty());
            page.evaluate("() => document.getElementById('list').dispatchEvent(new CustomEvent('stoa:changed'))");
            page.unroute("**/debates?*");
            held.forEach(Route::resume);
            page.waitForURL("**status=failed**");
            page.waitForFunction(STILL);
            page.waitForFunction("""
                    () => [...document.querySelectorAll('#list tbody tr')]
                        .every(row => row.textContent.includes('failed'))""");
        }
    }
}
