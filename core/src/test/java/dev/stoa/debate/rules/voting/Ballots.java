package dev.stoa.debate.rules.voting;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Ballots written briefly: {@code "ABC"} is a ranking, {@code "B"} a vote alone, {@code ""} none. */
final class Ballots {
    private static final List<Double> WORTHS = List.of(0.4, 0.5, 0.6, 0.6123456);

    private Ballots() {}

    static List<Ballot> of(String... orders) {
        List<Ballot> ballots = new ArrayList<>();
        for (String order : orders) {
            ballots.add(ballot(ballots.size(), order, 0.6, 600_000));
        }
        return ballots;
    }

    static Ballot ballot(int seat, String order, double worth, long weight) {
        List<Integer> ranking = order.chars().mapToObj(key -> key - 'A').toList();
        boolean valid = !ranking.isEmpty();
        return new Ballot(
                seat,
                valid ? ranking.getFirst() : -1,
                ranking,
                0.7,
                worth,
                weight,
                valid,
                valid,
                valid ? null : "abstained");
    }

    static ElectableOptions paper(int options) {
        return paper(options, Map.of());
    }

    static ElectableOptions paper(int options, Map<Integer, Integer> drafts) {
        return new ElectableOptions(IntStream.range(0, options).boxed().toList(), drafts);
    }

    /** A ballot that ranks some of the options, its worth one of few so that ties are common. */
    static Ballot random(Random random, int seat, int options) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, options).boxed().toList());
        Collections.shuffle(all, random);
        return new Ballot(
                seat,
                all.getFirst(),
                random.nextInt(4) == 0 ? List.of() : all.subList(0, 1 + random.nextInt(options)),
                0.7,
                WORTHS.get(random.nextInt(WORTHS.size())),
                random.nextInt(1, 4) * 250_000L,
                true,
                true,
                null);
    }

    static Map<Integer, Integer> randomDrafts(Random random, int options) {
        return IntStream.range(0, options)
                .boxed()
                .collect(Collectors.toMap(option -> option, option -> random.nextInt(3)));
    }
}
