package dev.stoa.evolution.brain;

/**
 * A number that shapes a policy, with its range. Immutable.
 *
 * @param name its name
 * @param low the smallest value
 * @param high the largest value
 * @param log whether steps multiply and do not add
 * @param initial its value where a brain names none
 */
public record Parameter(String name, double low, double high, boolean log, double initial) {
    static Parameter linear(String name, double low, double high, double initial) {
        return new Parameter(name, low, high, false, initial);
    }

    /** The same parameter in another range. */
    public Parameter within(double from, double to) {
        return new Parameter(name, from, to, log, initial);
    }
}
