package dev.stoa.evolution.trial;

import dev.stoa.base.ConflictException;
import dev.stoa.evolution.scenario.EvolutionSettings;
import dev.stoa.evolution.scenario.Scenario;

/**
 * When a candidate replaces an incumbent. Immutable.
 *
 * @param margin how much better it must be, δ
 * @param lambda how many standard errors are taken off the mean, λ
 * @param alpha how improbable chance must be, α
 */
public record AcceptanceRule(double margin, double lambda, double alpha) {
    /** The highest mean score there is. */
    private static final double CEILING = 5;

    /** The rule of a scenario. */
    public static AcceptanceRule of(EvolutionSettings settings) {
        return new AcceptanceRule(
                settings.improvementMargin(), settings.acceptanceLcbLambda(), settings.acceptancePValueThreshold());
    }

    /** Whether no candidate can be that much better. */
    public boolean atCeiling(double baselineMean) {
        return baselineMean + margin >= CEILING;
    }

    /** Whether a family of this size could not win with this number of pairs even if all went well. */
    public boolean hopeless(int family, int pairs) {
        return family * Math.scalb(1.0, -pairs) >= alpha;
    }

    /** The fewest pairs with which a family of this size can win. */
    public int fewestPairs(int family) {
        int pairs = 1;
        while (hopeless(family, pairs)) {
            pairs++;
        }
        return pairs;
    }

    /** Refuses a scenario in which no candidate could ever be accepted, before the first episode is played. */
    public static void refuseUnwinnable(Scenario scenario) {
        EvolutionSettings settings = scenario.evolution();
        AcceptanceRule rule = of(settings);
        if (scenario.actors().stream().noneMatch(Scenario.Actor::evolve)
                || !rule.hopeless(settings.family(), settings.shadowTrialCount())) {
            return;
        }
        throw new ConflictException(
                "unwinnable",
                "shadow_trial_count " + settings.shadowTrialCount() + " with mutation_variants "
                        + settings.mutationVariants() + " cannot reach acceptance_p_value_threshold " + rule.alpha()
                        + ": no mutation could ever be accepted",
                "set shadow_trial_count to " + rule.fewestPairs(settings.family()) + " or more");
    }
}
