package dev.stoa.debate.rules.sim;

import dev.stoa.debate.rules.Deliberation;
import dev.stoa.debate.rules.OptionMatching;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A debate held in memory: the same rules, answers by a function, nothing stored. Stateless.
 *
 * <p>Gates are approved and nothing is executed: it shows what the rules do, not what people or code would.
 */
public final class DryRun {
    private DryRun() {}

    /** Answers calls. */
    @FunctionalInterface
    public interface Voice {
        /** What is said in a situation; null for an abstention. */
        @Nullable
        Spoken answer(Situation situation);
    }

    /** What was said, and what it took. */
    public record Spoken(ParsedReply said, int tokensIn, int tokensOut) {}

    /**
     * What came of it.
     *
     * @param stop why it ended
     * @param completed whether it has an outcome
     */
    public record Result(DebateRecord record, StopReason stop, boolean completed) {
        /** The option that won, or -1. */
        public int winner() {
            return completed ? Outcomes.last(record).tally().winner() : -1;
        }
    }

    /** Holds a debate to its end. */
    public static Result play(DebateConfig config, Context context, Voice voice) {
        DebateRecord record = new DebateRecord(config);
        record.attach(context);
        while (true) {
            Step step = Deliberation.next(record);
            step.marks().forEach(record::mark);
            switch (step) {
                case Step.Call call -> call(record, call.slots(), voice);
                case Step.Measure measure ->
                    record.measure(
                            OptionMatching.of(record, measure.turns(), (turn, answer, option, label) -> Double.NaN),
                            List.of());
                case Step.Check check -> record.check(unknown(check.turns()));
                case Step.Tally tally -> record.count(tally.stage(), tally.round(), tally.attempt());
                case Step.Gate gate -> {
                    record.openGate(gate.round(), gate.phase(), gate.attempt());
                    record.decideGate(gate.round(), gate.phase(), gate.attempt(), true, null, Map.of());
                }
                case Step.Finish finish -> {
                    return new Result(record, finish.reason(), true);
                }
                case Step.Fail fail -> {
                    return new Result(record, fail.reason(), false);
                }
            }
        }
    }

    /** Everybody of a wave answers before anybody's answer is known. */
    private static void call(DebateRecord record, List<Slot> slots, Voice voice) {
        List<Turn> turns = new ArrayList<>();
        for (Slot slot : slots) {
            Situation situation = Situation.of(record, slot);
            turns.add(turn(situation, slot, voice.answer(situation)));
        }
        turns.forEach(record::store);
    }

    private static Turn turn(Situation situation, Slot slot, @Nullable Spoken spoken) {
        Seat seat = situation.config().seats().get(slot.seat());
        return new Turn(
                slot.turnSeq(),
                slot.seat(),
                slot.round(),
                slot.phase(),
                slot.attempt(),
                slot.step(),
                slot.kind(),
                spoken == null ? TurnStatus.ABSTAINED : TurnStatus.OK,
                spoken == null ? null : spoken.said(),
                null,
                slot.visible(),
                seat.provider(),
                seat.model(),
                spoken == null ? 0 : spoken.tokensIn(),
                spoken == null ? 0 : spoken.tokensOut(),
                0.0,
                0,
                false);
    }

    private static List<CheckResult> unknown(List<Turn> turns) {
        return turns.stream()
                .map(turn ->
                        new CheckResult(turn.turnSeq(), CheckResult.CHECK, CheckStatus.UNKNOWN, List.of(), Map.of(), 0))
                .toList();
    }
}
