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
