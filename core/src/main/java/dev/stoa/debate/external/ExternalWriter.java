package dev.stoa.debate.external;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.debate.rules.ExternalRules;
import dev.stoa.debate.rules.OptionMatching;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.record.ProgressMark;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.EventLog;
import dev.stoa.debate.session.LessonSink;
import dev.stoa.debate.session.RecordChange;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.TurnDraft;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what another engine did into its session, as part of its caller's transaction. For one transaction: the record
 * grows with what is written, and is worth nothing once the transaction is undone.
 */
public final class ExternalWriter {
    private final Tx tx;
    private final LessonSink lessons;
    private final String session;
    private final DebateRecord record;
    private final Ids ids;
    private final Instant at;
    private EventLog.Head head;

    /** For the session of a row that the transaction has read, and whose record is known. */
    public ExternalWriter(Tx tx, LessonSink lessons, SessionRow row, DebateRecord record, Ids ids, Instant at) {
        this.tx = tx;
        this.lessons = lessons;
        this.session = row.id();
        this.head = EventLog.Head.of(row);
        this.record = record;
        this.ids = ids;
        this.at = at;
    }

    Tx tx() {
        return tx;
    }

    Instant at() {
        return at;
    }

    DebateRecord record() {
        return record;
    }

    /** How many events the session has by now. */
    long events() {
        return head.events();
    }

    void event(String kind, Map<String, ? extends @Nullable Object> data) {
        head = EventLog.append(tx, session, head, kind, data, at);
    }

    private void mark(ProgressMark mark) {
        event(mark.event(), mark.data());
        record.mark(mark);
        if (mark instanceof ProgressMark.RoundCompleted completed) {
            tx.later("UPDATE debate_sessions SET total_rounds = ? WHERE id = ?", completed.round(), session);
        }
    }

    /** Writes a change, and lets the record know. */
    private void write(RecordChange change) {
        change.events().forEach(entry -> event(entry.kind(), entry.data()));
        change.rows().write(tx, at);
        if (change.turns() > 0) {
            tx.later(
                    "UPDATE debate_sessions SET turn_count = turn_count + ?, recoveries = 0 WHERE id = ?",
                    change.turns(),
                    session);
        }
        change.stored().run();
    }

    public void attach(Context context) {
        write(RecordChange.attach(session, record, lessons, context));
    }

    /** Makes room for a turn: what went before is counted, and the marks that it opens and closes are written. */
    void open(int round, Phase phase, int attempt) {
        String late = ExternalRules.tooLate(record, round, phase);
        if (late != null) {
            throw new ConflictException(
                    "precondition",
                    "nothing more can be said in round " + round + ", " + phase.text() + ": " + late,
                    "go on with the next round, or finish the debate");
        }
        int latest = ExternalRules.latestRound(record);
        if (round > latest) {
            throw Bounds.invalid(
                    "round " + round + " cannot begin, for round " + latest + " has no turn yet",
                    "hold the rounds one after the other");
        }
        int before = record.round();
        ExternalRules.due(record, round, phase).forEach(stage -> count(stage, before, 0));
        if (round > before) {
            mark(new ProgressMark.RoundCompleted(before, null));
        }
        start(round, phase, attempt);
    }

    private void start(int round, Phase phase, int attempt) {
        if (record.turns(round, phase, attempt).isEmpty()) {
            mark(new ProgressMark.PhaseStarted(round, phase, attempt));
        }
    }

    /**
     * Stores a turn, the code that it brought and which option its answer is.
     *
     * @param parent the version that its code revises; null for the last of its author that it saw
     */
    void store(TurnDraft draft, @Nullable Integer parent) {
        write(RecordChange.turns(session, record, ids, List.of(draft), parent));
        if (!record.unmeasuredTurns().isEmpty()) {
            measure();
        }
    }

    /** Options are named by their words: no meaning is compared. */
    private void measure() {
        List<OptionAssignment> assigned =
                OptionMatching.of(record, record.unmeasuredTurns(), (turn, answer, option, label) -> Double.NaN);
        for (OptionAssignment answer : assigned) {
            if (answer.option() < 0) {
                throw Bounds.invalid("answer would be the 27th option; at most 26", "join one of the options");
            }
        }
        write(RecordChange.measure(session, record, assigned, List.of(), ""));
    }

    /** Stores what was found about a turn elsewhere. */
    void check(CheckResult result) {
        if (ExternalRules.isDecided(record)) {
            throw new ConflictException(
                    "precondition",
                    "turn " + result.turnSeq() + " cannot be checked any more: the final votes are counted",
                    "check answers before they are voted on");
        }
        write(RecordChange.check(session, record, List.of(result)));
    }

    /** Makes a count of what everybody holds. */
    private void count(Stage stage, int round, int attempt) {
        write(RecordChange.tally(session, record, stage, round, attempt));
    }

    /** Makes a count with the votes that were asked for before it. */
    void count(ExternalBallots ballots, ExternalParser reading) {
        int round = record.round();
        boolean last = ballots.stage() == Stage.FINAL;
        // A round of drafts has no other ballots unless they are asked for.
        ExternalRules.due(record).stream()
                .filter(stage -> last || (stage == Stage.DRAFT && ballots.stage() == Stage.ROUND))
                .forEach(stage -> count(stage, round, 0));
        if (last) {
            mark(new ProgressMark.RoundCompleted(round, ExternalRules.stop(record)));
        }
        for (ExternalBallots.Vote vote : ballots.votes()) {
            TurnDraft draft = reading.vote(ballots, vote);
            if (ExternalDuplicates.of(record, draft) == null) {
                start(round, Phase.CONVERGENCE, ballots.attempt());
                store(draft, null);
            }
        }
        count(ballots.stage(), round, ballots.attempt());
    }

    /** Stores that time, tokens or money ran out. */
    void spend(StopReason reason, long activeMs) {
        event(reason == StopReason.DEADLINE ? "deadline_reached" : "budget_reached", Map.of("active_ms", activeMs));
        record.spend(reason);
    }

    /** The row of a stored turn. */
    DebateTurn row(Turn turn) {
        return DebateTurn.COLUMNS
                .one(tx, "WHERE session_id = ? AND turn_seq = ?", session, turn.turnSeq())
                .orElseThrow();
    }
}
