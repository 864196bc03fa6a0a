package dev.stoa.debate.session;

import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.debate.DebateArchive;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What debates are still to teach other archives. Thread-safe. Rows are stored with what they tell of, and applied
 * later by calls that may be repeated. Hazard: two loops may both get a row; its target must know it by its key.
 */
public final class Outbox {
    private static final int MOST_ATTEMPTS = 12;
    private static final int LONGEST_PAUSE = 300;
    private static final int LONGEST_ERROR = 2_000;

    static final String DUE =
            OutboxRow.COLUMNS.select("WHERE status = 'pending' AND next_attempt_at <= ? ORDER BY seq LIMIT ?");

    /** The status is written into the statement, so that the partial index of it is used. */
    static final String DEAD = OutboxRow.COLUMNS.select("WHERE status = 'dead' AND seq > ? ORDER BY seq LIMIT ?");

    private static final String DONE =
            "UPDATE debate_outbox SET status = 'done', done_at = ?, last_error = NULL WHERE seq = ? AND status <> 'done'";

    /** Each status is counted by its partial index. */
    static final String LEFT = "SELECT (SELECT count(*) FROM debate_outbox WHERE status = 'pending'),"
            + " (SELECT count(*) FROM debate_outbox WHERE status = 'dead')";

    private static final String COUNTS = """
            SELECT count(CASE status WHEN 'pending' THEN 1 END), count(CASE status WHEN 'done' THEN 1 END),
                count(CASE status WHEN 'dead' THEN 1 END)
            FROM debate_outbox""";

    private final Archive archive;
    private final InstantSource clock;
    private final Principal caller;

    private Outbox(Archive archive, InstantSource clock, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.caller = caller;
    }

