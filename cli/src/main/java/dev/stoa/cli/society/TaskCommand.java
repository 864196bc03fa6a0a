package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Times;
import dev.stoa.cli.console.CommandGroup;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The noun {@code task}: work that one agent holds at a time. Used by one thread. */
@Command(name = "task", description = "Add work, claim it, and say what came of it.")
public final class TaskCommand extends CommandGroup {
    private static final String TASK = "A task, by its id or at least 8 characters of its end.";
    private static final String TOKEN = "The token of the claim; may be left out by whoever holds the work.";
    private static final String LEASE = "How long it is held, in seconds, 5 to 86400; default ${DEFAULT-VALUE}.";

    @Command(name = "add", description = "Add work that somebody is to do.")
    void add(
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = "What is to be done; - for standard input.")
                    @Nullable
                    String text,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the text from a file.") @Nullable
                    Path file,
            @Option(names = "--channel", paramLabel = "C", description = "Where it belongs.") @Nullable String channel,
            @Option(
                            names = "--priority",
                            paramLabel = "N",
                            defaultValue = "5",
                            description = "0 to 9, the greater the sooner; default ${DEFAULT-VALUE}.")
                    int priority,
            @Option(names = "--offer", paramLabel = "A", description = "Who alone may claim it.") @Nullable
                    String offer,
            @Option(
                            names = "--attempts",
                            paramLabel = "N",
                            defaultValue = "3",
                            description = "How often it may be claimed, 1 to 20; default ${DEFAULT-VALUE}.")
                    int attempts,
            @Option(names = "--key", paramLabel = "K", description = "Add it once for this key.") @Nullable
                    String key) {
        WorkDraft draft = WorkDraft.of(main.exactText("the text", text, file))
                .in(channel)
                .priority(priority)
                .offeredTo(offer)
                .attempts(attempts)
                .key(key);
        try (Stoa stoa = main.open()) {
            Added<Task> added = stoa.society().tasks().add(main.actor(), draft);
            main.print(
                    TaskText.document(added.value(), "created", added.created()),
                    List.of((added.created() ? "added task " : "there already is task ")
                            + added.value().shortId()));
        }
    }

    @Command(name = "claim", description = "Take work: this, or else what is next.")
    void claim(
            @Parameters(paramLabel = "TASK", arity = "0..1", description = TASK) @Nullable String task,
            @Option(names = "--channel", paramLabel = "C", description = "What is next here.") @Nullable String channel,
            @Option(names = "--lease", paramLabel = "S", defaultValue = "900", description = LEASE) long lease) {
        try (Stoa stoa = main.open()) {
            Duration length = Duration.ofSeconds(lease);
            Optional<TaskLease> claimed = task == null
                    ? stoa.society().tasks().claimNext(main.actor(), channel, length)
                    : Optional.of(stoa.society().tasks().claim(main.actor(), task, length));
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

    @Command(name = "renew", description = "Hold work for longer, from now.")
    void renew(
            @Parameters(paramLabel = "TASK", description = TASK) String task,
            @Option(names = "--token", paramLabel = "N", description = TOKEN) @Nullable Long token,
            @Option(names = "--lease", paramLabel = "S", defaultValue = "900", description = LEASE) long lease) {
        try (Stoa stoa = main.open()) {
            Tasks tasks = stoa.society().tasks();
            Principal by = main.actor();
            TaskLease held = tasks.renew(by, task, token(tasks, by, task, token), Duration.ofSeconds(lease));
            main.print(
                    TaskText.document(held.task(), "changed", true), held(held).subList(0, 1));
        }
    }

    @Command(name = "done", description = "Say that work is done, or that it cannot be.")
    void done(
            @Parameters(paramLabel = "TASK", description = TASK) String task,
            @Option(names = "--token", paramLabel = "N", description = TOKEN) @Nullable Long token,
            @Option(names = "--output", paramLabel = "T", description = "What came of it; - for standard input.")
                    @Nullable
                    String output,
            @Option(names = "--file", paramLabel = "PATH", description = "Read what came of it from a file.") @Nullable
                    Path file,
            @Option(names = "--failed", paramLabel = "T", description = "Why it cannot be done.") @Nullable
                    String failed) {
        if (failed != null && (output != null || file != null)) {
            throw new ParameterException(spec.commandLine(), "work is either done, with --output, or --failed");
        }
        String result = output == null && file == null ? null : main.exactText("the output", output, file);
        try (Stoa stoa = main.open()) {
            Tasks tasks = stoa.society().tasks();
            Principal by = main.actor();
            long shown = token(tasks, by, task, token);
            print(failed == null ? tasks.complete(by, task, shown, result) : tasks.fail(by, task, shown, failed));
        }
    }

    @Command(
            name = "release",
            description = "Give work back; of work that nobody holds, decline or withdraw the offer.")
    void release(
            @Parameters(paramLabel = "TASK", description = TASK) String task,
            @Option(names = "--token", paramLabel = "N", description = TOKEN) @Nullable Long token) {
        try (Stoa stoa = main.open()) {
            Tasks tasks = stoa.society().tasks();
            Principal by = main.actor();
            boolean offer = token == null && tasks.get(by, task).status() == TaskStatus.PENDING;
            print(offer ? tasks.release(by, task) : tasks.release(by, task, token(tasks, by, task, token)));
        }
    }

    @Command(name = "cancel", description = "End work that is not to be done any more.")
    void cancel(@Parameters(paramLabel = "TASK", description = TASK) String task) {
        try (Stoa stoa = main.open()) {
            print(stoa.society().tasks().cancel(main.actor(), task));
        }
    }

    @Command(name = "list", description = "List pending and held work, in the order in which you would claim it.")
    void list(
            @Option(names = "--all", description = "Also what has ended.") boolean all,
            @Option(names = "--status", paramLabel = "S", description = "Only with this status.") @Nullable
                    String status,
            @Option(names = "--assignee", paramLabel = "A", description = "Only what this agent holds or held.")
                    @Nullable
                    String assignee,
            @Option(names = "--channel", paramLabel = "C", description = "Only of this channel.") @Nullable
                    String channel,
            @Option(
                            names = "--kind",
                            paramLabel = "K",
                            defaultValue = "work",
                            description = "work, or run for executions of agents; default ${DEFAULT-VALUE}.")
                    String kind,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "Most rows, 1 to 500; default ${DEFAULT-VALUE}.")
                    int limit,
            @Option(names = "--cursor", paramLabel = "CURSOR", description = "The next of the page before.") @Nullable
                    String cursor) {
        TaskFilter filter = TaskFilter.open()
                .kind(TaskKind.of(kind))
                .status(status == null ? null : TaskStatus.of(status))
                .all(all)
                .assignee(assignee)
                .in(channel);
        try (Stoa stoa = main.open()) {
            Page<Task> page = stoa.society().tasks().list(main.actor(), filter, new Page.Request(limit, cursor));
            main.print(
                    Json.object("items", page.map(Task::document).items(), "next", page.next()),
                    TaskText.lines(page.items(), page.next()));
        }
    }

    @Command(name = "show", description = "Show a task.")
    void show(@Parameters(paramLabel = "TASK", description = TASK) String ref) {
        try (Stoa stoa = main.open()) {
            Task task = stoa.society().tasks().get(main.actor(), ref);
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
