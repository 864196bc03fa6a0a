package dev.stoa.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CrowdTest {
    @Test
    void everyOperationIsDoneOnceAndItsChecksAreAddedUp() throws Exception {
        for (Crowd crowd : List.of(Crowd.platform(1), Crowd.platform(5), Crowd.virtual(5))) {
            AtomicIntegerArray done = new AtomicIntegerArray(100);
            long check = crowd.prepare(100, (thread, op) -> done.incrementAndGet(op) * (long) op)
                    .call();
            assertThat(check).as(crowd.name()).isEqualTo(4950);
            assertThat(IntStream.range(0, 100).map(done::get)).containsOnly(1);
        }
    }

    @Test
    void nothingIsDoneBeforeItIsMeasured() throws Exception {
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        Callable<Long> prepared = Crowd.platform(3).prepare(10, (thread, op) -> done.add(op) ? 1 : 0);
        assertThat(done).isEmpty();
        assertThat(prepared.call()).isEqualTo(10);
    }

    @Test
    void aThreadUsesOnlyWhatIsItsOwn() throws Exception {
        Set<Long> owners = ConcurrentHashMap.newKeySet();
        Crowd.platform(4)
                .prepare(
                        200,
                        (thread, op) -> owners.add(thread * 1_000_000L
                                        + Thread.currentThread().threadId())
                                ? 1
                                : 0)
                .call();
        assertThat(owners.stream().map(owner -> owner / 1_000_000)).doesNotHaveDuplicates();
    }

    @Test
    void anOperationThatFailsFailsTheWhole() throws Exception {
        Callable<Long> prepared = Crowd.virtual(3).prepare(10, (thread, op) -> {
            throw new IllegalStateException("op " + op);
        });
        assertThatThrownBy(prepared::call).hasRootCauseInstanceOf(IllegalStateException.class);
    }
}