    /** The outbox of an archive of {@link DebateArchive#SCHEMA}. */
    public static Outbox over(Archive archive, InstantSource clock) {
        return new Outbox(archive, clock, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Outbox as(Principal other) {
        return new Outbox(archive, clock, other);
    }

    /** How many rows are to be applied, were applied, and were given up. */
    public record Counts(long pending, long done, long dead) {
        static final Counts NONE = new Counts(0, 0, 0);

        /** The counts as they are shown. */
        public Map<String, @Nullable Object> document() {
            return Json.object("pending", pending, "done", done, "dead", dead);
        }
    }

    /** What is left to be applied, or was given up. */
    public record Backlog(long pending, long dead) {}

    /** Stores a row in the transaction of what it tells of; a key that is there already stays as it is. */
    public static void put(
            Tx tx,
            String session,
            String target,
            String itemKey,
            Map<String, ? extends @Nullable Object> payload,
            Instant at) {
        Map<String, @Nullable Object> kept = Json.kept(payload);
        tx.later("""
                INSERT INTO debate_outbox
                    (session_id, target, item_key, payload, payload_sha256, next_attempt_at, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (target, item_key) DO NOTHING""", session, target, itemKey, Json.canonical(kept), Json.sha256(kept), at, at);
    }

    /** The rows whose time has come, at most so many, in their order. */
    @Needs(Right.OPERATE)
    public List<OutboxRow> due(int most) {
        Rights.check(caller);
        return archive.list(DUE, OutboxRow.COLUMNS::read, clock.instant(), most);
    }

    /**
     * The rows of these targets whose time has come, in their order.
     *
     * @param session null for those of all debates
     * @param after the number after which they begin
     */
    @Needs(Right.OPERATE)
    public List<OutboxRow> due(@Nullable String session, Collection<String> targets, long after, int most) {
        Rights.check(caller);
        if (targets.isEmpty()) {
            return List.of();
        }
        List<@Nullable Object> params = new ArrayList<>(List.of(clock.instant(), after));
        params.addAll(targets);
        if (session != null) {
            params.add(session);
        }
        params.add(most);
        return archive.list(
                due(archive.dialect(), session != null, targets.size()), OutboxRow.COLUMNS::read, params.toArray());
    }

    /** What waits is few, and all that was ever taught to these targets is much. */
    static String due(Dialect dialect, boolean ofSession, int targets) {
        // Of one debate the order of what waits would be that of all of them.
        String seq = ofSession ? dialect.unindexed("seq") : "seq";
        return OutboxRow.COLUMNS.select("WHERE status = 'pending' AND next_attempt_at <= ? AND " + seq + " > ? AND "
                + dialect.unindexed("target") + " IN (" + Tx.marks(targets) + ")"
                + (ofSession ? " AND session_id = ?" : "") + " ORDER BY " + seq + " LIMIT ?");
    }

    /** The numbers of the rows of a target that a debate stored before another and that are not applied yet. */
    @Needs(Right.OPERATE)
    public List<Long> unapplied(String session, String target, long before) {
        Rights.check(caller);
        return archive.list(unapplied(archive.dialect()), row -> row.number(1), session, target, before);
    }

    static String unapplied(Dialect dialect) {
        String seq = dialect.unindexed("seq");
        return "SELECT seq FROM debate_outbox WHERE session_id = ? AND status IN ('pending', 'dead') AND "
                + dialect.unindexed("target") + " = ? AND " + seq + " < ? ORDER BY " + seq;
    }

    /** Notes that rows were applied, all at once; again it changes nothing. */
    @Needs(Right.OPERATE)
    public void done(Collection<OutboxRow> rows) {
        Rights.check(caller);
        if (rows.isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        String[] sessions = rows.stream().map(OutboxRow::sessionId).distinct().toArray(String[]::new);
        archive.write(SessionRow.SCOPE.of(sessions), tx -> {
            tx.later(DONE, rows, row -> Tx.values(now, row.seq()));
            return null;
        });
    }

    /** Notes that a row could not be applied: it is tried again later, each time after a longer pause, and then given up. */
    @Needs(Right.OPERATE)
    public void failed(long seq, String error) {
        Rights.check(caller);
        failed(seq, error, Integer.MAX_VALUE);
    }

    /** Notes that the archive of a row did not answer, which says nothing about the row: it is not given up for that. */
    @Needs(Right.OPERATE)
    public void postponed(long seq, String error) {
        Rights.check(caller);
        failed(seq, error, MOST_ATTEMPTS - 1);
    }

    private void failed(long seq, String error, int most) {
        archive.write(tx -> {
            tx.one(
                            "SELECT attempts FROM debate_outbox WHERE seq = ? AND status = 'pending'",
                            row -> row.integer(1),
                            seq)
                    .ifPresent(before -> {
                        int attempts = Math.min(before + 1, most);
                        tx.update(
                                """
                                UPDATE debate_outbox SET attempts = ?, status = ?, next_attempt_at = ?, last_error = ?
                                WHERE seq = ?""",
                                attempts,
                                attempts >= MOST_ATTEMPTS ? "dead" : "pending",
                                clock.instant().plusSeconds(pause(attempts)),
                                shown(error),
                                seq);
                    });
            return seq;
        });
    }

    /** The beginning of an error, without what no database keeps: a row must be given up after any error. */
    private static String shown(String error) {
        StringBuilder text = new StringBuilder();
        error.codePoints().limit(LONGEST_ERROR).forEach(c -> {
            boolean half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            text.appendCodePoint(c == 0 ? ' ' : half ? '?' : c);
        });
        return text.toString();
    }

    /** The seconds until the next try after so many. */
    static long pause(int attempts) {
        return Math.min(LONGEST_PAUSE, 1L << Math.min(attempts, 30));
    }

    /** What was given up, with the error of its last attempt, in the order in which it was stored. */
    @Needs(Right.OPERATE)
    public Page<OutboxRow> dead(Page.Request page) {
        Rights.check(caller);
        return page.of(archive.list(DEAD, OutboxRow.COLUMNS::read, page.after(0), page.limit() + 1), OutboxRow::seq);
    }

    /** Tries again what was given up; tells how many rows that are. */
    @Needs(Right.OPERATE)
    public int retryDead() {
        Rights.check(caller);
        return archive.write(tx -> tx.update(
                "UPDATE debate_outbox SET status = 'pending', attempts = 0, next_attempt_at = ? WHERE status = 'dead'",
                clock.instant()));
    }

    /** The counts of one session. */
    @Needs(Right.READ)
    public Counts counts(String session) {
        Rights.check(caller);
        return archive.one(
                        COUNTS + " WHERE session_id = ?",
                        row -> new Counts(row.number(1), row.number(2), row.number(3)),
                        session)
                .orElse(Counts.NONE);
    }

    /**
     * How many rows of these targets are to be applied and were given up. Rows of other targets wait for a program that
     * knows them, and nobody who can apply these is kept waiting by them.
     *
     * @param session null for those of all debates
     */
    @Needs(Right.READ)
    public Backlog backlog(@Nullable String session, Collection<String> targets) {
        Rights.check(caller);
        return targets.isEmpty()
                ? new Backlog(0, 0)
                : session == null
                        ? new Backlog(left("pending", targets), left("dead", targets))
                        : leftOf(session, targets);
    }

    /** How many rows of all targets are to be applied and were given up; it reads these alone. */
    @Needs(Right.READ)
    public Backlog backlog() {
        Rights.check(caller);
        return archive.one(LEFT, row -> new Backlog(row.number(1), row.number(2)))
                .orElseGet(() -> new Backlog(0, 0));
    }

    private long left(String status, Collection<String> targets) {
        return archive.one(left(archive.dialect(), status, targets.size()), row -> row.number(1), targets.toArray())
                .orElse(0L);
    }

    /** The status is written into the statement, so that the partial index of it is used. */
    static String left(Dialect dialect, String status, int targets) {
        return "SELECT count(*) FROM debate_outbox WHERE status = '" + status + "' AND " + dialect.unindexed("target")
                + " IN (" + Tx.marks(targets) + ")";
    }

    private Backlog leftOf(String session, Collection<String> targets) {
        List<@Nullable Object> params = new ArrayList<>(List.of(session));
        params.addAll(targets);
        return archive.one(
                        "SELECT count(CASE status WHEN 'pending' THEN 1 END), count(CASE status WHEN 'dead' THEN 1 END)"
                                + " FROM debate_outbox WHERE session_id = ? AND "
                                + archive.dialect().unindexed("target") + " IN (" + Tx.marks(targets.size()) + ")",
                        row -> new Backlog(row.number(1), row.number(2)),
                        params.toArray())
                .orElseGet(() -> new Backlog(0, 0));
    }

    /** The counts of all sessions. */
    @Needs(Right.READ)
    public Counts counts() {
        Rights.check(caller);
        return archive.one(COUNTS, row -> new Counts(row.number(1), row.number(2), row.number(3)))
                .orElse(Counts.NONE);
    }
}
