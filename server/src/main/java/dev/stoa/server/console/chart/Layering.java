package dev.stoa.server.console.chart;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Layers of a directed graph: each node one layer below the deepest node that leads to it, each layer in an order with
 * few crossings. Edges that close a circle, met in the given order, are turned round; an edge of a node to itself has no
 * part in it. Immutable.
 */
final class Layering {
    /** An edge between places in the list of nodes. */
    record Edge(int from, int to) {}

    /** A node, or a bend of the edge with this number. */
    record Place(int node, int edge) {}

    // A bend in each layer that a long edge passes; beyond so many the picture cannot be followed anyway.
    private static final int MOST_BENDS = 2000;

    private final int[] layers;
    private final boolean[] turned;
    private final List<List<Place>> rows;

    Layering(int nodes, List<Edge> edges) {
        turned = circles(nodes, edges);
        List<Edge> down = new ArrayList<>();
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            down.add(turned[i] ? new Edge(edge.to(), edge.from()) : edge);
        }
        layers = longestPaths(nodes, down);
        rows = ordered(nodes, down);
    }

    /** The layer of a node. */
    int layer(int node) {
        return layers[node];
    }

    /** Whether an edge closes a circle and was turned round. */
    boolean isTurned(int edge) {
        return turned[edge];
    }

    /** The layers with their nodes and bends in order. */
    List<List<Place>> rows() {
        return rows;
    }

    private static boolean[] circles(int nodes, List<Edge> edges) {
        List<List<Integer>> leaving = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            leaving.add(new ArrayList<>());
        }
        for (int i = 0; i < edges.size(); i++) {
            leaving.get(edges.get(i).from()).add(i);
        }
        boolean[] back = new boolean[edges.size()];
        int[] next = new int[nodes];
        boolean[] seen = new boolean[nodes];
        boolean[] open = new boolean[nodes];
        for (int root = 0; root < nodes; root++) {
            if (seen[root]) {
                continue;
            }
            Deque<Integer> stack = new ArrayDeque<>(List.of(root));
            seen[root] = true;
            open[root] = true;
            while (!stack.isEmpty()) {
                int node = stack.element();
                if (next[node] == leaving.get(node).size()) {
                    open[node] = false;
                    stack.remove();
                    continue;
                }
                int edge = leaving.get(node).get(next[node]++);
                int target = edges.get(edge).to();
                if (open[target]) {
                    back[edge] = target != node;
                } else if (!seen[target]) {
                    seen[target] = true;
                    open[target] = true;
                    stack.push(target);
                }
            }
        }
        return back;
    }

    private static int[] longestPaths(int nodes, List<Edge> down) {
        int[] waiting = new int[nodes];
        List<List<Integer>> below = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            below.add(new ArrayList<>());
        }
        for (Edge edge : down) {
            if (edge.from() != edge.to()) {
                below.get(edge.from()).add(edge.to());
                waiting[edge.to()]++;
            }
        }
        int[] layers = new int[nodes];
        Deque<Integer> ready = new ArrayDeque<>();
        for (int i = 0; i < nodes; i++) {
            if (waiting[i] == 0) {
                ready.add(i);
            }
        }
        while (!ready.isEmpty()) {
            int node = ready.remove();
            for (int target : below.get(node)) {
                layers[target] = Math.max(layers[target], layers[node] + 1);
                if (--waiting[target] == 0) {
                    ready.add(target);
                }
            }
        }
        return layers;
    }

    private List<List<Place>> ordered(int nodes, List<Edge> down) {
        int depth = Arrays.stream(layers).max().orElse(-1) + 1;
        List<List<Place>> order = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            order.add(new ArrayList<>());
        }
        for (int i = 0; i < nodes; i++) {
            order.get(layers[i]).add(new Place(i, -1));
        }
        long bends = down.stream()
                .mapToLong(edge -> Math.max(0, layers[edge.to()] - layers[edge.from()] - 1))
                .sum();
        Map<Place, List<Place>> above = new HashMap<>();
        Map<Place, List<Place>> below = new HashMap<>();
        for (int i = 0; i < down.size(); i++) {
            Edge edge = down.get(i);
            if (edge.from() == edge.to()) {
                continue;
            }
            Place last = new Place(edge.from(), -1);
            if (bends <= MOST_BENDS) {
                for (int layer = layers[edge.from()] + 1; layer < layers[edge.to()]; layer++) {
                    Place bend = new Place(-1 - layer, i);
                    order.get(layer).add(bend);
                    join(above, below, last, bend);
                    last = bend;
                }
            }
            join(above, below, last, new Place(edge.to(), -1));
        }
        for (int i = 1; i < depth; i++) {
            sweep(order.get(i), order.get(i - 1), above);
        }
        for (int i = depth - 2; i >= 0; i--) {
            sweep(order.get(i), order.get(i + 1), below);
        }
        return order.stream().map(List::copyOf).toList();
    }

    private static void join(Map<Place, List<Place>> above, Map<Place, List<Place>> below, Place upper, Place lower) {
        above.computeIfAbsent(lower, key -> new ArrayList<>()).add(upper);
        below.computeIfAbsent(upper, key -> new ArrayList<>()).add(lower);
    }

    // Each stands near the middle of those it is joined with; one that is joined with none keeps its share of the row.
    private static void sweep(List<Place> row, List<Place> beside, Map<Place, List<Place>> joined) {
        Map<Place, Double> at = new HashMap<>();
        for (int i = 0; i < beside.size(); i++) {
            at.put(beside.get(i), (i + 0.5) / beside.size());
        }
        Map<Place, Double> wanted = new HashMap<>();
        for (int i = 0; i < row.size(); i++) {
            double own = (i + 0.5) / row.size();
            wanted.put(
                    row.get(i),
                    joined.getOrDefault(row.get(i), List.of()).stream()
                            .filter(at::containsKey)
                            .mapToDouble(place -> at.getOrDefault(place, own))
                            .average()
                            .orElse(own));
        }
        row.sort((a, b) -> Double.compare(wanted.getOrDefault(a, 0.0), wanted.getOrDefault(b, 0.0)));
    }
}
