package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class EvolutionRoutesTest {
    static final String SMALL =
            "{\"scenario\":\"split-100\",\"generations\":1,\"seed\":\"7\",\"set\":{\"epoch_size\":6}}";
    private static final String LONG = "{\"scenario\":\"split-100\",\"generations\":10000}";
    private static final long LONGEST_WAIT = 60_000_000_000L;

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
        server = RunningServer.at(
                place.where(), folder, Map.of("STOA_SERVER_EVOLUTIONS", "1", "STOA_EVOLUTION_EPOCH_SIZE", "4"));
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private static Reply ok(int status, Reply reply) {
        assertThat(reply.status()).as("%s", reply.raw().body()).isEqualTo(status);
        return reply;
    }

    private void await(Object run, String status) {
        long end = System.nanoTime() + LONGEST_WAIT;
        while (!status.equals(server.get("evolutions/" + run).body().get("status"))) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
        }
    }

    private static List<?> items(Reply reply) {
        return (List<?>) ok(200, reply).body().get("items");
    }

    @Test
    void aRunGoesOnWithoutItsClientAndIsRead() {
        assertThat(items(server.get("evolutions/scenarios")).toString()).contains("split-100");
        assertThat(ok(200, server.post("evolutions/check", "{\"scenario\":\"schema = 1\"}"))
                        .body())
                .containsEntry("valid", false);
        ok(404, server.post("evolutions", "{\"scenario\":\"split-1000\"}"));
        Reply begun = ok(202, server.post("evolutions", SMALL, "Idempotency-Key", "e"));
        Object run = begun.body().get("run_id");
        assertThat(begun.header("Location")).isEqualTo("/api/v1/evolutions/" + run);
        await(run, "completed");
        Reply again = ok(202, server.post("evolutions", SMALL, "Idempotency-Key", "e"));
        assertThat(again.body()).containsEntry("run_id", run);
        assertThat(again.header("Idempotent-Replay")).isEqualTo("true");
        assertThat(ok(409, server.post("evolutions", LONG, "Idempotency-Key", "e"))
                        .body())
                .containsEntry("code", "key_reused");
        assertThat(items(server.get("evolutions"))).hasSize(1);
        List<?> episodes = items(server.get("episodes?run=" + run + "&shadow=false&limit=3"));
        assertThat(episodes).hasSize(3);
        Object episode = ((Map<?, ?>) episodes.getFirst()).get("episode_id");
        ok(200, server.get("episodes/" + episode));
        assertThat(items(server.get("episodes/" + episode + "/log"))).isNotEmpty();
        ok(200, server.get("episodes/" + episode + "/replay"));
        assertThat(items(server.get("generations?run=" + run))).hasSize(1);
        List<?> profiles = items(server.get("profiles?run=" + run));
        Map<?, ?> profile = (Map<?, ?>) profiles.getFirst();
        Object id = profile.get("profile_id");
        ok(200, server.get("profiles/" + id));
        ok(200, server.get("profiles/" + id + "/lineage"));
        ok(200, server.get("profiles/" + id + "/blame"));
        ok(200, server.get("profiles/" + id + "/diff/" + ((Map<?, ?>) profiles.getLast()).get("profile_id")));
        assertThat(items(server.get("episodes?run=" + run + "&worst=true&actor=" + profile.get("actor_id"))))
                .isNotEmpty();
        ok(200, server.get("evolutions/" + run + "/verdicts"));
        ok(200, server.get("evolutions/" + run + "/lineage"));
        assertThat(items(server.get("evolutions/" + run + "/created-agents"))).isEmpty();
        assertThat(items(server.get("created-agents"))).isEmpty();
        ok(404, server.post("created-agents/none/approve", "{}"));
        ok(200, server.get("strategies"));
        ok(200, server.get("strategies?q=concede&limit=2"));
    }

    @Test
    void aScenarioIsTakenAsTheSameTreeInJsonAndTheConfigurationSaysWhatItLeavesOpen() {
        String actor = "{\"id\":\"%s\",\"brain\":\"policy:concession\",\"mutable\":{},"
                + "\"utility\":{\"offer.x\":{\"weight\":1,\"better\":\"%s\"}}}";
        String tree = "{\"scenario\":{\"schema\":1,\"name\":\"tiny\",\"context\":\"Two divide ten.\",\"discount\":0.9,"
                + "\"state\":{\"variables\":{\"offer\":{\"x\":0}}},"
                + "\"issues\":[{\"path\":\"offer.x\",\"min\":0,\"max\":10,\"step\":1}],"
                + "\"actors\":[" + actor.formatted("left", "high") + "," + actor.formatted("right", "low") + "],"
                + "\"judge\":{\"kind\":\"rubric\",\"rules\":[{\"when\":\"true\",\"score\":\"10*nash_ratio - 5\"}]},"
                + "\"evolution\":{\"max_generations\":1}}}";
        Object run = ok(202, server.post("evolutions", tree)).body().get("run_id");
        await(run, "completed");
        assertThat(items(server.get("episodes?run=" + run + "&shadow=false"))).hasSize(4);
        assertThat(ok(422, server.post("evolutions", tree.replace("\"better\":\"low\"", "\"better\":\"upp\"")))
                        .body()
                        .toString())
                .contains("actors[1].utility.\"offer.x\".better");
        ok(422, server.post("evolutions", "{\"scenario\":7}"));
    }

    @Test
    void aFullHouseIsBusyAndAStoppedServerLeavesItsRunPaused() {
        Object run = ok(202, server.post("evolutions", LONG)).body().get("run_id");
        Reply refused = ok(503, server.post("evolutions", SMALL, "Idempotency-Key", "f"));
        assertThat(refused.body()).containsEntry("code", "busy");
        assertThat(items(server.get("evolutions"))).hasSize(1);
        server.close();
        server = RunningServer.at(place.where(), folder, Map.of("STOA_SERVER_EVOLUTIONS", "100"));
        assertThat(server.get("evolutions/" + run).body())
                .containsEntry("status", "paused")
                .containsEntry("stop_reason", "interrupted");
        ok(202, server.post("evolutions/" + run + "/resume", "{}"));
        assertThat(ok(200, server.post("evolutions/" + run + "/cancel", "")).body())
                .containsEntry("status", "cancelled");
    }
}
