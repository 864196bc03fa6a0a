package dev.stoa.society.run;

import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An execution that a worker holds. Immutable. Hazard: it may have been taken away since; every step says so.
 *
 * @param token the number of the worker's claim
 * @param run the life it is part of, with what it pins
 * @param timeLimit how long it may take; null for what its command says
 * @param prompt what the agent is told
 */
public record Execution(
        Task task,
        long token,
        Run run,
        boolean raw,
        @Nullable Duration timeLimit,
        String prompt) {
    /** The same with a prompt. */
    Execution prompt(String text) {
        return new Execution(task, token, run, raw, timeLimit, text);
    }

    /** What the worker has to do about it. */
    public enum Signal {
        /** Nothing. */
        GO_ON,
        /** Somebody wants it to end. */
        STOP,
        /** It is another's, or has ended: the worker must leave no trace. */
        LOST
    }

    /**
     * How one came to its end.
     *
     * @param status what it is to be; failed is pending instead if it may be tried again
     * @param retry whether it may be tried again
     * @param output what it wrote, without U+0000
     * @param truncated whether it wrote more
     * @param reply whether the output is posted
     */
    public record Outcome(
            TaskStatus status,
            boolean retry,
            String output,
            String stderr,
            @Nullable Integer exitCode,
            @Nullable String error,
            boolean truncated,
            boolean reply) {
        /** One that answered. */
        public static Outcome completed(String output, boolean reply) {
            return new Outcome(TaskStatus.COMPLETED, false, output, "", null, null, false, reply);
        }

        /** One that did not. */
        public static Outcome failed(String error, boolean retry) {
            return new Outcome(TaskStatus.FAILED, retry, "", "", null, error, false, false);
        }

        /** The same with what its process left behind. */
        public Outcome of(@Nullable Integer exit, String written, String complaints, boolean cut) {
            return new Outcome(status, retry, written, complaints, exit, error, cut, reply);
        }
    }

    /**
     * A running execution that may have lost its worker.
     *
     * @param holder the worker, as {@code host/pid/start in milliseconds}
     * @param host where the process of the agent runs; null if none was started
     * @param processStartedAt when it was started, which tells it from another with the same number
     */
    public record Orphan(
            Task task,
            long token,
            String holder,
            Instant expiresAt,
            @Nullable String host,
            @Nullable Long pid,
            @Nullable Instant processStartedAt) {}

    /** What a worker knows of an execution before it claims it: how often it may be tried, and what is asked. */
    public interface Plan {
        /** How often it may be tried again, by the model of its run. */
        int retries(String model);

        /** What the agent is told; must not wait for anything. */
        String prompt(PromptParts parts);
    }
}
