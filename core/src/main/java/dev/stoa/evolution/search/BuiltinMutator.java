package dev.stoa.evolution.search;

import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.brain.Tactic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The mutator of policies. Immutable. Five operators take turns, from small steps to anywhere: a small step alone
 * cannot win a trial, since an improvement below the margin is not accepted, and a leap alone seldom lands well.
 */
public final class BuiltinMutator implements Mutator {
    /** How often a variant that is no use is drawn again. */
    private static final int DRAWS = 16;

    /** The parameters that demand: less of them makes a deal likelier. */
    private static final Set<String> DEMANDS = Set.of("open", "floor", "ask", "accept", "low");

    private static final double ALSO = .5;
    private static final double ALSO_ANYWHERE = .3;
    private static final double TOWARDS = .7;
    private static final double FARTHEST = 1.5;
    private static final double JITTER = .05;

    @Override
    public List<Variant> propose(Task task) {
        if (task.space().parameters().isEmpty()) {
            return List.of();
        }
        RandomStream random = RandomStream.of(task.seed());
        Set<Map<String, Double>> seen = new HashSet<>();
        seen.add(task.incumbent().values());
        List<Variant> variants = new ArrayList<>();
        for (int number = 0; number < task.pool(); number++) {
            boolean scout = task.cell() != null && number == task.pool() - 1;
            Operator operator =
                    scout ? Operator.SCOUT : Operator.of(number, task.elite().isEmpty());
            for (int draw = 0; draw < DRAWS; draw++) {
                Policy policy = task.space().policy(task.incumbent(), place(operator, task, random));
                String tactic = Tactic.of(policy);
                boolean wanted = !scout || tactic.equals(task.cell());
                if (wanted && !task.forbidden().contains(tactic) && seen.add(policy.values())) {
                    variants.add(new Variant(number, operator.text(), policy));
                    break;
                }
            }
        }
        return variants;
    }

    private static double[] place(Operator operator, Task task, RandomStream random) {
        double[] place = task.space().place(task.incumbent());
        switch (operator) {
            case GLOBAL, SCOUT -> place = task.space().anywhere(random);
            case LOCAL -> {
                int chosen = random.below(place.length);
                for (int i = 0; i < place.length; i++) {
                    if (i == chosen || random.uniform() < ALSO) {
                        place[i] += task.sigma() * random.gaussian();
                    }
                }
            }
            case WIDE -> {
                for (int i = 0; i < place.length; i++) {
                    place[i] += 2 * task.sigma() * random.gaussian();
                }
            }
            case RESAMPLE -> {
                int chosen = random.below(place.length);
                for (int i = 0; i < place.length; i++) {
                    if (i == chosen || random.uniform() < ALSO_ANYWHERE) {
                        place[i] = random.uniform();
                    }
                }
            }
            case RECOMBINE -> {
                // Towards what did well before, and beyond it: what was rejected as too small a step may be the
                // beginning of a larger one.
                double[] towards = task.space()
                        .place(task.elite().get(random.below(task.elite().size())));
                double weight = FARTHEST * random.uniform();
                for (int i = 0; i < place.length; i++) {
                    if (random.uniform() < TOWARDS) {
                        place[i] += weight * (towards[i] - place[i]);
                    }
                    place[i] += JITTER * random.gaussian();
                }
            }
            case DIRECTED -> {
                for (int i = 0; i < place.length; i++) {
                    String name = task.space().parameters().get(i).name();
                    boolean down = DEMANDS.contains(name) == task.noDeal() && !name.equals("tradeoff");
                    place[i] += (down ? -1 : 1) * Math.abs(task.sigma() * random.gaussian());
                }
            }
        }
        return place;
    }

    /** How a variant is made. */
    private enum Operator {
        /** Anywhere in the space. */
        GLOBAL,
        /** A step of one parameter, and of some others. */
        LOCAL,
        /** One parameter anywhere, and some others. */
        RESAMPLE,
        /** Towards a leader of the last race, or past it. */
        RECOMBINE,
        /** All parameters the way that the worst episode suggests. */
        DIRECTED,
        /** A large step of all parameters, where there is nothing to recombine. */
        WIDE,
        /** Anywhere in the cell of a hypothesis. */
        SCOUT;

        private static final List<Operator> TURNS = List.of(GLOBAL, LOCAL, RESAMPLE, RECOMBINE, DIRECTED);

        static Operator of(int number, boolean nothingToRecombine) {
            Operator operator = TURNS.get(number % TURNS.size());
            return operator == RECOMBINE && nothingToRecombine ? WIDE : operator;
        }

        String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** The step size of an actor after a chain of generations in which it had candidates: wider after success. */
    public static double sigma(double first, List<Boolean> accepted) {
        double sigma = first;
        for (boolean each : accepted) {
            sigma = Math.clamp(sigma * (each ? 1.3 : .85), Math.min(first, .05), Math.max(first, .5));
        }
        return sigma;
    }
}
