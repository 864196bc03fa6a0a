package dev.stoa.debate.rules.teaching;

import dev.stoa.base.Bounds;
import dev.stoa.base.TextNormalizer;
import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Checks;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.Winner;
import dev.stoa.debate.rules.sim.SimVoice;
import dev.stoa.debate.rules.voting.Options;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Holds the result of a debate against the truth, where something outside the debate knows it. Stateless. A truth that
 * equals no option, and a debate without a winner, are wrong.
 */
public final class Grading {
    private Grading() {}

    /**
     * The grade that a completed debate has by itself: by the given truth, else by supplied tests, else by its check,
     * else by the draws of a simulated question; null if nothing is known.
     */
    public static @Nullable Grade automatic(DebateRecord record) {
        DebateConfig config = record.config();
        String truth = config.truth();
        if (truth != null) {
            return against(record, truth, option(record, truth), Grade.GIVEN);
        }
        CodeTask code = config.code();
        if (code != null && !code.tests().isEmpty()) {
            return executed(record, Grade.TESTS, option -> tested(record, option));
        }
        if (config.check() != null) {
            return executed(record, Grade.CHECK, option -> checked(record, option));
        }
        if (config.allSimulated()) {
            String drawn = SimVoice.labels(config).get(SimVoice.rules(config).truth());
            return against(record, drawn, option(record, drawn), Grade.SIM);
        }
        return null;
    }

    /** The grade of a completed debate by a given truth. */
    public static Grade of(DebateRecord record, Truth truth) {
        int winner = winner(record);
        return switch (truth) {
            case Truth.Answer answer -> against(record, answer.text(), option(record, answer.text()), Grade.HUMAN);
            case Truth.Option option -> {
                int index = Options.index(option.key());
                if (index < 0 || index >= record.labels().size()) {
                    throw Bounds.invalid(
                            "the debate has no option " + Bounds.shown(option.key()),
                            "name one of " + keys(record) + ", or give the truth in words");
                }
                yield against(record, record.labels().get(index), index, Grade.HUMAN);
            }
            case Truth.Correct correct -> {
                if (winner < 0) {
                    throw Bounds.invalid(
                            "the debate elected nothing, so it cannot be correct", "give the truth, or say wrong");
                }
                yield new Grade(null, winner, true, Grade.HUMAN);
            }
            case Truth.Wrong wrong -> new Grade(null, -1, false, Grade.HUMAN);
        };
    }

    /**
     * Whether something was to be run on a debate's drafts or its result and could not be, so that nobody knows who was
     * right.
     */
    static boolean untested(DebateRecord record, @Nullable Grade grade) {
        CodeTask code = record.config().code();
        boolean tests = code != null && !code.tests().isEmpty();
        if ((!tests && record.config().check() == null) || record.config().truth() != null) {
            return false;
        }
        if (grade == null) {
            return true;
        }
        if (!grade.source().equals(Grade.TESTS) && !grade.source().equals(Grade.CHECK)) {
            return false;
        }
        return Positions.drafts(record).values().stream()
                .anyMatch(draft -> right(record, grade, record.option(draft)) == null);
    }

    /** The option that won a completed debate, or -1. */
    static int winner(DebateRecord record) {
        return Outcomes.last(record).tally().winner();
    }

    /** Whether an option is right; null if the grade does not tell. */
    static @Nullable Boolean right(DebateRecord record, Grade grade, int option) {
        if (grade.source().equals(Grade.TESTS)) {
            return tested(record, option);
        }
        if (grade.source().equals(Grade.CHECK)) {
            return checked(record, option);
        }
        if (grade.trueOption() >= 0 || grade.truth() != null) {
            return option == grade.trueOption();
        }
        // The result was graded wrong: the other options may be or not.
        return option == winner(record) ? false : null;
    }

    private static Grade against(DebateRecord record, String truth, int option, String source) {
        return new Grade(truth, option, option >= 0 && option == winner(record), source);
    }

    /** Options of equal words are one, so at most one can be the truth; in an open debate a key is no answer. */
    private static int option(DebateRecord record, String truth) {
        if (record.config().closed()) {
            return Options.chosen(record.labels(), truth);
        }
        String norm = TextNormalizer.of(truth);
        for (int option = 0; option < record.labels().size(); option++) {
            boolean code = record.config().code() != null;
            String words = code ? Winner.text(record, option) : record.labels().get(option);
            if (TextNormalizer.of(words).equals(norm)) {
                return option;
            }
        }
        return -1;
    }

    /** A grade by what was run: of several right options the winner, else the first, stands for them. */
    private static @Nullable Grade executed(DebateRecord record, String source, IntFunction<@Nullable Boolean> right) {
        int winner = winner(record);
        boolean known = winner >= 0 && right.apply(winner) != null;
        int first = -1;
        boolean allKnown = true;
        for (int option = record.labels().size() - 1; option >= 0; option--) {
            Boolean is = right.apply(option);
            first = Boolean.TRUE.equals(is) ? option : first;
            allKnown &= is != null || Winner.turn(record, option) == null;
        }
        if (winner < 0) {
            // Nobody won: that is wrong if something was right, or if everything was run.
            known = first >= 0 || (allKnown && !record.labels().isEmpty());
        }
        if (!known) {
            return null;
        }
        boolean correct = winner >= 0 && Boolean.TRUE.equals(right.apply(winner));
        return new Grade(null, correct ? winner : first, correct, source);
    }

    /** Whether the code of an option passes every supplied test, the hidden ones too; null if they did not run. */
    private static @Nullable Boolean tested(DebateRecord record, int option) {
        Boolean found = null;
        for (Turn turn : record.turns()) {
            if (turn.position() != null && record.option(turn) == option) {
                for (CheckResult result : record.checks(turn.turnSeq())) {
                    CheckStatus status = Checks.status(record, result);
                    if (result.checker().equals(CheckResult.TESTS) && status != CheckStatus.UNKNOWN) {
                        found = status == CheckStatus.PASSED || Boolean.TRUE.equals(found);
                    }
                }
            }
        }
        return found;
    }

    private static @Nullable Boolean checked(DebateRecord record, int option) {
        CheckStatus status = Checks.of(record, option);
        return (status == null || status == CheckStatus.UNKNOWN) ? null : (Boolean) (status == CheckStatus.PASSED);
    }

    private static String keys(DebateRecord record) {
        List<String> labels = record.labels();
        return labels.isEmpty() ? "none" : "A to " + Options.key(labels.size() - 1);
    }
}
