package dev.stoa.server.rest;

import dev.stoa.engine.upkeep.RecordedActs;
import dev.stoa.json.Json;
import dev.stoa.learning.breaker.Breaker;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.List;

/** The circuit breakers of providers. */
final class BreakerRoutes {
    private final Backend backend;

    BreakerRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                                "breakers",
                                "breaker list",
                                "List the breakers that have opened at least once, with their state.",
                                Scope.READ)
                        .handle(Example.get("breakers"), this::list),
                Route.post("breakers/{name}/reset", "breaker reset", "Close a breaker.", Scope.OPERATE, Repeat.STATE)
                        .body()
                        .handle(
                                Example.send("breakers/{breaker}/reset", "{}"),
                                call -> Answer.ok(Json.object(
                                        "breaker",
                                        RecordedActs.of(backend.stoa(), call.by())
                                                .resetBreaker(call.path("name"))
                                                .document()))));
    }

    private Answer list(Call call) {
        List<Breaker> breakers =
                backend.stoa().learning().breakers().as(call.by()).list();
        return Answer.ok(
                Json.object("items", breakers.stream().map(Breaker::document).toList(), "next", null));
    }
}
