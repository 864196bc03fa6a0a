package dev.stoa.browser;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A debate that a program outside holds, one turn at a time. Used by one test. */
final class HeldDebate {
    private final Through server;
    private final String id;
    private final int seats;
    private int turns;

    /** What takes requests to the API. */
    @FunctionalInterface
    interface Through {
        Reply post(String path, String body);
    }

    private HeldDebate(Through server, String id, int seats, int turns) {
        this.server = server;
        this.id = id;
        this.seats = seats;
        this.turns = turns;
    }

    static HeldDebate start(RunningServer server) {
        return start((Through) server::post);
    }

    static HeldDebate start(Through server) {
        Reply made = ok(server.post("debates", """
                {"topic":"Which store?","preset":"external","start":false,"rounds":12,
                "agents":[{"name":"ana","provider":"mine"},{"name":"bo","provider":"mine"}]}"""));
        String id = String.valueOf(made.body().get("id"));
        ok(server.post("debates/" + id + "/start", "{}"));
        return new HeldDebate(server, id, 2, 0);
    }

    /** The same debate, held through another server. */
    HeldDebate through(RunningServer other) {
        return through((Through) other::post);
    }

    HeldDebate through(Through other) {
        return new HeldDebate(other, id, seats, turns);
    }

    String page() {
        return "/debates/" + id;
    }

    /** The next seat speaks, and says its number. */
    HeldDebate say() {
        int round = turns / seats + 1;
        String seat = turns % seats == 0 ? "ana" : "bo";
        turns++;
        ok(server.post(
                "debates/" + id + "/turns",
                Json.write(Map.of(
                        "runner_epoch",
                        1,
                        "turns",
                        List.of(Map.of(
                                "round",
                                round,
                                "phase",
                                "proposal",
                                "agent_id",
                                seat,
                                "answer",
                                "answer number " + turns + "."))))));
        return this;
    }

    HeldDebate say(int times) {
        for (int i = 0; i < times; i++) {
            say();
        }
        return this;
    }

    /** Both seats criticize each other this number of times, in one request. */
    HeldDebate criticize(int times) {
        List<Map<String, Object>> said = new ArrayList<>();
        for (int i = 0; i < seats * times; i++) {
            said.add(Map.of(
                    "round",
                    turns / seats,
                    "phase",
                    "critique",
                    "step",
                    i / seats,
                    "agent_id",
                    i % seats == 0 ? "ana" : "bo",
                    "answer",
                    "north"));
        }
        ok(server.post("debates/" + id + "/turns", Json.write(Map.of("runner_epoch", 1, "turns", said))));
        return this;
    }

    private static Reply ok(Reply reply) {
        if (reply.status() >= 300) {
            throw new IllegalStateException(reply.raw().body());
        }
        return reply;
    }
}
