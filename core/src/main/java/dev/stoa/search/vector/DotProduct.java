package dev.stoa.search.vector;

import java.lang.reflect.Constructor;
import java.util.Optional;

/**
 * The inner product of two stretches of float arrays. Implementations are stateless and safe from any thread. They add
 * in different orders, so their results agree to about 1e-5 for unit vectors, not to the last bit.
 */
interface DotProduct {
    /** The sum of {@code a[aOffset + i] * b[bOffset + i]} for i from 0 to {@code length - 1}. */
    float of(float[] a, int aOffset, float[] b, int bOffset, int length);

    /** The one for any machine: four sums side by side, so that additions need not wait for each other. */
    static DotProduct scalar() {
        return (a, aOffset, b, bOffset, length) -> {
            float s0 = 0;
            float s1 = 0;
            float s2 = 0;
            float s3 = 0;
            int i = 0;
            for (; i <= length - 4; i += 4) {
                s0 += a[aOffset + i] * b[bOffset + i];
                s1 += a[aOffset + i + 1] * b[bOffset + i + 1];
                s2 += a[aOffset + i + 2] * b[bOffset + i + 2];
                s3 += a[aOffset + i + 3] * b[bOffset + i + 3];
            }
            for (; i < length; i++) {
                s0 += a[aOffset + i] * b[bOffset + i];
            }
            return (s0 + s1) + (s2 + s3);
        };
    }

    /** The fastest this JVM can run: vector instructions where it was started with the incubator module. */
    static DotProduct best() {
        Optional<Module> vectors = ModuleLayer.boot().findModule("jdk.incubator.vector");
        if (vectors.isEmpty()) {
            return scalar();
        }
        // Said here and not in module-info, which would make the compiler of every user warn of an incubator module.
        DotProduct.class.getModule().addReads(vectors.get());
        try {
            // By name, because that class is compiled apart and must not be linked where the module is missing.
            Constructor<?> constructor =
                    Class.forName("dev.stoa.search.vector.SimdDotProduct").getDeclaredConstructor();
            return (DotProduct) constructor.newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            // An incubator API may change: then the same answers come more slowly.
            return scalar();
        }
    }
}
