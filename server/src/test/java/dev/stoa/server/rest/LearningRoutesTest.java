package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class LearningRoutesTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Place place;
    private RunningServer server;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder);
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private static Map<?, ?> inner(Reply reply, String field) {
        return (Map<?, ?>)
                Objects.requireNonNull(reply.body().get(field), reply.raw().body());
    }

    @Test
    void aPredictionAndALinkSayWhetherTheyAreNew() {
        String prediction = "{\"tournament_id\":\"e-9\",\"predictor_agent\":\"ana\",\"predicted_winner\":\"ben\","
                + "\"confidence\":0.7}";
        server.post("evidence", "{\"id\":\"e\",\"snippet\":\"WAL needs the -shm file.\",\"source\":\"docs\"}");
        for (boolean created : new boolean[] {true, false}) {
            assertThat(server.post("predictions", prediction).body()).containsEntry("created", created);
            assertThat(server.post("evidence/links", "{\"evidence_id\":\"e\",\"debate_id\":\"d-1\"}")
                            .body())
                    .containsEntry("created", created);
            assertThat(server.send("PUT", "evidence/e/debates/d-2", "{}").body())
                    .containsEntry("created", created);
        }
    }

    @Test
    void theKeyOfTheRequestMakesAnOutcomeAndACritiqueCountOnce() {
        Object id = inner(server.post("memories", "{\"content\":\"WAL needs the -shm file\"}"), "memory")
                .get("id");
        String[] key = {"Idempotency-Key", "k-1"};
        assertThat(server.post("memories/" + id + "/outcomes", "{\"success\":true}", key)
                        .body())
                .containsEntry("applied", true);
        assertThat(server.post("memories/" + id + "/outcomes", "{\"success\":true}", key)
                        .body())
                .containsEntry("applied", false);
        String critique = "{\"debate_id\":\"d\",\"agent\":\"ana\",\"severity\":0.5,\"issues\":[\"slow\"]}";
        assertThat(inner(server.post("critiques", critique, key), "critique").get("critique_key"))
                .isEqualTo("k-1");
        assertThat(server.post("critiques", critique, key).body()).containsEntry("created", false);
        assertThat(server.post("memories", "{\"content\":\"x\"}", "Idempotency-Key", "k".repeat(129))
                        .status())
                .as("a key that is too long, where none is kept")
                .isEqualTo(422);
    }

    @Test
    void thePagesOfEveryListConcatenateToIt() {
        for (int n = 0; n < 5; n++) {
            server.post("memories", "{\"content\":\"text %d\"}".formatted(n));
            server.post("evidence", "{\"snippet\":\"text %d\",\"source\":\"docs\"}".formatted(n));
            server.post("matches", "{\"debate_id\":\"m-%d\",\"scores\":{\"ana\":1,\"ben\":0}}".formatted(n));
            server.post(
                    "critiques",
                    "{\"debate_id\":\"d-%d\",\"agent\":\"a%d\",\"severity\":0.5,\"issues\":[\"slow\"]}"
                            .formatted(n, n));
            server.post(
                    "consensus",
                    "{\"id\":\"c-%d\",\"topic\":\"t\",\"confidence\":1,\"participants\":[\"ana\"]}".formatted(n));
            server.post(
                    "proofs",
                    "{\"language\":\"z3_smt\",\"formal_statement\":\"(assert (< %d 0))\",\"timeout_ms\":100}"
                            .formatted(n));
        }
        for (String list : List.of(
                "memories",
                "evidence",
                "matches",
                "critiques",
                "consensus",
                "proofs",
                "reputations",
                "ratings/ana/history")) {
            List<Object> whole = new ArrayList<>(
                    (List<?>) Objects.requireNonNull(server.get(list).body().get("items"), list));
            assertThat(whole).as(list).hasSize(5);
            List<Object> pages = new ArrayList<>();
            Object next = "";
            while (next != null && pages.size() < 10) {
                Reply page = server.get(list + "?limit=2" + (next.equals("") ? "" : "&cursor=" + next));
                assertThat(page.status()).as(page.raw().body()).isEqualTo(200);
                pages.addAll((List<?>) Objects.requireNonNull(page.body().get("items")));
                next = page.body().get("next");
            }
            assertThat(pages).as(list).isEqualTo(whole);
        }
        String cursor = String.valueOf(server.get("memories?limit=2").body().get("next"));
        assertThat(server.get("evidence?limit=2&cursor=" + cursor).status())
                .as("the cursor of another list")
                .isEqualTo(422);
    }

    @Test
    void aPurgeSaysWhereTheTextMayStillBe() {
        Object id = inner(server.post("memories", "{\"content\":\"a secret text\"}"), "memory")
                .get("id");
        Reply gone = server.post("memories/" + id + "/forget", "{\"purge\":true}");
        assertThat(gone.body()).containsEntry("purged", true);
        assertThat(inner(gone, "erasure").get("complete")).isEqualTo(true);
        assertThat(server.get("memories/" + id).status()).isEqualTo(404);
    }

    @Test
    void leanIsNotRunForCallersFromOutside() {
        Reply refused =
                server.post("proofs", "{\"language\":\"lean4\",\"formal_statement\":\"theorem t : 1 = 1 := rfl\"}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).containsEntry("code", "forbidden");
        assertThat(server.post(
                                "proofs",
                                "{\"language\":\"z3_smt\",\"formal_statement\":\"(assert false)\",\"timeout_ms\":30001}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void theSearchOfEvidenceIsTheOneOfItsLines() {
        server.post("evidence", "{\"snippet\":\"WAL is a journal\",\"source\":\"docs\"}");
        Map<?, ?> byGet = server.get("evidence?q=WAL&mode=lexical").body();
        assertThat(byGet.get("items").toString()).contains("WAL is a journal");
        assertThat(Json.write(byGet))
                .isEqualTo(Json.write(server.post("evidence/search", "{\"query\":\"WAL\",\"mode\":\"lexical\"}")
                        .body()));
    }
}
