package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.jobs.HeldModels;
import java.nio.file.Path;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a debate while its seats think. */
class AskedSeatsTest {
    @TempDir
    Path folder;

    @Test
    void aSeatThatIsAskedHasItsPlaceInTheLanesOfALiveDebate() throws Exception {
        try (HeldModels models = new HeldModels();
                RunningServer server = RunningServer.at(
                        folder.toString(),
                        folder,
                        Map.of(
                                "STOA_SEARCH_EMBEDDER", "off",
                                "STOA_PROVIDER_OPENAI_API_KEY", "none",
                                "STOA_PROVIDER_OPENAI_BASE_URL", models.url()))) {
            String id = String.valueOf(server.post("debates", """
                            {"topic":"Which store shall we use?","preset":"vote","seed":1,
                             "agents":["s0=openai:m0","s1=openai:m1"]}""").body().get("id"));
            models.await("m0");
            models.await("m1");
            Document live = page(server, id);
            Elements asked = live.select(".lanes tbody .cell.asked");
            assertThat(asked.eachText()).hasSize(2).allMatch(words -> words.startsWith("still asked"));
            assertThat(asked.select("time[data-left]").eachAttr("datetime"))
                    .hasSize(2)
                    .allMatch(since -> since.matches("20.*Z"));
            assertThat(live.select(".lanes tbody td[data-label]").eachAttr("data-label"))
                    .containsExactly("s0", "s1");

            models.answer();
            while (!"completed".equals(server.get("debates/" + id).body().get("status"))) {
                Thread.onSpinWait();
            }
            assertThat(page(server, id).select(".lanes tbody .cell.asked")).isEmpty();
        }
    }

    private static Document page(RunningServer server, String id) {
        return Jsoup.parse(server.sendRaw("GET", "/debates/" + id, null, "Accept", "text/html")
                .raw()
                .body());
    }
}
