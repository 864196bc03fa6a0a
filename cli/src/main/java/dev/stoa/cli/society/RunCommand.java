package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.InterruptGuard;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.engine.society.Tally;
import dev.stoa.engine.society.Worker;
import dev.stoa.json.Json;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.SocietySettings;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunFilter;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The noun {@code run}: the lives of agents. Used by one thread. */
@Command(
        name = "run",
        description = "Start, wake and stop agents, and show their output.",
        addMethodSubcommands = false)
public final class RunCommand extends CommandGroup {
    private static final String RUN = "Id of the run, or at least 8 characters of its end.";
    private static final String INPUT = "Input of the agent; - reads it from standard input.";
    private static final String FILE = "Read the input from a file.";
    private static final int MOST_PARALLEL = 64;

    @Command(name = "start", description = "Start an agent, or wake the run that it has in the channel.")
    int start(
            @Parameters(paramLabel = "AGENT", description = "Name or id of the agent to start.") String agent,
            @Option(names = "--input", paramLabel = "TEXT", description = INPUT) @Nullable String input,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(
                            names = "--channel",
                            paramLabel = "CHANNEL",
                            description = "Channel in which the agent works and replies.")
                    @Nullable
                    String channel,
            @Option(names = "--raw", description = "Send the input alone, without the usual prompt.") boolean raw,
            @Option(names = "--timeout", paramLabel = "SECONDS", description = "Maximum seconds of the execution.")
                    @Nullable
                    Long timeout,
            @Option(names = "--keep", description = "Keep the run waiting for further input after it has answered.")
                    boolean keep,
            @Option(names = "--detach", description = "Leave the execution to a worker.") boolean detach) {
        RunRequest request = RunRequest.of(agent, main.exactText("the input", input, file))
                .in(channel)
                .raw(raw)
                .within(timeout == null ? null : Duration.ofSeconds(timeout))
                .keep(keep)
                .from(main.task());
        try (Stoa stoa = main.open()) {
            if (detach) {
                Run run = stoa.society().runs().start(main.principal(), request);
                main.print(begun(run), QueueText.of(stoa, "queued " + words(run)));
                return 0;
            }
            return foreground(stoa, request);
        }
    }

    private int foreground(Stoa stoa, RunRequest request) {
        try (InterruptGuard interruption = main.longRunning()) {
            Task task = worker(stoa).start(main.principal(), request);
            Run run = stoa.society().runs().get(main.principal(), Objects.requireNonNull(task.sessionId()));
            main.print(
                    Documents.with(begun(run), "task", task.document()),
                    task.status() == TaskStatus.COMPLETED
                            ? TerminalText.lines(Objects.requireNonNullElse(task.output(), ""))
                            : List.of("run " + run.shortId() + " of " + run.identity() + " is "
                                    + task.status().text() + ": " + task.error()));
            return task.status() == TaskStatus.COMPLETED ? 0 : ExitCode.FAILED;
        } catch (InterruptedException e) {
            return main.interrupted("the agent was stopped", "start it again");
        }
    }

    @Command(name = "wake", description = "Wake a waiting run; a worker executes it.")
    void wake(
            @Parameters(paramLabel = "RUN", description = RUN) String ref,
            @Option(names = "--input", paramLabel = "TEXT", description = INPUT) @Nullable String input,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file) {
        String text = main.exactText("the input", input, file);
        try (Stoa stoa = main.open()) {
            Run run = stoa.society().runs().wake(main.principal(), ref, text, main.task());
            main.print(Documents.with(run.document(), "changed", true), QueueText.of(stoa, "woke " + words(run)));
        }
    }

    @Command(
            name = "retry",
            description = "Start again what failed, timed out or was stopped; a worker executes it as a new run.")
    void retry(@Parameters(paramLabel = "RUN", description = RUN) String ref) {
        try (Stoa stoa = main.open()) {
            Run run = stoa.society().runs().retry(main.principal(), ref, main.task());
            main.print(begun(run), QueueText.of(stoa, "queued " + words(run)));
        }
    }

