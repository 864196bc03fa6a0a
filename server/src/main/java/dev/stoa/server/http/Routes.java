package dev.stoa.server.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The table of all routes, and the router that finds one by its path. Immutable. */
public final class Routes {
    private final List<Route> all;
    private final Node root = new Node();
    private final Node api = new Node();

    private Routes(Collection<Route> routes) {
        this.all = List.copyOf(routes);
        all.forEach(this::add);
    }

    public static Routes of(Collection<Route> routes) {
        return new Routes(routes);
    }

    /** A segment of paths: what follows it, by name or as a parameter, and the routes that end here. */
    private static final class Node {
        private final Map<String, Node> named = new HashMap<>();
        private @Nullable Node parameter;
        private Map<String, Route> byMethod = Map.of();
    }

    /**
     * What a path leads to.
     *
     * @param byMethod the routes of the path by method
     * @param values the values of its parameters, in order
     */
    public record Found(Map<String, Route> byMethod, List<String> values) {
        public Found {
            byMethod = Map.copyOf(byMethod);
            values = List.copyOf(values);
        }

        /** The methods that the path has, with those that every path has. */
        public String allow() {
            TreeSet<String> methods = new TreeSet<>(byMethod.keySet());
            if (methods.contains("GET")) {
                methods.add("HEAD");
            }
            methods.add("OPTIONS");
            return String.join(", ", methods);
        }
    }

    private void add(Route route) {
        Node node = route.is(Route.Mark.ROOT) ? root : api;
        for (String segment : route.segments()) {
            if (isParameter(segment)) {
                if (node.parameter == null) {
                    node.parameter = new Node();
                }
                node = node.parameter;
            } else {
                node = node.named.computeIfAbsent(segment, name -> new Node());
            }
        }
        Map<String, Route> byMethod = new HashMap<>(node.byMethod);
        if (byMethod.put(route.method(), route) != null) {
            throw new IllegalArgumentException("two routes are " + route.method() + " " + route.path());
        }
        // Such a map is not copied for each request.
        node.byMethod = Map.copyOf(byMethod);
    }

    static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    /** Every route, in the order of the documents. */
    public List<Route> all() {
        return all;
    }

    /** What a path leads to, which is given as it was sent. */
    public Optional<Found> find(String path) {
        return find(RawPath.segments(path));
    }

    /** What a path leads to, by its decoded segments. A name goes before a parameter. */
    public Optional<Found> find(List<String> segments) {
        List<String> values = new ArrayList<>();
        Node end = segments.size() > 2
                        && segments.get(0).equals("api")
                        && segments.get(1).equals("v1")
                ? find(api, segments, 2, values)
                : find(root, segments, 0, values);
        return end == null ? Optional.empty() : Optional.of(new Found(end.byMethod, values));
    }

    private static @Nullable Node find(Node node, List<String> segments, int at, List<String> values) {
        if (at == segments.size()) {
            return node.byMethod.isEmpty() ? null : node;
        }
        Node next = node.named.get(segments.get(at));
        Node found = next == null ? null : find(next, segments, at + 1, values);
        if (found == null && node.parameter != null) {
            values.add(segments.get(at));
            found = find(node.parameter, segments, at + 1, values);
            if (found == null) {
                values.removeLast();
            }
        }
        return found;
    }
}
