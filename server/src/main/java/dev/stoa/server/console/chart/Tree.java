package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Descent by generation, from the left to the right; the chosen path is bold and straight.
 *
 * <p>Rejected nodes without descendants are folded into a count at their parent. Of what is left the chosen path and the
 * first 190 nodes by generation are drawn, and the rest is counted.
 */
public record Tree(String title, List<Node> nodes) implements Chart {
    private static final int NODES = 190;
    private static final double ROW = 34;
    private static final double LEFT = 14;

    public Tree {
        nodes = List.copyOf(nodes);
        Set<String> ids = new HashSet<>();
        for (Node node : nodes) {
            if (!ids.add(node.id())) {
                throw new IllegalArgumentException("the node '" + node.id() + "' is given twice");
            }
        }
    }

    /**
     * A node.
     *
     * @param parent the id of what it came from; null for a root. A parent that is not given, or not of an earlier
     *     generation, makes a root too
     * @param chosen whether it is on the bold path
     * @param rejected whether it was refused
     */
    public record Node(
            String id,
            @Nullable String parent,
            int generation,
            String label,
            boolean chosen,
            boolean rejected,
            String note,
            @Nullable String href) {
        public Node {
            if (generation < 0) {
                throw new IllegalArgumentException("the node '" + id + "' is of generation " + generation);
            }
            href = Svg.checkedPath(href);
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
        int last = nodes.stream().mapToInt(Node::generation).max().orElse(0);
        long rejected = nodes.stream().filter(Node::rejected).count();
        List<Node> chosen = nodes.stream()
                .filter(Node::chosen)
                .sorted(Comparator.comparingInt(Node::generation))
                .toList();
        Shape shape = shape();
        return title + ": " + Numbers.count(nodes.size(), "node") + " to generation " + last
                + (rejected > 0 ? ", " + Numbers.of((double) rejected) + " rejected" : "")
                + (chosen.isEmpty()
                        ? ""
                        : "; the bold path of " + Numbers.of(chosen.size()) + " ends with "
                                + chosen.getLast().label())
                + (shape.left > 0 ? "; " + Numbers.of(shape.left) + " not shown" : "") + ".";
    }

    @Override
    public Table table() {
        Shape shape = shape();
        Map<String, String> labels = new HashMap<>();
        nodes.forEach(node -> labels.put(node.id(), node.label()));
        List<List<String>> rows = new ArrayList<>();
        for (Node node : shape.nodes.values()) {
            int folded = shape.folded.getOrDefault(node.id(), 0);
            rows.add(List.of(
                    node.label(),
                    Integer.toString(node.generation()),
                    node.parent() == null ? "" : labels.getOrDefault(node.parent(), ""),
                    Words.join(", ", node.chosen() ? "chosen" : "", node.rejected() ? "rejected" : ""),
                    folded == 0 ? "" : Integer.toString(folded),
                    node.note()));
        }
        return Table.of(List.of("Name", "Generation", "From", "State", "Rejected below", "Note"), rows);
    }

    @Override
    public Content svg() {
        return isEmpty() ? Svg.nothing() : shape().draw(sentence());
    }

    private Shape shape() {
        return new Shape(nodes);
    }

    /** The part that is drawn, with its places. */
    private static final class Shape {
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final Map<String, Integer> folded = new HashMap<>();
        private final Map<String, Integer> rows = new HashMap<>();
        private final int left;
        private int used;

        Shape(List<Node> all) {
            Map<String, Node> byId = new HashMap<>();
            all.forEach(node -> byId.put(node.id(), node));
            Set<String> parents = new HashSet<>();
            all.forEach(node -> {
                Node parent = parent(node, byId);
                if (parent != null) {
                    parents.add(parent.id());
                }
            });
            List<Node> unfolded = new ArrayList<>();
            for (Node node : all) {
                Node parent = parent(node, byId);
                if (node.rejected() && !node.chosen() && parent != null && !parents.contains(node.id())) {
                    folded.merge(parent.id(), 1, Integer::sum);
                } else {
                    unfolded.add(node);
                }
            }
            List<Node> kept = unfolded.stream()
                    .sorted(Comparator.comparing((Node node) -> !node.chosen()).thenComparingInt(Node::generation))
                    .limit(NODES)
                    .sorted(Comparator.comparingInt(Node::generation))
                    .toList();
            left = unfolded.size() - kept.size();
            kept.forEach(node -> nodes.put(node.id(), node));
            for (Node node : kept) {
                if (parent(node, nodes) == null) {
                    place(node);
                }
            }
        }

        private static @Nullable Node parent(Node node, Map<String, Node> among) {
            Node parent = node.parent() == null ? null : among.get(node.parent());
            return parent == null || parent.generation() >= node.generation() ? null : parent;
        }

        // The first child continues the row of its parent: the chosen one, so that its path is straight.
        private void place(Node node) {
            Node current = node;
            List<Node> later = new ArrayList<>();
            int row = used++;
            while (current != null) {
                rows.put(current.id(), row);
                Node parent = current;
                List<Node> children = nodes.values().stream()
                        .filter(child -> parent.equals(parent(child, nodes)))
                        .sorted(Comparator.comparing((Node child) -> !child.chosen()))
                        .toList();
                current = children.isEmpty() ? null : children.getFirst();
                later.addAll(0, children.isEmpty() ? List.of() : children.subList(1, children.size()));
            }
            later.forEach(this::place);
        }

        Content draw(String sentence) {
            int first = nodes.values().stream().mapToInt(Node::generation).min().orElse(0);
            int last = nodes.values().stream().mapToInt(Node::generation).max().orElse(0);
            double longest =
                    Words.widest(nodes.values().stream().map(Node::label).toList(), 120);
            // Generations of a long run stand close; the labels of most are then in the titles only.
            double step = last == first ? 0 : Math.max(18, Math.min(160, (720 - LEFT - longest - 8) / (last - first)));
            double wide = Math.max(240, LEFT + step * (last - first) + longest + 12);
            double bottom = 12 + ROW * used;
            Svg svg = new Svg("tree", wide, bottom + 24 + (left > 0 ? 18 : 0), sentence);
            Scale x = last == first
                    ? new Scale(first, first + 1.0, LEFT, LEFT + 1)
                    : new Scale(first, last, LEFT, LEFT + step * (last - first));
            int stride = Math.max(1, (int) Math.ceil(34 / Math.max(step, 1)));
            for (int i = first; i <= last; i += stride) {
                svg.line("grid", x.at(i), 12, x.at(i), bottom);
                svg.text(x.at(i), bottom + 16, "tick", "middle", Integer.toString(i));
            }
            nodes.values().forEach(node -> edge(svg, x, node));
            nodes.values().forEach(node -> node(svg, x, node, room(node, x, wide)));
            if (left > 0) {
                svg.text(LEFT, bottom + 36, "soft", "start", "+" + left);
            }
            return svg.content();
        }

        private int row(Node node) {
            return rows.getOrDefault(node.id(), 0);
        }

        private double y(Node node) {
            return ROW * (row(node) + 1);
        }

        private double room(Node node, Scale x, double wide) {
            double end = wide;
            for (Node other : nodes.values()) {
                if (other.generation() > node.generation() && row(other) == row(node)) {
                    end = Math.min(end, x.at(other.generation()));
                }
            }
            return end - x.at(node.generation()) - 6;
        }

        private void edge(Svg svg, Scale x, Node node) {
            Node parent = parent(node, nodes);
            if (parent == null) {
                return;
            }
            boolean bold = node.chosen() && parent.chosen();
            double from = x.at(parent.generation());
            double to = x.at(node.generation());
            double turn = Math.min(to, from + 40);
            Path path = new Path()
                    .move(from, y(parent))
                    .across(from, y(parent), turn, y(node))
                    .to(to, y(node));
            svg.add(
                    "path",
                    "class",
                    bold ? "edge thick accent" : "edge",
                    "d",
                    path,
                    "fill",
                    "none",
                    "stroke",
                    "currentColor",
                    "stroke-width",
                    bold ? 3.5 : 1.25);
        }

        private void node(Svg svg, Scale x, Node node, double room) {
            double at = x.at(node.generation());
            int rejected = folded.getOrDefault(node.id(), 0);
            String title = Words.join(
                    ", ",
                    node.label(),
                    "generation " + node.generation(),
                    node.chosen() ? "chosen" : "",
                    node.rejected() ? "rejected" : "",
                    rejected > 0 ? Numbers.of((double) rejected) + " rejected below it" : "",
                    node.note());
            svg.mark(title, node.href(), () -> {
                String css = node.chosen() ? "node accent" : node.rejected() ? "hollow" : "node";
                svg.add(
                        "circle",
                        "class",
                        css,
                        "cx",
                        at,
                        "cy",
                        y(node),
                        "r",
                        node.chosen() ? 6 : 4.5,
                        "fill",
                        node.rejected() ? "none" : "",
                        "stroke",
                        "currentColor",
                        "stroke-width",
                        1.5);
                String text = Words.join(" ", node.label(), rejected > 0 ? "+" + rejected : "");
                String fitting = Words.width(text) <= room ? text : Words.fit(node.label(), room);
                if (fitting.length() > 2) {
                    svg.text(
                            at - 2,
                            y(node) - (node.chosen() ? 11 : 9),
                            node.chosen() ? "label strong halo" : "label halo",
                            "start",
                            fitting);
                }
            });
        }
    }
}
