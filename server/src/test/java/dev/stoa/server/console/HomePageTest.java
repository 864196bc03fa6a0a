package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
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
            assertThat(used.select("#now").text()).contains("Nothing is running.");

            assertThat(server.post("runs", "{\"agent\":\"scout\",\"input\":\"Read the log.\"}")
                            .status())
                    .isBetween(200, 299);
            assertThat(home(server).select("#now li").text()).endsWith("Run of scout");
        }
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
