package dev.stoa.debate.rules.outcome;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.VoteCounter;
import dev.stoa.debate.rules.voting.ElectableOptions;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.debate.rules.voting.Voting;
import dev.stoa.debate.rules.voting.VotingRule;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Other rules of counting for the ballots that were cast. Immutable.
 *
 * @param voting another rule; null for the debate's own
 * @param threshold another threshold; null for the debate's own
 * @param quorum another quorum; null for the debate's own
 */
public record HypotheticalCount(
        @Nullable VotingRule voting,
        @Nullable Double threshold,
        @Nullable Integer quorum) {
    /** The outcome that the final ballots would have had, marked as what it is; null if there is no final count. */
    public @Nullable Map<String, @Nullable Object> outcome(DebateRecord record) {
        if (record.counts().isEmpty() || record.counts().getLast().stage() != Stage.FINAL) {
            return null;
        }
        DebateConfig config = record.config();
        CountRecord last = record.counts().getLast();
        VotingRule rule = voting == null ? config.voting() : voting;
        ElectableOptions paper = VoteCounter.paper(record);
        Tally tally =
                Voting.tally(rule, last.ballots(), paper, config.size(), quorum == null ? config.quorum() : quorum);
        CountRecord counted = new CountRecord(
                last.stage(), last.round(), last.attempt(), last.ballots(), last.turns(), tally, last.flips());
        Map<String, @Nullable Object> outcome = new LinkedHashMap<>(
                Outcomes.of(record, StopReason.ROUNDS, counted, threshold == null ? config.threshold() : threshold));
        outcome.put("voting_method", rule.text());
        outcome.remove("stop_reason");
        outcome.put("hypothetical", true);
        return outcome;
    }
}
