package dev.stoa.server.rest;

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
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunFilter;
import dev.stoa.society.run.RunLog;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.run.Runs;
import java.util.List;

/** The runs of agents, which workers execute. */
final class RunRoutes {
    private static final Field INPUT =
            Field.text("input", 1, 65_536, "The input of the agent.").must();

    static final Shape START = Shape.of(
            Field.id("agent", "The agent to start, by name or id.").must(),
            INPUT,
            Field.id("channel", "The channel in which it works and replies."),
            Field.flag("raw", "Whether it gets the input alone, without the usual prompt."),
            Field.whole("time_limit", 1, 86_400, "Maximum seconds of the execution."),
            Field.flag("keep", "Whether the run waits for further input after it has answered."),
            Field.id("task_id", "The execution on whose behalf it is started."));

    private final Backend backend;

    RunRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                                "runs",
                                "run start",
                                "Start an agent, or wake the run that it has in the channel; a worker executes it.",
                                Scope.OPERATE,
                                Repeat.NONE)
                        .body(START)
                        .errors("limit", "archived", "precondition")
                        .handle(
                                Example.send("runs", "{\"agent\":\"{agent}\",\"input\":\"Say hello.\"}")
                                        .status(202),
                                this::start),
                Route.post(
                                "runs/{id}/wake",
                                "run wake",
                                "Wake a waiting run; a worker executes it.",
                                Scope.OPERATE,
                                Repeat.NONE)
                        .body(INPUT)
                        .errors("conflict")
                        .handle(
                                Example.send("runs/{waiting_run}/wake", "{\"input\":\"Go on.\"}")
                                        .status(202),
                                this::wake),
                Route.post(
                                "runs/{id}/retry",
                                "run retry",
                                "Start again what failed, timed out or was stopped, as a new run.",
                                Scope.OPERATE,
                                Repeat.NONE)
                        .body()
                        .errors("conflict")
                        .handle(Example.send("runs/{stopped_run}/retry", "{}").status(202), this::retry),
                Route.post("runs/{id}/stop", "run stop", "Stop a run.", Scope.OPERATE, Repeat.STATE)
                        .body()
                        .handle(Example.send("runs/{run}/stop", "{}"), this::stop),
                Route.get("runs", "run list", "List runs, the newest first.", Scope.READ_AGENT)
                        .paged(
                                Fields.AGENT,
                                Fields.CHANNEL,
                                Field.flag("live", "Whether only runs that have not ended are listed."))
                        .handle(Example.get("runs?live=true"), this::list),
                Route.get(
                                "runs/{id}",
                                "run show",
                                "Show a run, its latest execution, and how the others went.",
                                Scope.READ_AGENT)
                        .handle(Example.get("runs/{run}"), this::show),
                Route.get(
                                "runs/{id}/logs",
                                "run logs",
                                "Show the output of an execution: that of a task, or the latest of a run.",
                                Scope.READ_AGENT)
                        .query(
                                Field.word(
                                        "stream",
                                        List.of("stdout", "stderr"),
                                        "Only this stream, as text with the number of its characters."),
                                Field.whole(
                                        "after",
                                        0,
                                        Integer.MAX_VALUE,
                                        "With a stream: only what follows this number of characters."),
                                Field.whole(
                                        "tail",
                                        1,
                                        Integer.MAX_VALUE,
                                        "Without a stream: at most this number of the last characters of each."))
                        .handle(Example.get("runs/{run}/logs"), this::logs));
    }

    private Runs runs() {
        return backend.stoa().society().runs();
    }

    private static Answer begun(Run run) {
        return Answer.accepted("runs/" + run.id(), Fields.with(run.document(), "created", run.wakes() == 0));
    }

    private Answer start(Call call) {
        RunRequest request = RunRequest.fromJson(call.body());
        backend.work().engines().worker().check(call.by(), request.agent());
        return begun(runs().start(
                        call.by(),
                        request.task() == null ? request.from(call.by().task()) : request));
    }

    private Answer wake(Call call) {
        Run run = runs().wake(
                        call.by(),
                        call.path("id"),
                        call.body().text("input"),
                        call.by().task());
        return Answer.accepted("runs/" + run.id(), Fields.with(run.document(), "changed", true));
    }

    private Answer retry(Call call) {
        return begun(runs().retry(call.by(), call.path("id"), call.by().task()));
    }

    private Answer stop(Call call) {
        ChangeResult<Run> stopped = runs().stop(call.by(), call.path("id"));
        return Answer.ok(Fields.with(stopped.value().document(), "changed", stopped.changed()));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        return call.list(runs().list(
                        call.by(),
                        new RunFilter(
                                query.textOrNull("agent"), query.textOrNull("channel"), query.flag("live", false)),
                        call.page())
                .map(Run::document));
    }

    private Answer show(Call call) {
        String id = call.path("id");
        return Answer.ok(
                runs().get(call.by(), id).document(runs().execution(call.by(), id), runs().executions(call.by(), id)));
    }

    private Answer logs(Call call) {
        JsonFields query = call.query();
        String stream = query.textOrNull("stream");
        long tail = query.whole("tail", 0);
        if (stream == null && tail > 0) {
            return Answer.ok(runs().logs(call.by(), call.path("id"), (int) tail).document());
        }
        RunLog log = runs().logs(call.by(), call.path("id"));
        return Answer.ok(
                stream == null ? log.document() : log.document(stream.equals("stderr"), query.whole("after", 0)));
    }
}
