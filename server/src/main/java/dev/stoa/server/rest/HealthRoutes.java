package dev.stoa.server.rest;

import dev.stoa.base.Right;
import dev.stoa.json.Json;
import dev.stoa.server.access.Door;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether the server lives and is ready. */
final class HealthRoutes {
    private final Backend backend;
    private final Door door;

    HealthRoutes(Backend backend, Door door) {
        this.backend = backend;
        this.door = door;
    }

    List<Route> routes() {
        return List.of(
                Route.get("health/live", "health live", "Answer that the process lives.", Scope.NONE)
                        .mark(Route.Mark.ALWAYS)
                        .handle(Example.get("health/live"), call -> Answer.ok(Json.object("status", "ok"))),
                Route.get("health/ready", "health ready", "Answer whether requests are served.", Scope.NONE)
                        .mark(Route.Mark.ALWAYS)
                        .handle(Example.get("health/ready"), this::ready));
    }

    private Answer ready(Call call) {
        if (backend.isDraining()) {
            return not("draining");
        }
        if (!backend.isOpen()) {
            return not("starting");
        }
        boolean open = door.isOpen();
        Map<String, @Nullable Object> health = backend.health();
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        shown.put("status", health.getOrDefault("status", "ok"));
        shown.put("access", open ? "open" : "token");
        if (open || call.by().rights().contains(Right.READ)) {
            health.forEach(shown::putIfAbsent);
        }
        return Answer.ok(shown).status("down".equals(shown.get("status")) ? 503 : 200);
    }

    private static Answer not(String status) {
        return Answer.ok(Json.object("status", status)).status(503).with("Retry-After", "1");
    }
}
