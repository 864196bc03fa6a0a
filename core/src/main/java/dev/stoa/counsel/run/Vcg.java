package dev.stoa.counsel.run;

import dev.stoa.base.Bounds;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides between answers by the Vickrey-Clarke-Groves rule: the answer with the greatest weighted value for all wins,
 * and each bidder is charged what its word cost the others, so that none gains by saying anything but what it thinks.
 * Stateless.
 */
public final class Vcg {
    private Vcg() {}

    /**
     * An author of an answer, which carries its name. Immutable.
     *
     * @param weight how much its word counts, above 0
     * @param confidence how sure it is of its own answer
     * @param valuations what each answer is worth to it, from 0 to 1, by author; one that is missing is worth 0
     */
    public record Bidder(String name, double weight, double confidence, Map<String, Double> valuations) {
        public Bidder {
            if (!(weight > 0) || Double.isInfinite(weight)) {
                throw Bounds.invalid("weight " + weight + " of bidder " + name + " is not above 0", "give one that is");
            }
            Bounds.unit("confidence of bidder " + name, confidence);
            valuations.forEach((answer, value) -> Bounds.unit("value of " + answer + " for bidder " + name, value));
            valuations = Map.copyOf(valuations);
        }

        double value(String answer) {
            return valuations.getOrDefault(answer, 0.0);
        }
    }

    /** What came of it. */
    public sealed interface Decision {}

    /**
     * An answer won. Immutable.
     *
     * @param winner its author
     * @param welfare the weighted value of each answer for all, by author
     * @param transfers what each bidder pays for having turned the decision, at most 0
     * @param weight the sum of all weights
     */
    public record Chosen(String winner, Map<String, Double> welfare, Map<String, Double> transfers, double weight)
            implements Decision {
        public Chosen {
            welfare = Collections.unmodifiableMap(new TreeMap<>(welfare));
            transfers = Collections.unmodifiableMap(new TreeMap<>(transfers));
        }

        /** How much of all weight stands behind the winner. */
        public double confidence() {
            return welfare.getOrDefault(winner, 0.0) / weight;
        }
    }

    /** There was nothing to choose from. */
    public record NoAlternative() implements Decision {}

    /** The decision between the answers of these bidders; their order does not matter. */
    public static Decision decide(List<Bidder> bidders) {
        if (bidders.isEmpty()) {
            return new NoAlternative();
        }
        // Sums of doubles depend on their order, so it is always that of the names.
        List<Bidder> all =
                bidders.stream().sorted(Comparator.comparing(Bidder::name)).toList();
        Set<String> names = new HashSet<>();
        for (Bidder bidder : all) {
            if (!names.add(bidder.name())) {
                throw Bounds.invalid("bidder " + bidder.name() + " is given twice", "leave one out");
            }
        }
        Map<String, Double> welfare = new TreeMap<>();
        all.forEach(author -> welfare.put(author.name(), sum(all, author.name(), null)));
        Comparator<Bidder> best = Comparator.comparingDouble(
                        (Bidder author) -> welfare.getOrDefault(author.name(), 0.0))
                .thenComparingDouble(Bidder::weight)
                .thenComparingDouble(Bidder::confidence)
                .thenComparing(Comparator.comparing(Bidder::name).reversed());
        String winner = Collections.max(all, best).name();
        Map<String, Double> transfers = new TreeMap<>();
        for (Bidder bidder : all) {
            double without = all.stream()
                    .mapToDouble(author -> sum(all, author.name(), bidder))
                    .max()
                    .orElse(0);
            double cost = (without - sum(all, winner, bidder)) / bidder.weight();
            transfers.put(bidder.name(), cost > 0 ? -cost : 0);
        }
        return new Chosen(
                winner,
                welfare,
                transfers,
                all.stream().mapToDouble(Bidder::weight).sum());
    }

    private static double sum(List<Bidder> all, String answer, @Nullable Bidder without) {
        double sum = 0;
        for (Bidder bidder : all) {
            if (!bidder.equals(without)) {
                sum += bidder.weight() * bidder.value(answer);
            }
        }
        return sum;
    }
}
