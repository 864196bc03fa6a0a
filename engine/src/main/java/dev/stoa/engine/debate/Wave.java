package dev.stoa.engine.debate;

import dev.stoa.debate.session.TurnDraft;
import dev.stoa.process.ChildProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one wave, made at the same time on virtual threads, at most so many at once. For one thread, which takes
 * the replies as they come; closing it interrupts what is still out.
 */
final class Wave implements AutoCloseable {
    /** Longer than a command may take to end: no process would look after one that outlived its runner. */
    private static final Duration ENDING = ChildProcess.GRACE.plusSeconds(2);

    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private int open;

    private Wave(int calls) {
        this.open = calls;
    }

    /** A reply, or what broke on the way to it. */
    private record Arrival(
            @Nullable TurnDraft turn, @Nullable Throwable broken) {}

    static Wave of(Asking asking, int most, List<Asking.Question> questions) {
        Wave wave = new Wave(questions.size());
        Semaphore permits = new Semaphore(most);
        for (Asking.Question question : questions) {
            wave.threads.add(Thread.ofVirtual().name("stoa-call").start(() -> wave.ask(asking, permits, question)));
        }
        return wave;
    }

    private void ask(Asking asking, Semaphore permits, Asking.Question question) {
        try {
            permits.acquire();
            try {
                arrivals.add(new Arrival(asking.ask(question), null));
            } finally {
                permits.release();
            }
        } catch (InterruptedException e) {
            // The thread that closed the wave waits for nothing more.
        } catch (RuntimeException | Error e) {
            // Errors too: a reply that never arrives would be waited for until the time is up.
            arrivals.add(new Arrival(null, e));
        }
    }

    boolean done() {
        return open == 0;
    }

    /** The next reply, or null if none came in time. */
    @Nullable
    TurnDraft next(Duration wait) throws InterruptedException {
        Arrival arrival = arrivals.poll(Math.max(0, wait.toMillis()), TimeUnit.MILLISECONDS);
        if (arrival == null) {
            return null;
        }
        open--;
        Throwable broken = arrival.broken();
        if (broken != null) {
            throw Broken.by(broken);
        }
        return arrival.turn();
    }

    /** Interrupts what is still out, and lets it end what it has started, for a few seconds. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        long end = System.nanoTime() + ENDING.toNanos();
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
