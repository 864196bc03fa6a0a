package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskFilter;
import dev.stoa.society.work.TaskKind;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.Tasks;
import dev.stoa.society.work.WorkDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Work that one agent holds at a time. */
final class TaskRoutes {
    private static final Field LEASE = Field.whole("lease", 5, 86_400, "Seconds for which it is held (default: 900)");
    private static final Field TOKEN = Field.whole(
            "lease_token", 0, Long.MAX_VALUE, "The token of the claim; optional for the agent that holds the task.");

    static final Shape DRAFT = Shape.of(
            Field.text("input", 1, 32_768, "What is to be done.").must(),
            Field.id("channel", "The channel that it belongs to."),
            Field.whole("priority", 0, 9, "Its priority; higher ones are claimed first (default: 5)"),
            Field.id("offered_to", "The only agent that may claim it."),
            Field.whole("max_attempts", 1, 20, "Maximum number of claims (default: 3)"),
            Field.text("client_key", 1, 128, "The key under which it is added once (default: the Idempotency-Key)"));

    private final Backend backend;

    TaskRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(reading());
        routes.addAll(claims());
        routes.addAll(ends());
        return routes;
    }

    private List<Route> reading() {
        return List.of(
                Route.get("tasks", "task list", "List tasks, in the order of claiming.", Scope.READ_AGENT)
                        .paged(
                                Field.flag("all", "Whether ended tasks are listed too."),
                                Field.word("status", TaskStatus.values(), "Only tasks with this status."),
                                Field.id("assignee", "Only tasks that this agent holds or held."),
                                Fields.CHANNEL,
                                Field.word("kind", TaskKind.values(), "Work, or executions of agents (default: work)"))
                        .handle(Example.get("tasks"), this::list),
                Route.get("tasks/{id}", "task show", "Show a task.", Scope.READ_AGENT)
                        .handle(
                                Example.get("tasks/{task}"),
                                call -> Answer.ok(
                                        tasks().get(call.by(), call.path("id")).document())));
    }

    private List<Route> claims() {
        return List.of(
                Route.post("tasks", "task add", "Add a task.", Scope.WRITE_AGENT, Repeat.KEPT)
                        .body(DRAFT)
                        .errors("key_reused")
                        .handle(
                                Example.send("tasks", "{\"input\":\"Read the log of yesterday.\"}")
                                        .status(201),
                                this::add),
                Route.post("tasks/claim", "task claim next", "Claim the next task.", Scope.WRITE_AGENT, Repeat.NONE)
                        .body(Fields.CHANNEL, LEASE)
                        .handle(
                                Example.send("tasks/claim", "{}"),
                                call -> claimed(
                                        tasks().claimNext(call.by(), call.body().textOrNull("channel"), lease(call)))),
                Route.post("tasks/{id}/claim", "task claim", "Claim a task.", Scope.WRITE_AGENT, Repeat.STATE)
                        .body(LEASE)
                        .errors("held", "finished")
                        .handle(
                                Example.send("tasks/{task}/claim", "{\"lease\":600}"),
                                call -> claimed(Optional.of(tasks().claim(call.by(), call.path("id"), lease(call))))),
                Route.post(
                                "tasks/{id}/renew",
                                "task renew",
                                "Extend the lease of a claimed task, counted from now.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(TOKEN, LEASE)
                        .errors("lease_lost", "finished")
                        .handle(Example.send("tasks/{claimed_task}/renew", "{}"), this::renew));
    }

    private List<Route> ends() {
        return List.of(
                Route.post(
                                "tasks/{id}/done",
                                "task done",
                                "Complete a claimed task, or report that it failed.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(
                                TOKEN,
                                Field.text("output", 1, 65_536, "The result of the work."),
                                Field.text("error", 1, 4_000, "Why it failed."))
                        .errors("lease_lost", "finished")
                        .handle(
                                Example.send("tasks/{claimed_task}/done", "{\"output\":\"Nothing strange.\"}"),
                                this::done),
                Route.post(
                                "tasks/{id}/release",
                                "task release",
                                "Release a claimed task; of an unclaimed one, decline or withdraw the offer.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(TOKEN)
                        .errors("lease_lost", "finished")
                        .handle(Example.send("tasks/{claimed_task}/release", "{}"), this::release),
                Route.post("tasks/{id}/cancel", "task cancel", "Cancel a task.", Scope.WRITE_AGENT, Repeat.STATE)
                        .body()
                        .handle(
                                Example.send("tasks/{task}/cancel", "{}"),
                                call -> changed(tasks().cancel(call.by(), call.path("id")))));
    }

    private Tasks tasks() {
        return backend.stoa().society().tasks();
    }

    private static Duration lease(Call call) {
        return Duration.ofSeconds(call.body().whole("lease", Tasks.LEASE.toSeconds()));
    }

    /** The token that was sent, or that of the lease that the caller holds. */
    private long token(Call call) {
        Long given = call.body().wholeOrNull("lease_token");
        return given == null ? tasks().held(call.by(), call.path("id")).token() : given;
    }

    private static Answer changed(ChangeResult<Task> result) {
        return Answer.ok(Fields.with(result.value().document(), "changed", result.changed()));
    }

    private static Answer claimed(Optional<TaskLease> lease) {
        return Answer.ok(
                Json.object("task", lease.map(held -> held.task().document()).orElse(null)));
    }

    private Answer add(Call call) {
        Added<Task> added = tasks().add(call.by(), WorkDraft.fromJson(Fields.keyedByPerson(call, "client_key")));
        Task task = added.value();
        return RepeatedWrite.answer(
                added.created(),
                Answer.added(true, "tasks/" + task.id(), Fields.with(task.document(), "created", added.created())));
    }

    private Answer renew(Call call) {
        TaskLease held = tasks().renew(call.by(), call.path("id"), token(call), lease(call));
        return changed(new ChangeResult<>(held.task(), true));
    }

    private Answer done(Call call) {
        String output = call.body().textOrNull("output");
        String error = call.body().textOrNull("error");
        if (output != null && error != null) {
            throw Bounds.invalid("output and error are both given", "work is either done or has failed");
        }
        long token = token(call);
        return changed(
                error == null
                        ? tasks().complete(call.by(), call.path("id"), token, output)
                        : tasks().fail(call.by(), call.path("id"), token, error));
    }

    private Answer release(Call call) {
        String id = call.path("id");
        boolean offer =
                !call.body().has("lease_token") && tasks().get(call.by(), id).status() == TaskStatus.PENDING;
        return changed(offer ? tasks().release(call.by(), id) : tasks().release(call.by(), id, token(call)));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        String status = query.textOrNull("status");
        TaskFilter filter = new TaskFilter(
                TaskKind.of(query.text("kind", "work")),
                status == null ? null : TaskStatus.of(status),
                query.flag("all", false),
                query.textOrNull("assignee"),
                query.textOrNull("channel"));
        return call.list(tasks().list(call.by(), filter, call.page()).map(Task::document));
    }
}
