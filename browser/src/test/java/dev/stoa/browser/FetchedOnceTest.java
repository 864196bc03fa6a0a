package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.stoa.server.RunningServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page that stays current is fetched when it is opened, and then only when something has changed. */
@InBrowser
class FetchedOnceTest {
    /** Opens the stream again, as a page does that is shown again; it then is off until the stream has begun. */
    private static final String AGAIN = """
            () => {
                document.querySelector('.live').dataset.state = 'off';
                document.dispatchEvent(new Event('visibilitychange'));
            }""";

    /** How often pages look that look by time, in milliseconds. */
    private static final long BEAT = 15_000;

    private static final long MINUTE = 60_000;

    @TempDir
    Path folder;

    private RunningServer server;

    @BeforeEach
    void open() {
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
        server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}");
        server.post("channels", "{\"name\":\"hall\"}");
        server.post("memories", "{\"content\":\"Gate 3 is shut\"}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private int fetched(Tab tab, String path) {
        return Collections.frequency(tab.requests(), "GET " + server.url() + path);
    }

    @Test
    void aPageThatIsOpenedWhileNothingHappensIsFetchedOnceAndNotAgainWhenItIsShownAgain(Browser browser) {
        Object run = server.post("runs", "{\"agent\":\"scout\",\"input\":\"Look around\"}")
                .body()
                .get("session_id");
        try (Tab tab = browser.open()) {
            for (String path : List.of(
                    "/",
                    "/channels",
                    "/channels/hall",
                    "/agents/scout",
                    "/runs/" + run,
                    "/debates",
                    "/memory/newest",
                    "/projects",
                    "/audit",
                    "/debates/stats",
                    "/evolve")) {
                tab.forget();
                tab.visit(server.url() + path);
                tab.settle();
                assertThat(fetched(tab, path)).as(path).isOne();
                tab.page().evaluate(AGAIN);
                tab.settle();
                assertThat(fetched(tab, path)).as(path + " again").isOne();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /channels | #list | channels | {"name":"yard"} | yard
                    /channels/hall | #talk | channels/hall/messages | {"content":"Good morning."} | Good morning.
                    /memory/newest | #list | memories | {"content":"Gate 4 is shut"} | Gate 4
                    /projects | #list | projects | {"name":"Bakery"} | Bakery""")
    void whatIsStoredBeforeTheStreamOfAPageOpensIsShown(
            String path, String part, String route, String body, String words, Browser browser) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            List<Route> held = new ArrayList<>();
            page.route("**/events?*", held::add);
            tab.visit(server.url() + path);
            page.waitForCondition(() -> !held.isEmpty());
            assertThat(page.locator(part).textContent()).doesNotContain(words);
            assertThat(server.post(route, body).status()).isEqualTo(201);
            held.getFirst().resume();
            page.locator(part).getByText(words).first().waitFor();
        }
    }

    /** Answers to a page that were asked for by the page itself. */
    private static void count(Page page, String path, AtomicInteger answered) {
        page.onResponse(answer -> {
            if (answer.url().endsWith(path) && answer.request().headers().containsKey("hx-request")) {
                answered.incrementAndGet();
            }
        });
    }

    @Test
    void whatAPageShowsThatIsLongToMakeIsMadeOnceForManyHintsAndForTheLastOfThemLater(Browser browser) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            AtomicInteger answered = new AtomicInteger();
            count(page, "/ops/doctor", answered);
            page.clock().install();
            tab.visit(server.url() + "/ops/doctor");
            tab.settle();
            // What was asked for while the page was opened is asked for again from now on.
            page.clock().fastForward(MINUTE);
            tab.settle();
            int before = answered.get();
            page.evaluate("""
                    () => {
                        window.hints = 0;
                        document.getElementById('result').addEventListener('stoa:changed', () => window.hints++);
                    }""");
            for (int told = 1; told <= 3; told++) {
                server.post("memories", "{\"content\":\"Gate " + told + " is shut\"}");
                page.waitForFunction("least => window.hints >= least", told);
            }
            page.waitForCondition(() -> answered.get() > before);
            tab.settle();
            assertThat(answered.get()).as("of three hints one is asked for").isEqualTo(before + 1);
            page.clock().fastForward(MINUTE);
            page.clock().fastForward(BEAT);
            page.waitForCondition(() -> answered.get() == before + 2);
        }
    }

    @Test
    void metricsAreAskedForByTimeUnlessTheirReaderOpenedATable(Browser browser) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            AtomicInteger answered = new AtomicInteger();
            count(page, "/ops/metrics", answered);
            page.clock().install();
            tab.visit(server.url() + "/ops/metrics");
            tab.settle();
            assertThat(answered.get()).isZero();
            page.clock().fastForward(BEAT);
            page.waitForCondition(() -> answered.get() == 1);
            tab.settle();
            page.locator("#shown summary").first().click();
            page.clock().fastForward(BEAT);
            tab.settle();
            assertThat(answered.get()).as("while a table is read").isOne();
            page.locator("#shown summary").first().click();
            page.clock().fastForward(BEAT);
            page.waitForCondition(() -> answered.get() == 2);
        }
    }

    @Test
    void whatCouldNotBeFetchedIsFetchedWhenTheStreamOpensAgainThoughNothingChangedSince(Browser browser) {
        try (Tab tab = browser.open()) {
            Page page = tab.page();
            tab.visit(server.url() + "/channels");
            tab.settle();
            AtomicInteger refused = new AtomicInteger();
            page.route(server.url() + "/channels", route -> {
                refused.incrementAndGet();
                route.abort();
            });
            server.post("channels", "{\"name\":\"yard\"}");
            page.waitForCondition(() -> refused.get() == 1);
            page.evaluate(AGAIN);
            page.waitForCondition(() -> refused.get() == 2);
            page.unroute(server.url() + "/channels");
            page.evaluate(AGAIN);
            page.locator("#list").getByText("yard").first().waitFor();
        }
    }
}
