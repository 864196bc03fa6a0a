package dev.stoa.engine.society;

import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Command;
import dev.stoa.engine.provider.CommandReply;
import dev.stoa.engine.provider.CommandRuns;
import dev.stoa.process.ChildProcess;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.work.TaskStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Executes an agent whose provider is a command: one child process, which gets its prompt only when the archive knows
 * which process it is. Thread-safe. So a worker that dies before leaves a child that reads nothing and is given
 * nothing, and one that dies later leaves a child that the next worker finds and ends.
 */
final class CommandExecution {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration CHUNKS = Duration.ofMillis(250);

    private final ExecutionQueue queue;
    private final CommandRuns commands;
    private final ThisProcess me;
    private final ProcessBox box;
    private final AgentWall wall;
    private final InstantSource clock;

    CommandExecution(
            ExecutionQueue queue,
            CommandRuns commands,
            ThisProcess me,
            ProcessBox box,
            AgentWall wall,
            InstantSource clock) {
        this.queue = queue;
        this.box = box;
        this.wall = wall;
        this.commands = commands;
        this.me = me;
        this.clock = clock;
    }

    /** Runs it to its end; empty if it was lost, and then nothing of it is left. */
    Optional<Execution.Outcome> run(Execution execution, Command command, CommandRuns.Request request, Duration limit)
            throws InterruptedException {
        OutputChunks chunks = new OutputChunks(
                queue,
                execution,
                command.mostOutput(),
                command.mostError(),
                request.variables().getOrDefault(AgentWall.TOKEN, ""));
        ChildProcess child;
        boolean boxed;
        try {
            ChildProcess.Start plain = commands.prepare(command, request);
            boxed = command.wall() || box.takes(plain);
            child = ChildProcess.start(
                    command.wall()
                            ? wall.around(command, plain)
                            : boxed ? ProcessBox.around(plain, request.taskId()) : plain,
                    chunks);
        } catch (IOException e) {
            return Optional.of(Execution.Outcome.failed(commands.cannotStart(command, e), false));
        } catch (CallFailure e) {
            return Optional.of(Execution.Outcome.failed(e.message(), false));
        }
        boolean through = false;
        try {
            if (!queue.started(execution, child.pid(), me.host(), child.startedAt())) {
                return Optional.empty();
            }
            child.feed(CommandRuns.input(command, request.prompt()));
            Optional<Execution.Outcome> outcome = watched(execution, command, child, chunks, limit);
            through = outcome.isPresent();
            return outcome;
        } finally {
            if (!through) {
                child.stop(ChildProcess.GRACE);
            }
            if (!boxed) {
                ProcessBox.clear(request.taskId());
            }
        }
    }

    private Optional<Execution.Outcome> watched(
            Execution execution, Command command, ChildProcess child, OutputChunks chunks, Duration limit)
            throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        long flushAt = System.nanoTime() + CHUNKS.toNanos();
        try (Supervision supervision = new Supervision(queue, execution, clock)) {
            while (!child.endsWithin(TICK)) {
                switch (supervision.look()) {
                    case LOST -> {
                        return Optional.empty();
                    }
                    case STOP -> {
                        child.stop(ChildProcess.GRACE);
                        return Optional.of(outcome(TaskStatus.KILLED, "stopped", command, child.ended(true)));
                    }
                    case GO_ON -> {}
                }
                if (System.nanoTime() >= deadline) {
                    child.stop(ChildProcess.GRACE);
                    String error = "no end within " + limit.toSeconds() + " s";
                    return Optional.of(outcome(TaskStatus.TIMEOUT, error, command, child.ended(true)));
                }
                if (System.nanoTime() >= flushAt || chunks.isFull()) {
                    flushAt = System.nanoTime() + CHUNKS.toNanos();
                    chunks.flush();
                }
            }
        }
        ChildProcess.Ended ended = child.ended(false);
        return Optional.of(
                ended.exit() == 0
                        ? outcome(TaskStatus.COMPLETED, "", command, ended)
                        : outcome(TaskStatus.FAILED, "exit " + ended.exit(), command, ended));
    }

    private static Execution.Outcome outcome(
            TaskStatus status, String error, Command command, ChildProcess.Ended ended) {
        return new Execution.Outcome(
                status,
                status == TaskStatus.FAILED,
                text(ended.output()),
                text(ended.error()),
                ended.timedOut() ? null : (Integer) ended.exit(),
                error.isEmpty() ? null : error,
                ended.truncated(),
                command.reply() == CommandReply.STDOUT);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).replace("\0", "");
    }
}
