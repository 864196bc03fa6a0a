package dev.stoa.counsel.access;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One write that happens once under its key, whose transaction stores the key. For one call; what is written may run on
 * another thread.
 */
public final class KeyedWrite<T> {
    private final CounselContext context;
    private final IdempotencyKeys.Keyed key;
    private final Function<? super T, String> reference;
    private final Function<String, T> again;

    private KeyedWrite(
            CounselContext context,
            IdempotencyKeys.Keyed key,
            Function<? super T, String> reference,
            Function<String, T> again) {
        this.context = context;
        this.key = key;
        this.reference = reference;
        this.again = again;
    }

    /**
     * What came of a write.
     *
     * @param replayed whether it was done before, and nothing was done now
     */
    public record Replayable<T>(T value, boolean replayed) {}

    /** Says what the first write under a key made. Leaves the transaction of the second, which it undoes. */
    private static final class Known extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final String reference;

        Known(String reference) {
            super("the write has happened", null, false, false);
            this.reference = reference;
        }
    }

    /**
     * A write under a key.
     *
     * @param reference the name of its result
     * @param again reads the result of the first by its name
     */
    public static <T> KeyedWrite<T> of(
            CounselContext context,
            IdempotencyKeys.Keyed key,
            Function<? super T, String> reference,
            Function<String, T> again) {
        return new KeyedWrite<>(
                Bounds.given("context", context),
                Bounds.given("key", key),
                Bounds.given("reference", reference),
                Bounds.given("again", again));
    }

    /** Writes by a unit of work of the context that is handed over, or reads what the first has written. */
    public Replayable<T> run(Function<CounselContext.Once, T> write) {
        try {
            return new Replayable<>(write.apply(new First()), false);
        } catch (Known known) {
            return new Replayable<>(again.apply(known.reference), true);
        }
    }

    /** The name that a key stands for: this one if the key is new, else that of the first. */
    @Needs(Right.NOTHING)
    public static Replayable<String> reserve(
            CounselContext context, Principal by, IdempotencyKeys.Keyed key, String reference) {
        return context.write(by, (tx, now) -> {
            IdempotencyKeys keys = new IdempotencyKeys(context.seal());
            Optional<String> first = keys.find(tx, by, key, now);
            if (first.isEmpty()) {
                keys.keep(tx, by, key, reference, now);
            }
            return new Replayable<>(first.orElse(reference), first.isPresent());
        });
    }

    /** The name that a key stands for; empty if the key is new. */
    @Needs(Right.NOTHING)
    public static Optional<String> reserved(CounselContext context, Principal by, IdempotencyKeys.Keyed key) {
        return context.read(by, (tx, now) -> new IdempotencyKeys(context.seal()).find(tx, by, key, now));
    }

    /** Gives back a name that was reserved and is not used, because what was to have it was refused. */
    @Needs(Right.NOTHING)
    public static void release(CounselContext context, Principal by, IdempotencyKeys.Keyed key, String reference) {
        context.write(by, (tx, now) -> {
            new IdempotencyKeys(context.seal()).forget(tx, by, key, reference);
            return true;
        });
    }

    private final class First implements CounselContext.Once {
        private final AtomicBoolean met = new AtomicBoolean();

        @Override
        public boolean isMeant() {
            return met.compareAndSet(false, true);
        }

        @Override
        @SuppressWarnings("unchecked") // the unit is that of the operation whose result is named
        public <R extends @Nullable Object> R run(Tx tx, Principal by, CounselContext.Write<R> work, Instant now) {
            IdempotencyKeys keys = new IdempotencyKeys(context.seal());
            keys.find(tx, by, key, now).ifPresent(first -> {
                throw new Known(first);
            });
            R made = work.run(tx, now);
            keys.keep(tx, by, key, reference.apply((T) made), now);
            return made;
        }
    }
}
