package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

@OnBothDatabases
class VersionedRoutesTest {
    private static final int EDITORS = 64;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Place place;
    private RunningServer server;
    private Seeds seeds;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder);
        seeds = new Seeds(server);
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private String etag(String path) {
        return Objects.requireNonNull(server.get(path).header("ETag"), path);
    }

    @Test
    void whatIsUnchangedIsNotSentAgain() {
        for (String name : List.of(
                "agents/{agent}",
                "channels/{channel}",
                "notes/{note}",
                "memories/{memory}",
                "conversations/{conversation}",
                "specialists/{specialist}")) {
            String path = seeds.filled(name);
            // Whether a memory has its vector is shown.
            server.stoa().learning().memories().embedPending();
            String etag = etag(path);
            assertThat(etag).matches("\"[0-9a-f]{16}-[0-9a-f]{16}\"");
            Reply same = server.get(path, "If-None-Match", etag);
            assertThat(same.status()).as(path).isEqualTo(304);
            assertThat(same.raw().body()).isEmpty();
            assertThat(server.get(path, "If-None-Match", "\"other\"").status()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("If-Match must let exactly one of 64 editors win.")
    void ifMatchLetsExactlyOneOf64EditorsWin() throws Exception {
        for (String[] edit : List.of(
                new String[] {"notes/{note}", "PATCH", "", "{\"message\":\"edit %d\"}"},
                new String[] {"conversations/{conversation}", "PATCH", "", "{\"title\":\"edit %d\"}"},
                new String[] {"corrections/{correction}", "PATCH", "", "{\"claim\":\"edit %d\"}"},
                new String[] {"specialists/{specialist}", "POST", "/shadow", "{\"model\":\"sim:edit-%d\"}"})) {
            String path = seeds.filled(edit[0]);
            String etag = etag(path);
            List<Callable<Integer>> editors = IntStream.range(0, EDITORS)
                    .<Callable<Integer>>mapToObj(
                            n -> () -> server.send(edit[1], path + edit[2], edit[3].formatted(n), "If-Match", etag)
                                    .status())
                    .toList();
            List<Integer> answers = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Integer> answer : threads.invokeAll(editors)) {
                    answers.add(answer.get());
                }
            }
            assertThat(answers).as(path).containsOnlyOnce(200);
            assertThat(answers.stream().filter(status -> status == 412))
                    .as(path)
                    .hasSize(EDITORS - 1);
        }
    }

    @Test
    void aStaleEditIsRefusedWithTheVersionThatIsThereNow() {
        for (String[] edit : List.of(
                new String[] {"agents/{agent}", "PATCH", "", "{\"constitution\":\"one\"}"},
                new String[] {"channels/{channel}", "PATCH", "", "{\"topic\":\"one\"}"},
                new String[] {"notes/{note}", "POST", "/share", "{\"public\":true}"},
                new String[] {"memories/{memory}", "POST", "/promote", "{\"reason\":\"one\"}"},
                new String[] {"conversations/{conversation}", "PATCH", "", "{\"title\":\"one\"}"},
                new String[] {"corrections/{correction}", "POST", "/confirm", "{}"},
                new String[] {"specialists/{specialist}", "POST", "/shadow", "{\"model\":\"sim:one\"}"})) {
            String path = seeds.filled(edit[0]);
            String read = etag(path);
            Reply first = server.send(edit[1], path + edit[2], edit[3], "If-Match", read);
            assertThat(first.status()).as(first.raw().body()).isEqualTo(200);
            Reply stale = server.send(edit[1], path + edit[2], edit[3].replace("one", "two"), "If-Match", read);
            assertThat(stale.status()).as(path).isEqualTo(412);
            assertThat(stale.body()).containsEntry("code", "stale");
            String present = Objects.requireNonNull(stale.header("ETag"));
            assertThat(etag(path)).startsWith(present.substring(0, 17));
            assertThat(server.send(edit[1], path + edit[2], edit[3].replace("one", "two"), "If-Match", present)
                            .status())
                    .isEqualTo(200);
            assertThat(server.send(edit[1], path + edit[2], edit[3], "If-Match", "no quotes")
                            .status())
                    .isEqualTo(422);
        }
    }

    @Test
    void aMessageChangesWhatIsShownOfAChannelButNotItsVersion() {
        String path = seeds.filled("channels/{channel}");
        String before = etag(path);
        server.post(path + "/messages", "{\"content\":\"hello\"}");
        assertThat(server.get(path, "If-None-Match", before).status()).isEqualTo(200);
        assertThat(server.send("PATCH", path, "{\"pinned\":true}", "If-Match", before)
                        .status())
                .isEqualTo(200);
        assertThat(server.send("DELETE", path, null, "If-Match", before).status())
                .isEqualTo(412);
        assertThat(server.send("DELETE", path, null, "If-Match", "*").status()).isEqualTo(200);
    }
}
