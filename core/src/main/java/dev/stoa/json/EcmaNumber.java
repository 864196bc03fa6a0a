package dev.stoa.json;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Doubles as ECMAScript writes them, which is how RFC 8785 writes every number, and the rounding that Stoa gives to
 * reals when they are made. Stateless, safe from any thread.
 */
final class EcmaNumber {
    /** Every whole number up to it is a double of its own. */
    static final long EXACT_INTEGERS = 1L << 53;

    private static final double BILLION = 1e9;

    /** Below it a product is off by less than a thousandth. */
    private static final double CERTAIN = 1L << 40;

    /** How many places before the point are written without an exponent. */
    private static final int PLAIN_PLACES = 21;

    /** How many zeros behind the point are written without an exponent. */
    private static final int PLAIN_ZEROS = 6;

    private EcmaNumber() {}

    /** Appends a finite number. */
    static void append(StringBuilder out, double real) {
        if (real == Math.rint(real) && Math.abs(real) <= EXACT_INTEGERS) {
            // Also minus zero, which has no sign here.
            out.append((long) real);
            return;
        }
        BigDecimal shortest = shortest(Math.abs(real));
        String digits = shortest.unscaledValue().toString();
        // The number is 0.digits times ten to the power of this.
        int point = digits.length() - shortest.scale();
        if (real < 0) {
            out.append('-');
        }
        if (digits.length() <= point && point <= PLAIN_PLACES) {
            out.append(digits).repeat('0', point - digits.length());
        } else if (0 < point && point <= PLAIN_PLACES) {
            out.append(digits, 0, point).append('.').append(digits, point, digits.length());
        } else if (-PLAIN_ZEROS < point && point <= 0) {
            out.append("0.").repeat('0', -point).append(digits);
        } else {
            out.append(digits.charAt(0));
            if (digits.length() > 1) {
                out.append('.').append(digits, 1, digits.length());
            }
            out.append('e').append(point > 0 ? "+" : "-").append(Math.abs(point - 1));
        }
    }

    /** The fewest digits that are read as the number; Java gives the fewest, but never fewer than two. */
    private static BigDecimal shortest(double real) {
        BigDecimal digits = new BigDecimal(Double.toString(real)).stripTrailingZeros();
        if (digits.precision() == 2) {
            BigDecimal one = digits.round(new java.math.MathContext(1, RoundingMode.HALF_EVEN));
            if (one.doubleValue() == real) {
                return one.stripTrailingZeros();
            }
        }
        return digits;
    }

    /** The number rounded half-even to nine decimals from its exact value, as {@code printf("%.9f")} rounds it. */
    static double rounded(double real) {
        double billionths = real * BILLION;
        double nearest = Math.rint(billionths);
        if (nearest == 0 && Math.abs(billionths) < 0.499) {
            return 0;
        }
        // So far from the middle of two results, and so small, the product cannot have been rounded to the wrong side.
        if (Math.abs(billionths) < CERTAIN && Math.abs(billionths - nearest) < 0.499) {
            return nearest / BILLION;
        }
        if (!Double.isFinite(real) || Math.abs(real) >= EXACT_INTEGERS) {
            return real;
        }
        // Minus zero becomes zero.
        return new BigDecimal(real).setScale(9, RoundingMode.HALF_EVEN).doubleValue() + 0.0;
    }
}
