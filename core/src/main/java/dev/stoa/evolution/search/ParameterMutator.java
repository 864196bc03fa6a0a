package dev.stoa.evolution.search;

import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.issue.Rounding;
import dev.stoa.evolution.scenario.Scenario.Range;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The mutator of agents of a provider: it moves the parameters that their scenario lists, and no others. Stateless, safe
 * from any thread. What the numbers mean is known to the provider alone, so no operator takes a direction from an
 * episode.
 */
public final class ParameterMutator {
    private static final int DRAWS = 16;
    private static final double ALSO = .5;
    private static final String TEMPERATURE = "temperature";
    private static final String SIMULATED = "sim:";
    private static final String PROFILE = "profile:";

    /** The temperature at which a model is asked where none is given. */
    public static final double DEFAULT_TEMPERATURE = .7;

    private ParameterMutator() {}

    /**
     * A changed set of parameters.
     *
     * @param number its place in the pool, from 0
     * @param operator how it was made
     * @param values the parameters that may change
     * @param tactic in which third of its range each of them lies
     */
    public record Tuned(int number, String operator, Map<String, Double> values, String tactic) {}

    private enum Operator {
        /** A step of one parameter, and of some others. */
        LOCAL,
        /** A large step of all parameters. */
        WIDE,
        /** One parameter anywhere in its range. */
        RESAMPLE
    }

    /**
     * The parameters at the start: what the brain says, else what is taken by default. What only the provider knows is
     * left out, so that the agent of a person is asked as that person wrote it.
     */
    public static Map<String, Double> initial(String brain, Map<String, Range> ranges) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (String name : ranges.keySet()) {
            if (brain.startsWith(SIMULATED)) {
                values.put(name, 0.0);
            } else if (name.equals(TEMPERATURE) && !brain.startsWith(PROFILE)) {
                values.put(name, DEFAULT_TEMPERATURE);
            }
        }
        int query = brain.indexOf('?');
        for (String pair :
                query < 0 ? new String[0] : brain.substring(query + 1).split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (ranges.containsKey(name)) {
                try {
                    values.put(name, Double.parseDouble(pair.substring(equals + 1)));
                } catch (NumberFormatException e) {
                    // A word such as none, which the provider understands; it is left by the first mutation.
                }
            }
        }
        return values;
    }

    /** The variants of an agent; what equals the incumbent, or is of a forbidden tactic, is drawn again or left out. */
    public static List<Tuned> propose(
            Map<String, Double> incumbent,
            Map<String, Range> ranges,
            Set<String> forbidden,
            double sigma,
            int pool,
            long seed) {
        List<Tuned> variants = new ArrayList<>();
        if (ranges.isEmpty()) {
            return variants;
        }
        RandomStream random = RandomStream.of(seed);
        Set<Map<String, Double>> seen = new HashSet<>();
        seen.add(incumbent);
        for (int number = 0; number < pool; number++) {
            Operator operator = Operator.values()[number % Operator.values().length];
            for (int draw = 0; draw < DRAWS; draw++) {
                Map<String, Double> values = changed(operator, incumbent, ranges, sigma, random);
                String tactic = tactic(values, ranges);
                if (!forbidden.contains(tactic) && seen.add(values)) {
                    variants.add(new Tuned(number, operator.name().toLowerCase(Locale.ROOT), values, tactic));
                    break;
                }
            }
        }
        return variants;
    }

    private static Map<String, Double> changed(
            Operator operator,
            Map<String, Double> incumbent,
            Map<String, Range> ranges,
            double sigma,
            RandomStream random) {
        int chosen = random.below(ranges.size());
        int place = 0;
        Map<String, Double> values = new LinkedHashMap<>();
        for (Map.Entry<String, Range> each : ranges.entrySet()) {
            Range range = each.getValue();
            double width = range.high() - range.low();
            double value = incumbent.getOrDefault(each.getKey(), range.low());
            switch (operator) {
                case LOCAL -> {
                    if (place == chosen || random.uniform() < ALSO) {
                        value += sigma * random.gaussian() * width;
                    }
                }
                case WIDE -> value += 2 * sigma * random.gaussian() * width;
                case RESAMPLE -> value = place == chosen ? range.low() + random.uniform() * width : value;
            }
            values.put(each.getKey(), Math.clamp(Rounding.four(value), range.low(), range.high()));
            place++;
        }
        return values;
    }

    private static String tactic(Map<String, Double> values, Map<String, Range> ranges) {
        String tactic = values.entrySet().stream()
                .map(each -> {
                    Range range = ranges.getOrDefault(each.getKey(), new Range(0, 1));
                    double third = (range.high() - range.low()) / 3;
                    double above = each.getValue() - range.low();
                    String where = above <= third ? "low" : above <= 2 * third ? "middle" : "high";
                    return where + "_" + each.getKey().toLowerCase(Locale.ROOT);
                })
                .collect(Collectors.joining("/"));
        return tactic.length() <= 200 ? tactic : tactic.substring(0, 200);
    }
}
