package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.sun.net.httpserver.HttpServer;
import dev.stoa.cli.Main;
import dev.stoa.server.RunningServer;
import dev.stoa.storage.crash.Child;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Open pages, and what happens outside the process that shows them: another command, a kill, another site. */
@InBrowser
class OtherProcessTest {
    private static final String SHOWS =
            "n => document.querySelector('.lanes')?.textContent.includes('answer number ' + n + '.')";

    /** Keeps the turns that the lanes have after each change, and that the page was not loaded again. */
    private static final String WATCH = """
            () => {
                window.seen = [];
                new MutationObserver(() => window.seen.push(
                        [...document.querySelectorAll('.lanes [id^="turn-"]')].map(cell => +cell.id.slice(5))))
                    .observe(document.querySelector('main'), { childList: true, subtree: true });
            }""";

    @TempDir
    Path folder;

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
    @DisplayName("A debate run by another process fills its lanes without a reload, in protocol order.")
    void aDebateRunByAnotherProcessFillsItsLanesWithoutAReloadInProtocolOrder(Browser browser) {
        try (ServerProcess shows = ServerProcess.start(folder, 0);
                Tab tab = browser.open()) {
            String id = String.valueOf(shows.post("debates", """
                    {"topic":"Is 91 prime?","options":["yes","no"],"seed":7,"start":false,
                    "agents":["a=sim:","b=sim:","c=sim:"],"rounds":2}""").body().get("id"));
            Page page = tab.page();
            tab.visit(shows.url() + "/debates/" + id);
            tab.settle();
            page.evaluate(WATCH);
            try (Child command = Child.start(Main.class, "debate", "resume", id, "--data", folder)) {
                page.waitForFunction("() => document.getElementById('status').textContent.trim() === 'completed'");
                command.rest();
                assertThat(command.exit()).isZero();
            }
            page.waitForFunction("() => document.querySelectorAll('.lanes [id^=\"turn-\"]').length > 3");
            List<?> seen = (List<?>) page.evaluate("() => window.seen");
            assertThat(seen).as("it was not loaded again").isNotEmpty();
            for (Object turns : seen) {
                List<Integer> sorted = new ArrayList<>();
                ((List<?>) turns).forEach(turn -> sorted.add((Integer) turn));
                sorted.sort(null);
                assertThat(sorted)
                        .as("no turn is shown before one that was said earlier")
                        .isEqualTo(
                                IntStream.rangeClosed(1, sorted.size()).boxed().toList());
            }
            assertThat(tab.messages()).isEmpty();
        }
    }

    @Test
    void afterAKillAndRestartOfTheServerAnOpenPageCatchesUpWithoutAReloadAndWithoutLoss(Browser browser) {
        ServerProcess first = ServerProcess.start(folder, 0);
        try (Tab tab = browser.open()) {
            HeldDebate debate = HeldDebate.start(first::post).say();
            Page page = tab.page();
            tab.visit(first.url() + debate.page());
            tab.settle();
            page.evaluate("() => { window.marked = true; }");
            debate.say();
            page.waitForFunction(SHOWS, 2);
            debate.say();
            first.kill();
            page.waitForFunction("() => document.querySelector('.live').dataset.state === 'off'");
            try (ServerProcess second = ServerProcess.start(folder, first.port())) {
                debate = debate.through(second::post).say();
                page.waitForFunction(SHOWS, 4);
                debate.say();
                page.waitForFunction(SHOWS, 5);
                assertThat(answers(page)).isEqualTo(numbered(5));
                assertThat(page.evaluate("() => window.marked === true")).isEqualTo(true);
            }
        } finally {
            first.close();
        }
    }

    /** A site of another host, whose only page leads to an address. */
    private static HttpServer leading(String address) throws IOException {
        HttpServer site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] page = ("<!doctype html><title>Elsewhere</title><a href=\"" + address + "\">there</a>")
                .getBytes(StandardCharsets.UTF_8);
        site.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        site.start();
        return site;
    }

    @Test
    void aDeepLinkFollowedFromAnotherSiteOpensForSomeoneWhoIsLoggedIn(Browser browser) throws IOException {
        try (RunningServer server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                Tab known = browser.open();
                Tab unknown = browser.open()) {
            String deep = server.url() + "/memory?tier=fast";
            String token = server.token("read").token();
            HttpServer elsewhere = leading(deep);
            try {
                // The host of the server is an address, so a name is another site.
                String link = "http://localhost:" + elsewhere.getAddress().getPort() + "/";
                Page page = known.page();
                known.visit(server.url() + "/login");
                page.fill("input[name=token]", token);
                page.locator("main form button").first().click();
                page.waitForURL(server.url() + "/");
                List<Integer> answers = new ArrayList<>();
                page.onResponse((Response response) -> {
                    if (response.url().equals(deep)) {
                        answers.add(response.status());
                    }
                });
                follow(page, link);
                page.locator(".who").waitFor();
                assertThat(page.url()).isEqualTo(deep);
                assertThat(answers).as("without and then with the cookie").containsExactly(200, 200);

                follow(unknown.page(), link);
                unknown.page().waitForURL("**/login?next=*");
                unknown.page().locator("input[name=token]").waitFor();
            } finally {
                elsewhere.stop(0);
            }
        }
    }

    private static void follow(Page page, String link) {
        page.context().unrouteAll();
        page.navigate(link);
        page.locator("a").click();
    }
}
