package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.VerificationException;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class VectorsTest {
    @Test
    void bytesAreLittleEndianFloats() {
        assertThat(HexFormat.of().formatHex(Vectors.encode(new float[] {1, -2.5f, 0})))
                .isEqualTo("0000803f000020c000000000");
        assertThat(Vectors.encode(new float[0])).isEmpty();
    }

    @Test
    void whatIsEncodedIsDecodedToTheLastBit() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 500; i++) {
            float[] vector = new float[random.nextInt(50)];
            for (int d = 0; d < vector.length; d++) {
                float value = Float.intBitsToFloat(random.nextInt());
                vector[d] = Float.isFinite(value) ? value : -0.0f;
            }
            assertThat(Vectors.decode(Vectors.encode(vector), vector.length)).isEqualTo(vector);
        }
    }

    @Test
    void aMalformedBlobIsNamed() {
        assertThatThrownBy(() -> Vectors.decode(new byte[7], 384))
                .isInstanceOf(VerificationException.class)
                .hasMessage("a stored vector has 7 bytes; 384 dimensions take 1536");
        assertThatThrownBy(() -> Vectors.decode(new byte[8], 1)).hasMessageContaining("8 bytes; 1 dimensions take 4");
        assertThatThrownBy(() -> Vectors.decode(new byte[] {0, 0, 0, 0, 0, 0, (byte) 0xc0, 0x7f}, 2))
                .isInstanceOf(VerificationException.class)
                .hasMessage("value 1 of a stored vector is NaN, not a finite number");
    }

    @Test
    void whatIsNotFiniteIsNotStored() {
        assertThatThrownBy(() -> Vectors.encode(new float[] {0, Float.POSITIVE_INFINITY}))
                .isInstanceOf(InvalidException.class)
                .hasMessage("value 1 of the vector is Infinity, not a finite number");
    }

    @Test
    void theDotProductOfUnitVectorsIsTheirCosine() {
        assertThat(Vectors.dot(new float[] {1, 2, 3}, new float[] {4, -5, 6})).isEqualTo(12);
        float[] a = Vectors.normalise(new float[] {1, 1});
        float[] b = Vectors.normalise(new float[] {0, 7});
        assertThat(Vectors.dot(a, b)).isCloseTo(Math.sqrt(0.5), within(1e-7));
        assertThat(Vectors.dot(a, a)).isCloseTo(1, within(1e-7));
        assertThatThrownBy(() -> Vectors.dot(a, new float[3]))
                .isInstanceOf(InvalidException.class)
                .hasMessage("vectors of 2 and 3 dimensions cannot be compared");
    }

    @Test
    void normalisedVectorsHaveLengthOneAndTheGivenOneIsUntouched() {
        float[] vector = {3, -4};
        assertThat(Vectors.normalise(vector)).containsExactly(0.6f, -0.8f);
        assertThat(vector).containsExactly(3, -4);
        assertThat(Vectors.normalise(new float[2])).containsExactly(0, 0);
        assertThat(Vectors.normalise(new float[] {1e30f, 1e30f})).containsExactly(0.70710677f, 0.70710677f);
    }
}
