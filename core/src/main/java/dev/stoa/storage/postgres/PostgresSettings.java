package dev.stoa.storage.postgres;

import dev.stoa.base.InvalidException;
import java.time.Duration;

/**
 * How a PostgreSQL server is reached. Immutable. A pool below two connections would let a writer that also reads wait
 * for itself, so it is refused.
 *
 * @param poolSize most connections of this process
 * @param connectTimeout how long to wait for the server to accept one
 */
public record PostgresSettings(int poolSize, Duration connectTimeout) {
    public PostgresSettings {
        if (poolSize < 2) {
            throw new InvalidException("invalid", "poolSize " + poolSize + " is below 2", "give 2 or more");
        }
        if (!connectTimeout.isPositive()) {
            throw new InvalidException(
                    "invalid", "connectTimeout " + connectTimeout + " is not above 0", "give a second or more");
        }
    }

    /** The settings that are in force when nobody chooses others. */
    public static PostgresSettings defaults() {
        return new PostgresSettings(4, Duration.ofSeconds(10));
    }
}
