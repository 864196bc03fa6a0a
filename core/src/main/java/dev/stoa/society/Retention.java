package dev.stoa.society;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.json.Json;
import dev.stoa.society.base.FeedRows;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.work.TaskTable;
import dev.stoa.society.work.TaskTransitions;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes what the society need not keep: long prompts and outputs of executions that ended long ago, and old changes
 * of the feed. Thread-safe; two concurrent calls have the effect of one. Messages, notes, knowledge, runs and work are
 * never touched. It works in portions, so that others can write between them.
 */
public final class Retention {
    /** The number of characters that stay of a text that is cut. */
    public static final int KEPT_CHARACTERS = 2_000;

    /** For this time the feed keeps every change. */
    public static final Duration FEED_AGE = Duration.ofDays(7);

    /** The number of newest changes that the feed keeps. */
    public static final int FEED_ROWS = 100_000;

    private static final int PORTION = 200;
    private static final int FEED_PORTION = 10_000;

    private static final String LONG = """
            FROM tasks WHERE kind = 'run' AND status IN ('completed', 'failed', 'timeout', 'killed')
                AND pruned_at IS NULL AND completed_at < ?
                AND (length(output) > %1$s OR length(stderr) > %1$s OR length(prompt) > %1$s)""".formatted(KEPT_CHARACTERS);

    private static final String COUNT = """
            SELECT count(*), count(CASE WHEN length(output) > %1$s THEN 1 END),
                count(CASE WHEN length(stderr) > %1$s THEN 1 END), count(CASE WHEN length(prompt) > %1$s THEN 1 END)
            """.formatted(KEPT_CHARACTERS) + LONG;

    // Of what a program wrote the beginning counts, of its complaints the end.
    private static final String CUT = """
            UPDATE tasks SET output = substr(output, 1, %1$s), prompt = substr(prompt, 1, %1$s), pruned_at = ?,
                stderr = CASE WHEN length(stderr) > %1$s THEN substr(stderr, length(stderr) - %1$s + 1) ELSE stderr END
            WHERE task_id = ? AND pruned_at IS NULL""".formatted(KEPT_CHARACTERS);

    private final StoreContext commons;
    private final Principal caller;

    private Retention(StoreContext commons, Principal caller) {
        this.commons = commons;
        this.caller = caller;
    }

    /** What to keep of an archive of {@link SocietyArchive#SCHEMA}. */
    public static Retention over(Archive archive, InstantSource clock, Ids ids) {
        return new Retention(StoreContext.of(archive, clock, ids), Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Retention as(Principal other) {
        return new Retention(commons, other);
    }

    /**
     * What was cut. Immutable.
     *
     * @param executions how many executions something was cut of
     * @param outputs of how many the output was
     * @param complaints of how many the standard error was
     * @param prompts of how many the prompt was
     */
    public record Cut(long executions, long outputs, long complaints, long prompts) {
        static final Cut NOTHING = new Cut(0, 0, 0, 0);

        private Cut plus(Cut other) {
            return new Cut(
                    executions + other.executions,
                    outputs + other.outputs,
                    complaints + other.complaints,
                    prompts + other.prompts);
        }

        /** What was cut, as it is shown. */
        public Map<String, @Nullable Object> document() {
            return Json.object("executions", executions, "outputs", outputs, "stderr", complaints, "prompts", prompts);
        }
    }

    /**
     * Cuts output, standard error and prompt of executions that ended more than {@code days} days ago to
     * {@link #KEPT_CHARACTERS}; what they are found by follows.
     *
     * @param dryRun whether only to count
     */
    @Needs(Right.OPERATE)
    public Cut cutOutputs(int days, boolean dryRun) {
        Rights.check(caller);
        Bounds.whole("days", days, 1, 36_500);
        Instant now = commons.now();
        Instant before = now.minus(Duration.ofDays(days));
        if (dryRun) {
            return commons.archive()
                    .read(tx -> tx.one(COUNT, Retention::counts, before).orElseThrow());
        }
        Cut all = Cut.NOTHING;
        while (true) {
            List<String> found =
                    commons.archive().list("SELECT task_id " + LONG + " LIMIT " + PORTION, row -> row.text(1), before);
            if (found.isEmpty()) {
                return all;
            }
            all = all.plus(commons.archive().write(tx -> cut(tx, found, before, now)));
        }
    }

    private static Cut counts(Row row) {
        return new Cut(row.number(1), row.number(2), row.number(3), row.number(4));
    }

    private static Cut cut(Tx tx, List<String> ids, Instant before, Instant now) {
        Cut all = Cut.NOTHING;
        for (String id : ids) {
            Cut one = tx.one(COUNT + " AND task_id = ?", Retention::counts, before, id)
                    .orElseThrow();
            if (one.executions() > 0 && tx.update(CUT, now, id) > 0) {
                all = all.plus(one);
                if (one.outputs() > 0) {
                    TaskTransitions.index(tx, TaskTable.get(tx, id));
                }
            }
        }
        return all;
    }

    /**
     * Forgets changes that are older than {@link #FEED_AGE} or beyond the newest {@link #FEED_ROWS}; how many.
     *
     * @param dryRun whether only to count
     */
    @Needs(Right.OPERATE)
    public long forgetFeed(boolean dryRun) {
        Rights.check(caller);
        return forgetFeed(FEED_AGE, FEED_ROWS, dryRun);
    }

    @Needs(Right.OPERATE)
    public long forgetFeed(Duration age, int rows, boolean dryRun) {
        Rights.check(caller);
        Instant now = commons.now();
        long last = commons.archive().read(tx -> FeedRows.lastToForget(tx, now.minus(age), rows));
        if (dryRun) {
            return commons.archive().read(tx -> FeedRows.count(tx, last));
        }
        long forgotten = 0;
        long some;
        do {
            some = last == 0 ? 0 : commons.archive().write(tx -> FeedRows.forget(tx, last, FEED_PORTION, now));
            forgotten += some;
        } while (some > 0);
        return forgotten;
    }
}
