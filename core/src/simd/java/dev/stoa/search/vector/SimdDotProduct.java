package dev.stoa.search.vector;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The inner product on the JDK's Vector API, with as many lanes as the processor has. Stateless, safe from any thread.
 * Loading it fails with a linkage error unless the JVM was started with {@code --add-modules jdk.incubator.vector}.
 */
final class SimdDotProduct implements DotProduct {
    private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_PREFERRED;
    private static final int STEP = LANES.length();

    SimdDotProduct() {}

    @Override
    public float of(float[] a, int aOffset, float[] b, int bOffset, int length) {
        // Four sums, because one fused multiply-add takes about four cycles to finish and one can start in each.
        FloatVector s0 = FloatVector.zero(LANES);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        int i = 0;
        for (int end = length - 4 * STEP; i <= end; i += 4 * STEP) {
            s0 = at(a, aOffset + i).fma(at(b, bOffset + i), s0);
            s1 = at(a, aOffset + i + STEP).fma(at(b, bOffset + i + STEP), s1);
            s2 = at(a, aOffset + i + 2 * STEP).fma(at(b, bOffset + i + 2 * STEP), s2);
            s3 = at(a, aOffset + i + 3 * STEP).fma(at(b, bOffset + i + 3 * STEP), s3);
        }
        for (int end = length - STEP; i <= end; i += STEP) {
            s0 = at(a, aOffset + i).fma(at(b, bOffset + i), s0);
        }
        float sum = s0.add(s1).add(s2.add(s3)).reduceLanes(VectorOperators.ADD);
        for (; i < length; i++) {
            sum += a[aOffset + i] * b[bOffset + i];
        }
        return sum;
    }

    private static FloatVector at(float[] values, int offset) {
        return FloatVector.fromArray(LANES, values, offset);
    }
}
