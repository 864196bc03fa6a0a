package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.access.Door;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Route;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What every route below a debate answers when that was deleted. */
@OnBothDatabases
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class DeletedDebateRoutesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private List<Route> routes() {
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, Map.of(), Location.directory(folder)));
        return Api.routes(new Backend(), new Door(config, "127.0.0.1", InstantSource.system())).stream()
                .filter(route ->
                        route.path().equals("debates/{id}") || route.path().startsWith("debates/{id}/"))
                .toList();
    }

    @Test
    void everyRouteBelowADeletedDebateAnswersItsTombstoneAsTheDocumentSays() {
        try (Place place = Place.full(dialect, folder);
                RunningServer server = RunningServer.at(place.where(), folder)) {
            DocumentCheck check = new DocumentCheck(server);
            String id = String.valueOf(server.post("debates", "{\"topic\":\"Is 91 prime?\",\"start\":false}")
                    .body()
                    .get("id"));
            assertThat(server.post("debates/" + id + "/cancel", "").status()).isEqualTo(200);
            server.stoa().debate().sessions().delete(id, "it had names in it");
            for (Route route : routes()) {
                String named = route.method() + " " + route.path();
                String path = route.path().replace("{id}", id).replaceAll("\\{[a-z]+}", id);
                Reply reply = server.send(route.method(), path, route.example().body(), "Accept", "application/json");
                String text = reply.raw().body();
                assertThat(reply.status()).as(named + " " + text).isEqualTo(410);
                assertThat(reply.body()).as(named).containsEntry("code", "gone").containsKey("tombstone");
                Object declared = DocumentCheck.map(check.operation(route).get("responses"))
                        .get("410");
                assertThat(declared).as(named + " declares 410").isNotNull();
                Map<?, ?> content = DocumentCheck.map(
                        DocumentCheck.map(check.response(declared).get("content"))
                                .get("application/problem+json"));
                assertThat(check.errors(content.get("schema"), text)).as(named).isEmpty();
            }
            assertThat(routes()).hasSizeGreaterThan(15);
        }
    }
}