    @Command(name = "stop", description = "Stop a run, and wait up to 10 seconds for its end.")
    int stop(@Parameters(paramLabel = "RUN", description = RUN) String ref) {
        try (Stoa stoa = main.open();
                InterruptGuard interruption = main.longRunning()) {
            ChangeResult<Run> stopped = worker(stoa).stop(main.principal(), ref);
            Run run = stopped.value();
            main.print(
                    Documents.with(run.document(), "changed", stopped.changed()),
                    List.of(
                            run.state() == Run.State.ENDED
                                    ? "run " + run.shortId() + " has ended (" + run.endReason() + ")"
                                    : "run " + run.shortId() + " is to stop, and its worker has not done so yet"));
            return 0;
        } catch (InterruptedException e) {
            return main.interrupted("the run is to stop", "see stoa run show " + ref);
        }
    }

    @Command(name = "work", description = "Execute pending runs until interrupted.")
    int work(
            @Option(names = "--once", description = "Exit when no run is pending.") boolean once,
            @Option(
                            names = "--parallel",
                            paramLabel = "N",
                            description =
                                    "Maximum number of concurrent executions, 1 to 64 (default: setting society.parallel)")
                    @Nullable
                    Integer parallel) {
        if (parallel != null && (parallel < 1 || parallel > MOST_PARALLEL)) {
            throw new ParameterException(
                    spec.commandLine(), "--parallel " + parallel + " is not within 1 to " + MOST_PARALLEL);
        }
        try (Stoa stoa = main.open();
                InterruptGuard interruption = main.longRunning()) {
            int most = parallel == null ? stoa.config().get(SocietySettings.PARALLEL) : parallel;
            if (!once) {
                worker(stoa).work(most, WorkerConsole.of(main));
            }
            Tally tally = worker(stoa).workOff(most, WorkerConsole.of(main));
            main.print(
                    tally.document(),
                    List.of(tally.executed() + " executed: " + tally.of(TaskStatus.COMPLETED) + " completed, "
                            + tally.of(TaskStatus.FAILED) + " failed, " + tally.of(TaskStatus.TIMEOUT) + " timeout, "
                            + tally.of(TaskStatus.KILLED) + " killed"));
            return 0;
        } catch (InterruptedException e) {
            return main.interrupted(
                    "the worker has stopped", "what it did not finish is pending again, for another worker");
        }
    }

    @Command(name = "list", description = "List runs, newest first.")
    void list(
            @Option(names = "--agent", paramLabel = "AGENT", description = "Only runs of this agent.") @Nullable
                    String agent,
            @Option(names = "--channel", paramLabel = "CHANNEL", description = "Only runs of this channel.") @Nullable
                    String channel,
            @Option(names = "--live", description = "Only runs that have not ended.") boolean live,
            @Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<Run> page = stoa.society()
                    .runs()
                    .list(
                            main.principal(),
                            RunFilter.all().of(agent).in(channel).live(live),
                            paging.request());
            main.print(
                    Json.object("items", page.map(Run::document).items(), "next", page.next()),
                    RunText.lines(page.items(), page.next()));
        }
    }

    @Command(name = "show", description = "Show a run, its latest execution, and how the others went.")
    void show(@Parameters(paramLabel = "RUN", description = RUN) String ref) {
        try (Stoa stoa = main.open()) {
            Run run = stoa.society().runs().get(main.principal(), ref);
            Task task = stoa.society().runs().execution(main.principal(), ref);
            List<Task> executions = stoa.society().runs().executions(main.principal(), ref);
            main.print(run.document(task, executions), RunText.details(run, task, executions));
        }
    }

    @Command(name = "logs", description = "Show the output of an execution: that of a task, or the latest of a run.")
    int logs(
            @Parameters(
                            paramLabel = "RUN-OR-TASK",
                            description = "Id of a run or a task, or at least 8 characters of its end.")
                    String ref,
            @Option(names = "--follow", description = "Continue until the execution has ended.") boolean follow,
            @Option(names = "--stderr", description = "Show the error output instead.") boolean stderr) {
        try (Stoa stoa = main.open();
                InterruptGuard interruption = main.longRunning()) {
            return new LogFollower(main, stoa.society().runs(), stderr).read(ref, follow);
        } catch (InterruptedException e) {
            return main.interrupted("the log is no longer followed", "the execution continues");
        }
    }

    private Worker worker(Stoa stoa) {
        return main.engines(stoa).worker();
    }

    /** A run that was started, or woken where there was one already. */
    private static Map<String, @Nullable Object> begun(Run run) {
        return Documents.with(run.document(), "created", run.wakes() == 0);
    }

    private static String words(Run run) {
        return "run " + run.shortId() + " of " + run.identity() + ", its " + run.spawnNumber() + ". life, at "
                + Times.show(run.startedAt());
    }
}
