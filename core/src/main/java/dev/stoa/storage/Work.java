package dev.stoa.storage;

import org.jspecify.annotations.Nullable;

/**
 * A unit of work: what happens inside one transaction of one archive. It may run on another caller's thread and more
 * than once before it is committed, so it must do nothing but talk to its {@link Tx} and compute.
 */
@FunctionalInterface
public interface Work<T extends @Nullable Object> {
    T run(Tx tx);
}
