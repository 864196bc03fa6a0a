package dev.stoa.debate;

import dev.stoa.base.UnavailableException;
import dev.stoa.debate.rules.Assigned;
import dev.stoa.debate.rules.CheckResult;
import dev.stoa.debate.rules.Clarified;
import dev.stoa.debate.rules.CodeRules;
import dev.stoa.debate.rules.ConfigReader;
import dev.stoa.debate.rules.Context;
import dev.stoa.debate.rules.Counted;
import dev.stoa.debate.rules.DebateConfig;
import dev.stoa.debate.rules.DebateRecord;
import dev.stoa.debate.rules.Mark;
import dev.stoa.debate.rules.Prompt;
import dev.stoa.debate.rules.Said;
import dev.stoa.debate.rules.Slot;
import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.StopReason;
import dev.stoa.debate.rules.TeachingSettings;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
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
 * stored from several threads; the record behind it must only be read between them. Whoever takes a step lets the
 * record know of its marks first: what is written, and prompts too, rest on them.
 *
 * <p>Each method is one transaction. Once the lease is lost every method throws a conflict named {@code fenced} and
 * nothing is written: its owner has to stop.
 */
public final class SessionWriter {
    private static final String FENCE = """
            UPDATE debate_sessions SET lease_until = ?, active_ms = active_ms + ?, updated_at = ?, event_count = ?,
                chain_head = ?, turn_count = turn_count + ?, total_rounds = ?,
                recoveries = CASE WHEN ? > 0 THEN 0 ELSE recoveries END
            WHERE id = ? AND status = 'running' AND runner_epoch = ?""";

