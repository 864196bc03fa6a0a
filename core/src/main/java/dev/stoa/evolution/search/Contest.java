package dev.stoa.evolution.search;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The race of one actor's variants against the incumbents of the others. For one thread. It knows scores only: who plays
 * the episodes, and whether they are stored, is for others to say.
 */
public final class Contest {
    private final String actorId;
    private final double wanted;
    private final double[] own;
    private final double[] least;
    private final int[] counts;
    private List<Integer> leaders = List.of();

    /**
     * What a variant had of an episode.
     *
     * @param own its score
     * @param least the lowest score of all primary actors
     */
    public record Score(int own, int least) {}

    /**
     * A race of an actor's variants, which have the numbers from 0 on.
     *
     * @param wanted the mean score from which on a variant may pass its trial
     */
    public Contest(String actorId, int variants, double wanted) {
        this.actorId = actorId;
        this.wanted = wanted;
        own = new double[variants];
        least = new double[variants];
        counts = new int[variants];
    }

    /** Whose race it is. */
    public String actorId() {
        return actorId;
    }

    /** How many variants take part. */
    public int size() {
        return own.length;
    }

    /** Counts what a variant had of episodes against the incumbents. */
    public void ran(int variant, Collection<Score> scores) {
        for (Score score : scores) {
            own[variant] += score.own();
            least[variant] += score.least();
            counts[variant]++;
        }
    }

    /** The mean score of a variant against the incumbents; null before it ran. */
    public @Nullable Double mean(int variant) {
        return counts[variant] == 0 ? null : (Double) (own[variant] / counts[variant]);
    }

    private double meanOrLowest(int variant) {
        return counts[variant] == 0 ? Double.NEGATIVE_INFINITY : own[variant] / counts[variant];
    }

    /** The mean of the lowest scores that a variant left to anybody. */
    double least(int variant) {
        return counts[variant] == 0 ? Double.NEGATIVE_INFINITY : least[variant] / counts[variant];
    }

    /** Whether a variant did so well that it may pass its trial. One that has not run may always. */
    boolean promises(int variant) {
        return counts[variant] == 0 || meanOrLowest(variant) >= wanted;
    }

    /**
     * Ends the first round: some go on, those first that may pass their trial, and of them those first that leave most
     * to who has least.
     */
    public void lead() {
        leaders = all().stream()
                .sorted(Comparator.<Integer, Boolean>comparing(variant -> !promises(variant))
                        .thenComparingDouble(variant -> -least(variant)))
                .limit(Race.LEADERS)
                .toList();
    }

    /** Ends the second round: the leaders are ranked by their own scores. */
    public void rank() {
        leaders = ranked(leaders, Race.LEADERS);
    }

    private List<Integer> all() {
        return IntStream.range(0, own.length).boxed().toList();
    }

    private List<Integer> ranked(List<Integer> variants, int most) {
        return variants.stream()
                .sorted(Comparator.comparingDouble(variant -> -meanOrLowest(variant)))
                .limit(most)
                .toList();
    }

    /** The variants that lead. */
    public List<Integer> leaders() {
        return leaders;
    }

    /** The survivors of a race of one round: the best by their mean, in the order of their numbers. */
    public List<Integer> plainSurvivors(int places) {
        return ranked(all(), places).stream().sorted().toList();
    }
}
