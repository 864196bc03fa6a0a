package dev.stoa.evolution.issue;

/**
 * One number that is negotiated, on a grid. Immutable.
 *
 * @param path where the number stands in the public state
 * @param min the smallest value
 * @param max the largest value
 * @param step the distance of two neighbours
 */
public record Issue(String path, double min, double max, double step) {
    /** How far a number may be from a grid point and still be it. */
    public static final double TOLERANCE = 1e-9;

    /** How many values it has. */
    public int size() {
        return (int) Math.rint((max - min) / step) + 1;
    }

    /** Whether the step divides the range. */
    public boolean divides() {
        double steps = (max - min) / step;
        return Math.abs(steps - Math.rint(steps)) <= TOLERANCE * Math.max(1, steps);
    }

    /** The value at an index, without the dust that adding steps leaves. */
    public double value(int index) {
        return Rounding.twelve(min + index * step);
    }

    /** The index of a value, or -1 where it is not on the grid. */
    public int index(double value) {
        double steps = (value - min) / step;
        double nearest = Math.rint(steps);
        boolean on = Math.abs(value - (min + nearest * step)) <= TOLERANCE && nearest >= 0 && nearest < size();
        return on ? (int) nearest : -1;
    }

    /** The index of the grid point nearest to a value, halves up. */
    public int nearest(double value) {
        return Math.clamp((long) Math.floor((value - min) / step + 0.5 + TOLERANCE), 0, size() - 1);
    }

    /** How far an index is through the range, 0 to 1. */
    double share(int index) {
        return (double) index / (size() - 1);
    }

    /** The value at an index as JSON has it: whole where it is whole. */
    public Number number(int index) {
        double value = value(index);
        // Not a conditional expression, which would make both of them reals.
        if (value == Math.rint(value)) {
            return (long) value;
        }
        return value;
    }
}
