package dev.stoa.debate.rules;

import dev.stoa.debate.rules.config.Agenda;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.record.Checks;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.DebateRecord.PhaseState;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.ProgressMark;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply.Bid;
import dev.stoa.debate.rules.reply.ParsedReply.Plan;
import dev.stoa.debate.rules.voting.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The step function of a debate: from what has happened, what comes next. Running a debate is asking it, doing what it
 * says, writing that down and asking again; resuming is the same, and replaying is asking without doing.
 *
 * <p>A call walks the agenda from the beginning, gathering the marks that became due, until it finds something to do.
 * Nothing is kept from one call to the next.
 */
public final class Deliberation {
    private final DebateRecord record;
    private final DebateConfig config;
    private final WavePlanner waves;
    private final List<ProgressMark> marks = new ArrayList<>();

    private Deliberation(DebateRecord record) {
        this.record = record;
        this.config = record.config();
        this.waves = new WavePlanner(record);
    }

    /** What comes next in a debate that has not ended. */
    public static Step next(DebateRecord record) {
        if (record.config().preset() == Preset.EXTERNAL) {
            throw new IllegalArgumentException("another engine decides what comes next in an external debate");
        }
        return new Deliberation(record).next();
    }

    private Step next() {
        if (!record.unfilled().isEmpty()) {
            return new Step.Call(List.of(), record.unfilled());
        }
        if (!record.unmeasured().isEmpty()) {
            return new Step.Measure(List.of(), record.unmeasured());
        }
        StopReason spent = record.spent();
        if (spent != null) {
            return outOfMeans(spent);
        }
        for (int round = 1; round <= config.rounds(); round++) {
            Step step = round(round);
            if (step != null) {
                return step;
            }
        }
        throw new IllegalStateException("the record goes beyond its last round");
    }

    /** The next thing to do in a round; null if it is over and another follows. */
    private @Nullable Step round(int round) {
        for (Phase phase : Agenda.round(config, round)) {
            Step step = phase(round, phase);
            if (step == null && round == 1 && phase == Agenda.drafting(config)) {
                step = draftCount();
            }
            if (step != null) {
                return step;
            }
        }
        return endOfRound(round);
    }

    /** Every walk comes by here, so that whatever was given since is run before anything else is done. */
    private @Nullable Step draftCount() {
        List<Turn> pending = Checks.pending(record);
        if (!pending.isEmpty()) {
            return new Step.Check(marks, pending);
        }
        return record.counted(Stage.DRAFT, 1, 0) == null ? new Step.Tally(marks, Stage.DRAFT, 1, 0) : null;
    }

    private @Nullable Step endOfRound(int round) {
        boolean classic = config.preset() == Preset.CLASSIC;
        int attempt = classic ? record.attempt(round, Phase.CONVERGENCE) : 0;
        if ((classic || round > 1) && record.counted(Stage.ROUND, round, attempt) == null) {
            return new Step.Tally(marks, Stage.ROUND, round, attempt);
        }
        if (classic && awaitsGate(round, attempt)) {
            return new Step.Gate(marks, round, Phase.CONVERGENCE, attempt);
        }
        StopReason stop = StopRule.after(record, round, attempt);
        if (record.completedRounds() < round) {
            marks.add(new ProgressMark.RoundCompleted(round, stop));
        }
        return stop == null ? null : closing(round, stop, false);
    }

    /** No call and no check may start any more: what is there is counted. */
    private Step outOfMeans(StopReason spent) {
        int holders = 0;
        for (int seat = 0; seat < config.size(); seat++) {
            holders += Positions.of(record, seat) == null ? 0 : 1;
        }
        if (holders < config.quorum()) {
            return new Step.Fail(
                    marks,
                    StopReason.NO_QUORUM,
                    "%s was reached when %d of at least %d seats held a position"
                            .formatted(spent.text(), holders, config.quorum()));
        }
        if (record.counted(Stage.DRAFT, 1, 0) == null) {
            return new Step.Tally(marks, Stage.DRAFT, 1, 0);
        }
        return closing(record.round(), spent, true);
    }

    private Step closing(int round, StopReason stop, boolean spent) {
        boolean classic = config.preset() == Preset.CLASSIC;
        int attempt = record.attempt(round, Phase.CONVERGENCE);
        if (!classic && !spent && (asksForBallots() || attempt > 0)) {
            Step step = phase(round, Phase.CONVERGENCE);
            if (step != null) {
                return step;
            }
        }
        if (record.counted(Stage.FINAL, round, attempt) == null) {
            return new Step.Tally(marks, Stage.FINAL, round, attempt);
        }
        if ((!classic || spent) && awaitsGate(round, attempt)) {
            return new Step.Gate(marks, round, Phase.CONVERGENCE, attempt);
        }
        return new Step.Finish(marks, stop);
    }

