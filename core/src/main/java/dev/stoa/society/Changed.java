package dev.stoa.society;

/**
 * What a change led to. Immutable.
 *
 * @param value the row as it now is
 * @param changed whether anything changed; otherwise it was so already
 */
public record Changed<T>(T value, boolean changed) {}
