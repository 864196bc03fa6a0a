package dev.stoa.debate.rules.voting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.debate.rules.voting.Tally.Elected;
import dev.stoa.debate.rules.voting.Tally.None;
import dev.stoa.debate.rules.voting.Tally.Score;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VotingLawsTest {
    @ParameterizedTest
    @EnumSource
    void everyProfileOfVotesIsCountedAsTheOracleDoes(VotingRule rule) {
        for (int m = 1; m <= 4; m++) {
            List<String> orders = orders(m);
            // Every multiset of up to three rankings, partial ones too.
            for (int i = 0; i < orders.size(); i++) {
                compare(rule, m, Ballots.of(orders.get(i)), 1, Map.of());
                for (int j = i; j < orders.size(); j++) {
                    compare(rule, m, Ballots.of(orders.get(i), orders.get(j)), 2, Map.of());
                    for (int k = j; m < 4 && k < orders.size(); k++) {
                        compare(rule, m, Ballots.of(orders.get(i), orders.get(j), orders.get(k)), 3, Map.of(0, 1));
                    }
                }
            }
        }
    }

    /** Every ranking of one or more of m options. */
    private static List<String> orders(int m) {
        List<String> all = new ArrayList<>();
        List<String> longest = List.of("");
        for (int length = 1; length <= m; length++) {
            longest = longest.stream()
                    .flatMap(begun -> IntStream.range(0, m)
                            .mapToObj(option -> String.valueOf((char) ('A' + option)))
                            .filter(key -> !begun.contains(key))
                            .map(begun::concat))
                    .toList();
            all.addAll(longest);
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void randomProfilesAreCountedAsTheOracleDoes(VotingRule rule) {
        Random random = new Random(5);
        int ties = 0;
        for (int trial = 0; trial < 4_000; trial++) {
            int m = 1 + random.nextInt(4);
            int n = 1 + random.nextInt(5);
            List<Ballot> ballots = profile(random, n, m);
            int seats = n + random.nextInt(2);
            Tally tally = compare(rule, m, ballots, seats, Ballots.randomDrafts(random, m));
            ties += tally instanceof None none && none.reason().equals("tie") ? 1 : 0;
        }
        assertThat(ties > 0).isEqualTo(rule != VotingRule.MAJORITY && rule != VotingRule.UNANIMOUS);
    }

    private static Tally compare(
            VotingRule rule, int m, List<Ballot> ballots, int seats, Map<Integer, Integer> drafts) {
        Oracle oracle = new Oracle(m, ballots);
        Tally tally = Voting.tally(rule, ballots, Ballots.paper(m, drafts), seats, 1);
        List<Integer> winners = oracle.winners(rule, seats, drafts);
        double greatest = 0;
        for (Score score : tally.scores()) {
            double expected = oracle.consensus(rule, score.option(), seats);
            assertThat(score.score()).isCloseTo(expected, within(1e-12));
            assertThat(score.votes()).isEqualTo(oracle.votes(score.option()));
            greatest = Math.max(greatest, score.score());
        }
        switch (tally) {
            case Elected elected -> {
                assertThat(winners).containsExactly(elected.option());
                assertThat(elected.consensus())
                        .isCloseTo(oracle.consensus(rule, elected.option(), seats), within(1e-12));
                Boolean beatsAll = rule == VotingRule.CONDORCET
                        ? IntStream.range(0, m)
                                .filter(y -> y != elected.option())
                                .allMatch(y -> oracle.over(elected.option(), y) > oracle.over(y, elected.option()))
                        : null;
                assertThat(elected.condorcetWinner()).isEqualTo(beatsAll);
            }
            case None none -> {
                assertThat(none.consensus()).isEqualTo(greatest);
                if (none.reason().equals("tie")) {
                    assertThat(winners).isEqualTo(none.tied()).hasSizeGreaterThan(1);
                } else {
                    assertThat(winners).isEmpty();
                    assertThat(none.reason()).isEqualTo(rule == VotingRule.MAJORITY ? "no_majority" : "not_unanimous");
                }
            }
        }
        return tally;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Permuting ballots 1,000 ways must not change the result")
    void permutingBallotsChangesNothing(VotingRule rule) {
        Random random = new Random(14);
        for (int profile = 0; profile < 10; profile++) {
            int m = 2 + random.nextInt(4);
            List<Ballot> ballots = profile(random, 9, m);
            ElectableOptions paper = Ballots.paper(m, Ballots.randomDrafts(random, m));
            Tally tally = Voting.tally(rule, ballots, paper, 9, 5);
            Tally led = Voting.byLead(rule, ballots, paper, 9, 5, 4);
            double confidence = Voting.confidence(1, ballots, m);
            for (int permutation = 0; permutation < 1_000; permutation++) {
                Collections.shuffle(ballots, random);
                assertThat(Voting.tally(rule, ballots, paper, 9, 5)).isEqualTo(tally);
                assertThat(Voting.byLead(rule, ballots, paper, 9, 5, 4)).isEqualTo(led);
                assertThat(Voting.confidence(1, ballots, m)).isEqualTo(confidence);
            }
        }
    }

    @Test
    @DisplayName("Permuting ballots 1,000 ways must not change the result; Borda with one candidate must not be NaN; a"
            + " pairwise tie must not be called a cycle.")
    void countingDependsOnWhatWasVotedAlone() {
        Random random = new Random(41);
        for (VotingRule rule : VotingRule.values()) {
            List<Ballot> ballots = profile(random, 7, 4);
            Tally tally = Voting.tally(rule, ballots, Ballots.paper(4), 7, 4);
            for (int permutation = 0; permutation < 1_000; permutation++) {
                Collections.shuffle(ballots, random);
                assertThat(Voting.tally(rule, ballots, Ballots.paper(4), 7, 4)).isEqualTo(tally);
            }
        }
        assertThat(Voting.tally(VotingRule.BORDA, Ballots.of("A", "A"), Ballots.paper(1), 2, 1)
                        .consensus())
                .isEqualTo(1);
        Tally tied = Voting.tally(VotingRule.CONDORCET, Ballots.of("ABC", "BAC"), Ballots.paper(3), 2, 2);
        assertThat(tied).isInstanceOfSatisfying(Tally.None.class, none -> {
            assertThat(none.reason()).isEqualTo("tie");
            assertThat(none.tied()).containsExactly(0, 1);
        });
    }

    @ParameterizedTest
    @EnumSource
    void renamingOptionsRenamesTheResult(VotingRule rule) {
        Random random = new Random(15);
        for (int trial = 0; trial < 1_000; trial++) {
            int m = 1 + random.nextInt(6);
            List<Ballot> ballots = profile(random, 5, m);
            Map<Integer, Integer> drafts = Ballots.randomDrafts(random, m);
            List<Integer> names = new ArrayList<>(IntStream.range(0, 26).boxed().toList());
            Collections.shuffle(names, random);
            List<Ballot> renamed =
                    ballots.stream().map(ballot -> renamed(ballot, names)).toList();
            ElectableOptions paper = new ElectableOptions(
                    names.subList(0, m).stream().sorted().toList(),
                    drafts.entrySet().stream()
                            .collect(Collectors.toMap(draft -> names.get(draft.getKey()), Map.Entry::getValue)));
            assertThat(Voting.tally(rule, renamed, paper, 5, 3))
                    .isEqualTo(renamed(Voting.tally(rule, ballots, Ballots.paper(m, drafts), 5, 3), names));
        }
    }

    private static Ballot renamed(Ballot ballot, List<Integer> names) {
        return new Ballot(
                ballot.seat(),
                names.get(ballot.choice()),
                ballot.ranking().stream().map(names::get).toList(),
                ballot.confidence(),
                ballot.worth(),
                ballot.weight(),
                true,
                true,
                null);
    }

    private static Tally renamed(Tally tally, List<Integer> names) {
        List<Score> scores = tally.scores().stream()
                .map(score -> new Score(names.get(score.option()), score.votes(), score.score()))
                .sorted((a, b) -> Integer.compare(a.option(), b.option()))
                .toList();
        return switch (tally) {
            case Elected won -> new Elected(names.get(won.option()), won.consensus(), scores, won.condorcetWinner());
            case None none ->
                new None(
                        none.reason(),
                        none.consensus(),
                        none.tied().stream().map(names::get).sorted().toList(),
                        scores);
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"PLURALITY", "MAJORITY", "BORDA", "WEIGHTED"})
    void anotherBallotWithTheWinnerOnTopKeepsIt(VotingRule rule) {
        Random random = new Random(16);
        int kept = 0;
        for (int trial = 0; trial < 4_000; trial++) {
            int m = 1 + random.nextInt(5);
            List<Ballot> ballots = profile(random, 1 + random.nextInt(7), m);
            ElectableOptions paper = Ballots.paper(m, Ballots.randomDrafts(random, m));
            int seats = ballots.size() + 1;
            if (Voting.tally(rule, ballots, paper, seats, 1) instanceof Elected before) {
                Ballot another = Ballots.random(random, ballots.size(), m);
                while (another.choice() != before.option()) {
                    another = Ballots.random(random, ballots.size(), m);
                }
                ballots.add(another);
                assertThat(Voting.tally(rule, ballots, paper, seats, 1))
                        .isInstanceOfSatisfying(
                                Elected.class,
                                after -> assertThat(after.option()).isEqualTo(before.option()));
                kept++;
            }
        }
        assertThat(kept).isGreaterThan(1_000);
    }

    private static List<Ballot> profile(Random random, int ballots, int options) {
        return IntStream.range(0, ballots)
                .mapToObj(seat -> Ballots.random(random, seat, options))
                .collect(Collectors.toCollection(ArrayList::new));
    }
}
