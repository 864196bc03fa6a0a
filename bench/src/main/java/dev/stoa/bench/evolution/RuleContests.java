package dev.stoa.bench.evolution;

import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Steps;
import dev.stoa.evolution.brain.Brain;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.Reply;
import dev.stoa.evolution.play.EpisodePlan;
import dev.stoa.evolution.play.Negotiation;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.trial.AcceptanceRule;
import dev.stoa.evolution.trial.MannWhitney;
import dev.stoa.evolution.trial.PairedTrial;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/** Episodes that are played and not stored, and decisions about candidates. Stateless. */
final class RuleContests {
    private static final int TURNS = 20;
    private static final int PAIRS = 10;

    private RuleContests() {}

    static List<Contest> all() {
        return List.of(episodes(), paired(), ranks());
    }

    private static Contest episodes() {
        Negotiation negotiation = Negotiation.of(Scenarios.get("split-100"));
        Brain scripted = (payload, random) -> new Reply.Text(
                "{\"public_dialogue\": \"no\", \"state_mutations\": [{\"action\": \"modify\", \"path\": \"offer.left_share\","
                        + " \"value\": " + payload.turn() + "}]}",
                0);
        Brain concession = Policy.parse("policy:concession?open=0.95&floor=0.4&pace=0.5")
                .brain(Objects.requireNonNull(negotiation.grid()), List.of("left", "right"));
        String call = "20 turns of scripted replies";
        return new Contest("play an episode that is not stored", "episodes", 1)
                .add(new InProcess(call, Steps.of(n -> play(negotiation, scripted, n))))
                .add(new InProcess(
                        "until two concession policies agree", Steps.of(n -> play(negotiation, concession, n))))
                .aim(Aim.perSecond(3 * 3_100, call, "3 × the original, which does 3,100"));
    }

    private static void play(Negotiation negotiation, Brain brain, long seed) {
        negotiation.play(new EpisodePlan(
                List.of(negotiation.primary("left", brain), negotiation.primary("right", brain)), seed, TURNS));
    }

    private static int[] scores(SplittableRandom random) {
        return random.ints(PAIRS, -5, 6).toArray();
    }

    private static Contest paired() {
        AcceptanceRule rule = new AcceptanceRule(.5, 1, .05);
        SplittableRandom random = new SplittableRandom(1);
        List<int[]> candidates = List.of(scores(random), scores(random));
        int[] incumbent = scores(random);
        String call = "PairedTrial.decide, exact, a family of 2";
        return new Contest("decide about candidates with " + PAIRS + " pairs each", "families", 1)
                .add(new InProcess(call, Steps.of(n -> PairedTrial.decide(candidates, incumbent, rule))))
                .aim(Aim.perSecond(50_000, call, "the original does 167,000, which are approximate"));
    }

    private static Contest ranks() {
        SplittableRandom random = new SplittableRandom(2);
        int[] first = scores(random);
        int[] second = scores(random);
        String call = "MannWhitney.test, exact";
        return new Contest("compare " + PAIRS + " observed scores with " + PAIRS + " others", "tests", 1)
                .add(new InProcess(call, Steps.of(n -> MannWhitney.test(first, second))))
                .aim(Aim.perSecond(5_000, call, "exact"));
    }
}
