package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Times;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.json.Json;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskFilter;
import dev.stoa.society.work.TaskKind;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.Tasks;
import dev.stoa.society.work.WorkDraft;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The noun {@code task}: work that one agent holds at a time. Used by one thread. */
@Command(name = "task", description = "Add, claim and complete work.", addMethodSubcommands = false)
public final class TaskCommand extends CommandGroup {
    private static final String TASK = "Id of the task, or at least 8 characters of its end.";
    private static final String TOKEN = "Token of the claim; optional for the agent that holds the task.";
    private static final String LEASE = "Duration of the lease in seconds, 5 to 86400 (default: ${DEFAULT-VALUE})";

    @Command(name = "add", description = "Add a task.")
    void add(
            @Parameters(
                            paramLabel = "TEXT",
                            arity = "0..1",
                            description = "Description of the work; - reads it from standard input.")
                    @Nullable
                    String text,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the text from a file.") @Nullable
                    Path file,
            @Option(names = "--channel", paramLabel = "CHANNEL", description = "Channel that the task belongs to.")
                    @Nullable
                    String channel,
            @Option(
                            names = "--priority",
                            paramLabel = "N",
                            defaultValue = "5",
                            description = "Priority, 0 to 9; higher ones are claimed first (default: ${DEFAULT-VALUE})")
                    int priority,
            @Option(names = "--offer", paramLabel = "AGENT", description = "Only agent that may claim the task.")
                    @Nullable
                    String offer,
            @Option(
                            names = "--attempts",
                            paramLabel = "N",
                            defaultValue = "3",
                            description = "Maximum number of claims, 1 to 20 (default: ${DEFAULT-VALUE})")
                    int attempts,
            @Option(
                            names = "--key",
                            paramLabel = "KEY",
                            description = "Idempotency key; the task is added once per key.")
                    @Nullable
                    String key) {
        WorkDraft draft = WorkDraft.of(main.exactText("the text", text, file))
                .in(channel)
                .priority(priority)
                .offeredTo(offer)
                .attempts(attempts)
                .key(key);
        try (Stoa stoa = main.open()) {
            Added<Task> added = stoa.society().tasks().add(main.principal(), draft);
            main.print(
                    TaskText.document(added.value(), "created", added.created()),
                    List.of((added.created() ? "added task " : "already exists: task ")
                            + added.value().shortId()));
        }
    }

    @Command(name = "claim", description = "Claim a task, or without an id the next one.")
    void claim(
            @Parameters(paramLabel = "TASK", arity = "0..1", description = TASK) @Nullable String task,
            @Option(names = "--channel", paramLabel = "CHANNEL", description = "Only tasks of this channel.") @Nullable
                    String channel,
            @Option(names = "--lease", paramLabel = "SECONDS", defaultValue = "900", description = LEASE) long lease) {
        try (Stoa stoa = main.open()) {
            Duration length = Duration.ofSeconds(lease);
            Optional<TaskLease> claimed = task == null
                    ? stoa.society().tasks().claimNext(main.principal(), channel, length)
                    : Optional.of(stoa.society().tasks().claim(main.principal(), task, length));
            main.print(
                    Json.object(
                            "task", claimed.map(held -> held.task().document()).orElse(null)),
                    claimed.map(TaskCommand::held).orElse(List.of("nothing to do")));
        }
    }

    private static List<String> held(TaskLease lease) {
        return List.of(
                "task " + lease.task().shortId() + " is yours until " + Times.show(lease.expiresAt()) + ", token "
                        + lease.token(),
                lease.task().input());
    }

    @Command(name = "renew", description = "Extend the lease of a claimed task, counted from now.")
    void renew(
            @Parameters(paramLabel = "TASK", description = TASK) String task,
            @Option(names = "--token", paramLabel = "N", description = TOKEN) @Nullable Long token,
            @Option(names = "--lease", paramLabel = "SECONDS", defaultValue = "900", description = LEASE) long lease) {
        try (Stoa stoa = main.open()) {
            Tasks tasks = stoa.society().tasks();
            Principal by = main.principal();
            TaskLease held = tasks.renew(by, task, token(tasks, by, task, token), Duration.ofSeconds(lease));
            main.print(
                    TaskText.document(held.task(), "changed", true), held(held).subList(0, 1));
        }
    }

