package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class MemoryRoutesTest {
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

    @Test
    void aMemoryIsAddedOnceListedAndShown() {
        Reply added = server.post("memories", "{\"content\":\"WAL needs the -shm file\"}");
        assertThat(added.status()).isEqualTo(201);
        assertThat(added.body()).containsEntry("created", true);
        Object id = ((Map<?, ?>) added.body().get("memory")).get("id");
        assertThat(added.header("Location")).isEqualTo("/api/v1/memories/" + id);
        Reply again = server.post("memories", "{\"content\":\"WAL needs the -shm file\"}");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).containsEntry("created", false);
        assertThat(server.get("memories/" + id).body().get("memory").toString()).contains("WAL needs the -shm file");
        assertThat(server.get("memories?limit=1").body().get("items").toString())
                .contains("WAL needs");
    }

    @Test
    void anUnknownFieldIsNamedWithTheNearestKnownOne() {
        Reply refused = server.post("memories", "{\"content\":\"WAL needs the -shm file\",\"importnace\":0.8}");
        assertThat(refused.status()).as("%s", refused.raw().body()).isEqualTo(422);
        assertThat(refused.body())
                .containsEntry("code", "invalid")
                .containsEntry("detail", "there is no field \"importnace\"")
                .containsEntry("hint", "did you mean importance?");
        assertThat(refused.body().get("fields").toString())
                .contains("importnace")
                .contains("unknown");
        assertThat(server.get("memories").body().get("items").toString()).isEqualTo("[]");
    }
}
