package dev.stoa.debate.rules.sim;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.Digest;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;

/**
 * What simulated agents do on one question. Immutable, safe from any thread. Every draw is a hash of its name, so that
 * a draw may be left out, repeated or made on another machine without changing any other.
 */
public final class SimRules {
    /** What a reply takes to write. */
    public static final int TOKENS_OUT = 150;

    private static final int TOKENS_BRIEF = 200;
    private static final int TOKENS_SEEN = 150;
    private static final double LEAST_CONFIDENCE = 0.01;
    private static final int DECIMALS = 9;

    private final String seed;
    private final String topic;
    private final int options;
    private final int truth;

    private SimRules(String seed, String topic, int options, int truth) {
        this.seed = seed;
        this.topic = topic;
        this.options = options;
        this.truth = truth;
    }

    /** A question of so many options, 1 to 26, whose right answer is drawn. */
    public static SimRules of(long seed, String topic, int options) {
        String text = Long.toString(seed);
        return of(text, topic, options, (int) (options * draw(text, topic, "truth")));
    }

    /** A question whose right answer is given. */
    public static SimRules of(long seed, String topic, int options, int truth) {
        return of(Long.toString(seed), topic, options, truth);
    }

    private static SimRules of(String seed, String topic, int options, int truth) {
        if (options < 1 || options > Options.MOST) {
            throw new IllegalArgumentException("options " + options + " is not within 1 to " + Options.MOST);
        }
        return new SimRules(seed, topic, options, Objects.checkIndex(truth, options));
    }

    /** The right option. */
    public int truth() {
        return truth;
    }

    /** A number from 0 to 1, never 1, that the seed, the topic and a name decide. */
    public double chance(String... name) {
        String[] parts = new String[name.length + 2];
        parts[0] = seed;
        parts[1] = topic;
        System.arraycopy(name, 0, parts, 2, name.length);
        return draw(parts);
    }

    /** The option an agent arrives at alone. */
    public int draft(String agent, SimParams how) {
        if (options == 1) {
            return truth;
        }
        if (how.faulty()) {
            return wrong(agent);
        }
        boolean shared = how.correlation() > 0 && chance(agent, "shared") < Math.sqrt(how.correlation());
        String who = shared ? "family:" + how.family() : agent;
        return chance(who, "right") < how.accuracy() ? truth : wrong(who);
    }

    private int wrong(String who) {
        return other(truth, chance(who, "wrong"));
    }

    /** One of the options but one. */
    private int other(int but, double chance) {
        if (but < 0) {
            return (int) (options * chance);
        }
        int option = (int) ((options - 1) * chance);
        return option >= but ? option + 1 : option;
    }

    /**
     * The option an agent goes on with in a round.
     *
     * @param own what it holds, or -1
     * @param seen what the seats it sees hold, in the order of the seats, those that hold nothing left out
     */
    public int revise(String agent, SimParams how, int round, int own, List<Integer> seen) {
        if (how.faulty() || options == 1) {
            return own;
        }
        String r = Integer.toString(round);
        if (how.flip() > 0 && revision(agent, r, "flip") < how.flip()) {
            return other(own, revision(agent, r, "to"));
        }
        if (how.verify() > 0 && revision(agent, r, "verify") < how.verify()) {
            return seen.contains(truth) ? truth : own;
        }
        if (seen.isEmpty()) {
            return own;
        }
        if (how.pool() > 0 && revision(agent, r, "pool") < how.pool()) {
            return plurality(agent, r, "revise", seen);
        }
        if (how.conformity() > 0
                && revision(agent, r, "conform") < 1 - StrictMath.pow(1 - how.conformity(), seen.size())) {
            return seen.get((int) (revision(agent, r, "pick") * seen.size()));
        }
        return own;
    }

    private double revision(String agent, String round, String what) {
        return chance(agent, round, "revise", what);
    }

    /** The option an agent votes for, having seen ballots of this round where there are some. */
    public int ballot(String agent, SimParams how, int round, int own, List<Integer> seen) {
        if (how.faulty() || seen.isEmpty() || how.pool() == 0) {
            return own;
        }
        String r = Integer.toString(round);
        return chance(agent, r, "vote", "pool") < how.pool() ? plurality(agent, r, "vote", seen) : own;
    }

    private int plurality(String agent, String round, String act, List<Integer> seen) {
        int[] votes = new int[options];
        int most = 0;
        for (int option : seen) {
            most = Math.max(most, ++votes[option]);
        }
        int[] tied = new int[options];
        int count = 0;
        for (int option = 0; option < options; option++) {
            if (votes[option] == most) {
                tied[count++] = option;
            }
        }
        return count == 1 ? tied[0] : tied[(int) (chance(agent, round, act, "tie") * count)];
    }

    /** How sure an agent says it is of an option, as a reply can say it. */
    public double confidence(String agent, SimParams how, int round, int option) {
        double centre = option == truth ? how.accuracy() + how.sharpness() : how.accuracy() - how.sharpness();
        double off =
                how.spread() == 0 ? 0 : how.spread() * (2 * chance(agent, Integer.toString(round), "confidence") - 1);
        return said(Math.clamp(centre + off, LEAST_CONFIDENCE, 1 - LEAST_CONFIDENCE));
    }

    /** A number as a reply has it: with nine decimals, so that a debate in memory hears what one of replies does. */
    static double said(double number) {
        return BigDecimal.valueOf(number)
                .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                .doubleValue();
    }

    /** Whether a try of a call, numbered as the caller does, fails. */
    public boolean fails(String agent, SimParams how, int round, Phase phase, int attempt) {
        return how.failure() > 0 && call(agent, round, phase, attempt, "fail") < how.failure();
    }

    /** How many milliseconds a try of a call says it took. */
    public long latencyMs(String agent, SimParams how, int round, Phase phase, int attempt) {
        return how.latencyMs() == 0
                ? 0
                : Math.round(how.latencyMs() * 2 * call(agent, round, phase, attempt, "latency"));
    }

    private double call(String agent, int round, Phase phase, int attempt, String what) {
        return chance(agent, Integer.toString(round), phase.text(), Integer.toString(attempt), what);
    }

    /** What a prompt with so many turns of the debate takes to read. */
    public static int tokensIn(int visibleTurns) {
        return TOKENS_BRIEF + TOKENS_SEEN * visibleTurns;
    }

    private static double draw(String... parts) {
        return (Digest.draw(parts) >>> 11) * 0x1p-53;
    }
}
