package dev.stoa.learning.breaker;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the breaker archive. */
public final class BreakerArchive {
    /** The shared state of every circuit breaker. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("breaker")
            .file(".data/circuit_breaker.db")
            .module("circuit_breaker")
            .version(1, "circuit breakers")
            .build();

    private BreakerArchive() {}
}
