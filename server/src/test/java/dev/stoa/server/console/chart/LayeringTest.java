package dev.stoa.server.console.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class LayeringTest {
    @Test
    void everyNodeOfASmallGraphIsAsDeepAsItsLongestPath() {
        // All graphs of four nodes whose edges go from lower to higher numbers.
        for (int mask = 0; mask < 1 << 6; mask++) {
            List<Layering.Edge> edges = new ArrayList<>();
            int bit = 0;
            for (int from = 0; from < 4; from++) {
                for (int to = from + 1; to < 4; to++) {
                    if ((mask >> bit++ & 1) == 1) {
                        edges.add(new Layering.Edge(from, to));
                    }
                }
            }
            Layering layering = new Layering(4, edges);
            for (int node = 0; node < 4; node++) {
                assertThat(layering.layer(node)).isEqualTo(longest(node, edges));
            }
        }
    }

    @Test
    void everyEdgeGoesDownUnlessItClosesACircle() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            int nodes = 1 + random.nextInt(12);
            List<Layering.Edge> edges = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                edges.add(new Layering.Edge(random.nextInt(nodes), random.nextInt(nodes)));
            }
            Layering layering = new Layering(nodes, edges);
            for (int i = 0; i < edges.size(); i++) {
                Layering.Edge edge = edges.get(i);
                if (edge.from() != edge.to()) {
                    int step = layering.layer(edge.to()) - layering.layer(edge.from());
                    assertThat(layering.isTurned(i) ? -step : step).isPositive();
                    assertThat(layering.isTurned(i)).isEqualTo(layering.isTurned(i) && onCircle(edge, edges));
                }
            }
            assertThat(layering.rows().stream()
                            .flatMap(List::stream)
                            .filter(place -> place.edge() < 0)
                            .map(Layering.Place::node))
                    .hasSize(nodes)
                    .doesNotHaveDuplicates();
            assertThat(new Layering(nodes, edges).rows()).isEqualTo(layering.rows());
        }
    }

    @Test
    void twoSweepsUntangleWhatNeedNotCross() {
        Layering layering =
                new Layering(6, List.of(new Layering.Edge(0, 5), new Layering.Edge(1, 4), new Layering.Edge(2, 3)));

        assertThat(layering.rows().get(0).stream().map(Layering.Place::node)).containsExactly(0, 1, 2);
        assertThat(layering.rows().get(1).stream().map(Layering.Place::node)).containsExactly(5, 4, 3);
    }

    private static int longest(int node, List<Layering.Edge> edges) {
        return edges.stream()
                .filter(edge -> edge.to() == node)
                .mapToInt(edge -> longest(edge.from(), edges) + 1)
                .max()
                .orElse(0);
    }

    private static boolean onCircle(Layering.Edge edge, List<Layering.Edge> edges) {
        List<Integer> reached = new ArrayList<>(List.of(edge.to()));
        for (int i = 0; i < reached.size(); i++) {
            for (Layering.Edge next : edges) {
                if (next.from() == reached.get(i) && !reached.contains(next.to())) {
                    reached.add(next.to());
                }
            }
        }
        return reached.contains(edge.from());
    }
}
