package dev.stoa.debate.rules.outcome;

import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.LeadSeat;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.Turn;
import java.util.HashMap;
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
        Map<Integer, Integer> votes = new HashMap<>();
        int drafts = 0;
        for (int seat = 0; seat < record.config().size(); seat++) {
            Turn turn = Positions.draft(record, seat);
            if (turn != null) {
                drafts++;
                votes.merge(record.option(turn), 1, Integer::sum);
            }
        }
        int most = votes.values().stream().mapToInt(count -> count).max().orElse(0);
        int winner = -1;
        int equals = 0;
        for (Map.Entry<Integer, Integer> option : votes.entrySet()) {
            if (option.getValue() == most) {
                winner = option.getKey();
                equals++;
            }
        }
        int best = LeadSeat.best(record.context());
        Turn solo = Positions.draft(record, best);
        return new Counterfactual(
                equals == 1 ? winner : -1,
                drafts == 0 ? 0 : (double) most / drafts,
                best,
                solo == null ? -1 : record.option(solo));
    }
}
