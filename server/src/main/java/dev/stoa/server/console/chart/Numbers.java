package dev.stoa.server.console.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as text, alike in every locale. */
final class Numbers {
    /** Beyond it a double no longer counts in ones, and the axis would be noise. */
    private static final double LARGEST = 1e15;

    private Numbers() {}

    /** The number itself, if it can be drawn. */
    static double checked(String what, double value) {
        if (!Double.isFinite(value) || Math.abs(value) > LARGEST) {
            throw new IllegalArgumentException(
                    what + " " + value + " cannot be drawn; give a number between -1e15 and 1e15");
        }
        return value;
    }

    /** A coordinate with at most two decimals. */
    static String place(double value) {
        long hundredths = Math.round(value * 100);
        return BigDecimal.valueOf(hundredths, 2).stripTrailingZeros().toPlainString();
    }

    /** A value as people read it: about three digits that count. */
    static String of(double value) {
        double size = Math.abs(value);
        if (size != 0 && size < 0.001) {
            BigDecimal rounded =
                    BigDecimal.valueOf(value).round(new MathContext(2)).stripTrailingZeros();
            return size < 1e-6 ? rounded.toString() : rounded.toPlainString();
        }
        int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
        return grouped(rounded.stripTrailingZeros().toPlainString());
    }

    /** A value with exactly so many decimals. */
    static String fixed(double value, int decimals) {
        return grouped(BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_UP)
                .toPlainString());
    }

    /** A number of things: {@code 1 seat}, {@code 2 seats}. */
    static String count(long number, String thing) {
        String many = thing.endsWith("x") || thing.endsWith("ch") ? thing + "es" : thing + "s";
        return grouped(Long.toString(number)) + " " + (number == 1 ? thing : many);
    }

    private static String grouped(String plain) {
        int start = plain.startsWith("-") ? 1 : 0;
        int point = plain.indexOf('.');
        int end = point < 0 ? plain.length() : point;
        StringBuilder text = new StringBuilder(plain);
        for (int at = end - 3; at > start; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }
}
