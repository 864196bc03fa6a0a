package dev.stoa.base;

/**
 * What an addition led to. Immutable.
 *
 * @param value the row as it now is
 * @param created whether it is new; otherwise it was there already
 * @param trustCapped whether it has less trust than requested
 */
public record Added<T>(T value, boolean created, boolean trustCapped) {
    public static <T> Added<T> of(T value, boolean created) {
        return new Added<>(value, created, false);
    }
}
