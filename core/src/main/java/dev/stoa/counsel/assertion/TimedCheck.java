package dev.stoa.counsel.assertion;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Runs a check, for a second at most where its time is not bounded by the length of the text. Stateless. */
final class TimedCheck {
    static final String COULD_NOT_RUN = "check could not run";
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private TimedCheck() {}

    /** What the check found; null if it threw or took too long. */
    static @Nullable CheckResult run(
            AssertionCheck check, String answer, CheckParameters parameters, CheckContext context) {
        if (check instanceof QuickCheck quick) {
            // On a busy machine a thread may wait for longer than a second, and slow is not wrong.
            return quick.check(answer, parameters, context);
        }
        FutureTask<CheckResult> task = new FutureTask<>(() -> check.check(answer, parameters, context));
        // A thread of its own: one that does not end must not keep a shared one.
        Thread thread =
                Thread.ofPlatform().daemon().name("stoa-check-" + check.name()).start(task);
        try {
            return task.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            return null;
        } catch (ExecutionException | CancellationException e) {
            return null;
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
