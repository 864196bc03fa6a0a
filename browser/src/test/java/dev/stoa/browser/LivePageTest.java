package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ReducedMotion;
import dev.stoa.server.RunningServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that stay open while something goes on. */
@InBrowser
class LivePageTest {
    private static final Map<String, String> SETTINGS = Map.of("STOA_SEARCH_EMBEDDER", "off");

    /** How long a page without a stream waits before it looks again, in milliseconds. */
    private static final long POLL = 5_000;

    private static final String SHOWS =
            "n => document.querySelector('.lanes').textContent.includes('answer number ' + n + '.')";

    /** All that tells how far the debate is tells the same. */
    private static final String AGREES = """
            () => {
                const last = document.getElementById('stage').dataset.seq;
                const range = document.querySelector('.scrub input[type=range]');
                return document.querySelector('#proof.good')?.textContent.trim().endsWith(' ' + last + '/' + last)
                    && (!range || range.max === last && range.value === last
                        && document.querySelector('.scrub output').textContent === 'event ' + last + '/' + last);
            }""";

    /** Keeps what begins to move or is scrolled from now on. */
    private static final String MOVED = """
            () => {
                window.moved = [];
                for (const kind of ['transitionrun', 'animationstart', 'scroll']) {
                    document.addEventListener(kind,
                        ({ target }) => window.moved.push(kind + ' ' + (target.id || target.nodeName)), true);
                }
            }""";

    @TempDir
    Path folder;

    private RunningServer serve() {
        return RunningServer.at(folder.toString(), folder, SETTINGS);
    }

    /** A page that was not loaded again still has the mark. */
    private static void mark(Page page) {
        page.evaluate("() => { window.marked = true; }");
    }

    private static void hasMark(Page page) {
        assertThat(page.evaluate("() => window.marked === true")).isEqualTo(true);
    }

    private static List<String> answers(Page page) {
        return page.locator(".lanes .cell p").allTextContents().stream()
                .map(String::strip)
                .toList();
    }

    private static List<String> numbered(int turns) {
        return IntStream.rangeClosed(1, turns)
                .mapToObj(n -> "answer number " + n + ".")
                .toList();
    }

    @Test
    void aDebateRunByAnotherProcessFillsItsLanesWithoutAReloadInProtocolOrder(Browser browser) {
        try (RunningServer shows = serve();
                RunningServer runs = serve();
                Tab tab = browser.open()) {
            HeldDebate debate = HeldDebate.start(runs).say();
            tab.visit(shows.url() + debate.page());
            tab.settle();
            mark(tab.page());
            for (int turn = 2; turn <= 8; turn++) {
                debate.say();
                tab.page().waitForFunction(SHOWS, turn);
                assertThat(answers(tab.page())).isEqualTo(numbered(turn));
            }
            hasMark(tab.page());
            assertThat(tab.messages()).isEmpty();
        }
    }

