package dev.stoa.debate.rules.outcome;

import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.LeadSeat;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.Turn;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;

/**
 * What would have been said without a debate. Immutable.
 *
 * @param winner the plurality of the drafts, or -1; equals are not parted
 * @param soloSeat the seat of the highest rating
 * @param soloOption its draft, or -1
 */
public record Counterfactual(int winner, double consensus, int soloSeat, int soloOption) {
    /** The counterfactual of a debate with drafts. */
    public static Counterfactual of(DebateRecord record) {
        Map<Integer, Integer> votes = Positions.draftVotes(record);
        IntSummaryStatistics counts =
                votes.values().stream().mapToInt(count -> count).summaryStatistics();
        List<Integer> leading = votes.entrySet().stream()
                .filter(option -> option.getValue() == counts.getMax())
                .map(Map.Entry::getKey)
                .toList();
        int best = LeadSeat.best(record.context());
        Turn solo = Positions.draft(record, best);
        return new Counterfactual(
                leading.size() == 1 ? leading.getFirst() : -1,
                leading.isEmpty() ? 0 : (double) counts.getMax() / counts.getSum(),
                best,
                solo == null ? -1 : record.option(solo));
    }
}
