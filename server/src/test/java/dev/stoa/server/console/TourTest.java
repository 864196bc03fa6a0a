package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class TourTest {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Visitor visitor;

    @BeforeAll
    static void start() {
        server = RunningServer.demo(folder.toString(), folder);
        visitor = new Visitor(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A page and where it is, after the address was followed as a browser does. */
    private record Seen(String path, Document page) {
        String bar() {
            return page.select("aside.tour").text();
        }

        String next() {
            return page.select("aside.tour a[rel=next]").attr("href");
        }
    }

    private static Seen follow(String address) {
        String path = address;
        Reply reply = visitor.get(path);
        while (reply.status() == 303) {
            path = location(reply);
            reply = visitor.get(path);
        }
        assertThat(reply.status()).as(path + ": " + reply.raw().body()).isEqualTo(200);
        return new Seen(path, Jsoup.parse(reply.raw().body()));
    }

    private static String location(Reply reply) {
        URI at = URI.create(reply.header("Location"));
        return at.getRawPath() + (at.getRawQuery() == null ? "" : "?" + at.getRawQuery());
    }

    private static List<Map<?, ?>> items(String address) {
        return ((List<?>) server.get(address).body().get("items"))
                .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
    }

    @Test
    void theDemoRefusesADataDirectoryThatHoldsAnythingItsTourCanBeFinishedWithoutJavaScript() {
        assertThatThrownBy(() -> RunningServer.demo(folder.toString(), folder).close())
                .isInstanceOfSatisfying(
                        ConflictException.class,
                        refused -> assertThat(refused.code()).isEqualTo("not_empty"));
        Seen step = follow(follow("/").page().select("a[href=/tour/1]").attr("href"));
        List<String> bars = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        while (!step.next().isEmpty()) {
            bars.add(step.bar());
            paths.add(step.path());
            step = follow(step.next());
        }
        bars.add(step.bar());
        paths.add(step.path());
        assertThat(bars).hasSize(7);
        for (int i = 0; i < 7; i++) {
            assertThat(bars.get(i)).startsWith((i + 1) + "/7 ");
        }
        String friday = (String) items("debates?limit=20").stream()
                .filter(debate -> "release-friday".equals(debate.get("debate_id")))
                .findFirst()
                .orElseThrow()
                .get("id");
        assertThat(paths.subList(1, 7))
                .containsExactly(
                        "/debates/" + friday + "?tour=2",
                        "/debates/" + friday + "?at=" + firstTally(friday) + "&tour=3",
                        "/debates/" + friday + "?turn=4&tour=4",
                        "/debates/" + friday + "?verify=1&tour=5",
                        paths.get(5),
                        "/ratings?simulated=include&tour=7");
        assertThat(paths.get(5)).startsWith("/memory/recall?q=").endsWith("&tour=6");
        assertThat(follow(paths.get(5)).page().select("main").text())
                .contains("A release that cannot be rolled back waits until Monday");
        assertThat(step.page().select("aside.tour a").eachText()).containsExactly("Before", "Done");
    }

    @Test
    void linksToWhatDebatesTaughtCountWhatIsSimulatedAndThePagesSaySo() {
        for (String page : List.of("/ratings", "/lessons", "/debates/stats")) {
            String counted = page + "?simulated=include";
            assertThat(follow(page).page().select(".head .simulated")).as(page).isEmpty();
            Document with = follow(counted).page();
            assertThat(with.select(".head .simulated").text()).as(page).isEqualTo("simulated");
            assertThat(with.select("nav.sub a[aria-current=page]").attr("href"))
                    .as(page)
                    .isEqualTo(counted);
            assertThat(Jsoup.parse(visitor.get("/palette?q=" + page).raw().body())
                            .select("a")
                            .eachAttr("href"))
                    .as(page)
                    .contains(counted)
                    .doesNotContain(page);
        }
        assertThat(follow("/").page().select("#worth a").attr("href")).isEqualTo("/debates/stats?simulated=include");
        Document board = follow("/ratings?simulated=include").page();
        assertThat(board.select("tbody tr:has(td[data-label=Rank]:matches(^\\d))"))
                .as("ranks of real matches")
                .isNotEmpty();
        assertThat(board.select("tr:has(a:contains(ada)) td[data-label=Rank]").text())
                .as("of simulated ones")
                .isEqualTo("unknown");
        String ada = board.select("tbody a:contains(ada)").attr("href");
        assertThat(ada).isEqualTo("/ratings/ada?simulated=include");
        assertThat(follow(ada).page().select(".trail a").eachAttr("href"))
                .containsExactly("/ratings?simulated=include");
    }

    private static Object firstTally(String debate) {
        Reply events = server.sendRaw(
                "GET", "/api/v1/debates/" + debate + "/events?limit=200", null, "Accept", "application/json");
        return ((List<?>) events.body().get("items"))
                .stream()
                        .<Map<?, ?>>map(each -> (Map<?, ?>) each)
                        .filter(event -> "tally_made".equals(event.get("kind")))
                        .findFirst()
                        .orElseThrow()
                        .get("seq");
    }

    @Test
    void theFirstStepLeadsToAGateAndApprovingItKeepsTheBar() {
        Seen gate = follow("/tour/1");
        String approve = gate.page().select(".gate a.first").attr("href");
        assertThat(approve).endsWith("/approve?tour=1");
        Reply asked = visitor.get(approve);
        Reply done = visitor.post(approve.substring(0, approve.indexOf('?')), Visitor.form(asked));
        assertThat(done.status()).as(done.raw().body()).isEqualTo(303);
        Seen after = follow(location(done));
        assertThat(after.path()).isEqualTo(gate.path());
        assertThat(after.next()).isEqualTo("/tour/2");
        assertThat(after.page().select(".notice").text()).contains("The gate is approved.");
        assertThat(follow("/tour/1").bar()).startsWith("1/7 ");
    }

    @Test
    void whoSkipsTheTourStaysOnThePageWithoutTheBar() {
        Seen step = follow("/tour/2");
        String skip = step.page().select("aside.tour a:contains(Skip)").attr("href");
        assertThat(follow(skip).bar()).isEmpty();
        assertThat(step.path()).startsWith(skip + "?");
        assertThat(visitor.get("/tour/8").status()).isEqualTo(404);
    }
}
