package dev.stoa.counsel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.counsel.run.Vcg.Bidder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class VcgTest {
    private static final double CLOSE = 1e-9;

    private static Bidder bidder(String name, double weight, double own, double a, double b, double c) {
        return new Bidder(name, weight, own, Map.of("a", a, "b", b, "c", c));
    }

    private static Vcg.Chosen chosen(List<Bidder> bidders) {
        return (Vcg.Chosen) Vcg.decide(bidders);
    }

    @Test
    void theWorkedExample() {
        Vcg.Chosen decided = chosen(
                List.of(bidder("a", .8, .9, .9, 0, 0), bidder("b", .6, .8, 0, .8, .8), bidder("c", .5, .6, 0, .6, .6)));

        assertThat(decided.welfare().get("a")).isEqualTo(.72, within(1e-15));
        assertThat(decided.welfare().get("b")).isEqualTo(.78, within(1e-15));
        assertThat(decided.welfare().get("c")).isEqualTo(.78, within(1e-15));
        assertThat(decided.winner()).isEqualTo("b");
        assertThat(decided.transfers().get("a")).isZero();
        assertThat(decided.transfers().get("b")).isEqualTo(-.7, within(1e-15));
        assertThat(decided.transfers().get("c")).isEqualTo(-.48, within(1e-15));
        assertThat(decided.confidence()).isEqualTo(.78 / 1.9, within(1e-15));
    }

    @Test
    void withoutAnAlternativeThereIsNoWinner() {
        assertThat(Vcg.decide(List.of())).isEqualTo(new Vcg.NoAlternative());
    }

    @Test
    void oneBidderPaysNothing() {
        Vcg.Chosen decided = chosen(List.of(new Bidder("a", .4, .7, Map.of("a", .7))));
        assertThat(decided.winner()).isEqualTo("a");
        assertThat(decided.transfers()).isEqualTo(Map.of("a", 0.0));
    }

    @Test
    void tiesGoToTheMoreReliableThenTheSurerThenTheFirstByName() {
        Map<String, Double> none = Map.of();
        assertThat(chosen(List.of(new Bidder("a", .5, .1, none), new Bidder("b", .6, .1, none)))
                        .winner())
                .isEqualTo("b");
        assertThat(chosen(List.of(new Bidder("a", .5, .1, none), new Bidder("b", .5, .2, none)))
                        .winner())
                .isEqualTo("b");
        assertThat(chosen(List.of(new Bidder("b", .5, .1, none), new Bidder("a", .5, .1, none)))
                        .winner())
                .isEqualTo("a");
    }

    /** Up to nine bidders with values of few digits, so that ties are common, or of many. */
    private static List<Bidder> random(RandomGenerator random) {
        int size = 1 + random.nextInt(9);
        boolean coarse = random.nextBoolean();
        List<Bidder> bidders = new ArrayList<>();
        for (int j = 0; j < size; j++) {
            Map<String, Double> values = new LinkedHashMap<>();
            for (int a = 0; a < size; a++) {
                values.put("m" + a, coarse ? random.nextInt(5) / 4.0 : random.nextDouble());
            }
            double weight = coarse ? (1 + random.nextInt(4)) / 4.0 : .01 + random.nextDouble();
            bidders.add(new Bidder("m" + j, weight, values.getOrDefault("m" + j, 0.0), values));
        }
        return bidders;
    }

    /** The sums by definition, over a plain matrix. */
    private static double welfare(List<Bidder> bidders, String answer, int without) {
        double sum = 0;
        for (int k = 0; k < bidders.size(); k++) {
            sum += k == without ? 0 : bidders.get(k).weight() * bidders.get(k).value(answer);
        }
        return sum;
    }

    private static double best(List<Bidder> bidders, int without) {
        return bidders.stream()
                .mapToDouble(a -> welfare(bidders, a.name(), without))
                .max()
                .orElseThrow();
    }

    @Test
    void theWinnerMaximisesWelfareAndEachPaysWhatItCostTheOthersAndNeverMoreThanItsAnswerIsWorth() {
        Random random = new Random(11);
        for (int i = 0; i < 4_000; i++) {
            List<Bidder> bidders = random(random);
            Vcg.Chosen decided = chosen(bidders);
            assertThat(welfare(bidders, decided.winner(), -1)).isCloseTo(best(bidders, -1), within(CLOSE));
            for (int j = 0; j < bidders.size(); j++) {
                Bidder bidder = bidders.get(j);
                double transfer = decided.transfers().getOrDefault(bidder.name(), Double.NaN);
                double others = welfare(bidders, decided.winner(), j);
                assertThat(transfer).isLessThanOrEqualTo(0);
                assertThat(transfer).isCloseTo(-(best(bidders, j) - others) / bidder.weight(), within(CLOSE));
                if (others >= best(bidders, j)) {
                    assertThat(transfer).isZero();
                }
                assertThat(bidder.value(decided.winner()) + transfer).isGreaterThanOrEqualTo(-CLOSE);
            }
        }
    }

    @Test
    void noMisreportGivesABidderMoreThanTheTruth() {
        Random random = new Random(12);
        for (int i = 0; i < 1_500; i++) {
            List<Bidder> honest = random(random);
            Vcg.Chosen truth = chosen(honest);
            for (int j = 0; j < honest.size(); j++) {
                Bidder bidder = honest.get(j);
                double gain = bidder.value(truth.winner()) + truth.transfers().getOrDefault(bidder.name(), 0.0);
                for (int lie = 0; lie < 4; lie++) {
                    Map<String, Double> said = new LinkedHashMap<>();
                    for (Bidder answer : honest) {
                        said.put(answer.name(), lie == 0 ? (answer.equals(bidder) ? 1.0 : 0.0) : random.nextDouble());
                    }
                    List<Bidder> reported = new ArrayList<>(honest);
                    reported.set(j, new Bidder(bidder.name(), bidder.weight(), bidder.confidence(), said));
                    Vcg.Chosen lied = chosen(reported);
                    assertThat(bidder.value(lied.winner()) + lied.transfers().getOrDefault(bidder.name(), 0.0))
                            .isLessThanOrEqualTo(gain + CLOSE);
                }
            }
        }
    }

    @Test
    void theOrderOfInputChangesNothing() {
        Random random = new Random(13);
        for (int i = 0; i < 2_000; i++) {
            List<Bidder> bidders = random(random);
            List<Bidder> shuffled = new ArrayList<>(bidders);
            Collections.shuffle(shuffled, random);
            assertThat(Vcg.decide(shuffled)).isEqualTo(Vcg.decide(bidders));
        }
    }

    @Test
    void scalingAllWeightsByAPowerOfTwoLeavesWinnerAndTransfers() {
        Random random = new Random(14);
        for (int i = 0; i < 2_000; i++) {
            List<Bidder> bidders = random(random);
            double factor = Math.scalb(1.0, random.nextInt(21) - 10);
            List<Bidder> scaled = bidders.stream()
                    .map(b -> new Bidder(b.name(), b.weight() * factor, b.confidence(), b.valuations()))
                    .toList();
            assertThat(chosen(scaled).winner()).isEqualTo(chosen(bidders).winner());
            assertThat(chosen(scaled).transfers()).isEqualTo(chosen(bidders).transfers());
        }
    }
}
