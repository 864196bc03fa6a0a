package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.backend.Commits;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one resource of the profile {@code memory}: the whole graph. Thread-safe. */
final class GraphResource implements ResourceTable {
    static final String URI = "memory://knowledge-graph";

    private final Backend backend;

    GraphResource(Backend backend) {
        this.backend = backend;
    }

    @Override
    public List<Map<String, @Nullable Object>> list(Principal by) {
        return List.of(Json.object(
                "uri",
                URI,
                "name",
                "knowledge-graph",
                "title",
                "Knowledge Graph",
                "description",
                "The full knowledge graph with all entities and relations",
                "mimeType",
                "application/json"));
    }

    @Override
    public List<Map<String, @Nullable Object>> templates() {
        return List.of();
    }

    @Override
    public @Nullable Map<String, @Nullable Object> read(Principal by, String uri) {
        return uri.equals(URI)
                ? Json.object("uri", URI, "mimeType", "application/json", "text", Json.pretty(graph(by)))
                : null;
    }

    @Override
    public @Nullable String version(Principal by, String uri) {
        return uri.equals(URI) ? Json.sha256(graph(by)) : null;
    }

    private Map<String, @Nullable Object> graph(Principal by) {
        return backend.stoa().society().graph().read(by).document();
    }

    @Override
    public Commits commits() {
        return Commits.of(backend.stoa());
    }

    @Override
    public List<String> complete(Principal by, String template, String parameter, String prefix) {
        return List.of();
    }
}