    @Test
    void whatIsNewOnALivePageIsSaidInOnePoliteLine(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            HeldDebate debate = HeldDebate.start(server).say();
            Page page = tab.page();
            tab.visit(server.url() + debate.page());
            tab.settle();
            assertThat(page.locator("[aria-live=polite]").count()).isEqualTo(1);
            assertThat(page.locator("#said-live").textContent())
                    .as("nothing is new")
                    .isEmpty();
            debate.say();
            page.waitForFunction("() => document.getElementById('said-live').textContent === 'round 1: bo chose B'");
            debate.say();
            page.waitForFunction(
                    "() => document.getElementById('said-live').textContent === 'round 2: ana moved to C'");
        }
    }

    @Test
    void theBadgeOfALongDebateTellsByItselfWhatTheCheckFound(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open();
                Tab bare = browser.open(Tab.Visitor.usual().withoutScripts())) {
            HeldDebate debate =
                    HeldDebate.start(server).say(2).criticize(500).say(2).criticize(10);
            Page page = tab.page();
            tab.visit(server.url() + debate.page());
            tab.settle();
            mark(page);
            page.locator("#proof button").click();
            page.locator("#proof.good").waitFor();
            hasMark(page);
            assertThat(page.url()).endsWith(debate.page());
            assertThat(tab.messages()).isEmpty();

            debate.say();
            bare.visit(server.url() + debate.page());
            bare.page().locator("#proof button").click();
            while (bare.page().locator("#proof-again").count() > 0) {
                bare.page().locator("#proof-again").click();
            }
            assertThat(bare.page().locator("#proof.good").count()).isEqualTo(1);
        }
    }

    @Test
    void listsShowWhatCameWithoutAReload(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            Page page = tab.page();
            tab.visit(server.url() + "/debates?preset=external");
            tab.settle();
            mark(page);
            HeldDebate debate = HeldDebate.start(server);
            page.waitForSelector("#list a[href='" + debate.page() + "']");
            assertThat(page.url()).as("the filter stays").endsWith("/debates?preset=external");
            hasMark(page);

            Map<String, String> made = new LinkedHashMap<>();
            made.put("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}");
            made.put("notes", "{\"message\":\"Count the tills\"}");
            made.put("runs", "{\"agent\":\"scout\",\"input\":\"Look around\"}");
            made.forEach((list, body) -> {
                try (Tab other = browser.open()) {
                    other.visit(server.url() + "/" + list);
                    other.settle();
                    mark(other.page());
                    assertThat(server.post(list, body).status()).isLessThan(300);
                    other.page().waitForSelector("#list a[href^='/" + list + "/']");
                    hasMark(other.page());
                    assertThat(other.messages()).isEmpty();
                }
            });
        }
    }

    @Test
    void pagesOfOneThingShowWhatCameOfItWithoutAReload(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            Page page = tab.page();
            server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}");
            tab.visit(server.url() + "/agents/scout");
            tab.settle();
            mark(page);
            server.post("notes", "{\"message\":\"Count the tills\",\"public\":true}", "Stoa-Agent", "scout");
            page.waitForSelector("#shown a[href^='/notes/']");
            hasMark(page);

            Object task = server.post("tasks", "{\"input\":\"Count the tills\"}")
                    .body()
                    .get("task_id");
            tab.visit(server.url() + "/tasks/" + task);
            tab.settle();
            mark(page);
            assertThat(server.post("tasks/" + task + "/claim", "{}").status()).isLessThan(300);
            page.waitForFunction("() => document.querySelector('#shown .badge').textContent.trim() === 'running'");
            hasMark(page);
            assertThat(tab.messages()).isEmpty();
        }
    }

    @Test
    void aRunOfTheEvolutionIsListedAndShowsAllThatCameOfItWithoutAReload(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            Page page = tab.page();
            tab.visit(server.url() + "/evolve");
            tab.settle();
            mark(page);
            Object run = server.post("evolutions", """
                    {"scenario":"split-100","generations":4,"seed":"7","set":{"epoch_size":6}}""").body().get("run_id");
            page.waitForSelector("#list a[href='/evolve/" + run + "']");
            hasMark(page);

            tab.visit(server.url() + "/evolve/" + run);
            mark(page);
            page.waitForFunction("() => document.getElementById('status').textContent.trim() === 'completed'");
            page.waitForFunction("() => document.getElementById('about').textContent.includes('generation 4 of 4')");
            page.waitForFunction("() => document.querySelectorAll('#fitness figure tbody tr').length >= 4");
            hasMark(page);
            assertThat(tab.messages()).isEmpty();
        }
    }

    @Test
    void aDebateThatIsChosenStaysChosenUntilTheReaderWantsTheNewList(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            HeldDebate first = HeldDebate.start(server);
            Page page = tab.page();
            tab.visit(server.url() + "/debates");
            tab.settle();
            page.locator("#list input[name=a]").first().check();
            HeldDebate second = HeldDebate.start(server);
            page.waitForSelector("button.fresh");
            assertThat(page.locator("#list input:checked").count()).isEqualTo(1);
            page.locator("button.fresh").click();
            page.waitForSelector("#list a[href='" + second.page() + "']");
            assertThat(page.locator("#list a[href='" + first.page() + "']").count())
                    .isPositive();
        }
    }

    @Test
    void theProofAndTheScrubberOfALiveDebateNeverTellOfFewerEventsThanAreShown(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            HeldDebate debate = HeldDebate.start(server).say(2);
            Page page = tab.page();
            tab.visit(server.url() + debate.page());
            tab.settle();
            page.waitForFunction(AGREES);
            mark(page);
            for (int turn = 3; turn <= 5; turn++) {
                debate.say();
                page.waitForFunction(SHOWS, turn);
                page.waitForFunction(AGREES);
            }
            String last = page.locator("#stage").getAttribute("data-seq");
            page.locator("[data-step='-1']").click();
            page.waitForURL("**?at=" + (Integer.parseInt(last) - 1));
            hasMark(page);
            assertThat(tab.violations()).isEmpty();
        }
    }

    @Test
    void aTurnThatIsStoredWhileTheOneBeforeItIsFetchedIsShownToo(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            HeldDebate debate = HeldDebate.start(server).say();
            Page page = tab.page();
            tab.visit(server.url() + debate.page());
            tab.settle();
            page.evaluate("""
                    () => {
                        window.told = 0;
                        document.addEventListener('stoa:changed', () => window.told++, true);
                    }""");
            List<Route> held = new ArrayList<>();
            page.route(server.url() + debate.page(), route -> {
                if (held.isEmpty()) {
                    held.add(route);
                } else {
                    route.resume();
                }
            });

            debate.say();
            page.waitForCondition(() -> !held.isEmpty());
            APIResponse older = held.getFirst().fetch();
            debate.say();
            page.waitForFunction("() => window.told === 2");
            held.getFirst().fulfill(new Route.FulfillOptions().setResponse(older));

            page.waitForFunction("() => document.querySelector('.lanes').textContent.includes('answer number 3.')");
        }
    }

    @Test
    void theStateAndTheGateOfALiveDebateComeAndGoWithoutAReload(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            String id = String.valueOf(server.post("debates", """
                    {"topic":"Is 91 prime?","options":["yes","no"],"seed":7,"start":false,
                    "agents":["a=sim:","b=sim:"],"gates":["convergence"]}""").body().get("id"));
            Page page = tab.page();
            tab.visit(server.url() + "/debates/" + id);
            tab.settle();
            mark(page);
            assertThat(page.locator("#status").textContent().strip()).isEqualTo("pending");
            assertThat(page.locator(".gate").count()).isZero();

            assertThat(server.post("debates/" + id + "/resume", "").status()).isEqualTo(202);
            page.locator(".gate a.first").waitFor();
            page.waitForFunction("() => document.getElementById('status').textContent.trim() === 'paused'");
            assertThat(page.locator(".gate time").count()).isOne();

            List<?> gates = (List<?>) Objects.requireNonNull(
                    server.get("debates/" + id + "/gates").body().get("items"));
            Object gate = ((Map<?, ?>) Objects.requireNonNull(gates.getFirst())).get("id");
            server.post("debates/" + id + "/gates/" + gate + "/decision", "{\"decision\":\"approve\"}");
            page.waitForFunction("() => document.getElementById('status').textContent.trim() === 'completed'");
            page.waitForFunction("() => !document.querySelector('.gate')");
            page.waitForFunction(AGREES);
            hasMark(page);
        }
    }

    @Test
    void aReaderWhoScrolledBackIsNotMovedWhenATurnArrivesAndIsToldThatItDid(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            HeldDebate debate = HeldDebate.start(server).say(20);
            Page page = tab.page();
            tab.visit(server.url() + debate.page());
            tab.settle();
            page.evaluate("() => scrollTo(0, 400)");
            page.waitForFunction("() => scrollY === 400");
            Object read = page.evaluate("() => document.elementFromPoint(700, 400).textContent");

            debate.say();

            page.locator("button.fresh").waitFor();
            assertThat(page.locator("button.fresh").textContent()).matches("[1-9][0-9]* new events");
            assertThat(page.evaluate("() => scrollY")).isEqualTo(400);
            assertThat(page.evaluate("() => document.elementFromPoint(700, 400).textContent"))
                    .isEqualTo(read);
            assertThat(answers(page)).isEqualTo(numbered(20));

            page.locator("button.fresh").click();
            page.waitForFunction(SHOWS, 21);
            assertThat(answers(page)).isEqualTo(numbered(21));
        }
    }

    @Test
    @DisplayName("Focus stays where it was when a live part is replaced; with reduced motion nothing moves by itself.")
    void focusStaysWhereItWasWhenALivePartIsReplacedAndWithReducedMotionNothingMovesByItself(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            HeldDebate debate = HeldDebate.start(server).say(2);
            Page page = tab.page();
            tab.visit(server.url() + debate.page());
            tab.settle();
            page.locator("#turn-2 a").last().focus();
            Object focused = page.evaluate("() => document.activeElement.getAttribute('href')");
            page.evaluate(MOVED);

            for (int turn = 3; turn <= 5; turn++) {
                debate.say();
                page.waitForFunction(SHOWS, turn);
                page.waitForFunction("href => document.activeElement.getAttribute('href') === href", focused);
            }
            assertThat((List<?>) page.evaluate("() => window.moved")).isEmpty();
            assertThat(page.evaluate("() => document.getAnimations().length")).isEqualTo(0);

            // Who has nothing against it sees that a part is fetched.
            page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.NO_PREFERENCE));
            debate.say();
            page.waitForFunction("() => window.moved.length > 0");

            tab.visit(server.url() + "/debates");
            tab.settle();
            page.locator("#list a[href='" + debate.page() + "']").first().focus();
            HeldDebate other = HeldDebate.start(server);
            page.waitForSelector("#list a[href='" + other.page() + "']");
            page.waitForFunction("href => document.activeElement.getAttribute('href') === href", debate.page());
        }
    }

    @Test
    void eightTabsOpenedAtOnceAllLoadAndStayCurrent(Browser browser) {
        try (RunningServer server = serve();
                Tab tab = browser.open()) {
            HeldDebate debate = HeldDebate.start(server).say();
            tab.page().clock().install();
            tab.visit(server.url() + debate.page());
            List<Page> pages = new ArrayList<>(List.of(tab.page()));
            while (pages.size() < 8) {
                pages.add(tab.beside());
            }
            // None waits for the one before it.
            pages.forEach(page -> page.evaluate(
                    "url => { setTimeout(() => location.assign(url), 0); }", server.url() + debate.page()));
            pages.forEach(page -> page.waitForFunction("""
                    () => document.readyState === 'complete'
                        && ['on', 'poll'].includes(document.querySelector('.live')?.dataset.state)"""));
            assertThat(pages.stream()
                            .map(page -> page.locator(".live").getAttribute("data-state"))
                            .filter("on"::equals))
                    .hasSize(3);
            pages.forEach(LivePageTest::mark);
            for (int turn = 2; turn <= 3; turn++) {
                debate.say();
                tab.page().clock().fastForward(POLL);
                for (Page page : pages) {
                    page.waitForFunction(SHOWS, turn);
                    assertThat(answers(page)).isEqualTo(numbered(turn));
                }
            }
            pages.forEach(LivePageTest::hasMark);
        }
    }

    @Test
    void afterAKillAndRestartOfTheServerAnOpenPageCatchesUpWithoutAReloadAndWithoutLoss(Browser browser) {
        RunningServer first = serve();
        try (Relay relay = Relay.to(first.port());
                Tab tab = browser.open()) {
            HeldDebate debate = HeldDebate.start(first).say();
            tab.page().clock().install();
            tab.visit(relay.url() + debate.page());
            tab.settle();
            mark(tab.page());
            debate.say();
            tab.page().waitForFunction(SHOWS, 2);

            relay.cut();
            first.close();
            tab.page().waitForFunction("() => document.querySelector('.live').dataset.state === 'off'");
            tab.page().evaluate("""
                    () => {
                        window.states = [];
                        const dot = document.querySelector('.live');
                        new MutationObserver(() => window.states.push(dot.dataset.state))
                            .observe(dot, { attributeFilter: ['data-state'] });
                        document.addEventListener('htmx:sendError', () => { window.unanswered = true; });
                    }""");
            tab.page().clock().fastForward(POLL);
            tab.page().waitForFunction("() => window.unanswered");
            assertThat((List<?>) tab.page().evaluate("() => window.states"))
                    .as("nothing was answered")
                    .allMatch("off"::equals);
            try (RunningServer second = serve()) {
                debate = debate.through(second).say(3);
                relay.lead(second.port());
                tab.page().clock().fastForward(POLL);
                tab.page().waitForFunction(SHOWS, 5);
                debate.say();
                tab.page().waitForFunction(SHOWS, 6);
                assertThat(answers(tab.page())).isEqualTo(numbered(6));
                hasMark(tab.page());
            }
        } finally {
            first.close();
        }
    }
}
