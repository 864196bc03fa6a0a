package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came from what: a directed graph in layers from the left to the right.
 *
 * <p>The first 200 nodes are drawn and the rest is counted. An edge that closes a circle is dashed.
 */
public record Layers(String title, List<Node> nodes, List<Edge> edges) implements Chart {
    private static final int NODES = 200;
    private static final double ROW = 34;
    private static final double BOX = 24;
    private static final double BETWEEN = 36;

    public Layers {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        Map<String, Integer> ids = new HashMap<>();
        for (Node node : nodes) {
            if (ids.put(node.id(), ids.size()) != null) {
                throw new IllegalArgumentException("the node '" + node.id() + "' is given twice");
            }
        }
        for (Edge edge : edges) {
            if (!ids.containsKey(edge.from()) || !ids.containsKey(edge.to())) {
                throw new IllegalArgumentException(
                        "the edge from '" + edge.from() + "' to '" + edge.to() + "' has an end that is no node");
            }
        }
    }

    /**
     * A node.
     *
     * @param label what stands in it
     * @param note what its title says besides, as its trust in a word; may be empty
     */
    public record Node(
            String id,
            String label,
            Tone tone,
            String note,
            @Nullable String href) {
        public Node {
            href = Svg.checkedPath(href);
        }
    }

    /**
     * An edge.
     *
     * @param thick whether it decides, as the source that caps the trust
     */
    public record Edge(String from, String to, boolean thick, String note) {
        public Edge(String from, String to) {
            this(from, to, false, "");
        }
    }

    @Override
    public boolean isEmpty() {
        return nodes.isEmpty();
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        Graph graph = graph();
        long thick = edges.stream().filter(Edge::thick).count();
        return title + ": " + Numbers.count(nodes.size(), "node") + " in "
                + Numbers.count(graph.layering.rows().size(), "layer") + ", " + Numbers.count(edges.size(), "edge")
                + (thick > 0 ? ", " + Numbers.of((double) thick) + " of them decisive" : "")
                + (nodes.size() > NODES ? ", the first " + NODES + " nodes are shown" : "")
                + (graph.turned() > 0 ? "; " + Numbers.count(graph.turned(), "edge") + " in a circle" : "") + ".";
    }

