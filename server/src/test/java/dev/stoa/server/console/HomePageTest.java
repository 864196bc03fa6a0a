package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomePageTest {
    private static Document home(RunningServer server) {
        Reply reply = server.sendRaw("GET", "/", null, "Accept", "text/html");
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
        }
    }
}
