package dev.stoa.server.rest;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import dev.stoa.society.graph.Graph;
import java.util.List;

/** Named things, what was observed of them and how they relate. */
final class GraphRoutes {
    private static final int MOST = 1_000;
    private static final int NAME = 500;
    private static final int TYPE = 200;
    // The store bounds each text, and the body all of them.
    private static final int TEXTS = 100_000;

    private static final Shape ENTITY = Shape.of(
            Field.text("name", 1, NAME, "Its name.").must(),
            Field.text("entityType", 0, TYPE, "What it is.").must(),
            Field.texts("observations", TEXTS, "What was observed of it."));

    private static final Shape RELATION = Shape.of(
            Field.text("from", 1, NAME, "The name of the one.").must(),
            Field.text("to", 1, NAME, "The name of the other.").must(),
            Field.text("relationType", 1, TYPE, "How the one relates to the other.")
                    .must());

    private static final Shape OBSERVED = Shape.of(
            Field.text("entityName", 1, NAME, "The name of the entity.").must(),
            Field.texts("contents", TEXTS, "What was observed of it.").must());

    private static final Shape UNOBSERVED = Shape.of(
            Field.text("entityName", 1, NAME, "The name of the entity.").must(),
            Field.texts("observations", TEXTS, "What is forgotten of it.").must());

    private final Backend backend;

    GraphRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                                "graph",
                                "graph read",
                                "Show all entities and relations, or those of names.",
                                Scope.READ_AGENT)
                        .query(Field.texts("names", MOST, "Only the entities of these names, with their relations."))
                        .handle(Example.get("graph"), this::read),
                Route.post(
                                "graph/search",
                                "graph search",
                                "Find entities whose name, type or observations contain a text.",
                                Scope.READ_AGENT,
                                Repeat.SAFE)
                        .body(Field.text("query", 0, 4_000, "The text, whose case does not matter.")
                                .must())
                        .handle(
                                Example.send("graph/search", "{\"query\":\"sqlite\"}"),
                                call -> Answer.ok(
                                        graph().search(call.by(), call.body().text("query"))
                                                .document())),
                Route.post(
                                "graph/entities",
                                "graph entities",
                                "Add the entities whose names are new, and answer those.",
                                Scope.WRITE_AGENT,
                                Repeat.NATURAL)
                        .body(Field.objects("entities", MOST, ENTITY, "The entities.")
                                .must())
                        .handle(
                                Example.send(
                                        "graph/entities",
                                        "{\"entities\":[{\"name\":\"SQLite\",\"entityType\":\"database\","
                                                + "\"observations\":[\"has one writer\"]}]}"),
                                this::addEntities),
                Route.post(
                                "graph/relations",
                                "graph relations",
                                "Add the relations that are new, and answer those.",
                                Scope.WRITE_AGENT,
                                Repeat.NATURAL)
                        .body(Field.objects("relations", MOST, RELATION, "The relations.")
                                .must())
                        .handle(
                                Example.send(
                                        "graph/relations",
                                        "{\"relations\":[{\"from\":\"Stoa\",\"to\":\"SQLite\","
                                                + "\"relationType\":\"stores in\"}]}"),
                                this::addRelations),
                Route.post(
                                "graph/observations",
                                "graph observations",
                                "Add what was not observed before to entities that exist.",
                                Scope.WRITE_AGENT,
                                Repeat.NATURAL)
                        .body(Field.objects("observations", MOST, OBSERVED, "What was observed of which entity.")
                                .must())
                        .handle(
                                Example.send(
                                        "graph/observations",
                                        "{\"observations\":[{\"entityName\":\"{entity}\","
                                                + "\"contents\":[\"is a single file\"]}]}"),
                                this::observe),
                Route.post(
                                "graph/delete",
                                "graph delete",
                                "Delete entities, relations or observations; what does not exist is no error.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(
                                Field.texts("entityNames", MOST, "The names of entities."),
                                Field.objects("relations", MOST, RELATION, "Relations."),
                                Field.objects("deletions", MOST, UNOBSERVED, "Observations."))
                        .handle(Example.send("graph/delete", "{\"entityNames\":[\"{entity}\"]}"), this::delete));
    }

    private Graph graph() {
        return backend.stoa().society().graph();
    }

    private Answer read(Call call) {
        List<String> names = call.query().texts("names");
        return Answer.ok((names.isEmpty() ? graph().read(call.by()) : graph().open(call.by(), names)).document());
    }

    private Answer addEntities(Call call) {
        List<Graph.Entity> added = graph().createEntities(
                        call.by(),
                        call.body().objects("entities").stream()
                                .map(Graph.Entity::fromJson)
                                .toList());
        return Answer.ok(Json.object(
                "entities", added.stream().map(Graph.Entity::document).toList()));
    }

    private Answer addRelations(Call call) {
        List<Graph.Relation> added = graph().createRelations(call.by(), relations(call.body()));
        return Answer.ok(Json.object(
                "relations", added.stream().map(Graph.Relation::document).toList()));
    }

    private static List<Graph.Relation> relations(JsonFields body) {
        return body.objects("relations").stream().map(Graph.Relation::fromJson).toList();
    }

    private Answer observe(Call call) {
        List<Graph.Observed> added = graph().addObservations(
                        call.by(),
                        call.body().objects("observations").stream()
                                .map(fields -> Graph.Observed.fromJson(fields, "contents"))
                                .toList());
        return Answer.ok(Json.object(
                "results", added.stream().map(Graph.Observed::document).toList()));
    }

    private Answer delete(Call call) {
        JsonFields body = call.body();
        int kinds =
                (body.has("entityNames") ? 1 : 0) + (body.has("relations") ? 1 : 0) + (body.has("deletions") ? 1 : 0);
        if (kinds != 1) {
            throw Bounds.invalid(
                    "one of entityNames, relations and deletions is deleted at once", "send exactly one of them");
        }
        if (body.has("entityNames")) {
            graph().deleteEntities(call.by(), body.texts("entityNames"));
        } else if (body.has("relations")) {
            graph().deleteRelations(call.by(), relations(body));
        } else {
            graph().deleteObservations(
                            call.by(),
                            body.objects("deletions").stream()
                                    .map(fields -> Graph.Observed.fromJson(fields, "observations"))
                                    .toList());
        }
        return Answer.ok(Json.object("success", true));
    }
}
