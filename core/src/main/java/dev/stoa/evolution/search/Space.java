package dev.stoa.evolution.search;

import dev.stoa.evolution.brain.Parameter;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.brain.Tactic;
import dev.stoa.evolution.issue.Rounding;
import dev.stoa.evolution.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What evolution may change of an actor, as a box: every parameter is a number from 0 to 1, on its scale. Immutable.
 *
 * @param parameters the parameters that may change, with their ranges
 */
public record Space(List<Parameter> parameters) {
    public Space {
        parameters = List.copyOf(parameters);
    }

    /** What may change of an actor: what its scenario lists, else all of its policy; to trade takes two issues. */
    public static Space of(Scenario scenario, Scenario.Actor actor, Policy policy) {
        List<Parameter> parameters = new ArrayList<>();
        Map<String, Scenario.Range> listed = actor.mutable();
        for (Parameter parameter : policy.kind().parameters()) {
            if (listed == null) {
                if (!parameter.name().equals("tradeoff") || scenario.issues().size() > 1) {
                    parameters.add(parameter);
                }
            } else {
                Scenario.Range range = listed.get(parameter.name());
                if (range != null) {
                    parameters.add(parameter.within(range.low(), range.high()));
                }
            }
        }
        return new Space(parameters);
    }

    /** The cells of tactics that the box of a concession policy reaches, in their order. */
    public List<String> cells(Policy incumbent) {
        Map<String, Double> low = new LinkedHashMap<>();
        Map<String, Double> high = new LinkedHashMap<>();
        for (Parameter parameter : parameters) {
            low.put(parameter.name(), parameter.low());
            high.put(parameter.name(), parameter.high());
        }
        return Tactic.between(incumbent.with(low), incumbent.with(high));
    }

    /** Where a policy is in the box. */
    double[] place(Policy policy) {
        return parameters.stream()
                .mapToDouble(each -> unit(each, policy.value(each.name())))
                .toArray();
    }

    /** The policy at a place; what is outside is moved to the wall, and values have four decimals. */
    Policy policy(Policy like, double[] place) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (int i = 0; i < place.length; i++) {
            values.put(parameters.get(i).name(), value(parameters.get(i), Math.clamp(place[i], 0, 1)));
        }
        return like.with(values);
    }

    /** A place anywhere in the box. */
    double[] anywhere(RandomStream random) {
        double[] place = new double[parameters.size()];
        for (int i = 0; i < place.length; i++) {
            place[i] = random.uniform();
        }
        return place;
    }

    private static double unit(Parameter parameter, double value) {
        if (parameter.high() <= parameter.low()) {
            return 0;
        }
        return parameter.log()
                ? StrictMath.log(value / parameter.low()) / StrictMath.log(parameter.high() / parameter.low())
                : (value - parameter.low()) / (parameter.high() - parameter.low());
    }

    private static double value(Parameter parameter, double unit) {
        double value = parameter.log()
                ? parameter.low() * StrictMath.pow(parameter.high() / parameter.low(), unit)
                : parameter.low() + unit * (parameter.high() - parameter.low());
        return Math.clamp(Rounding.four(value), parameter.low(), parameter.high());
    }
}
