package dev.stoa.society.work;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.RowKind;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads tasks within a unit of work. Stateless. */
public final class TaskTable {
    private static final String SELECT = "SELECT " + Task.COLUMNS + " FROM " + Task.TABLES + " WHERE ";

    // What an update returns stands in the place of the table.
    private static final String CHANGED =
            "WITH t AS (%s RETURNING *) SELECT " + Task.COLUMNS + " FROM " + Task.TABLES.replace("tasks t", "t");

    /** Sequence numbers stay below this, so that one number holds the whole order of claims. */
    private static final long RANK = 1L << 48;

    private TaskTable() {}

    public static Task get(Tx tx, String id) {
        return tx.one(SELECT + "t.task_id = ?", Task::of, id)
                .orElseThrow(() -> new NotFoundException("not_found", "no task " + id, "list the tasks"));
    }

    /** A task, also one that is only stored with the end of the unit; it is looked at after the commit. */
    static Supplier<Task> lastly(Tx tx, String id) {
        Supplier<List<Task>> found = tx.askLast(SELECT + "t.task_id = ?", Task::of, id);
        return () -> found.get().getFirst();
    }

    /**
     * Changes a task by an update and reads it, in one statement where the database can; empty if the update finds none.
     */
    static Optional<Task> changed(Tx tx, String update, String id, @Nullable Object... params) {
        if (tx.dialect() == Dialect.POSTGRES) {
            return tx.one(CHANGED.formatted(update), Task::of, params);
        }
        return tx.update(update, params) == 0 ? Optional.empty() : Optional.of(get(tx, id));
    }

    public static Task seen(Tx tx, ResolvedPrincipal me, String ref) {
        return get(tx, References.row(tx, RowKind.TASK, me, ref));
    }

    /** A task with the last characters of its output and its error output alone. */
    public static Task seen(Tx tx, ResolvedPrincipal me, String ref, int most) {
        String id = References.row(tx, RowKind.TASK, me, ref);
        String ends = end(tx.dialect(), "t.output") + ", " + end(tx.dialect(), "t.stderr");
        return tx.one(SELECT.replace("t.output, t.stderr", ends) + "t.task_id = ?", Task::of, most, most, id)
                .orElseThrow(() -> new NotFoundException("not_found", "no task " + id, "list the tasks"));
    }

    /** The expression for the last characters of a column; its value is their number. */
    public static String end(Dialect dialect, String column) {
        return dialect.pick("substr(" + column + ", -?)", "right(" + column + ", CAST(? AS integer))");
    }

    /** The newest execution of a run, if the actor sees that one. */
    public static Task latestSeen(Tx tx, ResolvedPrincipal me, String session) {
        return seen(tx, me, latestOf(tx, session).id());
    }

    /** The same with the last characters of its output and its error output alone. */
    public static Task latestSeen(Tx tx, ResolvedPrincipal me, String session, int most) {
        String latest = tx.one(
                        "SELECT task_id FROM tasks WHERE session_id = ? ORDER BY seq DESC LIMIT 1",
                        row -> row.text(1),
                        session)
                .orElseThrow(() -> noExecution(session));
        return seen(tx, me, latest, most);
    }

    /** The newest execution of a run. */
    public static Task latestOf(Tx tx, String session) {
        return tx.one(SELECT + "t.session_id = ? ORDER BY t.seq DESC LIMIT 1", Task::of, session)
                .orElseThrow(() -> noExecution(session));
    }

    /** The newest executions of a run that the actor sees, without what they were given and what they wrote. */
    public static List<Task> ofRun(Tx tx, ResolvedPrincipal me, String session, int most) {
        return tx.list(
                SELECT.replace("t.input", "''").replace("t.output, t.stderr", "NULL, NULL")
                        + "t.session_id = ? AND "
                        + Visibility.task("t", me)
                        + " ORDER BY t.seq DESC LIMIT ?",
                Task::of,
                session,
                most);
    }

    private static NotFoundException noExecution(String session) {
        return new NotFoundException("not_found", "run " + session + " has no execution", null);
    }

    /** The ids of held work whose lease is over, to be looked at later. */
    static Supplier<List<String>> expiredWork(Tx tx, Instant now, @Nullable String channel) {
        String expired = expired(tx.dialect());
        return channel == null
                ? tx.ask(expired + " ORDER BY t.seq", row -> row.text(1), now)
                : tx.ask(expired + " AND t.channel_id = ? ORDER BY t.seq", row -> row.text(1), now, channel);
    }

    /** The statement that finds held work whose lease is over, without an order. */
    public static String expired(Dialect dialect) {
        // SQLite counts no rows by itself, and would look at all work that is held.
        return "SELECT " + dialect.brief("t.task_id") + " FROM tasks t "
                + dialect.pick("INDEXED BY idx_tasks_lease ", "")
                + "WHERE t.kind = 'work' AND t.status = 'running' AND t.lease_expires_at <= ?";
    }

    /** The tasks of which a condition holds, oldest first. */
    public static List<Task> where(Tx tx, String condition, String value) {
        return tx.list(SELECT + condition + " ORDER BY t.seq", Task::of, value);
    }

    private record Listed(Task task, long rank) {}

    /** Tasks in the order in which the actor would claim them. */
    static Page<Task> list(Tx tx, ResolvedPrincipal me, TaskFilter filter, Page.Request page) {
        String rank = "((CASE WHEN t.offered_to = ? AND t.status = 'pending' THEN 0 ELSE 10 END) + 9 - t.priority) * "
                + RANK + " + t.seq";
        StringBuilder sql = new StringBuilder("SELECT " + Task.COLUMNS + ", " + rank + " FROM " + Task.TABLES
                + " WHERE t.kind = ? AND " + rank + " > ? AND " + Visibility.task("t", me));
        List<@Nullable Object> values =
                new ArrayList<>(List.of(me.id(), filter.kind().text(), me.id(), page.after(-1)));
        if (filter.status() != null) {
            sql.append(" AND t.status = ?");
            values.add(filter.status().text());
        } else if (!filter.all()) {
            sql.append(" AND t.status IN ('pending', 'running')");
        }
        if (filter.assignee() != null) {
            sql.append(" AND t.assignee_id = ?");
            values.add(References.agent(tx, filter.assignee()));
        }
        if (filter.channel() != null) {
            sql.append(" AND t.channel_id = ?");
            values.add(References.channel(tx, me, filter.channel()));
        }
        sql.append(" ORDER BY 35 LIMIT ").append(page.limit() + 1);
        List<Listed> rows = tx.list(sql.toString(), row -> new Listed(Task.of(row), row.number(35)), values.toArray());
        return page.of(rows, Listed::rank).map(Listed::task);
    }
}
