package dev.stoa.evolution.loop;

import dev.stoa.base.StoaException;
import dev.stoa.evolution.brain.Seeds;
import dev.stoa.evolution.play.Environment;
import dev.stoa.evolution.play.EpisodePlan;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.play.Participant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Plays the slots of epochs. Safe from any thread. What a slot gives depends on its cast and its seed alone, and slots
 * are returned in their order, so that the number of threads changes nothing.
 */
public final class EpochPlayer {
    private final Environment environment;
    private final int attempts;
    private final @Nullable ExecutorService executor;

    private EpochPlayer(Environment environment, int attempts, @Nullable ExecutorService executor) {
        this.environment = environment;
        this.attempts = attempts;
        this.executor = executor;
    }

    /** A player that tries each slot so often; without an executor in the calling thread. */
    public static EpochPlayer of(Environment environment, int attempts, @Nullable ExecutorService executor) {
        return new EpochPlayer(environment, attempts, executor);
    }

    /** One slot of an epoch. */
    public sealed interface Slot {
        /** Its place. */
        int number();

        /**
         * A slot that was played.
         *
         * @param number its place
         * @param result its episode
         */
        record Played(int number, EpisodeResult result) implements Slot {}

        /**
         * A slot whose brain, provider or judge failed.
         *
         * @param number its place
         * @param attempts how often it was tried
         * @param error the last error
         */
        record Failed(int number, int attempts, String error) implements Slot {}
    }

    /** The seed of a slot: the same for the baseline and every candidate, so that trials are paired. */
    public static long seed(long run, int generation, String purpose, int slot) {
        return Seeds.derive(run, generation, purpose, slot);
    }

    /** Plays the slots from 0 on, each with its seed. */
    public List<Slot> play(List<Participant> cast, long run, int generation, String purpose, int slots, int turns) {
        List<EpisodePlan> plans = new ArrayList<>();
        for (int slot = 0; slot < slots; slot++) {
            plans.add(new EpisodePlan(cast, seed(run, generation, purpose, slot), turns));
        }
        return play(plans, 0);
    }

    /** Plays some slots, the first of them with this number. */
    public List<Slot> play(List<EpisodePlan> plans, int first) {
        List<Slot> slots = new ArrayList<>();
        if (executor == null) {
            for (int i = 0; i < plans.size(); i++) {
                slots.add(slot(plans.get(i), first + i));
            }
            return slots;
        }
        List<Future<Slot>> futures = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            EpisodePlan plan = plans.get(i);
            int number = first + i;
            futures.add(executor.submit(() -> slot(plan, number)));
        }
        try {
            for (Future<Slot> future : futures) {
                slots.add(done(future));
            }
        } finally {
            // Nothing, unless one of them failed or this thread was interrupted.
            futures.forEach(future -> future.cancel(true));
        }
        return slots;
    }

    private static Slot done(Future<Slot> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while an episode was played", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoaException known) {
                throw known;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private Slot slot(EpisodePlan plan, int number) {
        String error = "";
        for (int attempt = 1; attempt <= attempts; attempt++) {
            try {
                return new Slot.Played(number, environment.play(plan));
            } catch (StoaException e) {
                // A rule that cannot be evaluated fails the run: in the next slot it would fail again.
                if (e.code().equals("rubric")) {
                    throw e;
                }
                error = String.valueOf(e.getMessage());
            } catch (RuntimeException e) {
                error = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            }
            if (Thread.currentThread().isInterrupted()) {
                return new Slot.Failed(number, attempt, error);
            }
        }
        return new Slot.Failed(number, attempts, error);
    }
}
