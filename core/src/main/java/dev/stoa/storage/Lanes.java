package dev.stoa.storage;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The writers of an archive. Thread-safe.
 *
 * <p>One runs the units that may touch anything; it has the archive for itself. Where the database can run several
 * transactions at once, others run the units that name what they write, each lane on a connection of its own. Units on
 * the same aggregate queue in the same lane, where they are combined instead of waiting for each other's locks.
 */
final class Lanes {
    private final Combiner whole;
    private final List<Combiner> scoped;

    Lanes(String archive, Backend backend, Duration busyTimeout, Runnable onCommit) {
        this.whole = new Combiner(archive, backend, busyTimeout, onCommit);
        this.scoped = IntStream.range(0, backend.lanes())
                .mapToObj(lane -> new Combiner(archive, backend, busyTimeout, onCommit))
                .toList();
    }

    <T extends @Nullable Object> T write(Work<T> work) {
        return whole.write(new Call<>(work, null));
    }

    <T extends @Nullable Object> T write(Scope scope, Work<T> work) {
        return scoped.isEmpty()
                ? write(work)
                : scoped.get(scope.lane(scoped.size())).write(new Call<>(work, scope));
    }

    /** Whether the current thread is inside a unit of work. */
    boolean leading() {
        if (whole.leading()) {
            return true;
        }
        for (Combiner lane : scoped) {
            if (lane.leading()) {
                return true;
            }
        }
        return false;
    }

    int waiting() {
        return whole.waiting() + scoped.stream().mapToInt(Combiner::waiting).sum();
    }

    boolean holding(BooleanSupplier work) {
        return whole.holding(work);
    }

    void close() {
        whole.close();
        scoped.forEach(Combiner::close);
    }
}
