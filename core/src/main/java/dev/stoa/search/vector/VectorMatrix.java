package dev.stoa.search.vector;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * A version of the rows of a {@link VectorIndex}, in blocks that versions share. Immutable to its readers, so it may be
 * read by any thread while newer versions are made. Only the newest version may be added to, by one thread: an added
 * row is written into the last block, behind the rows that older versions know of.
 */
final class VectorMatrix {
    static final int BLOCK_ROWS = 512;

    private final int dimensions;
    private final Block[] blocks;
    private final int rows;
    private final int dead;

    private VectorMatrix(int dimensions, Block[] blocks, int rows, int dead) {
        this.dimensions = dimensions;
        this.blocks = blocks;
        this.rows = rows;
        this.dead = dead;
    }

    /** The values and keys are shared between versions; the bits of dead rows belong to one. */
    private static final class Block {
        final float[] values;
        final long[] seqs;
        final long[] deadBits;

        private Block(float[] values, long[] seqs, long[] deadBits) {
            this.values = values;
            this.seqs = seqs;
            this.deadBits = deadBits;
        }

        static Block empty(int dimensions) {
            return new Block(
                    new float[BLOCK_ROWS * dimensions], new long[BLOCK_ROWS], new long[BLOCK_ROWS / Long.SIZE]);
        }

        boolean isDead(int row) {
            return (deadBits[row >> 6] & (1L << row)) != 0;
        }

        /** Writes the live rows that pass, among the first {@code end} rows, and returns their number. */
        int select(int end, LongPredicate filter, int[] passed) {
            int count = 0;
            for (int row = 0; row < end; row++) {
                if (!isDead(row) && filter.test(seqs[row])) {
                    passed[count++] = row;
                }
            }
            return count;
        }

        Block without(int row) {
            long[] bits = deadBits.clone();
            bits[row >> 6] |= 1L << row;
            return new Block(values, seqs, bits);
        }
    }

    /** What {@link #forEach} reports of a live row. */
    @FunctionalInterface
    interface RowVisitor {
        void visit(int position, long seq);
    }

    static VectorMatrix empty(int dimensions) {
        return new VectorMatrix(dimensions, new Block[0], 0, 0);
    }

    /** The rows ever added to the blocks, dead ones included: the position of the next. */
    int rows() {
        return rows;
    }

    int live() {
        return rows - dead;
    }

    /** Whether dead rows take more room than live ones, and enough of it to be worth a copy. */
    boolean isWasteful() {
        return dead > Math.max(BLOCK_ROWS, live());
    }

    VectorMatrix plus(long seq, float[] from, int offset) {
        Block[] next = blocks;
        int row = rows % BLOCK_ROWS;
        if (row == 0) {
            next = Arrays.copyOf(blocks, blocks.length + 1);
            next[blocks.length] = Block.empty(dimensions);
        }
        Block block = next[next.length - 1];
        System.arraycopy(from, offset, block.values, row * dimensions, dimensions);
        block.seqs[row] = seq;
        return new VectorMatrix(dimensions, next, rows + 1, dead);
    }

    /** The version without the row at this position, which must be alive. */
    VectorMatrix minus(int position) {
        Block[] next = blocks.clone();
        next[position / BLOCK_ROWS] = blocks[position / BLOCK_ROWS].without(position % BLOCK_ROWS);
        return new VectorMatrix(dimensions, next, rows, dead + 1);
    }

    /** A copy of the live rows that pass, in blocks of its own; positions change. */
    VectorMatrix compacted(LongPredicate keep) {
        VectorMatrix[] copy = {empty(dimensions)};
        forEach((position, seq) -> {
            if (keep.test(seq)) {
                float[] values = blocks[position / BLOCK_ROWS].values;
                copy[0] = copy[0].plus(seq, values, position % BLOCK_ROWS * dimensions);
            }
        });
        return copy[0];
    }

    void forEach(RowVisitor visitor) {
        for (int position = 0; position < rows; position++) {
            Block block = blocks[position / BLOCK_ROWS];
            int row = position % BLOCK_ROWS;
            if (!block.isDead(row)) {
                visitor.visit(position, block.seqs[row]);
            }
        }
    }

    /** Offers every live row that passes the filter; the product is taken of no other. */
    void scan(float[] query, DotProduct dot, LongPredicate filter, VectorVisitor nearest) {
        int[] passed = new int[BLOCK_ROWS];
        float[] products = new float[BLOCK_ROWS];
        int left = rows;
        for (Block block : blocks) {
            int end = Math.min(left, BLOCK_ROWS);
            int count = block.select(end, filter, passed);
            // In a loop of its own: with filter and offers in it the compiler makes it about a tenth slower.
            for (int i = 0; i < count; i++) {
                products[i] = dot.of(query, 0, block.values, passed[i] * dimensions, dimensions);
            }
            for (int i = 0; i < count; i++) {
                // Rounding takes the product of equal unit vectors above 1, and then copies of one text would not tie.
                nearest.visit(block.seqs[passed[i]], Math.clamp(products[i], -1.0, 1.0));
            }
            left -= end;
        }
    }
}
