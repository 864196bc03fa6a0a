package dev.stoa.evolution.brain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The name of what a policy does, coarse enough that failures of the same kind share it. Stateless. */
public final class Tactic {
    private static final List<String> OPENINGS = List.of("aggressive_opening", "moderate_opening", "soft_opening");
    private static final List<String> PACES = List.of("late_concession", "steady_concession", "early_concession");
    private static final List<String> TRADES = List.of("even_trade", "selective_trade");

    /** The cells of the concession policy, trade fastest. */
    public static final List<String> CELLS = cells();

    private Tactic() {}

    private static List<String> cells() {
        List<String> cells = new ArrayList<>();
        for (String opening : OPENINGS) {
            for (String pace : PACES) {
                for (String trade : TRADES) {
                    cells.add(opening + "/" + pace + "/" + trade);
                }
            }
        }
        return List.copyOf(cells);
    }

    /** The cells that lie between those of two concession policies on every axis, ends included, in their order. */
    public static List<String> between(Policy one, Policy other) {
        int first = CELLS.indexOf(of(one));
        int second = CELLS.indexOf(of(other));
        List<String> cells = new ArrayList<>();
        for (int cell = 0; cell < CELLS.size(); cell++) {
            if (within(opening(cell), opening(first), opening(second))
                    && within(pace(cell), pace(first), pace(second))
                    && within(trade(cell), trade(first), trade(second))) {
                cells.add(CELLS.get(cell));
            }
        }
        return cells;
    }

    private static boolean within(int place, int one, int other) {
        return Math.min(one, other) <= place && place <= Math.max(one, other);
    }

    private static int opening(int cell) {
        return cell / TRADES.size() / PACES.size();
    }

    private static int pace(int cell) {
        return cell / TRADES.size() % PACES.size();
    }

    private static int trade(int cell) {
        return cell % TRADES.size();
    }

    /** The tactic of a policy. */
    public static String of(Policy policy) {
        Map<String, Double> values = policy.values();
        return switch (policy.kind()) {
            case CONCESSION ->
                opening(policy.value("open")) + "/" + pace(policy.value("pace")) + "/"
                        + trade(policy.value("tradeoff"));
            case TIT_FOR_TAT ->
                opening(policy.value("open")) + "/reciprocal_concession/" + trade(policy.value("tradeoff"));
            case ASPIRATION -> opening(policy.value("ask")) + "/fixed_concession/" + trade(policy.value("tradeoff"));
            case RANDOM -> "random";
            case BROKER, SCRIPTED -> values.isEmpty() ? "scripted" : "broker";
        };
    }

    private static String opening(double demand) {
        return demand >= .85 ? OPENINGS.get(0) : demand >= .65 ? OPENINGS.get(1) : OPENINGS.get(2);
    }

    private static String pace(double pace) {
        double half = StrictMath.pow(.5, 1 / pace);
        return half < .35 ? PACES.get(0) : half <= .65 ? PACES.get(1) : PACES.get(2);
    }

    private static String trade(double tradeoff) {
        return tradeoff >= .5 ? TRADES.get(1) : TRADES.get(0);
    }
}
