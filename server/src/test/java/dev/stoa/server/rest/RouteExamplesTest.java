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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class RouteExamplesTest {
    /** What is played on things of its own; the rest on the demo data. */
    static final Set<String> NOUNS = Set.of(
            "memories",
            "consensus",
            "dissents",
            "proofs",
            "matches",
            "ratings",
            "predictions",
            "critiques",
            "patterns",
            "reputations",
            "evidence",
            "breakers",
            "agents",
            "society",
            "runs",
            "tasks",
            "channels",
            "messages",
            "inbox",
            "notes",
            "knowledge",
            "context",
            "graph");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private List<Route> routes() {
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, Map.of(), Location.directory(folder)));
        return Api.routes(new Backend(), new Door(config, "127.0.0.1", InstantSource.system())).stream()
                .filter(route -> NOUNS.contains(route.noun()))
                .toList();
    }

    @Test
    void everyExampleReallyRuns() {
        List<String> failed = new ArrayList<>();
        int played = 0;
        try (Place place = Place.full(dialect, folder);
                RunningServer server = RunningServer.at(place.where(), folder)) {
            Seeds seeds = new Seeds(server);
            DocumentCheck check = new DocumentCheck(server);
            for (Route route : routes()) {
                String answer = play(server, seeds, check, route);
                played++;
                if (!answer.isEmpty()) {
                    failed.add(route.method() + " " + route.path() + ": " + answer);
                }
            }
            check.end();
        }
        assertThat(failed).isEmpty();
        assertThat(played).isGreaterThan(120);
    }

    /** What is wrong with the answers, to the example as it is and without its flags; empty if nothing is. */
    private static String play(RunningServer server, Seeds seeds, DocumentCheck check, Route route) {
        String example = route.example().path();
        String plain = check.withoutFlags(route);
        String wrong = play(server, seeds, check, route, example);
        return plain.equals(example) ? wrong : wrong + play(server, seeds, check, route, plain);
    }

    private static String play(RunningServer server, Seeds seeds, DocumentCheck check, Route route, String example) {
        String body = route.example().body();
        try {
            Reply reply = server.send(
                    route.method(),
                    seeds.filled(example).replace(" ", "%20"),
                    body == null ? null : seeds.filled(body));
            String address = reply.header("Location");
            return address == null || server.sendRaw("GET", address, null).status() == 200
                    ? check.wrong(route, reply)
                    : "there is nothing at " + address;
        } catch (IllegalStateException e) {
            return "its seeds cannot be made: " + e.getMessage();
        }
    }

    @Test
    void everyRouteHasAVerbOfItsOwn() {
        assertThat(routes().stream().map(Route::verb).toList()).doesNotHaveDuplicates();
    }
}
