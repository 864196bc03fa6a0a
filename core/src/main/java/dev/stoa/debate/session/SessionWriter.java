package dev.stoa.debate.session;

import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.prompt.Prompt;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.record.ProgressMark;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import dev.stoa.storage.Work;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one way to write a running session, bound to the lease it was opened with. Thread-safe: replies of a wave may be
 * stored from several threads; the record behind it must only be read between them. The caller of a step lets the
 * record know of its marks first: what is written, and prompts too, rest on them.
 *
 * <p>Each method is one transaction. Once the lease is lost every method throws a conflict named {@code fenced} and
 * nothing is written: its owner has to stop. A writer that is {@link #gathering} keeps what follows from the record alone
 * for the next transaction: it is lost with its runner, and the next one finds the same again.
 */
public final class SessionWriter {
    static final String FENCE = """
            UPDATE debate_sessions SET lease_until = ?, active_ms = active_ms + ?, updated_at = ?, event_count = ?,
                chain_head = ?, turn_count = turn_count + ?, total_rounds = ?,
                recoveries = CASE WHEN ? > 0 THEN 0 ELSE recoveries END
            WHERE id = ? AND status = 'running' AND runner_epoch = ?""";

    static final String RELEASE = """
            UPDATE debate_sessions SET lease_until = NULL, active_ms = active_ms + ?, updated_at = ?
            WHERE id = ? AND status = 'running' AND runner_epoch = ?""";

    private static final String HELD =
            "SELECT 1 FROM debate_sessions WHERE id = ? AND status = 'running' AND runner_epoch = ?";

    private final Archive archive;
    private final InstantSource clock;
    private final Ids ids;
    private final Lease lease;
    private final DebateConfig config;
    private final DebateRecord record;
    private final TeachingSettings settings;
    private final LessonSink lessons;
    /** What waits for the next transaction, of a writer that gathers. */
    private final List<Act> waiting = new ArrayList<>();

    private boolean gathering;
    private Instant lastWrite;
    private long activeMs;
    private long events;
    private String head;

    /** For a lease that was taken of a session, whose record is known. */
    SessionWriter(SessionOpening opening, Lease lease, DebateRecord record) {
        this.archive = opening.archive();
        this.clock = opening.clock();
        this.ids = opening.ids();
        this.lessons = opening.lessons();
        this.settings = opening.settings();
        this.lease = lease;
        this.config = record.config();
        this.record = record;
        this.lastWrite = lease.taken();
        this.activeMs = lease.before().activeMs();
        this.events = lease.head().events();
        this.head = lease.head().hash();
    }

    /** Writes what the session begins with, in the transaction that took its lease. */
    void begin(Tx tx, RecordChange change, Instant at) {
        EventLog.Head now = new EventLog.Head(events, head);
        for (RecordChange.Entry entry : change.events()) {
            now = EventLog.append(tx, session(), now, entry.kind(), entry.data(), at);
        }
        events = now.events();
        head = now.hash();
        change.rows().write(tx, at);
        change.stored().run();
    }

    /**
     * This writer, which from now on stores what follows from the record alone (measurements, counts, and plans of calls
     * that {@link #announce} tells of) together with what comes next: it cannot be lost, because it would be found again.
     */
    public synchronized SessionWriter gathering() {
        gathering = true;
        return this;
    }

    /** The session that it writes. */
    public String session() {
        return lease.session();
    }

    /** The epoch of its lease. */
    public long epoch() {
        return lease.epoch();
    }

    /** What has happened so far. */
    public DebateRecord record() {
        return record;
    }

    /** How long the debate has been worked on by now. */
    public synchronized Duration activeNow() {
        return Duration.ofMillis(
                activeMs + Math.max(0, Duration.between(lastWrite, now()).toMillis()));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static final RecordChange.Rows NO_ROWS = (tx, at) -> {};

    /** How a unit is written: beside those of other debates, or alone. */
    private interface Writing {
        void write(Work<?> unit);
    }

    private void own(Work<?> unit) {
        archive.write(SessionRow.SCOPE.of(session()), unit);
    }

    private void alone(Work<?> unit) {
        archive.write(unit);
    }

    private void commit(List<RecordChange.Entry> entries, int turns, RecordChange.Rows rows) {
        commit(this::own, entries, turns, rows);
    }

    /** A part of a transaction: its events with their time, and its rows. */
    private record Act(List<RecordChange.Entry> entries, int turns, RecordChange.Rows rows, Instant at) {}

    /** Keeps an act for the next transaction; false if it has to be one now, which renews the lease. */
    private synchronized boolean postpone(List<RecordChange.Entry> entries, RecordChange.Rows rows) {
        Instant now = now();
        return gathering
                && Duration.between(lastWrite, now).compareTo(Lease.RENEWAL) < 0
                && waiting.add(new Act(entries, 0, rows, now));
    }

    /**
     * Appends events and writes rows under the lease, behind what waits; the record is told by the caller, after the
     * commit.
     */
    private synchronized void commit(
            Writing writing, List<RecordChange.Entry> entries, int turns, RecordChange.Rows rows) {
        int rounds = record.completedRounds();
        Instant now = now();
        long spent = Math.max(0, Duration.between(lastWrite, now).toMillis());
        List<Act> acts = new ArrayList<>(waiting);
        acts.add(new Act(entries, turns, rows, now));
        List<DebateEvent> chained = new ArrayList<>();
        String before = head;
        long seq = events;
        for (Act act : acts) {
            for (RecordChange.Entry entry : act.entries()) {
                DebateEvent event = DebateEvent.after(before, session(), ++seq, entry.kind(), entry.data(), act.at());
                chained.add(event);
                before = event.hash();
            }
        }
        long last = seq;
        String lastHash = before;
        writing.write(tx -> {
            int mine = tx.update(
                    FENCE,
                    now.plus(Lease.TERM),
                    spent,
                    now,
                    last,
                    lastHash,
                    turns,
                    rounds,
                    turns,
                    session(),
                    lease.epoch());
            if (mine == 0) {
                throw Lease.lost(session());
            }
            // Together: rows of one table that follow each other go in one statement.
            chained.forEach(event -> DebateEvent.COLUMNS.insert(tx, event));
            acts.forEach(act -> act.rows().write(tx, act.at()));
            return mine;
        });
        waiting.clear();
        lastWrite = now;
        activeMs += spent;
        events = last;
        head = lastHash;
    }

    /** Commits a change behind the marks that lead to it, and lets the record know. */
    private void commit(List<ProgressMark> marks, RecordChange change) {
        List<RecordChange.Entry> entries = entries(marks);
        entries.addAll(change.events());
        commit(this::own, entries, change.turns(), change.rows());
        change.stored().run();
    }

    /** Stores a change that follows from the record alone: now, or with what comes next. */
    private synchronized void found(List<ProgressMark> marks, RecordChange change) {
        List<RecordChange.Entry> entries = entries(marks);
        entries.addAll(change.events());
        if (!postpone(entries, change.rows())) {
            commit(entries, 0, change.rows());
        }
        change.stored().run();
    }

    private static List<RecordChange.Entry> entries(List<ProgressMark> marks) {
        List<RecordChange.Entry> entries = new ArrayList<>();
        marks.forEach(mark -> entries.add(new RecordChange.Entry(mark.event(), mark.data())));
        return entries;
    }

    /** Renews the lease while calls are out. */
    public void renew() {
        commit(List.of(), 0, NO_ROWS);
    }

    /** Makes sure that the lease is still held, and renews it once its last renewal is ten seconds old. */
    public synchronized void keep() {
        if (Duration.between(lastWrite, now()).compareTo(Lease.RENEWAL) >= 0) {
            renew();
        } else if (archive.one(HELD, found -> true, session(), lease.epoch()).isEmpty()) {
            throw Lease.lost(session());
        }
    }

    /** Gives the lease back: the session stays running, and the next runner does not count a crash. */
    public synchronized void release() {
        Instant now = now();
        long spent = Math.max(0, Duration.between(lastWrite, now).toMillis());
        own(tx -> tx.update(RELEASE, spent, now, session(), lease.epoch()));
    }

    /** Stores what was read before the first call. */
    public void attach(Context context) {
        RecordChange change = RecordChange.attach(session(), record, lessons, context);
        // Lessons that are shown are counted, and they belong to no session.
        commit(context.lessons().isEmpty() ? this::own : this::alone, change.events(), change.turns(), change.rows());
        change.stored().run();
    }

    /** Stores that calls are about to be made. */
    public void plan(Step.Call call, List<Prompt> prompts) {
        commit(planned(call, prompts), 0, NO_ROWS);
        record.plan(call.slots());
    }

    /** The same of calls that are answered by rule, here and at once: a writer that gathers stores them with their turns. */
    public synchronized void announce(Step.Call call, List<Prompt> prompts) {
        List<RecordChange.Entry> entries = planned(call, prompts);
        if (!postpone(entries, NO_ROWS)) {
            commit(entries, 0, NO_ROWS);
        }
        record.plan(call.slots());
    }

    private List<RecordChange.Entry> planned(Step.Call call, List<Prompt> prompts) {
        List<RecordChange.Entry> entries = entries(call.marks());
        Slot first = call.slots().getFirst();
        List<Map<String, Object>> slots = new ArrayList<>();
        for (int i = 0; i < call.slots().size(); i++) {
            Slot slot = call.slots().get(i);
            slots.add(Map.of(
                    "turn_seq", slot.turnSeq(),
                    "agent", config.agent(slot.seat()),
                    "prompt_sha256", prompts.get(i).sha256()));
        }
        entries.add(new RecordChange.Entry(
                "calls_planned",
                Json.object(
                        "round", first.round(),
                        "phase", first.phase().text(),
                        "attempt", first.attempt(),
                        "step", first.step(),
                        "kind", first.kind().text(),
                        "slots", slots)));
        return entries;
    }

    /** Stores a turn, and the code that it brought. Once it is stored, its call is never made again. */
    public synchronized void turn(TurnDraft draft) {
        turns(List.of(draft));
    }

    /** Stores turns that came at the same time. */
    public synchronized void turns(List<TurnDraft> drafts) {
        commit(List.of(), RecordChange.turns(session(), record, ids, drafts, null));
    }

    /** Stores that time, tokens or money ran out, and a turn for each call that got no reply. */
    public synchronized void spend(StopReason reason, List<TurnDraft> unanswered) {
        RecordChange change = RecordChange.turns(session(), record, ids, unanswered, null);
        String kind = reason == StopReason.DEADLINE ? "deadline_reached" : "budget_reached";
        List<RecordChange.Entry> entries = new ArrayList<>();
        entries.add(new RecordChange.Entry(kind, Map.of("active_ms", activeNow().toMillis())));
        entries.addAll(change.events());
        commit(entries, change.turns(), change.rows());
        change.stored().run();
        record.spend(reason);
    }

    /** Stores which answers are the same option, and what the documents answered to questions. */
    public void measure(
            Step.Measure step, List<OptionAssignment> assigned, List<ClarifiedQuestion> clarified, String model) {
        found(step.marks(), RecordChange.measure(session(), record, assigned, clarified, model));
    }

    /** Stores what checks found. */
    public void check(Step.Check step, List<CheckResult> results) {
        commit(step.marks(), RecordChange.check(session(), record, results));
    }

    /** Counts votes and stores the count. */
    public CountRecord tally(Step.Tally step) {
        found(step.marks(), RecordChange.tally(session(), record, step.stage(), step.round(), step.attempt()));
        return record.counts().getLast();
    }

    /** Opens a gate: the session pauses and the lease is given back. */
    public String gate(Step.Gate step) {
        String id = ids.next();
        List<RecordChange.Entry> entries = entries(step.marks());
        Instant opened = now();
        GateRow row = GateOpening.row(id, session(), record, step, opened);
        entries.add(new RecordChange.Entry("gate_opened", GateOpening.event(row)));
        commit(entries, 0, (tx, at) -> GateOpening.insert(tx, row));
        record.openGate(step.round(), step.phase(), step.attempt());
        return id;
    }

    /** Stores the outcome, and everything that is to be learnt from it. */
    public void finish(Step.Finish step) {
        Completion closing = Completion.of(session(), record, step.reason(), settings, lessons);
        List<RecordChange.Entry> entries = entries(step.marks());
        entries.add(new RecordChange.Entry("debate_completed", closing.event()));
        Map<String, @Nullable Object> graded = closing.gradeEvent();
        if (graded != null) {
            entries.add(new RecordChange.Entry("debate_graded", graded));
        }
        commit(closing.teaches() ? this::alone : this::own, entries, 0, closing::write);
    }

    /** Ends the session without an outcome. */
    public void fail(Step.Fail step) {
        fail(step.marks(), step.reason(), step.error());
    }

    /** Ends the session because something went wrong that no rule foresees. */
    public void fail(String error) {
        fail(List.of(), StopReason.ERROR, error);
    }

    private void fail(List<ProgressMark> marks, StopReason reason, String error) {
        List<RecordChange.Entry> entries = entries(marks);
        commit(entries, 0, (tx, at) -> Termination.fail(tx, session(), reason, error, at));
    }
}