    @Override
    public Table table() {
        Graph graph = graph();
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < graph.nodes.size(); i++) {
            Node node = graph.nodes.get(i);
            List<String> sources = new ArrayList<>();
            for (int k = 0; k < graph.edges.size() && sources.size() <= 20; k++) {
                Edge edge = graph.edges.get(k);
                if (edge.to().equals(node.id())) {
                    String name = Words.join(
                            ", ",
                            graph.node(edge.from()).label(),
                            edge.thick() ? "decisive" : "",
                            graph.layering.isTurned(k) ? "circle" : "",
                            edge.note());
                    sources.add(sources.size() == 20 ? "…" : name);
                }
            }
            rows.add(List.of(
                    node.label(),
                    Integer.toString(graph.layering.layer(i) + 1),
                    String.join("; ", sources),
                    node.note()));
        }
        return Table.of(List.of("Node", "Layer", "From", "Note"), rows);
    }

    @Override
    public Content svg() {
        return isEmpty() ? Svg.nothing() : graph().draw(sentence(), nodes.size() - Math.min(nodes.size(), NODES));
    }

    private Graph graph() {
        List<Node> kept = nodes.subList(0, Math.min(nodes.size(), NODES));
        Map<String, Integer> places = new HashMap<>();
        kept.forEach(node -> places.put(node.id(), places.size()));
        List<Edge> between = new ArrayList<>();
        HashSet<List<String>> seen = new HashSet<>();
        for (Edge edge : edges) {
            if (places.containsKey(edge.from())
                    && places.containsKey(edge.to())
                    && seen.add(List.of(edge.from(), edge.to()))) {
                between.add(edge);
            }
        }
        return new Graph(kept, between, places);
    }

    /** The part that is drawn, with its places. */
    private static final class Graph {
        private final List<Node> nodes;
        private final List<Edge> edges;
        private final Map<String, Integer> places;
        private final Layering layering;
        private final Map<Layering.Place, Double> heights = new HashMap<>();
        private final double box;
        private final double tall;

        Graph(List<Node> nodes, List<Edge> edges, Map<String, Integer> places) {
            this.nodes = nodes;
            this.edges = edges;
            this.places = places;
            layering = new Layering(
                    nodes.size(),
                    edges.stream()
                            .map(edge -> new Layering.Edge(place(edge.from()), place(edge.to())))
                            .toList());
            int depth = layering.rows().size();
            box = Math.clamp(720.0 / Math.max(1, depth) - BETWEEN, 76, 176);
            double widest =
                    layering.rows().stream().mapToDouble(Graph::height).max().orElse(ROW);
            tall = widest + 8;
            for (List<Layering.Place> row : layering.rows()) {
                double y = (tall - height(row)) / 2;
                for (Layering.Place place : row) {
                    heights.put(place, y + step(place) / 2);
                    y += step(place);
                }
            }
        }

        // A bend needs no room for a text.
        private static double step(Layering.Place place) {
            return place.edge() < 0 ? ROW : ROW / 2;
        }

        private static double height(List<Layering.Place> row) {
            return row.stream().mapToDouble(Graph::step).sum();
        }

        private int place(String id) {
            return places.getOrDefault(id, 0);
        }

        Node node(String id) {
            return nodes.get(place(id));
        }

        long turned() {
            long turned = 0;
            for (int i = 0; i < edges.size(); i++) {
                turned += layering.isTurned(i) ? 1 : 0;
            }
            return turned;
        }

        private double x(int layer) {
            return 4 + layer * (box + BETWEEN);
        }

        private double y(Layering.Place place) {
            return heights.getOrDefault(place, 0.0);
        }

        Content draw(String sentence, int left) {
            double wide = x(layering.rows().size() - 1) + box + 4;
            Svg svg = new Svg("layers", wide, tall + (left > 0 ? 20 : 0), sentence);
            Path thin = new Path();
            boolean single = nodes.size() + edges.size() <= MARKS;
            int room = MARKS - nodes.size();
            for (int i = 0; i < edges.size(); i++) {
                Edge edge = edges.get(i);
                if (edge.from().equals(edge.to())) {
                    continue;
                }
                if (single || (edge.thick() && room-- > 0)) {
                    edge(svg, i);
                } else {
                    way(thin, i);
                }
            }
            if (!thin.isEmpty()) {
                svg.add("path", "class", "edge", "d", thin, "fill", "none", "stroke", "currentColor");
            }
            for (int i = 0; i < nodes.size(); i++) {
                node(svg, i);
            }
            if (left > 0) {
                svg.text(6, tall + 14, "soft", "start", "+" + left);
            }
            return svg.content();
        }

        private void node(Svg svg, int index) {
            Node node = nodes.get(index);
            double x = x(layering.layer(index));
            double y = y(new Layering.Place(index, -1));
            svg.mark(Words.join(", ", node.label(), node.note()), node.href(), () -> {
                svg.add(
                        "rect",
                        "class",
                        "node " + node.tone().css(),
                        "x",
                        x,
                        "y",
                        y - BOX / 2,
                        "width",
                        box,
                        "height",
                        BOX,
                        "rx",
                        5,
                        "fill-opacity",
                        0.14,
                        "stroke",
                        "currentColor",
                        "stroke-width",
                        1.5);
                svg.text(x + box / 2, y + 4, "label", "middle", Words.fit(node.label(), box - 8));
            });
        }

        private void edge(Svg svg, int index) {
            Edge edge = edges.get(index);
            boolean turned = layering.isTurned(index);
            Path path = new Path();
            way(path, index);
            String title = Words.join(
                    ", ",
                    node(edge.from()).label() + " → " + node(edge.to()).label(),
                    edge.thick() ? "decisive" : "",
                    turned ? "circle" : "",
                    edge.note());
            svg.mark(
                    title,
                    null,
                    () -> svg.add(
                            "path",
                            "class",
                            edge.thick() ? "edge thick" : "edge",
                            "d",
                            path,
                            "fill",
                            "none",
                            "stroke",
                            "currentColor",
                            "stroke-width",
                            edge.thick() ? 3.5 : 1.25,
                            "stroke-dasharray",
                            turned ? "4 3" : ""));
        }

        private void way(Path path, int index) {
            Edge edge = edges.get(index);
            boolean turned = layering.isTurned(index);
            int from = place(turned ? edge.to() : edge.from());
            int to = place(turned ? edge.from() : edge.to());
            double x = x(layering.layer(from)) + box;
            double y = y(new Layering.Place(from, -1));
            path.move(x, y);
            for (int layer = layering.layer(from) + 1; layer < layering.layer(to); layer++) {
                Double bend = heights.get(new Layering.Place(-1 - layer, index));
                if (bend != null) {
                    path.across(x, y, x(layer), bend).to(x(layer) + box, bend);
                    x = x(layer) + box;
                    y = bend;
                }
            }
            path.across(x, y, x(layering.layer(to)), y(new Layering.Place(to, -1)));
        }
    }
}
