package dev.stoa.search.vector;

import dev.stoa.base.InvalidException;
import dev.stoa.base.VerificationException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The arithmetic and the stored form of embedding vectors: little-endian float32. Stateless, safe from any thread.
 * Sums are taken in order and in double precision, so results are equal on every machine; {@link VectorIndex} is
 * faster and differs in the last digits.
 */
public final class Vectors {
    private Vectors() {}

    /** The bytes to store: four for each value, little-endian. */
    public static byte[] encode(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < vector.length; i++) {
            if (!Float.isFinite(vector[i])) {
                throw new InvalidException(
                        "invalid",
                        "value " + i + " of the vector is " + vector[i] + ", not a finite number",
                        "embed the text again");
            }
            bytes.putFloat(vector[i]);
        }
        return bytes.array();
    }

    /** The vector of this many dimensions that {@link #encode} made these bytes of. */
    public static float[] decode(byte[] bytes, int dimensions) {
        if (bytes.length != dimensions * Float.BYTES) {
            throw damaged("a stored vector has " + bytes.length + " bytes; " + dimensions + " dimensions take "
                    + dimensions * Float.BYTES);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        float[] vector = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            vector[i] = buffer.getFloat();
            if (!Float.isFinite(vector[i])) {
                throw damaged("value " + i + " of a stored vector is " + vector[i] + ", not a finite number");
            }
        }
        return vector;
    }

    /** The inner product: for normalised vectors their cosine. */
    public static double dot(float[] a, float[] b) {
        if (a.length != b.length) {
            throw new InvalidException(
                    "invalid",
                    "vectors of " + a.length + " and " + b.length + " dimensions cannot be compared",
                    "embed both with one model");
        }
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }

    /** The vector of length 1 in the same direction; the zero vector, which has no direction, stays as it is. */
    public static float[] normalise(float[] vector) {
        double norm = StrictMath.sqrt(dot(vector, vector));
        float[] unit = new float[vector.length];
        for (int i = 0; i < vector.length; i++) {
            unit[i] = norm == 0 ? 0 : (float) (vector[i] / norm);
        }
        return unit;
    }

    private static VerificationException damaged(String message) {
        return new VerificationException("damaged_vector", message, "embed the row again");
    }

    /** Whether a vector points nowhere, as that of a text without any known word does. */
    static boolean isZero(float[] vector) {
        for (float part : vector) {
            if (part != 0) {
                return false;
            }
        }
        return true;
    }
}
