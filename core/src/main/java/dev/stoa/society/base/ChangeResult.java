package dev.stoa.society.base;

/**
 * What a change led to. Immutable.
 *
 * @param value the row as it now is
 * @param changed whether anything changed; otherwise it was so already
 */
public record ChangeResult<T>(T value, boolean changed) {}