    @Command(name = "done", description = "Complete a claimed task, or report that it failed.")
    void done(
            @Parameters(paramLabel = "TASK", description = TASK) String task,
            @Option(names = "--token", paramLabel = "N", description = TOKEN) @Nullable Long token,
            @Option(
                            names = "--output",
                            paramLabel = "TEXT",
                            description = "Result of the work; - reads it from standard input.")
                    @Nullable
                    String output,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the result from a file.") @Nullable
                    Path file,
            @Option(names = "--failed", paramLabel = "TEXT", description = "Reason why the task failed.") @Nullable
                    String failed) {
        if (failed != null && (output != null || file != null)) {
            throw new ParameterException(spec.commandLine(), "work is either done, with --output, or --failed");
        }
        String result = output == null && file == null ? null : main.exactText("the output", output, file);
        try (Stoa stoa = main.open()) {
            Tasks tasks = stoa.society().tasks();
            Principal by = main.principal();
            long shown = token(tasks, by, task, token);
            print(failed == null ? tasks.complete(by, task, shown, result) : tasks.fail(by, task, shown, failed));
        }
    }

    @Command(
            name = "release",
            description = "Release a claimed task; for an unclaimed task, decline or withdraw the offer.")
    void release(
            @Parameters(paramLabel = "TASK", description = TASK) String task,
            @Option(names = "--token", paramLabel = "N", description = TOKEN) @Nullable Long token) {
        try (Stoa stoa = main.open()) {
            Tasks tasks = stoa.society().tasks();
            Principal by = main.principal();
            boolean offer = token == null && tasks.get(by, task).status() == TaskStatus.PENDING;
            print(offer ? tasks.release(by, task) : tasks.release(by, task, token(tasks, by, task, token)));
        }
    }

    @Command(name = "cancel", description = "Cancel a task.")
    void cancel(@Parameters(paramLabel = "TASK", description = TASK) String task) {
        try (Stoa stoa = main.open()) {
            print(stoa.society().tasks().cancel(main.principal(), task));
        }
    }

    @Command(name = "list", description = "List pending and claimed tasks, in the order of claiming.")
    void list(
            @Option(names = "--all", description = "Include ended tasks.") boolean all,
            @Option(names = "--status", paramLabel = "STATUS", description = "Only tasks with this status.") @Nullable
                    String status,
            @Option(
                            names = "--assignee",
                            paramLabel = "AGENT",
                            description = "Only tasks that this agent holds or held.")
                    @Nullable
                    String assignee,
            @Option(names = "--channel", paramLabel = "CHANNEL", description = "Only tasks of this channel.") @Nullable
                    String channel,
            @Option(
                            names = "--kind",
                            paramLabel = "KIND",
                            defaultValue = "work",
                            description = "Kind: work, or run for executions of agents (default: ${DEFAULT-VALUE})")
                    String kind,
            @Mixin PageOptions paging) {
        TaskFilter filter = TaskFilter.open()
                .kind(TaskKind.of(kind))
                .status(status == null ? null : TaskStatus.of(status))
                .all(all)
                .assignee(assignee)
                .in(channel);
        try (Stoa stoa = main.open()) {
            Page<Task> page = stoa.society().tasks().list(main.principal(), filter, paging.request());
            main.print(
                    Json.object("items", page.map(Task::document).items(), "next", page.next()),
                    TaskText.lines(page.items(), page.next()));
        }
    }

    @Command(name = "show", description = "Show a task.")
    void show(@Parameters(paramLabel = "TASK", description = TASK) String ref) {
        try (Stoa stoa = main.open()) {
            Task task = stoa.society().tasks().get(main.principal(), ref);
            main.print(task.document(), TaskText.details(task));
        }
    }

    /** The token that was given, or that of the lease that the actor holds. */
    private static long token(Tasks tasks, Principal by, String task, @Nullable Long given) {
        return given == null ? tasks.held(by, task).token() : given;
    }

    private void print(ChangeResult<Task> changed) {
        Task task = changed.value();
        Instant at = task.completedAt();
        main.print(
                TaskText.document(task, "changed", changed.changed()),
                List.of("task " + task.shortId() + (changed.changed() ? " is " : " was already ")
                        + task.status().text() + (at == null ? "" : " since " + Times.show(at))));
    }
}
