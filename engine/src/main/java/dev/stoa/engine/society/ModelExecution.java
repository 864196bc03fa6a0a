package dev.stoa.engine.society;

import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Answer;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.Calls;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.work.TaskStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Executes an agent whose provider is called in this process, with breaker, retries and fall-backs. Thread-safe. */
final class ModelExecution {
    private static final Duration TICK = Duration.ofMillis(100);

    private final ExecutionQueue queue;
    private final Calls calls;
    private final ThisProcess me;
    private final InstantSource clock;

    ModelExecution(ExecutionQueue queue, Calls calls, ThisProcess me, InstantSource clock) {
        this.queue = queue;
        this.calls = calls;
        this.me = me;
        this.clock = clock;
    }

    /** Runs it to its end; empty if it was lost. */
    Optional<Execution.Outcome> run(Execution execution, AgentSpec agent, Duration limit) throws InterruptedException {
        if (!queue.started(execution, me.host())) {
            return Optional.empty();
        }
        Call call = Call.of(
                        agent.name(),
                        execution.prompt(),
                        ReplyKind.POSITION,
                        execution.task().seq(),
                        limit)
                .situation(execution);
        FutureTask<Answer> asking = new FutureTask<>(() -> calls.call(agent, call));
        Thread thread = Thread.ofVirtual().name("stoa-agent").start(asking);
        try (Supervision supervision = new Supervision(queue, execution, clock)) {
            while (true) {
                try {
                    return Optional.of(outcome(asking.get(TICK.toMillis(), TimeUnit.MILLISECONDS)));
                } catch (TimeoutException e) {
                    switch (supervision.look()) {
                        case LOST -> {
                            return Optional.empty();
                        }
                        case STOP -> {
                            return Optional.of(new Execution.Outcome(
                                    TaskStatus.KILLED, false, "", "", null, "stopped", false, false));
                        }
                        case GO_ON -> {}
                    }
                } catch (ExecutionException e) {
                    return Optional.of(Execution.Outcome.failed("the provider broke: " + e.getMessage(), false));
                }
            }
        } finally {
            thread.interrupt();
        }
    }

    private static Execution.Outcome outcome(Answer answer) {
        String content = answer.content();
        if (content != null) {
            return Execution.Outcome.completed(content, true);
        }
        String error = Objects.requireNonNullElse(answer.error(), "no answer");
        return answer.status() == Answer.Status.TIMEOUT
                ? new Execution.Outcome(TaskStatus.TIMEOUT, false, "", "", null, error, false, false)
                : Execution.Outcome.failed(error.startsWith("breaker open") ? "breaker open" : error, true);
    }
}
