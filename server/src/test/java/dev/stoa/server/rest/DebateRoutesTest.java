package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.debate.SessionFilter;
import dev.stoa.json.Json;
import dev.stoa.learning.evidence.EvidenceFilter;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class DebateRoutesTest {
    private static final String QUESTION =
            "{\"topic\":\"Is 91 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7,\"agents\":[\"a=sim:\",\"b=sim:\"]}";
    private static final String GATED = QUESTION.replace("}", ",\"gates\":[\"convergence\"]}");
    private static final String ENDLESS =
            "{\"topic\":\"Is 91 prime?\",\"agents\":[\"a=command:slow\",\"b=command:slow\"],"
                    + "\"evidence\":[{\"title\":\"t\",\"text\":\"91 is 7 times 13\"}]}";
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
    void open() throws IOException {
        Files.writeString(folder.resolve("stoa.toml"), """
            [provider.command.slow]
            argv = ["/bin/sleep", "600"]
            """);
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder, Map.of("STOA_SERVER_DEBATES", "1"));
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + LONGEST_WAIT;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
        }
    }

    private List<Map<String, Object>> debates() {
        return server.stoa().debate().sessions().list(SessionFilter.all(), Page.Request.first()).items().stream()
                .map(session -> Map.<String, Object>of(
                        "id", session.id(), "status", session.status().text()))
                .toList();
    }

    @Test
    void whatADebateWouldTakeIsToldAndNothingIsStored() {
        int before = ((List<?>) server.get("debates").body().get("items")).size();
        int documents = ((List<?>) server.get("evidence").body().get("items")).size();
        Map<?, ?> told = server.post(
                        "debates/estimate",
                        "{\"topic\":\"Is 91 prime?\",\"preset\":\"vote\",\"agents\":[\"a=sim:\",\"b=sim:\"],"
                                + "\"evidence\":[{\"title\":\"t\",\"text\":\"91 is 7 times 13.\"}]}")
                .body();

        assertThat(told.get("calls")).isEqualTo(Map.of("min", 2L, "max", 4L));
        assertThat(told.get("cost_usd")).isEqualTo(Map.of("min", 0.0, "max", 0.0));
        assertThat(told.get("simulated")).isEqualTo(true);
        assertThat(((List<?>) server.get("debates").body().get("items"))).hasSize(before);
        assertThat(((List<?>) server.get("evidence").body().get("items"))).hasSize(documents);
        for (String refused : List.of(
                "{\"topic\":\"q\",\"agents\":[\"a=sim:\"]}",
                "{\"topic\":\"q\",\"agents\":[\"a=nobody:x\",\"b=sim:\"]}",
                "{\"topic\":\"q\",\"rounds\":99}",
                "{\"topic\":\"q\",\"options\":[\"yes\",\"YES\"]}",
                "{\"topic\":\"q\",\"evidence\":[7]}")) {
            Reply created = server.post("debates", refused);
            assertThat(created.status()).isEqualTo(422);
            assertThat(server.post("debates/estimate", refused).body().get("detail"))
                    .isEqualTo(created.body().get("detail"));
        }
    }

    @Test
    void aDebateThatIsRefusedStoresNoDocument() {
        String many = IntStream.range(0, 201)
                .mapToObj(i -> "{\"text\":\"document " + i + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        String one = "[{\"title\":\"t\",\"text\":\"91 is 7 times 13.\"}";
        for (String rest : List.of(
                "\"evidence\":" + many,
                "\"evidence\":" + one + "],\"gates\":[\"nowhere\"]",
                "\"evidence\":" + one + ",{\"text\":\"\"}]",
                "\"evidence\":" + one + ",{\"text\":\"x\",\"more\":1}]")) {
            for (boolean start : new boolean[] {true, false}) {
                Reply refused = server.post("debates", "{\"topic\":\"q\",\"start\":" + start + "," + rest + "}");
                assertThat(refused.status()).as(refused.raw().body()).isEqualTo(422);
            }
        }
        assertThat(server.post("debates", "{\"topic\":\"q\",\"preset\":\"external\",\"evidence\":" + one + "]}")
                        .status())
                .isEqualTo(409);
        assertThat(documents()).isZero();
        Reply same = server.post(
                "debates",
                "{\"topic\":\"q\",\"start\":false,\"evidence\":" + many.replaceAll("document \\d+", "the same") + "}");
        assertThat(same.status()).as(same.raw().body()).isEqualTo(201);
        assertThat(documents()).isEqualTo(1);
    }

    private int documents() {
        return server.stoa()
                .learning()
                .evidence()
                .list(EvidenceFilter.NONE, Page.Request.first())
                .items()
                .size();
    }

    @Test
    @DisplayName("A debate started over REST must finish when its client has gone, and on another server when its"
            + " server was killed.")
    void aDebateStartedOverRestFinishesWhenItsClientHasGone() throws IOException {
        byte[] body = QUESTION.getBytes(StandardCharsets.UTF_8);
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.getOutputStream()
                    .write(("POST /api/v1/debates HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                                    + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                                    + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            client.getOutputStream().write(body);
            client.getOutputStream().flush();
        }
        await(() -> debates().stream().anyMatch(debate -> "completed".equals(debate.get("status"))));
        String id = String.valueOf(debates().getFirst().get("id"));
        assertThat(server.get("debates/" + id).body()).containsEntry("status", "completed");
        assertThat(server.get("debates/" + id + "/replay").body()).containsEntry("ok", true);
        assertThat(server.get("debates/" + id + "/ballots").body().get("items").toString())
                .contains("choice");
        Reply events = server.get("debates/" + id + "/events?limit=2", "Accept", "application/json");
        assertThat(events.body().get("next")).isNotNull();
        Reply receipt = server.get("debates/" + id + "/receipt");
        Reply verified = server.post("debates/verify", receipt.raw().body());
        assertThat(verified.body()).containsEntry("ok", true);
        Reply page = server.get("debates/" + id + "/receipt", "Accept", "text/html");
        assertThat(page.header("Content-Security-Policy")).isEqualTo("sandbox");
        assertThat(page.raw().body()).contains("Is 91 prime?").startsWith("<!");
        assertThat(server.get("debates/" + id + "/receipt", "Accept", "text/markdown")
                        .raw()
                        .body())
                .contains("Is 91 prime?");
    }

    @Test
    @DisplayName("A full house must answer 503 busy with nothing stored.")
    void aFullHouseAnswers503BusyWithNothingStored() {
        Reply first = server.post("debates", ENDLESS);
        assertThat(first.status()).as("%s", first.raw().body()).isEqualTo(202);
        assertThat(first.body()).containsEntry("status", "running");
        Reply refused = server.post("debates", ENDLESS.replace("7 times 13", "13 times 7"), "Idempotency-Key", "k1");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body()).containsEntry("code", "busy");
        assertThat(refused.header("Retry-After")).isEqualTo("5");
        assertThat(debates()).hasSize(1);
        assertThat(documents()).isEqualTo(1);
        Object id = first.body().get("id");
        assertThat(server.post("debates/" + id + "/cancel", "").body()).containsEntry("status", "cancelled");
        await(() -> server.post("debates", QUESTION, "Idempotency-Key", "k2").status() == 202);
        Reply again = server.post("debates", QUESTION, "Idempotency-Key", "k2");
        assertThat(again.status()).isEqualTo(202);
        assertThat(again.header("Idempotent-Replay")).isEqualTo("true");
    }

    @Test
    void aDebateGoesOnElsewhereWhenItsServerStops() {
        Reply first = server.post("debates", ENDLESS.replace("b=command:slow", "b=sim:"));
        Object id = first.body().get("id");
        server.close();
        server = RunningServer.at(place.where(), folder);
        assertThat(server.get("debates/" + id).body()).containsEntry("status", "running");
        Reply resumed = server.post("debates/" + id + "/resume", "");
        assertThat(resumed.status()).as("%s", resumed.raw().body()).isEqualTo(202);
        Reply held = server.post("debates/" + id + "/resume", "");
        assertThat(held.status()).isEqualTo(409);
        assertThat(held.body()).containsEntry("code", "precondition");
    }

    @Test
    void aGateIsDecidedAndTheDebateGoesOn() {
        Reply begun = server.post("debates", GATED);
        Object id = begun.body().get("id");
        await(() -> "paused".equals(server.get("debates/" + id).body().get("status")));
        Object gate = ((Map<?, ?>)
                        ((List<?>) server.get("debates/" + id + "/gates").body().get("items")).getFirst())
                .get("id");
        Reply unknown = server.post("debates/" + id + "/gates/none/decision", "{\"decision\":\"approve\"}");
        assertThat(unknown.status()).isEqualTo(404);
        Reply decided = server.post("debates/" + id + "/gates/" + gate + "/decision", "{\"decision\":\"approve\"}");
        assertThat(decided.status()).as("%s", decided.raw().body()).isEqualTo(200);
        assertThat(decided.body()).containsEntry("already_decided", false);
        await(() -> "completed".equals(server.get("debates/" + id).body().get("status")));
        Reply graded = server.post("debates/" + id + "/grade", "{\"truth\":\"no\"}");
        assertThat(graded.body()).containsKeys("grade", "flips");
        assertThat(server.post("debates/learn", "{}").body()).containsKeys("applied", "pending", "dead");
        assertThat(server.get("debates/stats?simulated=include").body().toString())
                .contains("completed");
        assertThat(server.get("debates?status=completed&limit=1")
                        .body()
                        .get("items")
                        .toString())
                .contains(String.valueOf(id));
        assertThat(server.get("debates/" + id + "/turns?limit=500")
                        .body()
                        .get("items")
                        .toString())
                .contains("turn_seq");
        assertThat(server.get("debates/" + id + "/turns?from=2&limit=1&outline=true")
                        .body()
                        .get("items")
                        .toString())
                .contains("turn_seq=2", "excerpt=")
                .doesNotContain("content=");
        assertThat(server.get("debates/" + id + "/turns?prompts=true&outline=true")
                        .status())
                .isEqualTo(422);
        assertThat(server.get("lessons").body()).containsKey("items");
    }

    /** The debate is paused a moment before its place, the only one here, is free again. */
    @Test
    void aGateThatIsDecidedTheMomentItIsSeenIsNotForgotten() {
        for (int i = 0; i < 10; i++) {
            // The one before may still leave its place.
            Reply begun = server.post("debates", GATED);
            while (begun.status() == 503) {
                begun = server.post("debates", GATED);
            }
            Object id = begun.body().get("id");
            await(() -> "paused".equals(server.get("debates/" + id).body().get("status")));
            List<?> gates =
                    (List<?>) server.get("debates/" + id + "/gates").body().get("items");
            Object gate = ((Map<?, ?>) gates.getFirst()).get("id");
            server.post("debates/" + id + "/gates/" + gate + "/decision", "{\"decision\":\"approve\"}");
            await(() -> "completed".equals(server.get("debates/" + id).body().get("status")));
        }
    }

    @Test
    void anotherEngineWritesTheDebateThatItHolds() {
        Reply made = server.post(
                "debates",
                "{\"topic\":\"Is 91 prime?\",\"preset\":\"external\",\"options\":[\"yes\",\"no\"],\"start\":false,"
                        + "\"agents\":[{\"name\":\"a\",\"provider\":\"other\"},{\"name\":\"b\",\"provider\":\"other\"}]}");
        assertThat(made.status()).as("%s", made.raw().body()).isEqualTo(201);
        Object id = made.body().get("id");
        Object epoch = server.post("debates/" + id + "/start", "").body().get("runner_epoch");
        String turns = Json.write(Json.object(
                "runner_epoch",
                epoch,
                "turns",
                List.of(
                        Json.object(
                                "phase",
                                "proposal",
                                "agent_id",
                                "a",
                                "content",
                                "No.",
                                "option",
                                "B",
                                "confidence",
                                0.9),
                        Json.object(
                                "phase",
                                "proposal",
                                "agent_id",
                                "b",
                                "content",
                                "No.",
                                "option",
                                "B",
                                "confidence",
                                0.8))));
        Reply stored = server.post("debates/" + id + "/turns", turns);
        assertThat(stored.status()).as("%s", stored.raw().body()).isEqualTo(200);
        Reply late = server.post("debates/" + id + "/finish", "{\"runner_epoch\":77}");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.body()).containsEntry("code", "lease_lost");
        Reply done = server.post("debates/" + id + "/finish", "{\"runner_epoch\":" + epoch + "}");
        assertThat(done.status()).as("%s", done.raw().body()).isEqualTo(200);
        assertThat(done.body()).containsEntry("status", "completed");
    }
}
