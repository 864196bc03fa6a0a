package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomePageTest {
    private static Document home(RunningServer server) {
        return page(server, "/");
    }

    private static Document page(RunningServer server, String path) {
        Reply reply = server.sendRaw("GET", path, null, "Accept", "text/html");
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    @Test
    void anEmptyArchiveOffersAFirstStepOnTheFirstPage(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"))) {
            Document empty = home(server);
            assertThat(empty.select("#begin h2").eachText())
                    .containsExactly("Hold a debate", "Let an agent answer", "See a living society");
            assertThat(empty.select("#needs .count").text()).isEqualTo("0");
            assertThat(empty.select("#worth").text()).contains("Unknown");
            assertThat(empty.select("a[href=/tour/1]")).isEmpty();
            Document form = page(server, empty.select("#begin a.first").attr("href"));
            assertThat(form.select("[name=topic]").text()).startsWith("Should we ship the payment release");
            assertThat(form.select("[name=options]").text()).contains("wait until Monday morning");
            assertThat(form.select("[name=agent3]").attr("value")).isEqualTo("cy=sim:");
            assertThat(form.select("#preview .error")).isEmpty();
            assertThat(form.select("#preview dl").text()).contains("Calls");

            assertThat(server.post("tasks", "{\"input\":\"Read the log of yesterday.\"}")
                            .status())
                    .isBetween(200, 299);
            assertThat(server.post("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}")
                            .status())
                    .isBetween(200, 299);
            Document used = home(server);
            assertThat(used.select("#begin")).isEmpty();
            assertThat(used.select("#needs").text()).contains("1 task is open Read the log of yesterday.");
            assertThat(used.select("#health").text()).contains("10 archives").contains("0 pending, 0 dead");
            assertThat(used.select("#health li:has(a[href=/ops/archives])").text())
                    .matches(".*10 archives [0-9.]+ MB( in [0-9] that are open)?");
            assertThat(used.select("#health li:has(a[href=/audit])").text())
                    .endsWith("not signed yet")
                    .doesNotContain("audit 0 ");
            assertThat(server.post("audit/checkpoints", "{}").status()).isBetween(200, 299);
            assertThat(home(server).select("#health li:has(a[href=/audit])").text())
                    .matches(".*audit [0-9,]+ signed [0-9]+ s ago");
            assertThat(used.select("#now").text()).contains("Nothing is running.");

            assertThat(server.post("runs", "{\"agent\":\"scout\",\"input\":\"Read the log.\"}")
                            .status())
                    .isBetween(200, 299);
            assertThat(home(server).select("#now li").text()).matches(".*Run of scout( [0-9]+ s)?");
        }
    }

    @Test
    void whatHappenedInTheSocietyLatelyIsToldTheNewestFirst(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"))) {
            assertThat(home(server).select("#society")).isEmpty();
            for (List<String> made : List.of(
                    List.of("agents", "{\"identity\":\"scout\",\"model\":\"sim:\"}"),
                    List.of("channels", "{\"name\":\"lab\"}"),
                    List.of("notes", "{\"message\":\"Count the tills\"}"),
                    List.of("channels/lab/messages", "{\"content\":\"The <b>tills</b> open.\"}"))) {
                assertThat(server.post(made.getFirst(), made.getLast()).status())
                        .isBetween(200, 299);
            }
            Document shown = home(server);
            assertThat(shown.select("#lately #society li a").eachText())
                    .startsWith("human wrote", "new channel", "scout joined");
            Element newest = Objects.requireNonNull(shown.selectFirst("#society li"));
            assertThat(newest.select("a").attr("href")).isEqualTo("/channels/lab");
            assertThat(newest.text()).contains("The <b>tills</b> open.");
            assertThat(newest.select("b")).isEmpty();
            assertThat(newest.select("time")).hasSize(1);
            List<?> all = lately(server, "");
            assertThat(all).hasSizeGreaterThan(3);
            assertThat(lately(server, "?limit=2")).isEqualTo(all.subList(all.size() - 2, all.size()));
            assertThat(lately(server, "?kinds=channel.created").toString()).contains("name=lab");
            assertThat(lately(server, "?kinds=channel.created")).hasSize(1);
        }
    }

    private static List<?> lately(RunningServer server, String query) {
        return (List<?>) Objects.requireNonNull(
                server.sendRaw("GET", "/api/v1/society/events" + query, null, "Accept", "application/json")
                        .body()
                        .get("items"));
    }

    @Test
    void aRunningDebateShowsItsRoundItsPhaseAndItsConsensus(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"))) {
            String id = String.valueOf(server.post(
                            "debates",
                            "{\"topic\":\"Which gate opens first?\",\"preset\":\"external\",\"start\":false,"
                                    + "\"options\":[\"A\",\"B\"],\"agents\":[{\"name\":\"a\",\"provider\":\"mine\",\"model\":\"x\"},{\"name\":\"b\",\"provider\":\"mine\",\"model\":\"y\"}]}")
                    .body()
                    .get("id"));
            Reply started = server.post("debates/" + id + "/start", "{}");
            assertThat(started.status()).as(started.raw().body()).isBetween(200, 299);
            assertThat(home(server).select("#now li").text()).contains("Which gate opens first?", "2 seats");
            assertThat(home(server).select("#now meter"))
                    .as("nothing was counted")
                    .isEmpty();
            for (String round : List.of("1", "2")) {
                Reply said = server.post(
                        "debates/" + id + "/turns",
                        "{\"runner_epoch\":1,\"turns\":[{\"phase\":\"proposal\",\"round\":" + round
                                + ",\"agent_id\":\"a\",\"content\":\"A.\",\"option\":\"A\"},{\"phase\":\"critique\",\"round\":"
                                + round + ",\"agent_id\":\"b\",\"content\":\"B.\",\"option\":\"B\"}]}");
                assertThat(said.status()).as(said.raw().body()).isBetween(200, 299);
            }
            Reply counted =
                    server.post("debates/" + id + "/ballots", "{\"runner_epoch\":1,\"stage\":\"round\",\"round\":2}");
            assertThat(counted.status()).as(counted.raw().body()).isBetween(200, 299);
            Element now = Objects.requireNonNull(home(server).selectFirst("#now li"));
            assertThat(now.text()).contains("round 2");
            assertThat(Double.parseDouble(now.select("meter").attr("value"))).isBetween(0.0, 1.0);
            List<?> all = events(server, id, "limit=500");
            assertThat(events(server, id, "newest=true&limit=3")).isEqualTo(all.subList(all.size() - 3, all.size()));
        }
    }

    private static List<?> events(RunningServer server, String id, String query) {
        return (List<?>) Objects.requireNonNull(
                server.sendRaw("GET", "/api/v1/debates/" + id + "/events?" + query, null, "Accept", "application/json")
                        .body()
                        .get("items"));
    }

    @Test
    void allOfItButTheFirstStepsFollowsTheSocietyAndItsDebates(@TempDir Path folder) {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"))) {
            Element live = Objects.requireNonNull(home(server).selectFirst("[data-topic]"));
            assertThat(live.attr("data-topic").split(" ")).containsExactly("debate", "society", "breaker");
            assertThat(live.select("section").eachAttr("id"))
                    .containsExactly("needs", "now", "lately", "health", "worth");
            assertThat(home(server).select(live.attr("hx-select"))).hasSize(1);
        }
    }
}
