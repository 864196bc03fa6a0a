package dev.stoa.engine.tunnel;

import dev.stoa.debate.rules.Gain;
import dev.stoa.base.Wilson;
import dev.stoa.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one way of debating did. Immutable.
 *
 * @param right questions whose winner was the right answer; no winner is wrong
 * @param interval the Wilson 95 % interval of the share of them
 * @param bestSoloAccuracy how often the draft was right of the seat whose drafts are meant to be right most often
 * @param gain by how much the debate was right more often than the plain vote of the drafts
 * @param believers how many of all seats held the right answer after each round, the drafts being the first; a debate
 *     that has ended stays as it is
 * @param brier the mean square of what the stated confidence was off by
 * @param ece how far stated confidence and the share of right answers are apart, over tenths of confidence
 */
public record TunnelRow(
        Setup setup,
        long questions,
        long right,
        Wilson interval,
        double bestSoloAccuracy,
        long draftVoteRight,
        Gain gain,
        List<Long> believers,
        double brier,
        double ece,
        Flips flips,
        long noWinner,
        long debated,
        long turns,
        long tokensIn,
        long tokensOut) {
    public TunnelRow {
        believers = List.copyOf(believers);
    }

    /** How often seats changed their mind, by whether they were right before and after. */
    public record Flips(long rightToWrong, long wrongToRight, long wrongToWrong) {
        Map<String, @Nullable Object> document() {
            return Json.object(
                    "right_to_wrong", rightToWrong, "wrong_to_right", wrongToRight, "wrong_to_wrong", wrongToWrong);
        }
    }

    static TunnelRow of(Setup setup, Sums sums) {
        return new TunnelRow(
                setup,
                sums.questions,
                sums.right,
                Wilson.interval(sums.right, sums.questions),
                (double) sums.bestRight / sums.questions,
                sums.draftVoteRight,
                Gain.of(sums.questions, sums.won, sums.lost),
                Arrays.stream(sums.believed).boxed().toList(),
                sums.squares / sums.questions,
                sums.calibrationError(),
                new Flips(sums.rightToWrong, sums.wrongToRight, sums.wrongToWrong),
                sums.noWinner,
                sums.debated,
                sums.turns,
                sums.tokensIn,
                sums.tokensOut);
    }

    /** The share of questions whose winner was right. */
    public double accuracy() {
        return share(right);
    }

    /** How often a draft was right. */
    public double soloAccuracy() {
        return belief().getFirst();
    }

    /** How often the plain vote of the drafts was right. */
    public double draftVoteAccuracy() {
        return share(draftVoteRight);
    }

    /** The share of all seats that were right after each round. */
    public List<Double> belief() {
        double all = (double) questions * setup.panel().size();
        return believers.stream().map(count -> count / all).toList();
    }

    /** The errors of the debate for each error of an agent alone; null if those never err. */
    public @Nullable Double errorAmplification() {
        double errors = 1 - soloAccuracy();
        return errors == 0 ? null : (1 - accuracy()) / errors;
    }

    public long tokens() {
        return tokensIn + tokensOut;
    }

    double share(long count) {
        return (double) count / questions;
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        Double low = gain.low();
        return Json.object(
                "config", setup.document(),
                "questions", questions,
                "accuracy", accuracy(),
                "interval", List.of(interval.low(), interval.high()),
                "solo_accuracy", soloAccuracy(),
                "best_solo_accuracy", bestSoloAccuracy,
                "draft_vote_accuracy", draftVoteAccuracy(),
                "gain", gain.mean(),
                "gain_interval", low == null ? null : List.of(low, Objects.requireNonNull(gain.high())),
                "belief", belief(),
                "brier", brier,
                "ece", ece,
                "error_amplification", errorAmplification(),
                "flips", flips.document(),
                "no_winner_rate", share(noWinner),
                "debated_rate", share(debated),
                "tokens_in", tokensIn,
                "tokens_out", tokensOut);
    }
}
