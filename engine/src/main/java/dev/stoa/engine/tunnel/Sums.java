package dev.stoa.engine.tunnel;

import dev.stoa.debate.rules.outcome.Counterfactual;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Flip;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.sim.DryRun;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.Voting;
import java.util.Arrays;

/** The summed outcomes of a number of debates. Not thread-safe; sums of parts are added in the order of the parts. */
final class Sums {
    static final int BINS = 10;

    final int seats;
    final int best;
    final long[] believed;
    final long[] bins = new long[BINS];
    final long[] rightInBin = new long[BINS];
    final double[] confidenceInBin = new double[BINS];
    long questions;
    long right;
    long bestRight;
    long draftVoteRight;
    long won;
    long lost;
    long noWinner;
    long debated;
    long rightToWrong;
    long wrongToRight;
    long wrongToWrong;
    long turns;
    long tokensIn;
    long tokensOut;
    double squares;

    Sums(Setup setup) {
        seats = setup.panel().size();
        best = setup.panel().best();
        believed = new long[setup.config().rounds()];
    }

    /** Adds a debate, the right answer of which is known. */
    void debate(DryRun.Result result, int truth) {
        DebateRecord record = result.record();
        int winner = result.winner();
        boolean correct = winner == truth;
        Counterfactual drafts = Counterfactual.of(record);
        boolean voted = drafts.winner() == truth;
        questions++;
        right += one(correct);
        draftVoteRight += one(voted);
        won += one(correct && !voted);
        lost += one(voted && !correct);
        noWinner += one(winner < 0);
        beliefs(record, truth);
        confidence(result, winner, correct);
        boolean beyondDrafts = false;
        for (CountRecord counted : record.counts()) {
            beyondDrafts |= counted.stage() == Stage.ROUND;
            counted.flips().forEach(flip -> flip(flip, truth));
        }
        debated += one(beyondDrafts);
        for (Turn turn : record.turns()) {
            turns++;
            tokensIn += turn.tokensIn();
            tokensOut += turn.tokensOut();
        }
    }

    /** Which agents were right after each round; after a debate has ended, answers do not change. */
    private void beliefs(DebateRecord record, int truth) {
        CountRecord held = record.counted(Stage.DRAFT, 1, 0);
        for (int round = 1; round <= believed.length && held != null; round++) {
            CountRecord counted = round == 1 ? null : record.counted(Stage.ROUND, round, 0);
            held = counted == null ? held : counted;
            for (int seat = 0; seat < seats; seat++) {
                believed[round - 1] += one(held.choice(seat) == truth);
            }
            if (round == 1) {
                bestRight += one(held.choice(best) == truth);
            }
        }
    }

    private void confidence(DryRun.Result result, int winner, boolean correct) {
        double confidence = 0;
        if (result.completed()) {
            CountRecord last = Outcomes.last(result.record());
            confidence = Voting.confidence(
                    winner, last.ballots(), last.tally().scores().size());
        }
        int bin = Math.min(BINS - 1, (int) (confidence * BINS));
        bins[bin]++;
        rightInBin[bin] += one(correct);
        confidenceInBin[bin] += confidence;
        squares += Math.pow(confidence - one(correct), 2);
    }

    private void flip(Flip flip, int truth) {
        if (flip.from() == truth) {
            rightToWrong++;
        } else if (flip.to() == truth) {
            wrongToRight++;
        } else {
            wrongToWrong++;
        }
    }

    void add(Sums more) {
        questions += more.questions;
        right += more.right;
        bestRight += more.bestRight;
        draftVoteRight += more.draftVoteRight;
        won += more.won;
        lost += more.lost;
        noWinner += more.noWinner;
        debated += more.debated;
        rightToWrong += more.rightToWrong;
        wrongToRight += more.wrongToRight;
        wrongToWrong += more.wrongToWrong;
        turns += more.turns;
        tokensIn += more.tokensIn;
        tokensOut += more.tokensOut;
        squares += more.squares;
        Arrays.setAll(believed, i -> believed[i] + more.believed[i]);
        Arrays.setAll(bins, i -> bins[i] + more.bins[i]);
        Arrays.setAll(rightInBin, i -> rightInBin[i] + more.rightInBin[i]);
        Arrays.setAll(confidenceInBin, i -> confidenceInBin[i] + more.confidenceInBin[i]);
    }

    /** How far stated confidence and the share of right answers are apart, over tenths of confidence. */
    double calibrationError() {
        double error = 0;
        for (int bin = 0; bin < BINS; bin++) {
            error += Math.abs(rightInBin[bin] - confidenceInBin[bin]);
        }
        return error / questions;
    }

    private static int one(boolean yes) {
        return yes ? 1 : 0;
    }
}
