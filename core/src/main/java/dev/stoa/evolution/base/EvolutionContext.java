package dev.stoa.evolution.base;

import dev.stoa.base.Principal;
import dev.stoa.base.Rights;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What all stores of the evolution share: the archive, the clock and the ids. Thread-safe. */
public record EvolutionContext(Archive archive, InstantSource clock, Ids ids) {
    /** The time in milliseconds, as it is stored: a value that is read back equals the one that was written. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** A unit of work. */
    @FunctionalInterface
    public interface TimedWork<T extends @Nullable Object> {
        T run(Tx tx, Instant now);
    }

    /** One unit of work of a principal that may do what the calling operation needs. */
    public <T extends @Nullable Object> T write(Principal by, TimedWork<T> work) {
        Rights.check(by);
        Instant now = now();
        return archive.write(tx -> work.run(tx, now));
    }

    /** The same beside units of other scopes. */
    public <T extends @Nullable Object> T write(Principal by, Scope scope, TimedWork<T> work) {
        Rights.check(by);
        Instant now = now();
        return archive.write(scope, tx -> work.run(tx, now));
    }

    /** One reading of the archive. */
    public <T extends @Nullable Object> T read(Principal by, TimedWork<T> work) {
        Rights.check(by);
        Instant now = now();
        return archive.read(tx -> work.run(tx, now));
    }
}
