package dev.stoa.counsel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.run.Reliability.Stats;
import dev.stoa.search.vector.Embedder;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class UtilityTest {
    private static final Routing ROUTING = Routing.over(Fields.builtIn(), Embedder.off());

    @Test
    void theWorkedExample() {
        Utility.Scores scores = Utility.of(
                ROUTING.forced("software_engineering").weights(), new Utility.Evidence(.71875, .06, .8, .5, 6, 20));

        assertThat(scores.e()).isEqualTo(.77875);
        assertThat(scores.c()).isEqualTo(.72, within(1e-15));
        assertThat(scores.k()).isEqualTo(.13990070193951076, within(1e-15));
        assertThat(scores.u()).isEqualTo(.694302570193951, within(1e-15));
    }

    @Test
    void fiveOfSixInAFieldWithThreeFifthsOfTheQuestion() {
        Stats stats = new Stats(6, 6, 5);
        assertThat(Reliability.in(stats)).isEqualTo(.71875);

        Distribution question = Distribution.of(Fields.builtIn(), Map.of("software_engineering", .6, "general", .4));
        assertThat(Reliability.of(question, Map.of("software_engineering", stats)))
                .isEqualTo(.69125, within(1e-15));
        assertThat(Reliability.of(question, Map.of())).isEqualTo(.65, within(1e-15));
    }

    @Test
    void fieldsWithASmallShareDoNotCountForReliability() {
        Distribution question = Distribution.of(Fields.builtIn(), Map.of("art", .04, "general", .96));
        assertThat(Reliability.of(question, Map.of("art", new Stats(100, 100, 0))))
                .isEqualTo(.65, within(1e-15));
    }

    @Test
    void everyScoreIsFromZeroToOneAndMoreFaultsNeverHelp() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 5_000; i++) {
            FieldWeights weights = Fields.builtIn().all().stream()
                    .skip(random.nextInt(13))
                    .findFirst()
                    .map(field -> ROUTING.forced(field.name()).weights())
                    .orElseThrow();
            double severity = random.nextDouble() * 3;
            Utility.Evidence of = new Utility.Evidence(
                    random.nextDouble(),
                    random.nextDouble() * .6 - .3,
                    random.nextDouble(),
                    severity,
                    random.nextInt(50),
                    random.nextInt(500));
            Utility.Scores scores = Utility.of(weights, of);
            for (double value : new double[] {scores.e(), scores.c(), scores.k(), scores.u()}) {
                assertThat(value).isBetween(0.0, 1.0 + 1e-12);
            }
            Utility.Scores worse = Utility.of(
                    weights,
                    new Utility.Evidence(
                            of.reliability(), of.bonus(), of.confidence(), severity + .5, of.runs(), of.fieldRuns()));
            assertThat(worse.c()).isLessThanOrEqualTo(scores.c());
        }
    }
}
