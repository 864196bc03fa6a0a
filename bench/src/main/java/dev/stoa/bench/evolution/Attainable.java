package dev.stoa.bench.evolution;

import dev.stoa.evolution.brain.Parameter;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.PolicyKind;
import dev.stoa.evolution.issue.Rounding;
import dev.stoa.evolution.judge.Settlement;
import dev.stoa.evolution.play.Negotiation;
import dev.stoa.evolution.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The best that two concession policies can do together in a scenario of two parties, by brute force: every pair of a
 * grid of parameters, and then of finer grids around the best pair. For one thread. The mean is exact, since it is over
 * all reservations that an episode may draw, which are equally likely.
 */
final class Attainable {
    private static final double ALL = 1 - 1e-9;
    private static final int REFINEMENTS = 6;
    private static final int FINER_VALUES = 5;

    private final int maxTurns;
    private final Bargainer.Side first;
    private final Bargainer.Side second;
    /** The nash ratio of each outcome without the cost of time, by both reservations. */
    private final double[][][] worth;

    /** What is left of the nash ratio after a number of turns. */
    private final double[] left;

    private final List<Parameter> parameters;
    private long pairs;

    /**
     * The best pair.
     *
     * @param nashRatio its mean over all reservations
     * @param first what the first actor does
     * @param second what the second does
     * @param pairs how many pairs were compared
     */
    record Best(double nashRatio, Policy first, Policy second, long pairs) {}

    private Attainable(Scenario scenario) {
        Negotiation negotiation = Negotiation.of(scenario);
        maxTurns = scenario.limits().maxTurns();
        first = new Bargainer.Side(negotiation, 0);
        second = new Bargainer.Side(negotiation, 1);
        // With one issue there is nothing to trade.
        parameters = PolicyKind.CONCESSION.parameters().stream()
                .filter(each ->
                        !each.name().equals("tradeoff") || scenario.issues().size() > 1)
                .toList();
        left = new double[maxTurns + 1];
        for (int turns = 0; turns < left.length; turns++) {
            double time = Settlement.timeFactor(scenario.discount(), turns, 2);
            left[turns] = time * time;
        }
        int outcomes = first.utility().size();
        worth = new double[first.reservations().length][second.reservations().length][outcomes];
        for (int i = 0; i < worth.length; i++) {
            for (int j = 0; j < worth[i].length; j++) {
                List<Settlement.Party> parties = List.of(
                        new Settlement.Party(first.utility(), first.reservations()[i], true),
                        new Settlement.Party(second.utility(), second.reservations()[j], true));
                for (int outcome = 0; outcome < outcomes; outcome++) {
                    worth[i][j][outcome] =
                            Settlement.of(parties, OptionalInt.of(outcome), 1).nashRatio();
                }
            }
        }
    }

    /**
     * The best pair of a scenario.
     *
     * @param values how many values of each parameter the first grid has
     */
    static Best of(Scenario scenario, int values) {
        return new Attainable(scenario).search(values);
    }

    private Best search(int values) {
        Best best = best(bargainers(first, null, values, 1), bargainers(second, null, values, 1), 0);
        double width = 1.0 / (values - 1);
        for (int round = 0; round < REFINEMENTS && best.nashRatio() < ALL; round++) {
            Best finer = best(
                    bargainers(first, best.first(), FINER_VALUES, width),
                    bargainers(second, best.second(), FINER_VALUES, width),
                    best.nashRatio());
            best = finer.nashRatio() > best.nashRatio()
                    ? finer
                    : new Best(best.nashRatio(), best.first(), best.second(), pairs);
            width /= 2;
        }
        return best;
    }

    /** The policies of a grid over the whole space, or over a part of it around a policy. */
    private List<Bargainer> bargainers(Bargainer.Side side, @Nullable Policy around, int values, double width) {
        List<Map<String, Double>> places = new ArrayList<>();
        places.add(Map.of());
        for (Parameter parameter : parameters) {
            List<Map<String, Double>> more = new ArrayList<>();
            for (Map<String, Double> place : places) {
                for (int k = 0; k < values; k++) {
                    double share = (double) k / (values - 1);
                    double unit = around == null
                            ? share
                            : unit(parameter, around.value(parameter.name())) + width * (2 * share - 1);
                    Map<String, Double> with = new LinkedHashMap<>(place);
                    with.put(parameter.name(), value(parameter, Math.clamp(unit, 0, 1)));
                    more.add(with);
                }
            }
            places = more;
        }
        return places.stream()
                .distinct()
                .map(place -> new Bargainer(side, Policy.of(PolicyKind.CONCESSION, place)))
                .toList();
    }

    private static double unit(Parameter parameter, double value) {
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

    private Best best(List<Bargainer> mine, List<Bargainer> theirs, double known) {
        Best best = new Best(known, mine.getFirst().policy(), theirs.getFirst().policy(), pairs);
        for (Bargainer one : mine) {
            for (Bargainer other : theirs) {
                pairs++;
                double mean = mean(one, other, best.nashRatio());
                if (mean > best.nashRatio()) {
                    best = new Best(mean, one.policy(), other.policy(), pairs);
                    if (mean > ALL) {
                        return best;
                    }
                }
            }
        }
        return new Best(best.nashRatio(), best.first(), best.second(), pairs);
    }

    /** The mean over all reservations; 0 as soon as it cannot be more than a bound any more. */
    private double mean(Bargainer one, Bargainer other, double bound) {
        int all = worth.length * worth[0].length;
        double lost = 0;
        // From both ends of the ranges to the middle, where most is lost early.
        for (int i = 0; i < worth.length; i++) {
            int mine = (i % 2 == 0) ? i / 2 : worth.length - 1 - i / 2;
            for (int j = 0; j < worth[mine].length; j++) {
                int theirs = (j % 2 == 0) ? j / 2 : worth[mine].length - 1 - j / 2;
                lost += 1 - ratio(one, mine, other, theirs);
                if (1 - lost / all <= bound) {
                    return 0;
                }
            }
        }
        return 1 - lost / all;
    }

    private double ratio(Bargainer one, int mine, Bargainer other, int theirs) {
        int standing = -1;
        for (int turn = 0; turn < maxTurns; turn++) {
            Bargainer speaker = turn % 2 == 0 ? one : other;
            int reservation = turn % 2 == 0 ? mine : theirs;
            if (standing >= 0 && speaker.accepts(reservation, turn, standing)) {
                return worth[mine][theirs][standing] * left[turn + 1];
            }
            standing = speaker.offer(reservation, turn);
        }
        return 0;
    }
}
