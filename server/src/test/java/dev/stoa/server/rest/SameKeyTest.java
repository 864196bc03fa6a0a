package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The same key must give one debate, one message, one correction, one evolution under 64 retries on two servers. */
@DisplayName("The same key must give one debate, one message, one correction, one evolution under 64 simultaneous"
        + " retries on two servers.")
@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class SameKeyTest {
    private static final Map<String, String> SETTINGS =
            Map.of("STOA_SERVER_DEBATES", "100", "STOA_SERVER_EVOLUTIONS", "100", "STOA_SEARCH_EMBEDDER", "off");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Place place;
    private RunningServer one;
    private RunningServer other;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        one = RunningServer.at(place.where(), folder, SETTINGS);
        other = RunningServer.at(place.where(), folder, SETTINGS);
    }

    @AfterEach
    void close() {
        other.close();
        one.close();
        place.close();
    }

    /** Sends the same 64 times, to one server and the other in turn; all answers are of one thing, made once. */
    private void once(String path, String body, int status, String field) throws Exception {
        List<Callable<Reply>> retries = IntStream.range(0, 64)
                .<Callable<Reply>>mapToObj(
                        i -> () -> (i % 2 == 0 ? one : other).post(path, body, "Idempotency-Key", "k"))
                .toList();
        Set<Object> ids = new HashSet<>();
        int made = 0;
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> each : clients.invokeAll(retries)) {
                Reply reply = each.get();
                assertThat(reply.status()).as(reply.raw().body()).isEqualTo(status);
                ids.add(reply.body().get(field));
                made += reply.header("Idempotent-Replay") == null ? 1 : 0;
            }
        }
        assertThat(ids).hasSize(1).doesNotContainNull();
        assertThat(made).isEqualTo(1);
        for (RunningServer server : List.of(one, other)) {
            assertThat((List<?>) server.get(path).body().get("items")).hasSize(1);
        }
    }

    @Test
    void theSameKeyGivesOneDebate() throws Exception {
        String debate = "{\"topic\":\"Is 91 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7,"
                + "\"agents\":[\"a=sim:\",\"b=sim:\"]}";
        once("debates", debate, 202, "id");
        assertThat(other.post("debates", debate.replace("91", "97"), "Idempotency-Key", "k")
                        .body())
                .containsEntry("code", "key_reused");
    }

    @Test
    void theSameKeyGivesOneMessage() throws Exception {
        one.post("channels", "{\"name\":\"work\"}");
        once("channels/work/messages", "{\"content\":\"hello\"}", 201, "message_id");
    }

    @Test
    void theSameKeyGivesOneCorrection() throws Exception {
        once("corrections", "{\"subject\":\"lease term\",\"claim\":\"A lease lasts 30 s.\"}", 201, "id");
    }

    @Test
    void theSameKeyGivesOneEvolution() throws Exception {
        once("evolutions", EvolutionRoutesTest.SMALL, 202, "run_id");
    }
}
