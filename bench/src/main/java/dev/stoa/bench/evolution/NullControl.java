package dev.stoa.bench.evolution;

import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.brain.Seeds;
import dev.stoa.evolution.loop.EpochPlayer;
import dev.stoa.evolution.loop.Evolution;
import dev.stoa.evolution.loop.Evolution.Options;
import dev.stoa.evolution.play.EpisodePlan;
import dev.stoa.evolution.play.Negotiation;
import dev.stoa.evolution.play.Participant;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.trial.AcceptanceRule;
import dev.stoa.evolution.trial.Decision;
import dev.stoa.evolution.trial.Decision.Outcome;
import dev.stoa.evolution.trial.PairedTrial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** How often a change without effect is accepted: every such acceptance is an error. Immutable. */
final class NullControl {
    private static final AcceptanceRule RULE = new AcceptanceRule(.5, 1, .05);
    /** The test by itself, without margin and bound, which has to keep the level alone. */
    private static final AcceptanceRule TEST_ALONE = new AcceptanceRule(0, 1e-9, .05);

    private static final int PAIRS = 10;
    private static final double CONFIDENCE = .95;

    private final int families;
    private final int runs;

    NullControl(boolean tiny) {
        families = tiny ? 20 : 10_000;
        runs = tiny ? 2 : 1_000;
    }

    /** Plays something for each of a number of seeds. */
    @FunctionalInterface
    interface Crowd {
        List<Boolean> each(int count, LongFunction<Boolean> play) throws InterruptedException;
    }

    List<String> run(Crowd crowd) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (int spread : List.of(1, 3, 10)) {
            String what = "families of two with differences drawn from -" + spread + " to " + spread;
            lines.add(told(what, crowd.each(families, seed -> drawn(spread, seed, RULE))));
            lines.add(
                    told(what + ", by the test alone", crowd.each(families, seed -> drawn(spread, seed, TEST_ALONE))));
        }
        Negotiation negotiation = Negotiation.of(Scenarios.get("split-100"));
        String same = "families of two in which a profile plays against itself on other seeds";
        lines.add(told(same, crowd.each(runs, seed -> itself(negotiation, seed, RULE))));
        lines.add(told(same + ", by the test alone", crowd.each(runs, seed -> itself(negotiation, seed, TEST_ALONE))));
        Scenario idle = idle();
        lines.add(told(
                "runs of 5 generations whose variants differ only in a parameter without effect",
                crowd.each(runs, seed -> improves(idle, seed))));
        return lines;
    }

    private static boolean drawn(int spread, long seed, AcceptanceRule rule) {
        RandomStream random = RandomStream.of(Seeds.derive("null", spread, seed));
        return accepted(List.of(symmetric(random, spread), symmetric(random, spread)), new int[PAIRS], rule);
    }

    private static int[] symmetric(RandomStream random, int spread) {
        int[] differences = new int[PAIRS];
        do {
            Arrays.setAll(differences, i -> random.below(2 * spread + 1) - spread);
        } while (Arrays.stream(differences).allMatch(each -> each == 0));
        return differences;
    }

    private static boolean accepted(List<int[]> candidates, int[] incumbent, AcceptanceRule rule) {
        return PairedTrial.decide(candidates, incumbent, rule).stream().anyMatch(Decision::accepted);
    }

    /** Real scores, whose differences are symmetric since either side might have had either seed. */
    private static boolean itself(Negotiation negotiation, long seed, AcceptanceRule rule) {
        Policy policy = Policy.parse("policy:concession?open=0.95&floor=0.4&pace=1.5");
        int[] incumbent = scores(negotiation, policy, seed, "trial");
        return accepted(
                List.of(scores(negotiation, policy, seed, "one"), scores(negotiation, policy, seed, "other")),
                incumbent,
                rule);
    }

    private static int[] scores(Negotiation negotiation, Policy policy, long seed, String purpose) {
        List<Participant> cast = List.of(
                negotiation.primary("left", policy.brain(negotiation.grid(), List.of("left", "right"))),
                negotiation.primary("right", policy.brain(negotiation.grid(), List.of("left", "right"))));
        return IntStream.range(0, PAIRS)
                .map(slot -> negotiation
                        .play(new EpisodePlan(cast, EpochPlayer.seed(seed, 1, purpose, slot), 20))
                        .score("left"))
                .toArray();
    }

    /** A scenario in which only the readiness to trade may change, of which one issue leaves nothing. */
    private static Scenario idle() {
        return ScenarioReader.toml(
                "idle.toml",
                Scenarios.text("split-100")
                        .replace("reservation =", "mutable = {tradeoff = [0, 1]}\nreservation =")
                        .replace("max_generations = 30", "max_generations = 5"));
    }

    private static boolean improves(Scenario scenario, long seed) {
        return Evolution.run(scenario, seed, Options.DEFAULT).generations().stream()
                .flatMap(generation -> generation.verdicts().stream())
                .anyMatch(verdict -> verdict.outcome() == Outcome.ACCEPTED);
    }

    private static String told(String what, List<Boolean> accepted) {
        int count = (int) accepted.stream().filter(each -> each).count();
        return String.format(
                Locale.ROOT,
                "- %s: %,d of %,d accepted; with 95 %% confidence at most %.2f %% are",
                what,
                count,
                accepted.size(),
                100 * upperBound(count, accepted.size()));
    }

    /** The largest probability under which this number of successes or fewer is not too improbable, after Clopper and Pearson. */
    static double upperBound(int successes, int trials) {
        if (successes == trials) {
            return 1;
        }
        double low = (double) successes / trials;
        double high = 1;
        for (int step = 0; step < 60; step++) {
            double middle = (low + high) / 2;
            if (atMost(successes, trials, middle) > 1 - CONFIDENCE) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private static double atMost(int successes, int trials, double p) {
        double logTerm = trials * Math.log1p(-p);
        double sum = Math.exp(logTerm);
        for (int k = 1; k <= successes; k++) {
            logTerm += Math.log((double) (trials - k + 1) / k) + Math.log(p) - Math.log1p(-p);
            sum += Math.exp(logTerm);
        }
        return sum;
    }
}
