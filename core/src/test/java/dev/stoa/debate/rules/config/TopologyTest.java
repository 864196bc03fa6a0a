package dev.stoa.debate.rules.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("quick")
class TopologyTest {
    private static final int MOST = 16;

    @Test
    void wordsAreThoseOfTheArchive() {
        assertThat(Topology.values()).extracting(Topology::text).containsExactly("graph_mesh", "star", "chain", "tree");
        assertThat(Topology.of("tree")).isEqualTo(Topology.TREE);
        assertThatThrownBy(() -> Topology.of("graph-mesh"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("topology_type \"graph-mesh\"");
    }

    @Test
    void fewSeatsAndRoundTablesSitInAMeshAllOthersInATree() {
        assertThat(Topology.standard(Preset.LADDER, 4)).isEqualTo(Topology.GRAPH_MESH);
        assertThat(Topology.standard(Preset.LADDER, 5)).isEqualTo(Topology.TREE);
        assertThat(Topology.standard(Preset.CLASSIC, 16)).isEqualTo(Topology.TREE);
        assertThat(Topology.standard(Preset.ROUND_TABLE, 16)).isEqualTo(Topology.GRAPH_MESH);
    }

    @Test
    void theTreeOfNineSeatsUnderSeatTwo() {
        // Children 0, 1 and 3; dealt 4 to 0, 5 to 1, 6 to 3, 7 to 0, 8 to 1.
        assertThat(IntStream.range(0, 9).mapToObj(seat -> Topology.TREE.sees(9, 2, seat)))
                .containsExactly(
                        List.of(2, 4, 7),
                        List.of(2, 5, 8),
                        List.of(0, 1, 3),
                        List.of(2, 6),
                        List.of(0),
                        List.of(1),
                        List.of(3),
                        List.of(0),
                        List.of(1));
        assertThat(Topology.TREE.waves(9, 2)).containsExactly(List.of(4, 5, 6, 7, 8), List.of(0, 1, 3), List.of(2));
    }

    @Test
    void aChildOfTheRootWithoutChildrenIsALeaf() {
        assertThat(Topology.TREE.waves(5, 0)).containsExactly(List.of(2, 3, 4), List.of(1), List.of(0));
        assertThat(Topology.TREE.waves(4, 3)).containsExactly(List.of(0, 1, 2), List.of(3));
        assertThat(Topology.TREE.waves(2, 1)).containsExactly(List.of(0), List.of(1));
    }

    @Test
    void theOthersSpeakBeforeTheHubOfAStarAndOneAfterTheOtherInAChain() {
        assertThat(Topology.STAR.waves(4, 1)).containsExactly(List.of(0, 2, 3), List.of(1));
        assertThat(Topology.CHAIN.waves(3, 1)).containsExactly(List.of(0), List.of(1), List.of(2));
        assertThat(Topology.GRAPH_MESH.waves(3, 1)).containsExactly(List.of(0, 1, 2));
        assertThat(Topology.CHAIN.sees(3, 1, 0)).containsExactly(2);
        assertThat(Topology.CHAIN.decider(3, 1)).isEqualTo(2);
        assertThat(Topology.STAR.decider(3, 1)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aSeatSeesOthersEachOnceAndEverySeatIsSeen(Topology topology) {
        everyPanel((seats, lead) -> {
            Set<Integer> all = new HashSet<>();
            for (int seat = 0; seat < seats; seat++) {
                List<Integer> seen = topology.sees(seats, lead, seat);
                assertThat(seen).isSorted().doesNotHaveDuplicates().doesNotContain(seat);
                assertThat(seen).allMatch(other -> other >= 0 && other < seats);
                all.addAll(seen);
            }
            assertThat(all).as("%s of %d", topology, seats).hasSize(seats == 1 ? 0 : seats);
        });
    }

    @ParameterizedTest
    @EnumSource
    void theWordsOfEverySeatReachEveryOther(Topology topology) {
        everyPanel((seats, lead) -> {
            for (int from = 0; from < seats; from++) {
                assertThat(reached(topology, seats, lead, from))
                        .as("%s, %d seats, lead %d, from %d", topology, seats, lead, from)
                        .hasSize(seats);
            }
        });
    }

    /** Who has the words of a seat once everyone has passed on what it got. */
    private static Set<Integer> reached(Topology topology, int seats, int lead, int from) {
        Set<Integer> reached = new HashSet<>(Set.of(from));
        while (IntStream.range(0, seats)
                        .filter(seat ->
                                !Collections.disjoint(topology.sees(seats, lead, seat), reached) && reached.add(seat))
                        .count()
                > 0) {
            // Until nobody new has got them.
        }
        return reached;
    }

    @ParameterizedTest
    @EnumSource
    void everySeatSpeaksInOneWaveAndTheDeciderInTheLast(Topology topology) {
        everyPanel((seats, lead) -> {
            List<List<Integer>> waves = topology.waves(seats, lead);
            assertThat(waves).allSatisfy(wave -> assertThat(wave).isNotEmpty().isSorted());
            assertThat(waves.stream().flatMap(List::stream).sorted())
                    .containsExactlyElementsOf(IntStream.range(0, seats).boxed().toList());
            assertThat(waves.getLast()).contains(topology.decider(seats, lead));
            int most = switch (topology) {
                case GRAPH_MESH -> 1;
                case STAR -> 2;
                case CHAIN -> seats;
                case TREE -> 3;
            };
            assertThat(waves).hasSizeLessThanOrEqualTo(most);
        });
    }

    @Test
    void inATreeEveryChildSpeaksBeforeItsParent() {
        everyPanel((seats, lead) -> {
            List<List<Integer>> waves = Topology.TREE.waves(seats, lead);
            for (int seat = 0; seat < seats; seat++) {
                for (int other : Topology.TREE.sees(seats, lead, seat)) {
                    if (depth(seats, lead, other) > depth(seats, lead, seat)) {
                        assertThat(wave(waves, other)).isLessThan(wave(waves, seat));
                    }
                }
            }
        });
    }

    private static int depth(int seats, int lead, int seat) {
        return seat == lead ? 0 : Topology.TREE.sees(seats, lead, lead).contains(seat) ? 1 : 2;
    }

    private static int wave(List<List<Integer>> waves, int seat) {
        return IntStream.range(0, waves.size())
                .filter(wave -> waves.get(wave).contains(seat))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void renamingSeatsRenamesWhatTheySee() {
        Random random = new Random(11);
        everyPanel((seats, lead) -> {
            List<Integer> names =
                    new ArrayList<>(IntStream.range(0, seats).boxed().toList());
            Collections.shuffle(names, random);
            renamed(Topology.GRAPH_MESH, seats, lead, names::get);
            renamed(Topology.STAR, seats, lead, names::get);
            // A chain keeps its order and a tree the order of those under the root: only names that keep it are free.
            renamed(Topology.CHAIN, seats, lead, seat -> (seat + lead) % seats);
            renamed(Topology.TREE, seats, 0, seat -> seat == 0 ? lead : seat <= lead ? seat - 1 : seat);
        });
    }

    private static void renamed(Topology topology, int seats, int lead, IntUnaryOperator name) {
        for (int seat = 0; seat < seats; seat++) {
            assertThat(topology.sees(seats, name.applyAsInt(lead), name.applyAsInt(seat)))
                    .isEqualTo(topology.sees(seats, lead, seat).stream()
                            .map(name::applyAsInt)
                            .sorted()
                            .toList());
        }
    }

    @Test
    void aSeatThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> Topology.STAR.sees(0, 0, 0)).hasMessage("seats 0 is below 1");
        assertThatThrownBy(() -> Topology.STAR.sees(3, 3, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Topology.GRAPH_MESH.sees(3, 0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Topology.GRAPH_MESH.waves(0, 0)).hasMessage("seats 0 is below 1");
        assertThatThrownBy(() -> Topology.GRAPH_MESH.waves(3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Topology.CHAIN.decider(0, 0)).hasMessage("seats 0 is below 1");
        assertThatThrownBy(() -> Topology.STAR.decider(3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private interface PanelCheck {
        void of(int seats, int lead);
    }

    private static void everyPanel(PanelCheck check) {
        for (int seats = 1; seats <= MOST; seats++) {
            for (int lead = 0; lead < seats; lead++) {
                check.of(seats, lead);
            }
        }
    }
}
