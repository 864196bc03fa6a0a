package dev.stoa.evolution.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Which leaders of the races of all actors come to a trial. For one thread. An actor is scored for itself, and two that
 * each improve alone may be stuck together: both wait for the other, or one takes so much that the other has nothing
 * left to improve. So the leaders that may pass their trial meet the leaders of the others, and those come to the trial
 * under whom the party that is worst off does best. The trial asks each of them for an improvement of its own all the
 * same, and knows nothing of this choice.
 */
public final class Company {
    private final Map<String, Contest> contests = new LinkedHashMap<>();
    private final double present;
    private final double margin;
    private final List<Meeting> meetings;
    /** Leaders of several actors that play together. */
    public static final class Meeting {
        private final Map<String, Integer> variants;
        private double sum;
        private int count;

        private Meeting(Map<String, Integer> variants) {
            this.variants = variants;
        }

        /** The variant of each actor that changes; the others are as they are deployed. */
        public Map<String, Integer> variants() {
            return variants;
        }

        /** Counts the lowest score of each episode that they played. */
        public void met(Collection<Integer> least) {
            for (int score : least) {
                sum += score;
                count++;
            }
        }

        private double mean() {
            return count == 0 ? Double.NEGATIVE_INFINITY : sum / count;
        }
    }

    /**
     * The leaders of races that are over.
     *
     * @param present the mean of the lowest scores that those who are deployed had in production
     * @param margin how much worse than that is still as good
     */
    public Company(List<Contest> contests, double present, double margin) {
        contests.forEach(contest -> this.contests.put(contest.actorId(), contest));
        this.present = present;
        this.margin = margin;
        meetings = drawn(contests);
    }

    private static List<Meeting> drawn(List<Contest> contests) {
        Map<String, List<Integer>> promising = new LinkedHashMap<>();
        for (Contest contest : contests) {
            List<Integer> leaders =
                    contest.leaders().stream().filter(contest::promises).toList();
            // One variant alone has nothing to be chosen from.
            if (!leaders.isEmpty() && contest.size() > 1) {
                promising.put(contest.actorId(), leaders);
            }
        }
        Map<String, Integer> sizes = new LinkedHashMap<>();
        promising.forEach((actor, leaders) -> sizes.put(actor, leaders.size()));
        List<Meeting> drawn = new ArrayList<>();
        for (Map<String, Integer> places : Race.meetings(sizes)) {
            Map<String, Integer> variants = new LinkedHashMap<>();
            places.forEach((actor, place) ->
                    variants.put(actor, promising.getOrDefault(actor, List.of()).get(place)));
            drawn.add(new Meeting(variants));
        }
        return drawn;
    }

    /** The meetings of the third round. */
    public List<Meeting> meetings() {
        return List.copyOf(meetings);
    }

    /** The meetings of the last round: the best of the third. */
    public List<Meeting> finals() {
        return meetings.stream()
                .sorted(Comparator.comparingDouble(meeting -> -meeting.mean()))
                .limit(Race.FINALS)
                .toList();
    }

    /**
     * The variants of an actor that come to a trial, in the order of their numbers, which breaks ties there: those of
     * the best companies, and where it stays as it is in the best one, those that improve it most and harm nobody. There
     * may be none.
     */
    public List<Integer> survivors(String actor, int places) {
        Contest contest = Objects.requireNonNull(contests.get(actor));
        if (contest.size() == 1) {
            return List.of(0);
        }
        List<Choice> choices = choices();
        Choice best = choices.getFirst();
        List<Integer> survivors = best.variants().containsKey(actor)
                ? choices.stream()
                        .filter(choice -> choice.least() >= best.least() - margin)
                        .flatMap(choice -> Stream.ofNullable(choice.variants().get(actor)))
                        .distinct()
                        .limit(places)
                        .toList()
                : contest.leaders().stream()
                        .filter(leader -> contest.least(leader) >= present - margin)
                        .limit(places)
                        .toList();
        return survivors.stream().sorted().toList();
    }

    /** A change of some actors, with the mean of the lowest scores under it. */
    private record Choice(Map<String, Integer> variants, double least) {}

    /** The finals, each leader alone and no change at all, best first; several that change are worth the margin more. */
    private List<Choice> choices() {
        List<Choice> choices = new ArrayList<>();
        finals().forEach(meeting -> choices.add(new Choice(meeting.variants(), meeting.mean())));
        for (Contest contest : contests.values()) {
            contest.leaders().stream()
                    .filter(leader -> contest.size() > 1 && contest.promises(leader))
                    .forEach(leader ->
                            choices.add(new Choice(Map.of(contest.actorId(), leader), contest.least(leader))));
        }
        choices.add(new Choice(Map.of(), present));
        choices.sort(Comparator.comparingDouble(
                choice -> -(choice.least() + (choice.variants().size() > 1 ? margin : 0))));
        return choices;
    }
}
