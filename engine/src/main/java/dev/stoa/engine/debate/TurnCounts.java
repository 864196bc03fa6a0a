package dev.stoa.engine.debate;

import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.config.Agenda;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.voting.VotingRule;

/**
 * How many turns a debate has: at least if every agent answers what it is asked and agrees, at most if none of that
 * happens. Immutable. Turns that each seat takes are counted for one seat; those that some seat takes are counted
 * together, since only the run decides which seat it is.
 *
 * @param leastEach the least turns of each seat
 * @param mostEach the most turns of each seat
 * @param leastAny the least turns of some seat
 * @param mostAny the most turns of some seat
 */
record TurnCounts(long leastEach, long mostEach, long leastAny, long mostAny) {
    private static final TurnCounts NONE = new TurnCounts(0, 0, 0, 0);
    private static final int MOST_OPTIMISED = 3;
    /** Three attacks, and an answer to the first two. */
    private static final int MOST_DUEL = 5;

    /** The turns of a debate. */
    static TurnCounts of(DebateConfig config) {
        TurnCounts all = NONE;
        for (int round = 1; round <= config.rounds(); round++) {
            boolean sure = round == 1 || !config.earlyStop();
            for (Phase phase : Agenda.round(config, round)) {
                TurnCounts turns = phase(config, phase).again(redone(config, phase));
                all = all.plus(sure ? turns : turns.perhaps());
            }
        }
        all = all.plus(plan(config));
        if (config.preset() == Preset.CLASSIC) {
            return all;
        }
        boolean asked = config.voting() == VotingRule.BORDA
                || config.voting() == VotingRule.CONDORCET
                || config.decision() == Decision.LEAD;
        TurnCounts ballots = each(1);
        int redone = redone(config, Phase.CONVERGENCE);
        return all.plus(asked ? ballots.again(redone) : new TurnCounts(0, redone, 0, 0));
    }

    private static TurnCounts phase(DebateConfig config, Phase phase) {
        boolean drafts = phase == Agenda.drafting(config);
        return switch (phase) {
            case DEHALLUCINATION -> new TurnCounts(0, 0, 1, 1);
            case PROPOSAL -> drafts ? new TurnCounts(1, 2, 0, 0) : NONE;
            case SELF_EVOLVEMENT -> drafts ? evolving(config) : NONE;
            case CRITIQUE, REVIEW, CONVERGENCE -> each(1);
            case OPTIMIZATION ->
                config.preset() == Preset.ROUND_TABLE
                        ? each(1)
                        : new TurnCounts(0, 0, 1, Math.min(MOST_OPTIMISED, config.size()));
            case ADVERSARIAL -> new TurnCounts(0, 0, 1, MOST_DUEL);
        };
    }

    /** A draft, the same again if it could not be used, and repairs; before them tests, if none are given. */
    private static TurnCounts evolving(DebateConfig config) {
        CodeTask code = config.code();
        int tests = code != null && code.tests().isEmpty() ? 1 : 0;
        int repairs = config.checked() ? config.reflexionAttempts() : 0;
        return new TurnCounts(1, 2 + repairs, tests, tests);
    }

    /** The plan of who looks at what, which is made once, before the first critique. */
    private static TurnCounts plan(DebateConfig config) {
        boolean criticises = config.preset() == Preset.CLASSIC || config.preset() == Preset.LADDER;
        Protocol protocol = config.protocol();
        boolean never = config.preset() == Preset.LADDER && config.rounds() == 1;
        if (protocol == null || !criticises || never) {
            return NONE;
        }
        TurnCounts plan = switch (protocol) {
            case CPDE -> new TurnCounts(0, 0, 1, 1);
            case DPDE -> each(1);
            // The lead alone makes it, or everybody.
            case ADAPTIVE -> new TurnCounts(0, 1, 1, 0);
        };
        return config.preset() == Preset.LADDER && config.earlyStop() ? plan.perhaps() : plan;
    }

    private static int redone(DebateConfig config, Phase phase) {
        return config.gates().contains(phase) ? config.redoBudget() : 0;
    }

    private static TurnCounts each(int turns) {
        return new TurnCounts(turns, turns, 0, 0);
    }

    private TurnCounts plus(TurnCounts more) {
        return new TurnCounts(
                leastEach + more.leastEach, mostEach + more.mostEach, leastAny + more.leastAny, mostAny + more.mostAny);
    }

    /** These, and all of them again that often where a person rejects what came of them. */
    private TurnCounts again(int times) {
        return new TurnCounts(leastEach, mostEach * (times + 1), leastAny, mostAny * (times + 1));
    }

    private TurnCounts perhaps() {
        return new TurnCounts(0, mostEach, 0, mostAny);
    }

    /** The least turns of a panel. */
    long least(int seats) {
        return leastEach * seats + leastAny;
    }

    /** The most turns of a panel. */
    long most(int seats) {
        return mostEach * seats + mostAny;
    }
}
