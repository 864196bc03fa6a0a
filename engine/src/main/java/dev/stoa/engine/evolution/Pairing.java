package dev.stoa.engine.evolution;

import dev.stoa.evolution.SlotResult;
import dev.stoa.evolution.trial.Decision;
import dev.stoa.evolution.trial.PairedTrial;
import dev.stoa.evolution.verdict.VerdictDecision;
import dev.stoa.evolution.verdict.VerdictOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Trials beside their baseline, slot by slot. Stateless, safe from any thread. */
final class Pairing {
    private Pairing() {}

    /** The scores on the slots that both have played. */
    static PairedTrial.Pairs of(List<SlotResult> trial, List<SlotResult> baseline, ToIntFunction<SlotResult> score) {
        Map<Integer, SlotResult> slots = new HashMap<>();
        baseline.forEach(each -> slots.put(each.slot(), each));
        List<SlotResult> both =
                trial.stream().filter(each -> slots.containsKey(each.slot())).toList();
        return new PairedTrial.Pairs(
                both.stream().mapToInt(score).toArray(),
                both.stream()
                        .mapToInt(each -> score.applyAsInt(slots.getOrDefault(each.slot(), each)))
                        .toArray());
    }

    /** A decision as a verdict keeps it. */
    static VerdictDecision decision(Decision decision) {
        return new VerdictDecision(
                VerdictOutcome.valueOf(decision.outcome().name()),
                decision.reason(),
                null,
                decision.n(),
                decision.meanCandidate(),
                decision.meanIncumbent(),
                decision.meanDiff(),
                decision.sdDiff(),
                decision.lcb(),
                decision.p(),
                decision.pHolm(),
                decision.family());
    }
}