    private static final String RELEASE = """
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
    private Instant lastWrite;
    private long activeMs;
    private long events;
    private String head;

    private SessionWriter(
            Archive archive,
            InstantSource clock,
            Ids ids,
            LessonSink lessons,
            Lease lease,
            SessionRow row,
            DebateRecord record,
            TeachingSettings settings) {
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.lessons = lessons;
        this.lease = lease;
        this.config = record.config();
        this.record = record;
        this.settings = settings;
        this.lastWrite = lease.taken();
        this.activeMs = row.activeMs();
        this.events = row.eventCount();
        String chain = row.chainHead();
        this.head = chain == null ? EventChain.genesis(row.id()) : chain;
    }

    /** Takes a session that nobody runs. */
    static SessionWriter open(
            Archive archive,
            InstantSource clock,
            Ids ids,
            LessonSink lessons,
            String named, String runner, TeachingSettings settings) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Lease lease = archive.write(tx -> Lease.take(tx, named, runner, false, now));
        if (lease == null) {
            throw Lease.crashed(named);
        }
        try {
            return archive.read(tx -> {
                SessionRow row = SessionLookup.find(tx, lease.session());
                DebateConfig config = ConfigReader.stored(row.config());
                DebateRecord record = RecordFold.load(tx, row.id(), config);
                return new SessionWriter(archive, clock, ids, lessons, lease, row, record, settings);
            });
        } catch (UnavailableException e) {
            // Whoever was interrupted on the way in will not run it, and that is no crash.
            if (e.code().equals("interrupted") && Thread.interrupted()) {
                archive.write(tx -> tx.update(RELEASE, 0, now, lease.session(), lease.epoch()));
                Thread.currentThread().interrupt();
            }
            throw e;
        }
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

    /** How long the debate has been worked on, up to the last write. */
    public synchronized Duration active() {
        return Duration.ofMillis(activeMs);
    }

    /** How long it has been worked on by now. */
    public synchronized Duration activeNow() {
        return Duration.ofMillis(
                activeMs + Math.max(0, Duration.between(lastWrite, now()).toMillis()));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** An event on its way. */
    private record Entry(String kind, Map<String, ? extends @Nullable Object> data) {}

    /** Work of a write beside its events. */
    @FunctionalInterface
    private interface Rows {
        void write(Tx tx, Instant at);
    }

    private static final Rows NO_ROWS = (tx, at) -> {};

    /** Appends events and writes rows under the lease; the record is told by the caller, after the commit. */
    private synchronized void commit(List<Entry> entries, int turns, int rounds, Rows rows) {
        Instant now = now();
        long spent = Math.max(0, Duration.between(lastWrite, now).toMillis());
        List<DebateEvent> chained = new ArrayList<>();
        String before = head;
        long seq = events;
        for (Entry entry : entries) {
            DebateEvent event = DebateEvent.after(before, session(), ++seq, entry.kind(), entry.data(), now);
            chained.add(event);
            before = event.hash();
        }
        String last = before;
        archive.write(tx -> {
            int mine = tx.update(
                    FENCE,
                    now.plus(Lease.TERM),
                    spent,
                    now,
                    events + chained.size(),
                    last,
                    turns,
                    rounds,
                    turns,
                    session(),
                    lease.epoch());
            if (mine == 0) {
                throw Lease.lost(session());
            }
            chained.forEach(event -> DebateEvent.COLUMNS.insert(tx, event));
            rows.write(tx, now);
            return mine;
        });
        lastWrite = now;
        activeMs += spent;
        events = seq;
        head = last;
    }

    private static void marks(List<Mark> marks, List<Entry> entries) {
        marks.forEach(mark -> entries.add(new Entry(mark.event(), mark.data())));
    }

    /** Renews the lease while calls are out. */
    public void renew() {
        commit(List.of(), 0, record.completedRounds(), NO_ROWS);
    }

    /** Makes sure that the lease is still held, and renews it once its last renewal is ten seconds old. */
    public synchronized void keep() {
        if (Duration.between(lastWrite, now()).compareTo(Lease.RENEWAL) >= 0) {
            renew();
        } else if (archive.one(HELD, found -> true, session(), lease.epoch()).isEmpty()) {
            throw Lease.lost(session());
        }
    }

    /** Gives the lease back: the session stays running, and whoever takes it up next recovers from no crash. */
    public synchronized void release() {
        Instant now = now();
        long spent = Math.max(0, Duration.between(lastWrite, now).toMillis());
        archive.write(tx -> tx.update(RELEASE, spent, now, session(), lease.epoch()));
    }

    /** Stores what was read before the first call. */
    public void attach(Context context) {
        commit(
                List.of(new Entry("context_attached", context.document())),
                0,
                record.completedRounds(),
                (tx, at) -> TurnRows.attach(tx, lessons, session(), config, context, at));
        // The rules read what was stored, rounded as it was.
        record.attach(Context.of(Json.parseObject(Json.canonical(context.document()))));
    }

    /** Stores that calls are about to be made. */
    public void plan(Step.Call call, List<Prompt> prompts) {
        List<Entry> entries = new ArrayList<>();
        marks(call.marks(), entries);
        Slot first = call.slots().getFirst();
        List<Map<String, Object>> slots = new ArrayList<>();
        for (int i = 0; i < call.slots().size(); i++) {
            Slot slot = call.slots().get(i);
            slots.add(Map.of(
                    "turn_seq", slot.turnSeq(),
                    "agent", config.agent(slot.seat()),
                    "prompt_sha256", prompts.get(i).sha256()));
        }
        entries.add(new Entry(
                "calls_planned",
                Json.object(
                        "round",
                        first.round(),
                        "phase",
                        first.phase().text(),
                        "attempt",
                        first.attempt(),
                        "step",
                        first.step(),
                        "kind",
                        first.kind().text(),
                        "slots",
                        slots)));
        commit(entries, 0, record.completedRounds(), NO_ROWS);
        record.plan(call.slots());
    }

    /** Stores a turn, and the code that it brought. Once it is stored, its call is never made again. */
    public synchronized void turn(TurnDraft draft) {
        store(List.of(draft), null);
    }

    /** Stores turns that came at the same time. */
    public synchronized void turns(List<TurnDraft> drafts) {
        store(drafts, null);
    }

    /** Stores that time, tokens or money ran out, and a turn for each call that got no reply. */
    public synchronized void spend(StopReason reason, List<TurnDraft> unanswered) {
        store(unanswered, reason);
        record.spend(reason);
    }

    private void store(List<TurnDraft> drafts, @Nullable StopReason spent) {
        List<Entry> entries = new ArrayList<>();
        List<DebateRecord.Version> versions = new ArrayList<>();
        int next = record.versions().size();
        if (spent != null) {
            String kind = spent == StopReason.DEADLINE ? "deadline_reached" : "budget_reached";
            entries.add(new Entry(kind, Map.of("active_ms", activeNow().toMillis())));
        }
        List<String> hashes = new ArrayList<>();
        for (TurnDraft draft : drafts) {
            String hash = TurnTable.hash(session(), config, draft);
            hashes.add(hash);
            DebateRecord.Version version = version(draft, next + 1);
            if (version != null) {
                next++;
            }
            versions.add(version == null ? TurnRows.NO_VERSION : version);
            entries.add(new Entry(
                    "turn_stored",
                    Json.object(
                            "turn_seq",
                            draft.slot().turnSeq(),
                            "row_sha256",
                            hash,
                            "code_sha256",
                            version == null ? null : Digest.sha256(version.code()))));
        }
        commit(entries, drafts.size(), record.completedRounds(), (tx, at) -> {
            for (int i = 0; i < drafts.size(); i++) {
                DebateRecord.Version version = versions.get(i);
                String before = version.parent() == 0
                        ? null
                        : record.versions().get(version.parent() - 1).code();
                TurnRows.insert(tx, ids, session(), config, drafts.get(i), hashes.get(i), version, before, at);
            }
        });
        for (int i = 0; i < drafts.size(); i++) {
            DebateRecord.Version version = versions.get(i);
            if (version.number() > 0) {
                record.version(version);
            }
            record.store(TurnTable.turn(drafts.get(i), version.number()));
        }
    }

    private DebateRecord.@Nullable Version version(TurnDraft draft, int number) {
        Said said = draft.said();
        Said.Position position = said == null ? null : said.position();
        String code = position == null || config.code() == null ? null : position.code();
        if (code == null) {
            return null;
        }
        Slot slot = draft.slot();
        return new DebateRecord.Version(number, CodeRules.parent(record, slot), slot.turnSeq(), slot.seat(), code);
    }

    /** Stores which answers are the same option, and what the documents answered to questions. */
    public void measure(Step.Measure step, List<Assigned> assigned, List<Clarified> clarified, String model) {
        List<Entry> entries = new ArrayList<>();
        marks(step.marks(), entries);
        entries.add(new Entry("positions_measured", OptionTable.event(assigned, clarified, model)));
        commit(entries, 0, record.completedRounds(), (tx, at) -> {
            for (Assigned answer : assigned) {
                OptionTable.write(tx, session(), config.closed(), answer);
            }
        });
        record.measure(assigned, clarified);
    }

    /** Stores what checks found. */
    public void check(Step.Check step, List<CheckResult> results) {
        List<CheckRow> rows =
                results.stream().map(result -> CheckRow.of(session(), result)).toList();
        List<Entry> entries = new ArrayList<>();
        marks(step.marks(), entries);
        entries.add(new Entry(
                "checks_run", Map.of("checks", rows.stream().map(CheckRow::named).toList())));
        commit(entries, 0, record.completedRounds(), (tx, at) -> {
            rows.forEach(row -> CheckRow.COLUMNS.insert(tx, row));
            for (CheckResult result : results) {
                if (!result.tests().isEmpty()) {
                    VersionTable.results(tx, session(), result);
                }
            }
        });
        record.check(results);
    }

    /** Counts votes and stores the count. */
    public Counted tally(Step.Tally step) {
        Counted counted = record.count(step.stage(), step.round(), step.attempt());
        List<BallotRow> ballots = TallyTable.ballots(session(), config, counted);
        List<FlipRow> flips = TallyTable.flips(session(), config, counted);
        List<Entry> entries = new ArrayList<>();
        marks(step.marks(), entries);
        entries.add(new Entry("tally_made", TallyTable.event(counted, ballots, flips)));
        commit(entries, 0, record.completedRounds(), (tx, at) -> TallyTable.insert(tx, ballots, flips));
        return counted;
    }

    /** Opens a gate: the session pauses and the lease is given back. */
    public String gate(Step.Gate step) {
        String id = ids.next();
        List<Entry> entries = new ArrayList<>();
        marks(step.marks(), entries);
        Instant opened = now();
        GateRow row = GateOpening.row(id, session(), record, step, opened);
        entries.add(new Entry("gate_opened", GateOpening.event(row)));
        commit(entries, 0, record.completedRounds(), (tx, at) -> GateOpening.insert(tx, row));
        record.openGate(step.round(), step.phase(), step.attempt());
        return id;
    }

    /** Stores the outcome, and everything that is to be learnt from it. */
    public void finish(Step.Finish step) {
        Closing closing = Closing.of(session(), record, step.reason(), settings, lessons);
        List<Entry> entries = new ArrayList<>();
        marks(step.marks(), entries);
        entries.add(new Entry("debate_completed", closing.event()));
        Map<String, @Nullable Object> graded = closing.gradeEvent();
        if (graded != null) {
            entries.add(new Entry("debate_graded", graded));
        }
        commit(entries, 0, record.completedRounds(), closing::write);
    }

    /** Ends the session without an outcome. */
    public void fail(Step.Fail step) {
        fail(step.marks(), step.reason(), step.error());
    }

    /** Ends the session because something went wrong that no rule foresees. */
    public void fail(String error) {
        fail(List.of(), StopReason.ERROR, error);
    }

    private void fail(List<Mark> marks, StopReason reason, String error) {
        List<Entry> entries = new ArrayList<>();
        marks(marks, entries);
        commit(entries, 0, record.completedRounds(), (tx, at) -> Endings.fail(tx, session(), reason, error, at));
    }
}
