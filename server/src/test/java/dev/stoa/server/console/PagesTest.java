package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The pages of the console over HTTP, without a browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class PagesTest {
    private static final String HOSTILE = "<img src=x onerror=alert(1)> \u202Eevil";
    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"));
        ok(server.post("memories", "{\"id\":\"a:b\",\"content\":\"The till of gate 3 restarts at noon\"}"));
        ok(server.post("memories", "{\"id\":\"x.json\",\"content\":\"A name that ends as a twin does\"}"));
        ok(server.post("memories", "{\"id\":\"graph\",\"content\":\"A name that is that of a page\"}"));
        ok(server.post("memories", "{\"id\":\"hostile\",\"content\":\"" + HOSTILE + "\"}"));
        ok(server.post(
                "memories",
                "{\"id\":\"made\",\"content\":\"Made of"
                        + " another\",\"sources\":[{\"kind\":\"memory\",\"id\":\"a:b\"}]}"));
        ok(server.post(
                "critiques",
                "{\"debate_id\":\"d-1\",\"agent\":\"cleo\",\"severity\":0.6,\"issues\":[\"it is slow\"]}"));
        ok(server.post("notes", "{\"message\":\"Count the tills\"}"));
        ok(server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}"));
        ok(server.post("runs", "{\"agent\":\"scout\",\"input\":\"go\"}"));
        ok(server.post("channels", "{\"name\":\"lab\"}"));
        ok(server.post("channels/lab/messages", "{\"content\":\"" + HOSTILE + "\"}"));
    }

    @AfterAll
    void close() {
        server.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    private Reply page(String path) {
        return server.sendRaw("GET", path, null, "Accept", "text/html");
    }

    private Document shown(String path) {
        Reply reply = page(path);
        assertThat(reply.status()).as(path + ": " + reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    private static List<String> lists() {
        return Console.paths().stream()
                .filter(path -> !path.contains("{"))
                .map(path -> "/" + path)
                .toList();
    }

    @Test
    void anIdIsShownWithAButtonThatCopiesIt() {
        for (Map.Entry<String, String> each : Map.of(
                        "/memory/a:b", "a:b",
                        "/memory/~graph", "graph",
                        "/agents/scout", "scout",
                        "/channels/lab", "lab")
                .entrySet()) {
            Element head = shown(each.getKey()).selectFirst(".head > .id");
            assertThat(head.select("button.copy").attr("data-copy")).isEqualTo(each.getValue());
            assertThat(head.select("button.copy").attr("aria-label")).isEqualTo("Copy " + each.getValue());
        }
        assertThat(shown("/memory/a:b").select(".head > .id code").text()).isEqualTo("a:b");
        assertThat(shown("/agents/scout").select(".head > .id code"))
                .as("its title says it")
                .isEmpty();
        assertThat(shown("/agents").select("td .id a[href=/agents/scout] + button.copy[data-copy=scout]"))
                .hasSize(1);
        assertThat(shown("/channels").select("td a[href=/channels/lab#new] + .id button[data-copy=lab]"))
                .hasSize(1);
        assertThat(shown("/agents").select(".head > .id")).isEmpty();
    }

    @Test
    void everyPageOfTheRouteTableCanBeReadWithoutJavaScript() {
        for (String path : lists()) {
            Reply reply = page(path);
            assertThat(reply.status()).as(path + ": " + reply.raw().body()).isEqualTo(200);
            assertThat(reply.header("Content-Security-Policy"))
                    .as(path)
                    .startsWith("default-src 'none'; script-src 'self'");
            assertThat(reply.header("Cache-Control")).as(path).isEqualTo("no-store");
            Document page = Jsoup.parse(reply.raw().body());
            assertThat(page.select("h1")).as(path).hasSize(1);
            assertThat(page.title()).as(path).endsWith("· Stoa");
            assertThat(page.select("[style], script:not([src]), [onclick], [onload], style"))
                    .as(path)
                    .isEmpty();
        }
    }

    @Test
    void everyLinkOfTheNavigationLeadsToAPage() {
        for (Element link : shown("/").select("nav.wings a")) {
            for (Element below : shown(link.attr("href")).select("nav.sub a")) {
                assertThat(page(below.attr("href")).status())
                        .as(below.attr("href"))
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void everyPageHasATwinAndTheTwinEqualsWhatRestAnswers() {
        for (String path : lists()) {
            Reply twin = server.sendRaw("GET", path + ".json", null);
            assertThat(twin.status()).as(path).isEqualTo(200);
            assertThat(twin.body()).as(path).containsOnlyKeys("page", "data");
        }
        Map<?, ?> data =
                (Map<?, ?>) server.sendRaw("GET", "/memory.json", null).body().get("data");
        assertThat(data.get("stats")).isEqualTo(server.get("memories/stats").body());
        Map<?, ?> one = (Map<?, ?>)
                server.sendRaw("GET", "/memory/a%3Ab.json", null).body().get("data");
        assertThat(one.get("memory")).isEqualTo(server.get("memories/a%3Ab").body());
    }

    @Test
    void anIdIsOneSegmentWhateverItConsistsOf() {
        for (Element link : shown("/memory/newest").select("tbody a[href^=/memory/]")) {
            Document thing = shown(link.attr("href"));
            assertThat(thing.select("h1").text()).isEqualTo(link.text());
        }
        assertThat(shown("/memory/newest").select("tbody a[href^=/memory/]").eachAttr("href"))
                .containsExactlyInAnyOrder(
                        "/memory/a%3Ab", "/memory/x%2Ejson", "/memory/~graph", "/memory/hostile", "/memory/made");
    }

    @Test
    void noTextOfAnAgentBecomesAnythingButText() {
        for (String path : List.of("/memory", "/memory/newest", "/memory/hostile", "/channels/lab", "/search?q=evil")) {
            Document page = shown(path);
            assertThat(page.select("img, [onerror]")).as(path).isEmpty();
            assertThat(page.text())
                    .as(path)
                    .contains("<img src=x onerror=alert(1)>")
                    .contains("⟦RLO⟧");
            assertThat(page.html()).as(path).doesNotContain("\u202E");
        }
    }

    @Test
    void aListLeadsToItsThingsAndShowsTheirState() {
        Document notes = shown("/notes");
        assertThat(shown(notes.select("tbody a[href^=/notes/]").attr("href"))
                        .select("h1")
                        .text())
                .isEqualTo("Count the tills");
        Document runs = shown("/runs");
        assertThat(runs.select("tbody td[data-label=State]").text())
                .isNotEmpty()
                .isNotEqualTo("–");
        assertThat(runs.select("tbody td[data-label=Begun] time").attr("datetime"))
                .isNotEmpty();
        shown(runs.select("tbody a[href^=/runs/]").attr("href"));
    }

    @Test
    void aCritiqueShowsEachOfItsIssuesAndThatItsEffectIsNotKnown() {
        Element critique = shown("/critiques").selectFirst("article");
        assertThat(critique.select("li").eachText()).containsExactly("it is slow");
        assertThat(critique.select(".badge").text()).isEqualTo("not known yet");
    }

    @Test
    void whatDoesNotExistIsSaidInWordsOnAPage() {
        for (String path : List.of(
                "/nothere",
                "/memory/nothere",
                "/corrections/~export",
                "/debates/00000000-0000-7000-8000-000000000000")) {
            Reply reply = page(path);
            assertThat(reply.status()).as(path).isEqualTo(404);
            assertThat(reply.header("Content-Type")).as(path).startsWith("text/html");
            assertThat(Jsoup.parse(reply.raw().body()).select("[role=alert]"))
                    .as(path)
                    .hasSize(1);
        }
        assertThat(server.get("nothere").header("Content-Type")).isEqualTo("application/problem+json");
        Reply refused = page("/memory?colour=red");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(retries(refused)).containsExactly("/memory?colour=red");
        assertThat(retries(page("//elsewhere.example/memory")))
                .as("a link to another place")
                .isEmpty();
        assertThat(retries(server.sendRaw("POST", "/nothere", "", "Accept", "text/html")))
                .as("what was posted is not sent again")
                .isEmpty();
    }

    private static List<String> retries(Reply reply) {
        return Jsoup.parse(reply.raw().body())
                .select("[role=alert] a:contains(Retry)")
                .eachAttr("href");
    }

    @Test
    void thePartsOfAllPagesAreKeptByTheBrowserAndSmall() {
        Document page = shown("/");
        List<String> parts = List.of(
                page.select("link[rel=stylesheet]").attr("href"),
                page.select("script[defer]").attr("src"),
                page.select("script[type=module]").attr("src"));
        Map<String, Long> most = Map.of("stoa.css", 8_000L, "htmx.js", 17_000L, "stoa.js", 9_000L);
        for (String part : parts) {
            Reply reply = server.sendRaw("GET", part, null, "Accept-Encoding", "gzip");
            assertThat(reply.status()).as(part).isEqualTo(200);
            assertThat(reply.header("Cache-Control")).as(part).contains("immutable");
            assertThat(reply.header("Content-Encoding")).as(part).isEqualTo("gzip");
            assertThat(Long.parseLong(reply.header("Content-Length")))
                    .as(part)
                    .isLessThanOrEqualTo(most.get(part.substring(part.lastIndexOf('/') + 1)));
        }
        assertThat(server.sendRaw("GET", "/assets/0/stoa.css", null).status()).isEqualTo(404);
    }
}
