package dev.stoa.debate.session;

import dev.stoa.base.ConflictException;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The right of one runner to write a session, for a while. Immutable.
 *
 * <p>Every taking raises the epoch, and every write names the epoch it was taken under: a runner that was taken over,
 * or whose debate was cancelled, writes nothing more.
 *
 * @param before the session as it was before
 * @param head the event that tells of the taking
 */
public record Lease(String session, long epoch, Instant taken, SessionRow before, EventLog.Head head) {
    public static final Duration TERM = Duration.ofSeconds(30);
    static final Duration RENEWAL = Duration.ofSeconds(10);
    private static final int MOST_RECOVERIES = 5;

    private static final String TAKE = """
            UPDATE debate_sessions SET status = 'running', runner_id = ?, runner_epoch = ?, lease_until = ?,
                recoveries = ?, updated_at = ?, event_count = ?, chain_head = ?
            WHERE id = ?""";

    /**
     * Takes the lease of a session that nobody runs; null if it has crashed so often that it is failed instead.
     *
     * @param external whether another engine takes it, which only holds its own
     */
    public static @Nullable Lease take(Tx tx, String named, String runner, boolean external, Instant now) {
        SessionRow row = SessionLookup.find(tx, named);
        refuseOther(row, external);
        refuse(tx, row, now);
        boolean fresh = row.status() == SessionRow.Status.PENDING;
        // A lease that was given back is no crash; one that ran out is.
        int recoveries = row.recoveries() + (!fresh && row.leaseUntil() != null ? 1 : 0);
        if (recoveries > MOST_RECOVERIES) {
            Termination.fail(
                    tx,
                    row.id(),
                    StopReason.CRASH_LOOP,
                    "its runner died " + recoveries + " times without a turn",
                    now);
            return null;
        }
        long epoch = row.runnerEpoch() + 1;
        DebateEvent event = EventLog.next(
                row.id(),
                EventLog.Head.of(row),
                fresh ? "debate_started" : "runner_changed",
                Json.object("runner", runner, "epoch", epoch, "recoveries", recoveries),
                now);
        tx.later(TAKE, runner, epoch, now.plus(TERM), recoveries, now, event.seq(), event.hash(), row.id());
        DebateEvent.COLUMNS.insert(tx, event);
        return new Lease(row.id(), epoch, now, row, EventLog.Head.after(event));
    }

    /** What has happened in the session before; what nobody has started yet needs no reading. */
    DebateRecord record(Tx tx) {
        DebateConfig config = ConfigReader.stored(before.config());
        return before.status() == SessionRow.Status.PENDING && before.eventCount() == 1
                ? new DebateRecord(config)
                : RecordLoader.load(tx, session, config);
    }

    /** Refuses who holds no such debates: Stoa's engine knows no next step of an external one, others none of the rest. */
    public static void refuseOther(SessionRow row, boolean external) {
        if (external != (row.preset() == Preset.EXTERNAL)) {
            throw external
                    ? new ConflictException(
                            "precondition",
                            "debate " + row.id() + " is not external; its turns are written by Stoa itself",
                            "resume debate " + row.id() + ", or create one with preset external")
                    : new ConflictException(
                            "precondition",
                            "debate " + row.id() + " is external; the engine that started it writes its turns",
                            "let that engine go on and finish it, or cancel it");
        }
    }

    private static void refuse(Tx tx, SessionRow row, Instant now) {
        Instant until = row.leaseUntil();
        if (row.status() == SessionRow.Status.PAUSED) {
            String gate = tx.one(
                            "SELECT id FROM debate_gates WHERE session_id = ? AND status = 'pending'",
                            found -> found.text(1),
                            row.id())
                    .orElse("?");
            throw new ConflictException(
                    "precondition", "debate " + row.id() + " waits at gate " + gate, "approve or reject the gate");
        }
        if (row.status().isTerminal()) {
            throw new ConflictException(
                    "precondition", "debate " + row.id() + " is " + row.status().text() + " already", null);
        }
        if (row.status() == SessionRow.Status.RUNNING && until != null && until.isAfter(now)) {
            throw new ConflictException(
                    "precondition",
                    "debate " + row.id() + " is run by " + row.runnerId() + " until at least " + until,
                    "wait, or cancel it");
        }
    }

    /** The refusal of a session that was failed because its runner died too often. */
    public static ConflictException crashed(String named) {
        return new ConflictException(
                "crash_loop", "debate " + named + " has failed: its runner died again and again", null);
    }

    /** The refusal of a write by a runner that lost its lease. */
    public static ConflictException lost(String session) {
        return new ConflictException(
                "fenced", "debate " + session + " was cancelled or taken over by another runner", "stop working on it");
    }
}
