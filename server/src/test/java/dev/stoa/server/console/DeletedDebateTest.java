package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What is left of a debate that was deleted. */
@OnBothDatabases
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class DeletedDebateTest {
    private static final String DEBATE = "{\"topic\":\"Is 91 prime?\",\"debate_id\":\"primes\",\"preset\":\"vote\","
            + "\"options\":[\"yes\",\"no\"],\"agents\":[\"a=sim:\",\"b=sim:\"],\"start\":false}";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Site site;

    @BeforeEach
    void open() {
        site = Site.on(dialect, folder);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private String cancelled() {
        String id = String.valueOf(site.server().post("debates", DEBATE).body().get("id"));
        assertThat(site.server().post("debates/" + id + "/cancel", "").status()).isEqualTo(200);
        return id;
    }

    @Test
    void aDeletedDebateAnswersWithItsTombstoneOnEveryPageAndInTheApi() {
        String id = cancelled();
        assertThat(site.get("/debates/" + id).status()).isEqualTo(200);
        site.server().stoa().debate().sessions().delete(id, "it had <b>names</b> in it");

        Reply told = site.server().get("debates/" + id);
        assertThat(told.status()).isEqualTo(410);
        assertThat(told.body()).containsEntry("code", "gone").containsEntry("title", "Gone");
        Map<?, ?> tombstone = (Map<?, ?>) told.body().get("tombstone");
        assertThat(tombstone.get("reason")).isEqualTo("it had <b>names</b> in it");
        assertThat(tombstone.get("debate_id")).isEqualTo("primes");

        for (String below : List.of("", "/turns/1", "/versions", "/taught", "/read", "?view=events", "/cancel")) {
            Reply page = site.get("/debates/" + id + below);
            assertThat(page.status()).as(below).isEqualTo(410);
            Element left = Jsoup.parse(page.raw().body()).selectFirst("#tombstone");
            assertThat(left.select("time").attr("datetime")).isEqualTo(tombstone.get("deleted_at"));
            assertThat(left.text())
                    .contains("primes", id, String.valueOf(tombstone.get("chain_head")), "<b>names</b>", "unknown");
            assertThat(left.select("b")).isEmpty();
        }
        Reply twin = site.server().sendRaw("GET", "/debates/" + id + ".json", null);
        assertThat(twin.status()).isEqualTo(410);
        assertThat(twin.body().get("tombstone")).isEqualTo(tombstone);
    }

    @Test
    void aTombstoneWithoutAReasonSaysSoAndWhatNeverWasIsNotFound() {
        String id = cancelled();
        site.server().stoa().debate().sessions().delete(id, null);
        assertThat(Jsoup.parse(site.get("/debates/" + id).raw().body())
                        .select("#tombstone")
                        .text())
                .contains("none was given");
        assertThat(site.get("/debates/11111111-2222-3333-4444-555555555555").status())
                .isEqualTo(404);
        assertThat(site.get("/debates/primes").status()).isEqualTo(404);
    }
}
