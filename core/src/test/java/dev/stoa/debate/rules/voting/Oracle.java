package dev.stoa.debate.rules.voting;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The voting rules a second time, told as slowly as possible: exact fractions as text-book sums, paths one by one. Only
 * for options 0 to m-1, all on the paper.
 */
final class Oracle {
    private final int m;
    private final List<Ballot> ballots;

    Oracle(int m, List<Ballot> ballots) {
        this.m = m;
        this.ballots = ballots.stream().filter(Ballot::counted).toList();
    }

    /** A fraction that is compared without dividing. */
    record Fraction(long over, long under) implements Comparable<Fraction> {
        Fraction plus(Fraction other) {
            return new Fraction(over * other.under + other.over * under, under * other.under);
        }

        @Override
        public int compareTo(Fraction other) {
            return Long.compare(over * other.under, other.over * under);
        }

        double value() {
            return (double) over / under;
        }
    }

    int votes(int option) {
        return (int) ballots.stream().filter(b -> b.choice() == option).count();
    }

    /** Points of Borda: the mean over every way to complete each ranking. */
    Fraction borda(int option) {
        Fraction sum = new Fraction(0, 1);
        for (Ballot ballot : ballots) {
            long points = 0;
            List<List<Integer>> completed = completions(new ArrayList<>(ballot.order()));
            for (List<Integer> order : completed) {
                points += m - 1 - order.indexOf(option);
            }
            sum = sum.plus(new Fraction(points, completed.size()));
        }
        return sum;
    }

    private List<List<Integer>> completions(List<Integer> begun) {
        if (begun.size() == m) {
            return List.of(begun);
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int option = 0; option < m; option++) {
            if (!begun.contains(option)) {
                List<Integer> longer = new ArrayList<>(begun);
                longer.add(option);
                all.addAll(completions(longer));
            }
        }
        return all;
    }

    int over(int x, int y) {
        int count = 0;
        for (Ballot ballot : ballots) {
            int a = ballot.order().indexOf(x);
            int b = ballot.order().indexOf(y);
            if (a >= 0 && (b < 0 || a < b)) {
                count++;
            }
        }
        return count;
    }

    /** The strength of the strongest path, by walking every path that visits no option twice. */
    int strongest(int from, int to) {
        return walk(List.of(from), to, Integer.MAX_VALUE);
    }

    private int walk(List<Integer> path, int to, int weakest) {
        int here = path.getLast();
        if (here == to) {
            return weakest;
        }
        int best = 0;
        for (int next = 0; next < m; next++) {
            if (!path.contains(next) && over(here, next) > over(next, here)) {
                List<Integer> longer = new ArrayList<>(path);
                longer.add(next);
                best = Math.max(best, walk(longer, to, Math.min(weakest, over(here, next))));
            }
        }
        return best;
    }

    List<Integer> leaders(VotingRule rule, int seats) {
        int n = ballots.size();
        return switch (rule) {
            case WEIGHTED ->
                top(x -> new Fraction(
                        ballots.stream()
                                .filter(b -> b.choice() == x)
                                .mapToLong(Ballot::weight)
                                .sum(),
                        1));
            case PLURALITY -> top(x -> new Fraction(votes(x), 1));
            case BORDA -> top(this::borda);
            case MAJORITY ->
                IntStream.range(0, m)
                        .filter(x -> votes(x) > n - votes(x))
                        .boxed()
                        .toList();
            case UNANIMOUS ->
                IntStream.range(0, m).filter(x -> votes(x) == seats).boxed().toList();
            case CONDORCET ->
                IntStream.range(0, m)
                        .filter(x -> IntStream.range(0, m).allMatch(y -> x == y || strongest(x, y) >= strongest(y, x)))
                        .boxed()
                        .toList();
        };
    }

    double consensus(VotingRule rule, int x, int seats) {
        int n = ballots.size();
        long total = ballots.stream().mapToLong(Ballot::weight).sum();
        return switch (rule) {
            case WEIGHTED ->
                ballots.stream()
                        .filter(b -> b.choice() == x)
                        .mapToDouble(b -> (double) b.weight() / total)
                        .sum();
            case MAJORITY, PLURALITY -> (double) votes(x) / n;
            case UNANIMOUS -> (double) votes(x) / seats;
            case BORDA -> m == 1 ? 1 : borda(x).value() / (n * (m - 1.0));
            case CONDORCET ->
                IntStream.range(0, m)
                        .filter(y -> y != x)
                        .mapToDouble(y -> (double) over(x, y) / n)
                        .min()
                        .orElse(1);
        };
    }

    /** The winner after both tie-breaks, or those left level. */
    List<Integer> winners(VotingRule rule, int seats, Map<Integer, Integer> drafts) {
        TreeMap<Long, List<Integer>> byConviction = new TreeMap<>();
        for (int x : leaders(rule, seats)) {
            long conviction = 0;
            for (Ballot ballot : ballots) {
                conviction += ballot.choice() == x ? Math.round(ballot.worth() * 1_000_000) : 0;
            }
            byConviction.computeIfAbsent(conviction, any -> new ArrayList<>()).add(x);
        }
        if (byConviction.isEmpty()) {
            return List.of();
        }
        TreeMap<Integer, List<Integer>> byDrafts = new TreeMap<>();
        for (int x : byConviction.lastEntry().getValue()) {
            byDrafts.computeIfAbsent(drafts.getOrDefault(x, 0), any -> new ArrayList<>())
                    .add(x);
        }
        return byDrafts.lastEntry().getValue();
    }

    private List<Integer> top(Function<Integer, Fraction> points) {
        List<Fraction> all = IntStream.range(0, m).boxed().map(points).toList();
        Fraction best = all.stream().max(Fraction::compareTo).orElseThrow();
        return IntStream.range(0, m)
                .filter(x -> all.get(x).compareTo(best) == 0)
                .boxed()
                .toList();
    }
}
