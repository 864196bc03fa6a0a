package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class DotProductTest {
    @Test
    void scalarAndVectorInstructionsAgreeWithTheSumInOrder() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 3_000; i++) {
            int length = i < 200 ? i : random.nextInt(2_000);
            int aOffset = random.nextInt(5);
            int bOffset = random.nextInt(5);
            float[] a = unit(random, aOffset, length);
            float[] b = unit(random, bOffset, length);
            double expected = 0;
            for (int d = 0; d < length; d++) {
                expected += (double) a[aOffset + d] * b[bOffset + d];
            }
            for (DotProduct dot : List.of(DotProduct.scalar(), DotProduct.best())) {
                assertThat((double) dot.of(a, aOffset, b, bOffset, length)).isCloseTo(expected, within(1e-5));
            }
        }
    }

    /** A unit vector between values that would spoil the sum. */
    private static float[] unit(SplittableRandom random, int offset, int length) {
        float[] values = new float[length];
        for (int d = 0; d < length; d++) {
            values[d] = (float) random.nextDouble(-1, 1);
        }
        float[] padded = new float[offset + length + 3];
        Arrays.fill(padded, 1e30f);
        System.arraycopy(Vectors.normalise(values), 0, padded, offset, length);
        return padded;
    }

    @Test
    void vectorInstructionsAreUsedExactlyWhereTheirModuleIs() throws Exception {
        assertThat(bestIn()).isNotEqualTo("SimdDotProduct");
        assertThat(bestIn("--add-modules", "jdk.incubator.vector")).isEqualTo("SimdDotProduct");
    }

    /** The name of what a fresh JVM with these options chooses. */
    private static String bestIn(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Choice.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out.strip();
    }

    /** What the fresh JVM runs. */
    static final class Choice {
        private Choice() {}

        public static void main(String[] args) {
            DotProduct best = DotProduct.best();
            float two = best.of(new float[] {1, 1}, 0, new float[] {1, 1}, 0, 2);
            System.out.println(two == 2 ? best.getClass().getSimpleName() : "wrong");
        }
    }
}
