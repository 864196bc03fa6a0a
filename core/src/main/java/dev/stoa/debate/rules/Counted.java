package dev.stoa.debate.rules;

import java.util.List;

/**
 * One count of votes: the ballots, what came of them, and who had changed their mind. Immutable.
 *
 * @param turns for each seat the turn that its ballot comes from; 0 if it has none
 */
public record Counted(
        Stage stage, int round, int attempt, List<Ballot> ballots, List<Integer> turns, Tally tally, List<Flip> flips) {
    public Counted {
        ballots = List.copyOf(ballots);
        turns = List.copyOf(turns);
        flips = List.copyOf(flips);
    }

    /** The option that a seat holds, or -1. */
    public int choice(int seat) {
        return ballots.get(seat).choice();
    }
}