    /** The last positions are the ballots unless the result needs something that they do not say. */
    private boolean asksForBallots() {
        return config.voting().needsRankings() || config.decision() == Decision.LEAD;
    }

    private boolean awaitsGate(int round, int attempt) {
        return config.gates().contains(Phase.CONVERGENCE) && record.gate(round, Phase.CONVERGENCE, attempt) == null;
    }

    /** The next thing to do in a phase; null if it is done or has nothing to do. */
    private @Nullable Step phase(int round, Phase phase) {
        int attempt = record.attempt(round, phase);
        PhaseState state = record.phase(round, phase, attempt);
        if (state == PhaseState.SKIPPED || state == PhaseState.COMPLETED) {
            return null;
        }
        if (state == PhaseState.OPEN) {
            String idle = attempt == 0 ? waves.idle(round, phase) : null;
            if (idle != null) {
                marks.add(new ProgressMark.PhaseSkipped(round, phase, idle));
                return null;
            }
            marks.add(new ProgressMark.PhaseStarted(round, phase, attempt));
        }
        Step step = phase == Phase.CRITIQUE ? plan(round, attempt) : null;
        if (step == null) {
            step = acts(round, phase, attempt);
        }
        if (step != null) {
            return step;
        }
        int quorum = phase == Phase.CONVERGENCE ? config.quorum() : 1;
        marks.add(
                new ProgressMark.PhaseCompleted(round, phase, attempt, waves.answered(round, phase, attempt) < quorum));
        boolean gated = config.gates().contains(phase) && phase != Phase.CONVERGENCE;
        return gated ? new Step.Gate(marks, round, phase, attempt) : null;
    }

    private @Nullable Step acts(int round, Phase phase, int attempt) {
        if (phase == Phase.SELF_EVOLVEMENT || phase == Phase.ADVERSARIAL) {
            List<Turn> unchecked = waves.unchecked(round, phase, attempt);
            if (!unchecked.isEmpty()) {
                return new Step.Check(marks, unchecked);
            }
        }
        List<Slot> slots = waves.next(round, phase, attempt);
        if (!slots.isEmpty()) {
            return new Step.Call(marks, slots);
        }
        return phase == Agenda.drafting(config) ? enoughDrafts(round, phase, attempt) : null;
    }

    private @Nullable Step enoughDrafts(int round, Phase phase, int attempt) {
        int answered = waves.drafted(round, phase, attempt);
        return answered >= config.quorum()
                ? null
                : new Step.Fail(
                        marks,
                        StopReason.NO_QUORUM,
                        "%d of at least %d seats gave a position or abstained".formatted(answered, config.quorum()));
    }

    /** The plan is made once, after the drafts, so that it cannot disturb their independence. */
    private @Nullable Step plan(int round, int attempt) {
        if (config.protocol() == null || !record.foci().isEmpty()) {
            return null;
        }
        Protocol protocol = protocol(record);
        List<Turn> plans = record.turns(round, Phase.CRITIQUE, attempt).stream()
                .filter(turn -> turn.step() == 0)
                .toList();
        if (plans.isEmpty()) {
            return new Step.Call(marks, waves.planning(round, attempt, protocol));
        }
        marks.add(new ProgressMark.PlanMade(protocol, foci(protocol, plans)));
        return null;
    }

    /** The protocol by which a plan is made, once there are drafts. */
    static Protocol protocol(DebateRecord record) {
        List<Integer> drafts =
                Positions.drafts(record).values().stream().map(record::option).toList();
        Protocol asked = record.config().protocol();
        return FocusAssignment.resolve(asked == null ? Protocol.CPDE : asked, drafts);
    }

    private List<String> foci(Protocol protocol, List<Turn> plans) {
        if (protocol == Protocol.CPDE) {
            return FocusAssignment.named(plans.getFirst().said() instanceof Plan plan ? plan : null, config.size());
        }
        Map<Integer, List<Bid>> bids = new TreeMap<>();
        for (Turn turn : plans) {
            if (turn.said() instanceof Plan plan) {
                bids.put(turn.seat(), plan.bids());
            }
        }
        return FocusAssignment.matched(bids, config.size());
    }
}
