package dev.stoa.debate.external;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.debate.rules.ExternalRules;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CodeRules;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.CodeVersions;
import dev.stoa.debate.session.Completion;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.Lease;
import dev.stoa.debate.session.LessonSink;
import dev.stoa.debate.session.RecordLoader;
import dev.stoa.debate.session.SessionDetails;
import dev.stoa.debate.session.SessionLookup;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionRows;
import dev.stoa.debate.session.Termination;
import dev.stoa.debate.session.TurnDraft;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way in which another engine writes the debate that it holds: it names turns, what they saw, answers and votes;
 * counts, outcome, proof and teaching are made here. Thread-safe, also against others of the same epoch.
 *
 * <p>Each method is one transaction that is written whole or not at all, and renews the lease of thirty seconds. What
 * is sent again is answered as it was stored. Once another runner has started the debate, or it was cancelled, every
 * method throws a conflict named {@code fenced}: the caller has to stop.
 */
public final class ExternalSession {
    private static final int LONGEST_ERROR = 4_000;
    private static final int MOST_TURNS = 1_000;

    private static final String RENEW = """
            UPDATE debate_sessions SET lease_until = ?, active_ms = active_ms + ?, updated_at = ? WHERE id = ?""";

    private final Archive archive;
    private final InstantSource clock;
    private final Ids ids;
    private final LessonSink lessons;
    private final TeachingSettings settings;
    private final String session;
    private final long epoch;
    private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

    public ExternalSession(
            Archive archive,
            InstantSource clock,
            Ids ids,
            LessonSink lessons,
            TeachingSettings settings,
            String session,
            long epoch) {
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.lessons = lessons;
        this.settings = settings;
        this.session = session;
        this.epoch = epoch;
    }

    /** The record after the last write, so that the next one need not read it, if nobody else wrote since. */
    private record Known(DebateRecord record, long events) {}

    private record Done<T>(T result, Known known) {}

    /** What a transaction does. */
    @FunctionalInterface
    private interface Act<T> {
        T run(ExternalWriter pen);
    }

    /** The session that it writes. */
    public String session() {
        return session;
    }

    /** What has to be named to go on with it from elsewhere. */
    public long epoch() {
        return epoch;
    }

    /** Stores what an agent said. What a check found about it may also come when it is sent again. */
    public Added<DebateTurn> turn(ExternalTurn draft) {
        return turns(List.of(draft)).getFirst();
    }

    /** Stores what agents said, all of it or nothing. */
    public List<Added<DebateTurn>> turns(List<ExternalTurn> drafts) {
        Bounds.size("turns", drafts, 1, MOST_TURNS);
        return own(pen -> {
            List<Added<DebateTurn>> stored = new ArrayList<>();
            for (ExternalTurn draft : drafts) {
                Added<Turn> turn = store(pen, draft, null);
                stored.add(Added.of(pen.row(turn.value()), turn.created()));
            }
            return stored;
        });
    }

    private static Added<Turn> store(ExternalWriter pen, ExternalTurn draft, @Nullable Integer parent) {
        DebateRecord record = pen.record();
        TurnDraft read = new ExternalParser(record).turn(draft);
        if (draft.check() != null && record.config().check() == null) {
            throw Bounds.invalid("check is given, but the debate has none", "leave it out");
        }
        Turn before = ExternalDuplicates.of(record, read);
        if (before == null) {
            pen.open(read.slot().round(), read.slot().phase(), read.slot().attempt());
            pen.store(read, parent);
        }
        Turn turn = before == null ? record.turn(read.slot().turnSeq()) : before;
        if (draft.check() != null && turn.position() != null && ExternalDuplicates.isUnchecked(record, turn, draft)) {
            pen.check(new CheckResult(turn.turnSeq(), CheckResult.CHECK, draft.check(), List.of(), Map.of(), 0));
        }
        return Added.of(turn, before == null);
    }

    /** Stores a version of the code with its turn. What its tests found may also come when it is sent again. */
    public Added<CodeVersion> version(ExternalVersion draft) {
        return versions(List.of(draft)).getFirst();
    }

    /** Stores versions of the code, all of them or none. */
    public List<Added<CodeVersion>> versions(List<ExternalVersion> drafts) {
        Bounds.size("versions", drafts, 1, MOST_TURNS);
        return own(pen -> {
            List<Added<CodeVersion>> stored = new ArrayList<>();
            for (ExternalVersion draft : drafts) {
                Added<Turn> turn = version(pen, draft);
                stored.add(Added.of(
                        CodeVersions.all(pen.tx(), session).get(turn.value().version() - 1), turn.created()));
            }
            return stored;
        });
    }

    private static Added<Turn> version(ExternalWriter pen, ExternalVersion draft) {
        DebateRecord record = pen.record();
        if (record.config().code() == null) {
            throw new ConflictException("precondition", "the debate is not about code, so it has no versions", null);
        }
        Added<Turn> stored = store(pen, draft.turn(), draft.parent());
        Turn turn = stored.value();
        if (turn.version() == 0) {
            throw Bounds.invalid("code is missing", "send the code of the version, or write a turn");
        }
        if (!stored.created()) {
            ExternalDuplicates.refuseOther(record, turn, draft);
        }
        if (!draft.results().isEmpty() && record.checks(turn.turnSeq()).isEmpty()) {
            ExternalDuplicates.refuseUnknown(record, draft.results());
            CheckResult result = new CheckResult(
                    turn.turnSeq(),
                    CheckResult.TESTS,
                    CodeRules.status(record, draft.results()),
                    draft.results(),
                    Json.object(
                            "version", (long) turn.version(), "quality", draft.quality(), "metrics", draft.metrics()),
                    draft.results().stream()
                            .mapToLong(CheckResult.TestVerdict::durationMs)
                            .sum());
            pen.check(result);
        }
        return stored;
    }

