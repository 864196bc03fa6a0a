package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class IdsTest {
    private static final Instant START = Instant.parse("2026-11-15T08:30:00.123Z");

    @Test
    void anIdHasTheLayoutOfVersionSeven() {
        Ids ids = Ids.of(InstantSource.fixed(START), new SplittableRandom(1));
        for (int i = 0; i < 10_000; i++) {
            String id = ids.next();
            assertThat(id).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
            UUID uuid = UUID.fromString(id);
            assertThat(uuid.version()).isEqualTo(7);
            assertThat(uuid.variant()).isEqualTo(2);
            assertThat(uuid).hasToString(id);
        }
    }

    @Test
    void theExampleOfTheStandardIsReproduced() {
        // RFC 9562, A.6: 2022-02-22T14:22:22-05:00, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F.
        Ids ids = Ids.of(
                InstantSource.fixed(Instant.parse("2022-02-22T19:22:22Z")), drawing(0xCC3L, 0x18C4DC0C0C07398FL));
        assertThat(ids.next()).isEqualTo("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    }

    @Test
    void theTimeCanBeReadFromAnId() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 1_000; i++) {
            long millis = random.nextLong(1L << 48);
            String id = Ids.of(() -> Instant.ofEpochMilli(millis), random).next();
            assertThat(millisOf(id)).isEqualTo(millis);
        }
    }

    @Test
    void aMillionIdsOfOneMillisecondIncrease() {
        Ids ids = Ids.of(InstantSource.fixed(START), new SplittableRandom(3));
        String last = ids.next();
        for (int i = 1; i < 1_000_000; i++) {
            String next = ids.next();
            if (next.compareTo(last) <= 0) {
                assertThat(next).as("id %d", i).isGreaterThan(last);
            }
            last = next;
        }
        assertThat(millisOf(last)).isEqualTo(START.toEpochMilli());
    }

    @Test
    void theLastMillisecondIsContinuedWhenTheClockStepsBack() {
        AtomicLong now = new AtomicLong(START.toEpochMilli());
        Ids ids = Ids.of(() -> Instant.ofEpochMilli(now.get()), new SplittableRandom(4));
        String before = ids.next();
        now.addAndGet(-3_600_000);
        String after = ids.next();
        assertThat(after).isGreaterThan(before);
        assertThat(millisOf(after)).isEqualTo(START.toEpochMilli());
        now.set(START.toEpochMilli() + 1);
        assertThat(millisOf(ids.next())).isEqualTo(START.toEpochMilli() + 1);
    }

    @Test
    void idsIncreaseUnderAClockThatWanders() {
        SplittableRandom random = new SplittableRandom(5);
        AtomicLong now = new AtomicLong(START.toEpochMilli());
        Ids ids = Ids.of(() -> Instant.ofEpochMilli(now.get()), random.split());
        String last = ids.next();
        for (int i = 0; i < 100_000; i++) {
            now.addAndGet(random.nextLong(-5, 6));
            String next = ids.next();
            assertThat(next.compareTo(last)).isPositive();
            last = next;
        }
    }

    @Test
    void aFullMillisecondBorrowsTheNextOne() {
        // Chance at its highest: every id fills its millisecond to the last bit.
        Ids ids = Ids.of(InstantSource.fixed(START), () -> -1L);
        assertThat(ids.next()).isEqualTo(prefix(0) + "-7fff-bfff-ffffffffffff");
        assertThat(ids.next()).startsWith(prefix(1));
        assertThat(ids.next()).startsWith(prefix(2));
    }

    @Test
    void theCarryReachesTheUpperBits() {
        // First the upper 12 bits, then the lower 62, then steps.
        Ids ids = Ids.of(InstantSource.fixed(START), drawing(0x00F, -1L, 0L, 0L));
        assertThat(ids.next()).endsWith("-700f-bfff-ffffffffffff");
        assertThat(ids.next()).endsWith("-7010-8000-000000000000");
        assertThat(ids.next()).endsWith("-7010-8000-000000000001");
    }

    @Test
    void aClockBeforeNineteenSeventyStillGivesIncreasingIds() {
        Ids ids = Ids.of(() -> Instant.ofEpochMilli(-5), new SplittableRandom(6));
        String first = ids.next();
        assertThat(millisOf(first)).isZero();
        assertThat(ids.next()).isGreaterThan(first);
    }

    @Test
    void eightThreadsGetDistinctIdsThatIncreaseForEachOfThem() throws Exception {
        Ids ids = Ids.of(InstantSource.system(), new SplittableRandom(7));
        Callable<List<String>> work = () -> {
            List<String> mine = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                mine.add(ids.next());
            }
            return mine;
        };
        Set<String> all = new HashSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<List<String>> future :
                    threads.invokeAll(List.of(work, work, work, work, work, work, work, work))) {
                List<String> mine = future.get();
                assertThat(mine).isSorted();
                all.addAll(mine);
            }
        }
        assertThat(all).hasSize(160_000);
    }

    @Test
    void theSameClockAndSeedGiveTheSameIds() {
        Ids one = Ids.of(InstantSource.fixed(START), new SplittableRandom(8));
        Ids two = Ids.of(InstantSource.fixed(START), new SplittableRandom(8));
        for (int i = 0; i < 100; i++) {
            assertThat(one.next()).isEqualTo(two.next());
        }
    }

    @Test
    void twoSystemSourcesDiffer() {
        assertThat(Ids.system().next().substring(14))
                .isNotEqualTo(Ids.system().next().substring(14));
    }

    private static long millisOf(String id) {
        return UUID.fromString(id).getMostSignificantBits() >>> 16;
    }

    private static String prefix(long offset) {
        String hex = String.format("%012x", START.toEpochMilli() + offset);
        return hex.substring(0, 8) + "-" + hex.substring(8);
    }

    /** Chance that was decided before. */
    private static RandomGenerator drawing(long... values) {
        AtomicLong at = new AtomicLong();
        return () -> values[(int) at.getAndIncrement()];
    }
}
