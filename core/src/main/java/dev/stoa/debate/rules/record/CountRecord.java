package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.Tally;
import java.util.List;

/**
 * One count of votes: the ballots, what came of them, and who had changed their mind. Immutable.
 *
 * @param turns for each seat the turn that its ballot comes from; 0 if it has none
 */
public record CountRecord(
        Stage stage, int round, int attempt, List<Ballot> ballots, List<Integer> turns, Tally tally, List<Flip> flips) {
    public CountRecord {
        ballots = List.copyOf(ballots);
        turns = List.copyOf(turns);
        flips = List.copyOf(flips);
    }

    /** The option that a seat holds, or -1. */
    public int choice(int seat) {
        return ballots.get(seat).choice();
    }
}
