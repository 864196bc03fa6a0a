package dev.stoa.browser;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.stoa.base.Principal;
import dev.stoa.server.RunningServer;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@InBrowser
class EventSourceTest {
    private static final Principal OPERATOR = Principal.operator("test");
    private static final Map<String, String> SETTINGS = Map.of("STOA_SEARCH_EMBEDDER", "off");
    private static final String FOLLOW = """
            ([path, kinds]) => {
                window.got = [];
                window.source = new EventSource(path);
                for (const kind of kinds) {
                    source.addEventListener(kind, e => got.push({id: e.lastEventId, kind, data: e.data}));
                }
            }""";

    @TempDir
    Path folder;

    /** A page of the server's own origin whose policy lets scripts connect, as that of a console does. */
    private static Page page(Tab tab, String url) {
        tab.page()
                .route(
                        url + "/page",
                        route -> route.fulfill(new Route.FulfillOptions()
                                .setContentType("text/html")
                                .setBody("<title>t</title>")));
        tab.visit(url + "/page");
        return tab.page();
    }

    private static void follow(Page page, String path, List<String> kinds) {
        page.evaluate(FOLLOW, List.of("/api/v1/" + path, kinds));
    }

    private static List<?> got(Page page, String field) {
        return (List<?>) page.evaluate("field => window.got.map(event => event[field])", field);
    }

    private static void post(RunningServer server, int from, int to) {
        for (int i = from; i < to; i++) {
            server.stoa().society().messages().send(OPERATOR, "hall", MessageDraft.of("message number " + i));
        }
    }

    @Test
    void anEventSourceGetsEveryEventOnceAcrossACutAndARestart(Browser browser) {
        RunningServer first = RunningServer.at(folder.toString(), folder, SETTINGS);
        try (Relay relay = Relay.to(first.port());
                Tab tab = browser.open()) {
            first.stoa().society().channels().create(OPERATOR, ChannelDraft.of("hall"));
            Page page = page(tab, relay.url());
            follow(page, "channels/hall/events", List.of("hello", "message.posted"));
            page.waitForFunction("() => window.got.length === 1");
            post(first, 0, 10);
            page.waitForFunction("() => window.got.length === 11");

            relay.cut();
            post(first, 10, 20);
            page.waitForFunction("() => window.got.filter(e => e.kind === 'message.posted').length >= 20");

            post(first, 20, 25);
            first.close();
            try (RunningServer second = RunningServer.at(folder.toString(), folder, SETTINGS)) {
                relay.lead(second.port());
                post(second, 25, 30);
                page.waitForFunction("() => window.got.filter(e => e.kind === 'message.posted').length >= 30");

                // A 31st of a repeated event would have come before this one.
                post(second, 30, 31);
                page.waitForFunction("() => window.got.at(-1).data.includes('message number 30')");
                assertThat(got(page, "data").stream()
                                .map(String::valueOf)
                                .filter(data -> data.contains("message number"))
                                .map(data -> data.replaceAll("(?s).*(message number [0-9]+).*", "$1")))
                        .containsExactlyElementsOf(IntStream.range(0, 31)
                                .mapToObj(i -> "message number " + i)
                                .toList());
                assertThat(got(page, "id")).doesNotHaveDuplicates();
                page.evaluate("() => window.source.close()");
                assertThat(tab.elsewhere()).isEmpty();
            }
        } finally {
            first.close();
        }
    }

    @Test
    @DisplayName("Chromium's EventSource must follow a debate to its end and must not reconnect after it.")
    void anEventSourceFollowsADebateToItsEndAndThenStops(Browser browser) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder, SETTINGS);
                Tab tab = browser.open()) {
            String question = "{\"topic\":\"Is 91 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7,"
                    + "\"agents\":[\"a=sim:\",\"b=sim:\"],\"start\":false}";
            String id = String.valueOf(server.post("debates", question).body().get("id"));
            Page page = page(tab, server.url());
            follow(page, "debates/" + id + "/events", List.of("open", "debate_created", "end"));
            page.waitForFunction("() => window.source.readyState === 1");

            assertThat(server.post("debates/" + id + "/resume", "{}").status()).isEqualTo(202);

            // It asks once more after the end, is told that there is nothing more, and asks no further.
            page.waitForFunction("() => window.source.readyState === 2");
            assertThat(got(page, "kind").stream().filter("end"::equals)).hasSize(1);
            assertThat(server.get("debates/" + id).body()).containsEntry("status", "completed");
            List<?> items = (List<?>)
                    requireNonNull(server.get("debates/" + id + "/events?limit=500", "Accept", "application/json")
                            .body()
                            .get("items"));
            List<String> kinds = items.stream()
                    .map(item -> String.valueOf(((Map<?, ?>) requireNonNull(item)).get("kind")))
                    .toList();

            // Now that all kinds are known: the record as an EventSource sees it.
            follow(page, "debates/" + id + "/events", kinds.stream().distinct().toList());
            page.waitForFunction("() => window.source.readyState === 2");
            assertThat(got(page, "kind")).isEqualTo(kinds);
            assertThat(got(page, "id"))
                    .isEqualTo(IntStream.rangeClosed(1, kinds.size())
                            .mapToObj(Integer::toString)
                            .toList());
        }
    }
}
