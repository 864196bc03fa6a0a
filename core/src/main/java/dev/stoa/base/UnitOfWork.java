package dev.stoa.base;

/**
 * A unit of work that has begun. A method that takes one is a part of the operation that began it, and that operation
 * declares with {@link Needs} what it needs of the principal; only stores can begin a unit.
 */
public interface UnitOfWork {}
