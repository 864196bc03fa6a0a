package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.base.UnavailableException;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What handlers work with. Thread-safe. It is made before the archives are open, because the routes are; a request that
 * needs them is answered only afterwards.
 */
public final class Backend implements AutoCloseable {
    private volatile @Nullable Stoa stoa;
    private volatile boolean draining;
    private volatile @Nullable Work work;
    private volatile Supplier<Map<String, @Nullable Object>> health = Map::of;

    /** Gives the stores to the handlers. */
    public void open(Stoa opened) {
        stoa = opened;
    }

    /** Gives the handlers what goes on beside requests. */
    public void begin(Work begun) {
        work = begun;
    }

    /** The stores. */
    public Stoa stoa() {
        Stoa opened = stoa;
        if (opened == null) {
            throw starting();
        }
        return opened;
    }

    /** What goes on beside requests. */
    public Work work() {
        Work begun = work;
        if (begun == null) {
            throw starting();
        }
        return begun;
    }

    private static UnavailableException starting() {
        return new UnavailableException("starting", "the server is starting", "try again in a second");
    }

    /** Whether the stores are open. */
    public boolean isOpen() {
        return stoa != null;
    }

    /** Gives what is shown of the health of the server to those who may read. */
    public void shows(Supplier<Map<String, @Nullable Object>> state) {
        health = state;
    }

    /** The health of the server, for those who may read: {@code status}, and what there is to say of its parts. */
    public Map<String, @Nullable Object> health() {
        return health.get();
    }

    /** Says that the server stops. */
    public void drain() {
        draining = true;
    }

    /** Whether the server stops. */
    public boolean isDraining() {
        return draining;
    }

    /** Stops what goes on beside requests; the stores stay open. */
    @Override
    public void close() {
        Work begun = work;
        if (begun != null) {
            begun.close();
        }
    }
}
