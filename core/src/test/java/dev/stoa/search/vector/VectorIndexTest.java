package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class VectorIndexTest {
    private static final int DIMENSIONS = 5;

    private final VectorTable table = new VectorTable();

    private static boolean all(long seq) {
        return true;
    }

    private VectorIndex index(int chunk) {
        return new VectorIndex(table, DIMENSIONS, DotProduct.scalar(), chunk);
    }

    @Test
    void aSearchFindsWhatSortingEverythingFinds() {
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            boolean coarse = seed % 2 == 0;
            VectorTable rows = new VectorTable();
            VectorIndex index = new VectorIndex(rows, DIMENSIONS, DotProduct.scalar(), 1 + random.nextInt(50));
            for (int step = 0; step < 300; step++) {
                change(random, rows, index, coarse);
                assertThat(index.refresh()).isNotNegative();
                assertThat(index.size()).isEqualTo(rows.keys().size());
                float[] query = VectorTable.random(random, DIMENSIONS, coarse);
                int k = 1 + random.nextInt(20);
                LongPredicate filter = filter(random);
                double least = random.nextBoolean() ? -1 : random.nextDouble(-0.5, 0.9);
                assertThat(index.search(query, k, filter, least))
                        .isEqualTo(rows.nearest(query, DotProduct.scalar(), k, filter, least));
            }
        }
    }

    /** Some writes, some of them to rows that exist, and now and then a removal. */
    private static void change(SplittableRandom random, VectorTable rows, VectorIndex index, boolean coarse) {
        int writes = random.nextInt(20);
        for (int i = 0; i < writes; i++) {
            rows.put(random.nextInt(400), VectorTable.random(random, DIMENSIONS, coarse));
        }
        index.refresh();
        List<Long> keys = rows.keys();
        if (!keys.isEmpty() && random.nextInt(3) == 0) {
            long seq = keys.get(random.nextInt(keys.size()));
            rows.delete(seq);
            assertThat(index.remove(seq)).isTrue();
            assertThat(index.remove(seq)).isFalse();
        }
    }

    private static LongPredicate filter(SplittableRandom random) {
        int modulus = 1 + random.nextInt(5);
        int rest = random.nextInt(modulus);
        return seq -> seq % modulus == rest;
    }

    @Test
    void theHigherSeqWinsATie() {
        float[] same = Vectors.normalise(new float[] {1, 2, 3, 4, 5});
        for (long seq : new long[] {3, 9, 1, 7}) {
            table.put(seq, same.clone());
        }
        VectorIndex index = index(10);
        index.refresh();
        assertThat(index.search(same, 3, VectorIndexTest::all, 0.25))
                .extracting(VectorHit::seq)
                .containsExactly(9L, 7L, 3L);
        assertThat(index.search(same, 1, VectorIndexTest::all, 0.25).getFirst().cosine())
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void refreshInAnyChunkingGivesTheSameResult() {
        SplittableRandom random = new SplittableRandom(1);
        List<VectorIndex> indexes = List.of(index(1), index(7), index(100), index(10_000));
        for (int step = 0; step < 60; step++) {
            for (int i = random.nextInt(60); i > 0; i--) {
                table.put(random.nextInt(1_500), VectorTable.random(random, DIMENSIONS, true));
            }
            indexes.get(random.nextInt(indexes.size())).refresh();
        }
        indexes.forEach(VectorIndex::refresh);
        float[] query = VectorTable.random(random, DIMENSIONS, false);
        List<VectorHit> expected = table.nearest(query, DotProduct.scalar(), 2_000, VectorIndexTest::all, -1);
        assertThat(expected).hasSizeGreaterThan(500);
        for (VectorIndex index : indexes) {
            assertThat(index.search(query, 2_000, VectorIndexTest::all, -1)).isEqualTo(expected);
            assertThat(index.refresh()).isZero();
        }
    }

    @Test
    void vectorInstructionsFindTheSameRows() {
        SplittableRandom random = new SplittableRandom(2);
        int dimensions = 384;
        for (long seq = 0; seq < 700; seq++) {
            table.put(seq, VectorTable.random(random, dimensions, false));
        }
        VectorIndex index = VectorIndex.over(table, dimensions);
        assertThat(index.refresh()).isEqualTo(700);
        for (int i = 0; i < 20; i++) {
            float[] query = VectorTable.random(random, dimensions, false);
            List<VectorHit> expected = table.nearest(query, DotProduct.scalar(), 10, VectorIndexTest::all, 0);
            List<VectorHit> found = index.search(query, 10, VectorIndexTest::all, 0);
            assertThat(found).hasSameSizeAs(expected);
            for (int rank = 0; rank < found.size(); rank++) {
                assertThat(found.get(rank).cosine())
                        .isCloseTo(expected.get(rank).cosine(), within(1e-5));
            }
        }
    }

    @Test
    void theFilterIsAskedBeforeTheCut() {
        float[] query = Vectors.normalise(new float[] {1, 0, 0, 0, 0});
        for (long seq = 0; seq < 600; seq++) {
            table.put(seq, Vectors.normalise(new float[] {seq + 1, 1, 0, 0, 0}));
        }
        VectorIndex index = index(100);
        index.refresh();
        assertThat(index.search(query, 2, seq -> seq < 3, -1))
                .extracting(VectorHit::seq)
                .containsExactly(2L, 1L);
        assertThat(index.search(query, 2, seq -> false, -1)).isEmpty();
        Set<Long> asked = new HashSet<>();
        index.search(query, 1, asked::add, -1);
        assertThat(asked).hasSize(600);
    }

    @Test
    void memoryDoesNotGrowWithTheHistoryOfReplacedRows() {
        SplittableRandom random = new SplittableRandom(3);
        VectorIndex index = index(1_000);
        for (int round = 0; round < 100; round++) {
            for (long seq = 0; seq < 700; seq++) {
                table.put(seq, VectorTable.random(random, DIMENSIONS, true));
            }
            index.refresh();
            assertThat(index.size()).isEqualTo(700);
            assertThat(index.heldRows()).isLessThanOrEqualTo(2 * 700 + VectorMatrix.BLOCK_ROWS);
        }
        float[] query = VectorTable.random(random, DIMENSIONS, false);
        assertThat(index.search(query, 50, VectorIndexTest::all, -1))
                .isEqualTo(table.nearest(query, DotProduct.scalar(), 50, VectorIndexTest::all, -1));
        for (long seq = 0; seq < 700; seq++) {
            index.remove(seq);
        }
        assertThat(index.size()).isZero();
        assertThat(index.heldRows()).isLessThanOrEqualTo(VectorMatrix.BLOCK_ROWS);
    }

    @Test
    void rowsThatOthersDeletedCanBeSweptOut() {
        SplittableRandom random = new SplittableRandom(4);
        for (long seq = 0; seq < 1_200; seq++) {
            table.put(seq, VectorTable.random(random, DIMENSIONS, false));
        }
        VectorIndex index = index(1_000);
        index.refresh();
        for (long seq = 0; seq < 1_200; seq += 3) {
            table.delete(seq);
        }
        assertThat(index.retain(() -> new HashSet<>(table.keys())::contains)).isEqualTo(400);
        assertThat(index.size()).isEqualTo(800).isEqualTo(index.heldRows());
        assertThat(index.retain(() -> VectorIndexTest::all)).isZero();
        float[] query = VectorTable.random(random, DIMENSIONS, false);
        assertThat(index.search(query, 50, VectorIndexTest::all, -1))
                .isEqualTo(table.nearest(query, DotProduct.scalar(), 50, VectorIndexTest::all, -1));
        assertThat(index.remove(1)).isTrue();
        assertThat(index.remove(0)).isFalse();
    }

    @Test
    void aFailingSourceLeavesWhatCameBefore() {
        float[] unit = Vectors.normalise(new float[] {1, 1, 1, 1, 1});
        List<VectorRow> rows = new ArrayList<>(List.of(new VectorRow(1, 10, unit), new VectorRow(2, 11, unit)));
        boolean[] broken = {true};
        VectorSource source = (vectorSeq, limit) -> {
            if (broken[0] && vectorSeq >= 1) {
                throw new UnavailableException("busy", "the archive is busy", null);
            }
            return rows.stream()
                    .filter(row -> row.vectorSeq() > vectorSeq)
                    .limit(limit)
                    .toList();
        };
        VectorIndex index = new VectorIndex(source, DIMENSIONS, DotProduct.scalar(), 1);
        assertThatThrownBy(index::refresh).isInstanceOf(UnavailableException.class);
        assertThat(index.search(unit, 5, VectorIndexTest::all, -1))
                .extracting(VectorHit::seq)
                .containsExactly(10L);
        broken[0] = false;
        assertThat(index.refresh()).isEqualTo(1);
        assertThat(index.search(unit, 5, VectorIndexTest::all, -1))
                .extracting(VectorHit::seq)
                .containsExactly(11L, 10L);
    }

    @Test
    void badRowsAreNamedAndChangeNothing() {
        float[] unit = Vectors.normalise(new float[] {1, 1, 1, 1, 1});
        VectorIndex wrongLength = new VectorIndex(
                (vectorSeq, limit) -> List.of(new VectorRow(1, 10, unit), new VectorRow(2, 11, new float[3])),
                DIMENSIONS,
                DotProduct.scalar(),
                5);
        assertThatThrownBy(wrongLength::refresh)
                .isInstanceOf(VerificationException.class)
                .hasMessage("the vector of row 11 has 3 dimensions, not 5");
        assertThat(wrongLength.size()).isZero();

        VectorIndex wrongOrder = new VectorIndex(
                (vectorSeq, limit) -> List.of(new VectorRow(2, 10, unit), new VectorRow(2, 11, unit)),
                DIMENSIONS,
                DotProduct.scalar(),
                5);
        assertThatThrownBy(wrongOrder::refresh)
                .isInstanceOf(InvalidException.class)
                .hasMessage("vector_seq 2 came after 2");
        assertThat(wrongOrder.size()).isZero();
    }

    @Test
    void badQuestionsAreRefused() {
        VectorIndex index = index(5);
        assertThat(index.search(new float[DIMENSIONS], 3, VectorIndexTest::all, -1))
                .isEmpty();
        assertThatThrownBy(() -> index.search(new float[4], 3, VectorIndexTest::all, -1))
                .isInstanceOf(InvalidException.class)
                .hasMessage("a query of 4 dimensions; the index has 5");
        assertThatThrownBy(() -> index.search(new float[DIMENSIONS], 0, VectorIndexTest::all, -1))
                .isInstanceOf(InvalidException.class)
                .hasMessage("k 0 is below 1");
        assertThatThrownBy(() -> VectorIndex.over(table, 0)).hasMessage("dimensions 0 is below 1");
    }
}
