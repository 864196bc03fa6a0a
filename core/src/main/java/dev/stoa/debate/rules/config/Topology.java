package dev.stoa.debate.rules.config;

import dev.stoa.base.TextEnum;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Who sees whom, and who speaks when, as functions of the number of seats and the lead. Every answer is computed again
 * from the numbers alone, in ascending seats.
 */
public enum Topology implements TextEnum {
    /** Everyone sees everyone; all speak at once. */
    GRAPH_MESH {
        @Override
        List<Integer> neighbours(int seats, int lead, int seat) {
            return others(seats, seat);
        }

        @Override
        List<List<Integer>> order(int seats, int lead) {
            return List.of(IntStream.range(0, seats).boxed().toList());
        }
    },
    /** The lead sees everyone, everyone else only the lead, who speaks last. */
    STAR {
        @Override
        List<Integer> neighbours(int seats, int lead, int seat) {
            return seat == lead ? others(seats, lead) : List.of(lead);
        }

        @Override
        List<List<Integer>> order(int seats, int lead) {
            return List.of(others(seats, lead), List.of(lead));
        }
    },
    /** Each sees the seat before it, the first the last; they speak one after the other. */
    CHAIN {
        @Override
        List<Integer> neighbours(int seats, int lead, int seat) {
            return List.of((seat + seats - 1) % seats);
        }

        @Override
        List<List<Integer>> order(int seats, int lead) {
            return IntStream.range(0, seats).mapToObj(List::of).toList();
        }
    },
    /** The lead is the root and has up to three children, to whom the rest are dealt; the leaves speak first. */
    TREE {
        @Override
        List<Integer> neighbours(int seats, int lead, int seat) {
            if (seat == lead) {
                return IntStream.range(0, Math.min(BRANCHES, seats - 1))
                        .mapToObj(rank -> seat(rank, lead))
                        .toList();
            }
            int rank = rank(seat, lead);
            if (rank >= BRANCHES) {
                return List.of(seat(rank % BRANCHES, lead));
            }
            List<Integer> seen = new ArrayList<>();
            seen.add(lead);
            for (int child = rank + BRANCHES; child < seats - 1; child += BRANCHES) {
                seen.add(seat(child, lead));
            }
            Collections.sort(seen);
            return List.copyOf(seen);
        }

        @Override
        List<List<Integer>> order(int seats, int lead) {
            // The first ranks have children as far as there are seats left to deal.
            int parents = Math.clamp(seats - 1 - BRANCHES, 0, BRANCHES);
            List<Integer> middle = IntStream.range(0, parents)
                    .mapToObj(rank -> seat(rank, lead))
                    .toList();
            List<Integer> leaves = IntStream.range(parents, seats - 1)
                    .mapToObj(rank -> seat(rank, lead))
                    .toList();
            return middle.isEmpty() ? List.of(leaves, List.of(lead)) : List.of(leaves, middle, List.of(lead));
        }
    };

    // A tree has two levels: up to three seats below the lead, and the rest dealt out below these.
    private static final int BRANCHES = 3;
    private static final int SMALL_PANEL = 4;

    /** The choice of a given or stored word. */
    public static Topology of(String text) {
        return TextEnum.of("topology_type", values(), text);
    }

    /**
     * What a debate takes that names none: the mesh for few seats or a round-table, else the tree. A mesh is read in full
     * by few; above four seats a tree is as accurate for fewer tokens.
     */
    public static Topology standard(Preset preset, int seats) {
        return seats <= SMALL_PANEL || preset == Preset.ROUND_TABLE ? GRAPH_MESH : TREE;
    }

    /** The other seats whose words a seat gets. */
    public List<Integer> sees(int seats, int lead, int seat) {
        check(seats, lead);
        Objects.checkIndex(seat, seats);
        return seats == 1 ? List.of() : neighbours(seats, lead, seat);
    }

    /** The seats in the groups in which they are called; every seat stands in one of them. */
    public List<List<Integer>> waves(int seats, int lead) {
        check(seats, lead);
        return seats == 1 ? List.of(List.of(lead)) : order(seats, lead);
    }

    /** The seat whose ballot elects where the lead decides: the one that all words reach last. */
    public int decider(int seats, int lead) {
        check(seats, lead);
        return this == CHAIN ? seats - 1 : lead;
    }

    abstract List<Integer> neighbours(int seats, int lead, int seat);

    abstract List<List<Integer>> order(int seats, int lead);

    private static void check(int seats, int lead) {
        if (seats < 1) {
            throw new IllegalArgumentException("seats " + seats + " is below 1");
        }
        Objects.checkIndex(lead, seats);
    }

    private static List<Integer> others(int seats, int seat) {
        return IntStream.range(0, seats).filter(other -> other != seat).boxed().toList();
    }

    /** The place of a seat among those that are not the lead. */
    private static int rank(int seat, int lead) {
        return seat < lead ? seat : seat - 1;
    }

    private static int seat(int rank, int lead) {
        return rank < lead ? rank : rank + 1;
    }
}
