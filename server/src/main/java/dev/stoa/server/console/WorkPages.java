package dev.stoa.server.console;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.said;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;

import dev.stoa.base.Bounds;
import dev.stoa.server.console.Lists.Listed;
import dev.stoa.server.console.Lists.Thing;
import dev.stoa.server.console.learn.Countdown;
import dev.stoa.server.console.society.BoardView;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Work and who does it: tasks as a board and as a list, and runs with what they write. Stateless. */
final class WorkPages {
    private static final int TITLE = 120;
    private static final int COLUMN = 50;
    /** How much of the end of a log is shown. */
    private static final int TAIL = 65_536;

    private static final String RUNS = "runs";
    private static final String TASKS = "tasks";
    private static final List<String> VIEWS = List.of("board", "list");

    /** The columns of the board: what they are called, and the states of their tasks. */
    private static final List<List<String>> COLUMNS = List.of(
            List.of("Pending", "pending"),
            List.of("Claimed", "running"),
            List.of("Done", "completed"),
            List.of("Failed", "failed", "timeout", "killed"));

    private static final List<Column> LISTED = List.of(
            link("input", "Task", TASKS, "task_id"),
            state("status", "State"),
            link("assignee", "Held by", "agents", "assignee"),
            count("priority", "Priority"),
            count("attempt", "Attempt"),
            time("lease_expires_at", "Held until"),
            time("created_at", "Created"));

    private WorkPages() {}

    static List<Page> pages() {
        return List.of(
                new Page(
                        TASKS,
                        TASKS,
                        Wing.SOCIETY,
                        Scope.READ_AGENT,
                        List.of("view", "status", "cursor"),
                        WorkPages::tasks),
                Lists.page(new Thing(
                        TASKS,
                        Wing.SOCIETY,
                        Scope.READ_AGENT,
                        "task",
                        TASKS,
                        "task show",
                        "input",
                        List.of(
                                said("input", "Task"),
                                state("status", "State"),
                                link("identity", "By", "agents", "identity"),
                                link("assignee", "Held by", "agents", "assignee"),
                                link("channel", "Channel", "channels", "channel"),
                                link("session_id", "Run", RUNS, "session_id"),
                                count("priority", "Priority"),
                                count("attempt", "Attempt"),
                                count("max_attempts", "Of"),
                                time("lease_expires_at", "Held until"),
                                said("output", "Output"),
                                text("error", "Error"),
                                time("created_at", "Created"),
                                time("completed_at", "Done")),
                        List.of())),
                Lists.page(new Listed(
                        RUNS,
                        Wing.SOCIETY,
                        Scope.READ_AGENT,
                        "Runs",
                        "What agents were started for.",
                        RUNS,
                        "run list",
                        "stoa agent register scout --model sim: && stoa run start scout --input \"Look at the tills\"",
                        List.of("agent", "channel", "live", "cursor"),
                        List.of(
                                link("identity", "Agent", RUNS, "session_id"),
                                state("state", "State"),
                                link("channel", "Channel", "channels", "channel"),
                                count("wakes", "Wakes"),
                                text("end_reason", "Why it ended"),
                                time("started_at", "Begun"),
                                time("ended_at", "Ended")))),
                new Page("runs/{id}", "run", Wing.SOCIETY, Scope.READ_AGENT, WorkPages::run));
    }

    private static View tasks(Asked asked) throws Exception {
        String view = asked.query("view");
        if (view != null && !VIEWS.contains(view)) {
            throw Bounds.invalid("there is no such view of tasks", "use one of " + String.join(", ", VIEWS));
        }
        String status = asked.query("status");
        return (view == null && status == null) || VIEWS.getFirst().equals(view) ? board(asked) : list(asked, status);
    }

    private static View board(Asked asked) throws Exception {
        List<BoardView> columns = new ArrayList<>();
        for (List<String> column : COLUMNS) {
            List<Doc> tasks = new ArrayList<>();
            String more = "";
            for (String status : column.subList(1, column.size())) {
                Doc some = asked.read("tasks-" + status, "tasks?limit=" + COLUMN + "&status=" + status);
                some.docs("items").forEach(task -> tasks.add(left(task, asked.now())));
                more = some.has("next") ? "/tasks?view=list&status=" + status : more;
            }
            columns.add(new BoardView(column.getFirst(), tasks, more));
        }
        return View.of(TASKS, "Tasks").command("task list").with("columns", columns);
    }

    /** A task with the time that its lease has left. */
    private static Doc left(Doc task, Instant now) {
        return task.and("left", Countdown.until(task.raw("lease_expires_at"), now));
    }

    private static View list(Asked asked, @Nullable String status) throws Exception {
        StringBuilder address = new StringBuilder("tasks?all=true");
        for (String name : List.of("status", "cursor")) {
            String value = asked.query(name);
            address.append(value == null ? "" : "&" + name + "=" + Links.encoded(value));
        }
        Doc found = asked.read(TASKS, address.toString());
        String next = found.raw("next");
        return View.of("tasks-list", "Tasks")
                .command("task list --all")
                .with("columns", LISTED)
                .with("items", found.docs("items"))
                .with("status", status == null ? "" : status)
                .with(
                        "next",
                        next.isEmpty()
                                ? ""
                                : "/tasks?view=list"
                                        + (status == null ? "" : "&status=" + Links.encoded(status))
                                        + "&cursor=" + Links.encoded(next));
    }

    private static View run(Asked asked) throws Exception {
        String address = "runs/" + asked.segment("id");
        Doc run = asked.read("run", address);
        Doc log = asked.read("logs", address + "/logs?tail=" + (TAIL + 1));
        return View.titled("run", run.text("identity", TITLE) + " " + run.count("spawn_number"))
                .below("Runs", "/runs")
                .command("run logs " + Lists.quoted(asked.id("id")))
                .with("run", run)
                .with("log", log)
                .with("output", tail(log.raw("output")))
                .with("errors", tail(log.raw("stderr")));
    }

    /** The end of a log, with every character that would do something as a box. */
    private static String tail(String log) {
        int from = Math.max(0, log.length() - TAIL);
        int line = from == 0 ? 0 : log.indexOf('\n', from) + 1;
        return Plain.lines(log.substring(Math.max(from, line)));
    }
}
