package dev.stoa.base;

/**
 * What an act needs of the principal, as {@link Needs} declares it beside an operation. Immutable.
 *
 * @param right the least it needs
 * @param agents whether agents may, if they have the right
 * @param inside whether an agent may from inside its execution although it lacks the right
 */
public record Need(Right right, boolean agents, boolean inside) {
    /** The need of a right alone. */
    public static Need of(Right right) {
        return new Need(right, true, false);
    }

    static Need of(Needs declared) {
        return new Need(declared.value(), declared.agents(), declared.inside());
    }
}