    /**
     * Counts votes, first storing those that were asked for. A seat without one votes for what it holds. Counts that
     * nobody asks for are made when the next round begins and when the debate is finished.
     */
    public List<BallotRow> ballots(ExternalBallots ballots) {
        return own(pen -> {
            DebateRecord record = pen.record();
            ExternalParser reading = new ExternalParser(record);
            if (record.counted(ballots.stage(), ballots.round(), ballots.attempt()) == null) {
                ExternalDuplicates.refuseUntimely(record, ballots);
                pen.count(ballots, reading);
            } else {
                ExternalDuplicates.refuseOther(record, reading, ballots);
            }
            return SessionRows.ballots(pen.tx(), session).stream()
                    .filter(row -> row.stage() == ballots.stage()
                            && row.round() == ballots.round()
                            && row.attempt() == ballots.attempt())
                    .toList();
        });
    }

    /** Counts what is not counted yet and ends the debate with its outcome. */
    public DebateSession finish() {
        return finish(null);
    }

    /**
     * Ends the debate with its outcome, although there was more to say.
     *
     * @param spent what ran out: {@link StopReason#DEADLINE} or {@link StopReason#BUDGET}; null if nothing did
     */
    public DebateSession finish(@Nullable StopReason spent) {
        if (spent != null && spent != StopReason.DEADLINE && spent != StopReason.BUDGET) {
            throw Bounds.invalid(
                    "stop_reason " + spent.text() + " is none of deadline, budget", "leave it out: it is found here");
        }
        return alone(pen -> {
            DebateRecord record = pen.record();
            DebateConfig config = record.config();
            int answered = ExternalRules.answered(record);
            if (answered < config.quorum()) {
                throw new ConflictException(
                        "precondition",
                        answered + " of at least " + config.quorum() + " seats gave a position or abstained",
                        "write the turns of the others, or fail the debate");
            }
            if (spent != null) {
                pen.spend(spent, SessionLookup.find(pen.tx(), session).activeMs());
            }
            if (!ExternalRules.isDecided(record)) {
                pen.count(ExternalBallots.of(Stage.FINAL, record.round()), new ExternalParser(record));
            }
            Completion closing = Completion.of(session, record, ExternalRules.stop(record), settings, lessons);
            pen.event("debate_completed", closing.event());
            Map<String, @Nullable Object> graded = closing.gradeEvent();
            if (graded != null) {
                pen.event("debate_graded", graded);
            }
            closing.write(pen.tx(), pen.at());
            return SessionDetails.whole(pen.tx(), SessionLookup.find(pen.tx(), session));
        });
    }

    /** Ends the debate without an outcome, because its engine cannot go on. */
    public DebateSession fail(String error) {
        String text = Bounds.text("error", error, 1, LONGEST_ERROR);
        return alone(pen -> {
            Termination.fail(pen.tx(), session, StopReason.ERROR, text, pen.at());
            return SessionDetails.whole(pen.tx(), SessionLookup.find(pen.tx(), session));
        });
    }

    /** Renews the lease while there is nothing to write; answers how long it lasts. */
    public Instant renew() {
        return own(pen -> pen.at().plus(Lease.TERM));
    }

    /** Gives the lease back: the next start does not count a crash. */
    public void release() {
        own(pen -> pen.tx().update("UPDATE debate_sessions SET lease_until = NULL WHERE id = ?", session));
    }

    /** Writes rows of this debate, beside what others write. */
    private <T> T own(Act<T> act) {
        return write(act, unit -> archive.write(SessionRow.SCOPE.of(session), unit));
    }

    /** Writes what concerns the register and lessons too. */
    private <T> T alone(Act<T> act) {
        return write(act, archive::write);
    }

    private <T> T write(Act<T> act, Function<Work<Done<T>>, Done<T>> writing) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Done<T> done = writing.apply(tx -> {
            SessionRow row = held(tx, session, epoch);
            Known before = known.getAndSet(null);
            DebateRecord record = before != null && before.events() == row.eventCount()
                    ? before.record()
                    : RecordLoader.load(tx, session, ConfigReader.stored(row.config()));
            long spent = Math.max(0, Duration.between(row.updatedAt(), now).toMillis());
            tx.later(RENEW, now.plus(Lease.TERM), spent, now, session);
            ExternalWriter pen = new ExternalWriter(tx, lessons, row, record, ids, now);
            T result = act.run(pen);
            return new Done<>(result, new Known(record, pen.events()));
        });
        known.set(done.known());
        return done.result();
    }

    /** The session that an epoch may write; the refusal says why. */
    public static SessionRow held(Tx tx, String named, long epoch) {
        SessionRow row = SessionLookup.find(tx, named);
        Lease.refuseOther(row, true);
        if (row.status() == SessionRow.Status.PENDING) {
            throw new ConflictException(
                    "precondition", "debate " + row.id() + " has not been started", "start it to get its runner_epoch");
        }
        if (row.runnerEpoch() != epoch) {
            throw Lease.lost(row.id());
        }
        if (row.status() != SessionRow.Status.RUNNING) {
            throw new ConflictException(
                    "precondition", "debate " + row.id() + " is " + row.status().text() + " already", null);
        }
        return row;
    }
}
