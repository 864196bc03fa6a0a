package dev.stoa.evolution.judge;

import dev.stoa.evolution.issue.Utility;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * How good the end of an episode is for each actor and for all, measured against every outcome of the grid. Immutable.
 *
 * @param shares one for each actor that has a utility, in file order
 * @param zopa whether some outcome gives every required actor more than its reservation
 * @param nashRatio the product of the surpluses, with the cost of time, as a part of the largest possible one
 * @param timeFactor what the turns have left of the value
 */
public record Settlement(List<Share> shares, boolean zopa, double nashRatio, double timeFactor) {
    public Settlement {
        shares = List.copyOf(shares);
    }

    /**
     * What one actor has of the end.
     *
     * @param utility the worth of the deal, or the reservation where there is none
     * @param surplus utility less reservation
     * @param bestSurplus the most it could have while every other required actor keeps its reservation
     * @param gain the surplus, with the cost of time, as a part of the best
     */
    public record Share(double utility, double surplus, double bestSurplus, double gain) {}

    /**
     * One actor as the measure sees it.
     *
     * @param utility what it wants
     * @param reservation the utility below which it loses
     * @param required whether no deal is possible without it
     */
    public record Party(Utility utility, double reservation, boolean required) {}

    /** What time has left: the discount to the power of the turns beyond one for each required actor. */
    public static double timeFactor(double discount, int turns, int required) {
        return StrictMath.pow(discount, Math.max(0, turns - required));
    }

    /** The measures of an end; without a deal no outcome is given. */
    public static Settlement of(List<Party> parties, OptionalInt deal, double timeFactor) {
        Best best = Best.of(parties);
        List<Share> shares = new ArrayList<>();
        double product = 1;
        boolean loss = false;
        for (int i = 0; i < parties.size(); i++) {
            Party party = parties.get(i);
            double utility = deal.isPresent() ? party.utility().of(deal.getAsInt()) : party.reservation();
            double surplus = utility - party.reservation();
            boolean gains = deal.isPresent() && best.own[i] > 0;
            shares.add(new Share(utility, surplus, best.own[i], gains ? timeFactor * surplus / best.own[i] : 0));
            if (party.required()) {
                product *= timeFactor * surplus;
                loss |= surplus < 0;
            }
        }
        double ratio = best.zopa ? deal.isEmpty() || loss ? 0 : product / best.product : deal.isEmpty() ? 1 : 0;
        return new Settlement(shares, best.zopa, ratio, timeFactor);
    }

    /** What the whole grid offers: looked at outcome by outcome, since no formula holds for every scenario. */
    private static final class Best {
        final double[] own;
        boolean zopa;
        double product;

        private Best(int parties) {
            own = new double[parties];
            java.util.Arrays.fill(own, Double.NEGATIVE_INFINITY);
        }

        static Best of(List<Party> parties) {
            int count = parties.size();
            Best best = new Best(count);
            double[] surplus = new double[count];
            for (int outcome = 0; outcome < parties.getFirst().utility().size(); outcome++) {
                int losers = 0;
                int loser = -1;
                boolean all = true;
                double product = 1;
                for (int i = 0; i < count; i++) {
                    Party party = parties.get(i);
                    surplus[i] = party.utility().of(outcome) - party.reservation();
                    if (party.required()) {
                        product *= surplus[i];
                        all &= surplus[i] > 0;
                        if (surplus[i] < 0) {
                            losers++;
                            loser = i;
                        }
                    }
                }
                if (all) {
                    best.zopa = true;
                    best.product = Math.max(best.product, product);
                }
                // An outcome counts for an actor when no other required actor loses by it.
                for (int i = 0; i < count; i++) {
                    if (losers == 0 || (losers == 1 && loser == i)) {
                        best.own[i] = Math.max(best.own[i], surplus[i]);
                    }
                }
            }
            for (int i = 0; i < count; i++) {
                // Where the others can never keep their reservations there is nothing to have.
                best.own[i] = Double.isFinite(best.own[i]) ? best.own[i] : 0;
            }
            return best;
        }
    }
}
