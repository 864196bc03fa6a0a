package dev.stoa.society.run;

import dev.stoa.base.NotFoundException;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.RowKind;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.TaskTable;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Optional;

/** Reads what executions have written, within a unit of work. Stateless. */
final class RunLogs {
    static final String OUTPUT = "stdout";
    static final String STDERR = "stderr";

    /** How many pieces are read at once from the end: a line is seldom in more. */
    private static final int PIECES = 4;

    private RunLogs() {}

    static RunLog read(Tx tx, ResolvedPrincipal me, String ref) {
        Task task = run(tx, me, ref)
                .map(run -> TaskTable.latestSeen(tx, me, run))
                .orElseGet(() -> TaskTable.seen(tx, me, ref));
        return task.status() == TaskStatus.RUNNING
                ? RunLog.of(task, chunks(tx, task.id(), OUTPUT), chunks(tx, task.id(), STDERR))
                : RunLog.of(task, task.output(), task.stderr());
    }

    /** The last characters of each stream alone: no more of a long log is read than they need. */
    static RunLog last(Tx tx, ResolvedPrincipal me, String ref, int most) {
        Task task = run(tx, me, ref)
                .map(run -> TaskTable.latestSeen(tx, me, run, most))
                .orElseGet(() -> TaskTable.seen(tx, me, ref, most));
        return task.status() == TaskStatus.RUNNING
                ? RunLog.of(task, lastChunks(tx, task.id(), OUTPUT, most), lastChunks(tx, task.id(), STDERR, most))
                : RunLog.of(task, task.output(), task.stderr());
    }

    private static Optional<String> run(Tx tx, ResolvedPrincipal me, String ref) {
        try {
            return Optional.of(References.row(tx, RowKind.RUN, me, ref));
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    /** What was written of a stream while it ran. */
    static String chunks(Tx tx, String task, String stream) {
        return String.join(
                "",
                tx.list(
                        "SELECT text FROM task_chunks WHERE task_id = ? AND stream = ? ORDER BY ordinal",
                        row -> row.text(1),
                        task,
                        stream));
    }

    /** The last characters of what was written of a stream while it ran. */
    private static String lastChunks(Tx tx, String task, String stream, int most) {
        String before = "SELECT ordinal, " + TaskTable.end(tx.dialect(), "text")
                + " FROM task_chunks WHERE task_id = ? AND stream = ? AND ordinal < ?"
                + " ORDER BY ordinal DESC LIMIT " + PIECES;
        StringBuilder end = new StringBuilder();
        int lacking = most;
        long first = Long.MAX_VALUE;
        while (lacking > 0) {
            List<RunLog.Chunk> pieces =
                    tx.list(before, row -> new RunLog.Chunk(row.number(1), row.text(2)), lacking, task, stream, first);
            if (pieces.isEmpty()) {
                break;
            }
            for (RunLog.Chunk piece : pieces) {
                end.insert(0, piece.text());
                lacking -= piece.text().codePointCount(0, piece.text().length());
            }
            first = pieces.getLast().ordinal();
        }
        int more = Math.max(0, -lacking);
        return end.substring(end.offsetByCodePoints(0, more));
    }

    /** The pieces of a stream after the one with this number, in their order. */
    static RunLog.Tail chunksAfter(Tx tx, ResolvedPrincipal me, String ref, boolean error, long ordinal, int most) {
        Task task = TaskTable.seen(tx, me, ref);
        return new RunLog.Tail(
                task,
                tx.list(
                        "SELECT ordinal, text FROM task_chunks WHERE task_id = ? AND stream = ? AND ordinal > ?"
                                + " ORDER BY ordinal LIMIT ?",
                        row -> new RunLog.Chunk(row.number(1), row.text(2)),
                        task.id(),
                        error ? STDERR : OUTPUT,
                        ordinal,
                        most));
    }

    static RunLog.Written written(Tx tx, Run run) {
        long pieces = 0;
        long last = 0;
        for (String stream : List.of(OUTPUT, STDERR)) {
            RunLog.Written end = tx.one(
                            "SELECT ordinal + 1, octet_length(text) FROM task_chunks WHERE task_id = ? AND stream = ?"
                                    + " ORDER BY ordinal DESC LIMIT 1",
                            row -> new RunLog.Written(row.number(1), row.number(2)),
                            run.taskId(),
                            stream)
                    .orElse(RunLog.Written.NOTHING);
            pieces += end.pieces();
            last += end.last();
        }
        return new RunLog.Written(pieces, last);
    }

    static void clear(Tx tx, String task) {
        tx.update("DELETE FROM task_chunks WHERE task_id = ?", task);
    }
}
