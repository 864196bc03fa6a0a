package dev.stoa.storage.postgres;

import dev.stoa.base.InvalidException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How PostgreSQL servers are reached. Immutable. A pool below two connections would let a writer that also reads wait
 * for itself, so it is refused.
 *
 * @param poolSize most connections of this process
 * @param connectTimeout how long to wait for the server to accept one
 * @param elsewhere the JDBC addresses of archives that have a database of their own, by their names; they may hold
 *     passwords
 * @param server the JDBC address of the server itself, if that of the database leads to a pooler which gives a
 *     connection away after each transaction; null if there is none. It is used by what needs a connection for longer:
 *     listeners, notices, new versions, backups and moves
 */
public record PostgresSettings(
        int poolSize,
        Duration connectTimeout,
        Map<String, String> elsewhere,
        @Nullable String server) {
    public PostgresSettings {
        elsewhere = Map.copyOf(elsewhere);
        if (poolSize < 2) {
            throw new InvalidException("invalid", "poolSize " + poolSize + " is below 2", "give 2 or more");
        }
        if (!connectTimeout.isPositive()) {
            throw new InvalidException(
                    "invalid", "connectTimeout " + connectTimeout + " is not above 0", "give a second or more");
        }
    }

    /** Settings with which all archives share one database. */
    public PostgresSettings(int poolSize, Duration connectTimeout) {
        this(poolSize, connectTimeout, Map.of(), null);
    }

    /** The default settings. */
    public static PostgresSettings defaults() {
        return new PostgresSettings(4, Duration.ofSeconds(10));
    }

    /** The address of the server itself that a database at this address is on. */
    public String serverOf(String url) {
        return server == null ? url : server;
    }

    /** The same without a pooler. */
    public PostgresSettings withoutPooler() {
        return new PostgresSettings(poolSize, connectTimeout, elsewhere, null);
    }

    @Override
    public String toString() {
        return "PostgresSettings[poolSize=" + poolSize + ", connectTimeout=" + connectTimeout + ", elsewhere="
                + elsewhere.keySet() + ", pooler=" + (server != null) + "]";
    }
}
