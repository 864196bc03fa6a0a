package dev.stoa.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ContestTest {
    private final List<String> turns = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();

    /** Takes a fixed time for an operation, on a clock of its own. */
    private final class Steady implements Contender {
        private final String name;
        private final long nanosEach;
        private final long check;
        private final List<Integer> asked = new ArrayList<>();

        Steady(String name, long nanosEach, long check) {
            this.name = name;
            this.nanosEach = nanosEach;
            this.check = check;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Sample run(int ops) {
            turns.add(name);
            asked.add(ops);
            return new Sample(ops, ops * nanosEach, ops * nanosEach, check);
        }

        @Override
        public void close() {
            closed.add(name);
        }
    }

    @Test
    void everybodyDoesTheSameWorkAndHasEachPlaceInTheOrder() throws Exception {
        Steady quick = new Steady("quick", 1_000, 5);
        Steady slow = new Steady("slow", 9_000, 5);
        Result result = new Contest("work", "rows", 10).add(quick).add(slow).run(Pace.tiny());

        assertThat(quick.asked).isEqualTo(slow.asked).allMatch(ops -> ops % 10 == 0);
        int rounds = Pace.tiny().rounds();
        List<String> measured = turns.subList(turns.size() - 2 * rounds, turns.size());
        assertThat(measured).containsExactly("quick", "slow", "slow", "quick");
        assertThat(result.samples())
                .containsOnlyKeys("quick", "slow")
                .allSatisfy((name, samples) -> assertThat(samples).hasSize(rounds));
        assertThat(closed).containsExactly("quick", "slow");
    }

    @Test
    void aRoundIsAsLongAsItsContendersSlicesTogether() throws Exception {
        Result result = new Contest("work", "rows", 1)
                .add(new Steady("quick", 1_000, 5))
                .add(new Steady("slow", 9_000, 5))
                .run(Pace.tiny());

        Set<Integer> ops = result.samples().values().stream()
                .flatMap(List::stream)
                .map(Sample::ops)
                .collect(Collectors.toSet());
        long bothSlices = 2 * Pace.tiny().slice().toNanos();
        assertThat(ops).containsExactly(Math.toIntExact(bothSlices / 10_000));
    }

    @Test
    void aContenderThatDidOtherWorkEndsTheContest() {
        Contest contest = new Contest("work", "rows", 1)
                .add(new Steady("honest", 1_000, 5))
                .add(new Steady("lazy", 10, 4));

        assertThatThrownBy(() -> contest.run(Pace.tiny())).hasMessageContaining("work: lazy did other work");
        assertThat(closed).containsExactly("honest", "lazy");
    }
}
