package dev.stoa.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.debate.DebateArchive;
import dev.stoa.engine.provider.Pause;
import dev.stoa.json.Json;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.society.SocietyArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A server that is killed, or that stands still for longer than its leases last and then goes on with what it had. */
@Tag("crash")
@OnBothDatabases
@Timeout(300)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class StoppedServerTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void aServerThatIsContinuedAfterAnotherHasTakenOverItsWorkWritesNothingMoreForIt() throws Exception {
        try (Place place = Place.full(dialect, folder);
                RunningServer server = RunningServer.at(place.where(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                HeldModels models = new HeldModels()) {
            ok(server.post("channels", "{\"name\":\"lab\"}"));
            ok(server.post("agents", "{\"identity\":\"ana\",\"model\":\"openai:executes\"}"));
            ok(server.post("runs", "{\"agent\":\"ana\",\"input\":\"go\",\"channel\":\"lab\"}"));
            String debate = ServerJobsTest.begun(server.stoa(), "openai");
            try (Child first = start(place, models, 1)) {
                first.expect("ready");
                models.await("executes");
                models.await("m0");
                stop(place, first);
                // What it asked for is answered while it cannot see that.
                models.answer();
                try (Child second = start(place, models, 2)) {
                    second.expect("ready");
                    awaitEnd(server, debate);
                    second.say("idle?");
                    second.expect("idle");
                }
                List<String> left = everything(place);
                assertThat(left)
                        .as("turns")
                        .filteredOn(row -> row.startsWith("debate_turns"))
                        .isNotEmpty();
                assertThat(left)
                        .as("what the channel was told of the execution")
                        .filteredOn(row -> row.startsWith("messages"))
                        .hasSize(1);
                Signals.send("CONT", first);
                first.say("idle?");
                first.expect("idle");
                assertThat(everything(place)).isEqualTo(left);
            }
            assertThat(server.get("health/doctor?deep=true").body()).containsEntry("ok", true);
        }
    }

    @Test
    @DisplayName(
            "A debate started over REST must finish when its client has gone, and on another server when its server"
                    + " was killed (the second half).")
    void aDebateStartedOverRestFinishesOnAnotherServerWhenItsServerWasKilled() throws Exception {
        try (Place place = Place.full(dialect, folder);
                RunningServer server = RunningServer.at(place.where(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                HeldModels models = new HeldModels()) {
            String debate;
            try (Child first = start(place, models, 1)) {
                debate = post(first.expect("ready"), """
                        {"topic":"Which store shall we use?","preset":"vote","seed":1,
                         "agents":["s0=openai:m0","s1=openai:m1","s2=openai:m2"]}""");
                models.await("m0");
                first.kill();
            }
            assertThat(server.get("debates/" + debate).body()).containsEntry("status", "running");
            models.answer();
            try (Child second = start(place, models, 2)) {
                second.expect("ready");
                while (!"completed"
                        .equals(server.get("debates/" + debate).body().get("status"))) {
                    Pause.real().of(Duration.ofMillis(100));
                }
                second.say("idle?");
                second.expect("idle");
            }
            assertThat(server.get("health/doctor?deep=true").body()).containsEntry("ok", true);
        }
    }

    /** Asks a server for a debate, and tells its id. */
    private static String post(String port, String body) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/debates"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            String answer =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return String.valueOf(Json.parseObject(answer).get("id"));
        }
    }

    private Child start(Place place, HeldModels models, int ahead) {
        return Child.start(
                ServerChild.class,
                place.where(),
                folder,
                ahead,
                "STOA_PROVIDER_OPENAI_API_KEY=none",
                "STOA_PROVIDER_OPENAI_BASE_URL=" + models.url());
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    /** Waits until the other server has done all that there is. */
    private static void awaitEnd(RunningServer server, String debate) throws InterruptedException {
        while (!"completed".equals(server.get("debates/" + debate).body().get("status"))
                || !server.get("channels/lab/messages").raw().body().contains("orphaned")
                || !Long.valueOf(0)
                        .equals(server.post("debates/learn", "{}").body().get("pending"))) {
            Pause.real().of(Duration.ofMillis(100));
        }
    }

    /** Stops a process while this one writes to all archives, so that it does not stand still in a transaction. */
    static void stop(Place place, Child child) {
        List<Archive> archives = new ArrayList<>();
        for (ArchiveSchema schema : Stoa.ARCHIVES) {
            archives.add(place.open(schema));
        }
        stop(archives, child);
        place.closeArchives();
    }

    private static void stop(List<Archive> archives, Child child) {
        if (archives.isEmpty()) {
            Signals.send("STOP", child);
            return;
        }
        archives.getFirst().write(tx -> {
            stop(archives.subList(1, archives.size()), child);
            return null;
        });
    }

    /** What the work could have changed. */
    private static List<String> everything(Place place) {
        List<String> all = new ArrayList<>();
        Archive debate = place.open(DebateArchive.SCHEMA);
        all.addAll(rows(debate, "debate_sessions", "status", "runner_id", "runner_epoch", "lease_until", "chain_head"));
        all.addAll(rows(debate, "debate_events", "seq", "hash"));
        all.addAll(rows(debate, "debate_turns", "id", "content"));
        all.addAll(rows(debate, "debate_ballots", "session_id", "agent_id"));
        all.addAll(rows(debate, "debate_outbox", "seq", "status", "attempts", "done_at"));
        Archive society = place.open(SocietyArchive.SCHEMA);
        all.addAll(rows(society, "tasks", "task_id", "status", "output", "error", "lease_token", "lease_expires_at"));
        all.addAll(rows(society, "task_chunks", "task_id", "text"));
        all.addAll(rows(society, "messages", "message_id", "content"));
        all.addAll(rows(place.open(RatingArchive.SCHEMA), "matches", "debate_id"));
        place.closeArchives();
        return all;
    }

    private static List<String> rows(Archive archive, String table, String... columns) {
        String names = Arrays.stream(columns)
                .map(column -> "coalesce(CAST(" + column + " AS text), '')")
                .collect(Collectors.joining(", "));
        return archive
                .list(
                        "SELECT " + names + " FROM " + table,
                        row -> table
                                + IntStream.rangeClosed(1, columns.length)
                                        .mapToObj(row::text)
                                        .collect(Collectors.joining(" ", " ", "")))
                .stream()
                .sorted()
                .toList();
    }
}
