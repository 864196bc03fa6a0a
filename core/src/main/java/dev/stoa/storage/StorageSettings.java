package dev.stoa.storage;

import dev.stoa.base.InvalidException;
import java.time.Duration;

/**
 * How SQLite archives are opened. Immutable. The bounds a user meets are those of the configuration; here only what
 * could not work is refused.
 *
 * @param durability what a commit survives
 * @param busyTimeout how long to wait for a writer in another process
 * @param cacheMegabytes page cache of each connection that reads, and bound of that of a large transaction
 * @param readers most read-only connections of one archive
 */
public record StorageSettings(Durability durability, Duration busyTimeout, int cacheMegabytes, int readers) {
    public StorageSettings {
        if (busyTimeout.isNegative()) {
            throw new InvalidException("invalid", "busyTimeout " + busyTimeout + " is negative", "give 0 or more");
        }
        if (cacheMegabytes < 1) {
            throw new InvalidException("invalid", "cacheMegabytes " + cacheMegabytes + " is below 1", "give 1 or more");
        }
        if (readers < 1) {
            throw new InvalidException("invalid", "readers " + readers + " is below 1", "give 1 or more");
        }
    }

    /** The default settings. */
    public static StorageSettings defaults() {
        return new StorageSettings(Durability.NORMAL, Duration.ofSeconds(30), 64, 4);
    }
}
