package dev.stoa.server.mcp;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import dev.stoa.society.Society;
import dev.stoa.society.graph.Graph;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nine tools of the memory server of the protocol's authors, over the graph of the society. Thread-safe. Their
 * definitions are those which that server prints, so that a client cannot tell the two apart.
 */
final class MemoryTools {
    private static final String DEFINITIONS = "memory-tools.json";
    private static final int MOST = 1_000;
    private static final int LONGEST_NAME = 500;
    private static final int LONGEST_TYPE = 200;

    private static final Shape ENTITY = Shape.of(
            Field.text("name", 0, LONGEST_NAME, "Its name.").must(),
            Field.text("entityType", 0, LONGEST_TYPE, "Its type.").must(),
            Field.texts("observations", MOST, "What was observed.").must());
    private static final Shape RELATION = Shape.of(
            Field.text("from", 0, LONGEST_NAME, "Where it begins.").must(),
            Field.text("to", 0, LONGEST_NAME, "Where it ends.").must(),
            Field.text("relationType", 0, LONGEST_TYPE, "Its type.").must());

    private final Backend backend;
    private final Map<String, Map<String, @Nullable Object>> definitions = definitions();

    MemoryTools(Backend backend) {
        this.backend = backend;
    }

    private static Map<String, Map<String, @Nullable Object>> definitions() {
        try (InputStream in = Objects.requireNonNull(MemoryTools.class.getResourceAsStream(DEFINITIONS), DEFINITIONS)) {
            Map<String, Map<String, @Nullable Object>> byName = new LinkedHashMap<>();
            for (Object each : Json.parseArray(new String(in.readAllBytes(), StandardCharsets.UTF_8))) {
                Map<String, @Nullable Object> definition = Rpc.object(Json.object("tool", each), "tool");
                byName.put(Rpc.text(definition, "name"), definition);
            }
            return byName;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Tool> all() {
        return List.of(
                tool("create_entities", Scope.WRITE_AGENT, objects("entities", ENTITY), this::createEntities),
                tool("create_relations", Scope.WRITE_AGENT, objects("relations", RELATION), this::createRelations),
                tool(
                        "add_observations",
                        Scope.WRITE_AGENT,
                        objects("observations", observed("contents")),
                        this::addObservations),
                tool(
                        "delete_entities",
                        Scope.WRITE_AGENT,
                        Shape.of(Field.texts("entityNames", MOST, "Names.").must()),
                        this::deleteEntities),
                tool(
                        "delete_observations",
                        Scope.WRITE_AGENT,
                        objects("deletions", observed("observations")),
                        this::deleteObservations),
                tool("delete_relations", Scope.WRITE_AGENT, objects("relations", RELATION), this::deleteRelations),
                tool("read_graph", Scope.READ_AGENT, Shape.NONE, call -> graph(store().read(call.by()))),
                tool(
                        "search_nodes",
                        Scope.READ_AGENT,
                        Shape.of(Field.text("query", 0, Rpc.LARGEST, "What to look for.")
                                .must()),
                        call -> graph(store().search(call.by(), call.fields().text("query")))),
                tool(
                        "open_nodes",
                        Scope.READ_AGENT,
                        Shape.of(Field.texts("names", MOST, "Names.").must()),
                        call -> graph(store().open(call.by(), call.fields().texts("names")))));
    }

    private static Shape objects(String name, Shape each) {
        return Shape.of(Field.objects(name, MOST, each, "Each of them.").must());
    }

    private static Shape observed(String texts) {
        return Shape.of(
                Field.text("entityName", 0, LONGEST_NAME, "The entity.").must(),
                Field.texts(texts, MOST, "The texts.").must());
    }

    private Tool tool(String name, Scope scope, Shape input, Tool.Handler handler) {
        Map<String, @Nullable Object> definition = Objects.requireNonNull(definitions.get(name), name);
        Tool checked = Tool.of(new Tool.Label(name, name, name), Tool.Kind.ACTS, scope, input, Schemas.OBJECT, handler);
        return new Tool(name, definition, scope, null, checked.check(), Duration.ofSeconds(60), Map.of(), handler);
    }

    private Graph store() {
        return backend.stoa().society().graph();
    }

    /** Who writes: the agent that acts, else the one that keeps the graph, with no more rights than the caller has. */
    private Principal writer(ToolCall call) {
        Principal by = call.by();
        if (by.agent() != null || !by.rights().contains(Right.WRITE)) {
            return by;
        }
        Society society = backend.stoa().society();
        Principal keeper = Graph.keeper(society.agents());
        Set<Right> rights = EnumSet.copyOf(keeper.rights());
        rights.retainAll(by.rights());
        return new Principal(
                keeper.name(),
                keeper.agent(),
                null,
                rights,
                false,
                keeper.ceiling().atMost(by.ceiling()),
                by.trace());
    }

    private ToolResult createEntities(ToolCall call) {
        List<Graph.Entity> entities = call.fields().objects("entities").stream()
                .map(Graph.Entity::fromJson)
                .toList();
        List<Map<String, @Nullable Object>> created = store().createEntities(writer(call), entities).stream()
                .map(Graph.Entity::document)
                .toList();
        return told(created, Json.object("entities", created));
    }

    private ToolResult createRelations(ToolCall call) {
        List<Map<String, @Nullable Object>> created = store().createRelations(writer(call), relations(call)).stream()
                .map(Graph.Relation::document)
                .toList();
        return told(created, Json.object("relations", created));
    }

    private static List<Graph.Relation> relations(ToolCall call) {
        return call.fields().objects("relations").stream()
                .map(Graph.Relation::fromJson)
                .toList();
    }

    private static List<Graph.Observed> observed(ToolCall call, String list, String texts) {
        List<Graph.Observed> all = new ArrayList<>();
        for (JsonFields each : call.fields().objects(list)) {
            all.add(Graph.Observed.fromJson(each, texts));
        }
        return all;
    }

    private ToolResult addObservations(ToolCall call) {
        try {
            List<Map<String, @Nullable Object>> added =
                    store().addObservations(writer(call), observed(call, "observations", "contents")).stream()
                            .map(Graph.Observed::document)
                            .toList();
            return told(added, Json.object("results", added));
        } catch (NotFoundException e) {
            // In the words of that server, which has no others.
            return new ToolResult(
                    Json.object("content", List.of(ToolResult.text(String.valueOf(e.getMessage()))), "isError", true));
        }
    }

    private ToolResult deleteEntities(ToolCall call) {
        store().deleteEntities(writer(call), call.fields().texts("entityNames"));
        return deleted("Entities deleted successfully");
    }

    private ToolResult deleteObservations(ToolCall call) {
        store().deleteObservations(writer(call), observed(call, "deletions", "observations"));
        return deleted("Observations deleted successfully");
    }

    private ToolResult deleteRelations(ToolCall call) {
        store().deleteRelations(writer(call), relations(call));
        return deleted("Relations deleted successfully");
    }

    private static ToolResult deleted(String message) {
        return new ToolResult(Json.object(
                "content",
                List.of(ToolResult.text(message)),
                "structuredContent",
                Json.object("success", true, "message", message)));
    }

    private static ToolResult graph(Graph.Part part) {
        return told(part.document(), part.document());
    }

    private static ToolResult told(Object shown, Map<String, @Nullable Object> document) {
        return new ToolResult(
                Json.object("content", List.of(ToolResult.text(Json.pretty(shown))), "structuredContent", document));
    }
}
