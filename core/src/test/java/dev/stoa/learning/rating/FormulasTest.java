package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Wilson;
import dev.stoa.learning.rating.Calibration.BucketSums;
import dev.stoa.learning.rating.Calibration.Sums;
import dev.stoa.learning.rating.Relationship.Counts;
import dev.stoa.learning.rating.Relationship.Label;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Relationships, trends, shares and calibration against worked numbers. */
@Tag("quick")
class FormulasTest {
    private static Calibration of(Forecast... forecasts) {
        Sums sums = Sums.NONE;
        List<BucketSums> buckets = new ArrayList<>(Collections.nCopies(10, BucketSums.NONE));
        for (Forecast forecast : forecasts) {
            sums = sums.plus(forecast);
            buckets.set(forecast.bucket(), buckets.get(forecast.bucket()).plus(forecast));
        }
        return Calibration.of("ana", null, sums, buckets);
    }

    @Test
    void theWorkedRelationship() {
        Relationship relationship = Relationship.of(new Counts(10, 3, 8, 3, 0, 0, 2, 4));
        assertThat(relationship.rivalry()).isCloseTo(0.58, within(1e-12));
        assertThat(relationship.alliance()).isCloseTo(0.3375, within(1e-12));
        assertThat(relationship.label()).isEqualTo(Label.NEUTRAL);
    }

    @Test
    void influenceIsWhatTheOtherChangedAfterOne() {
        Relationship relationship = Relationship.of(new Counts(8, 0, 0, 0, 2, 4, 0, 0));
        assertThat(relationship.influenceAOnB()).isEqualTo(0.5);
        assertThat(relationship.influenceBOnA()).isEqualTo(0.25);
    }

    @Test
    void labelsFollowTheLargerOfTwoClearValuesFromThreeDebatesOn() {
        assertThat(Relationship.of(new Counts(2, 0, 0, 0, 0, 0, 1, 1)).label()).isEqualTo(Label.ACQUAINTANCE);
        assertThat(Relationship.of(new Counts(3, 0, 0, 0, 0, 0, 1, 1)).label()).isEqualTo(Label.RIVAL);
        assertThat(Relationship.of(new Counts(3, 3, 4, 4, 0, 0, 0, 0)).label()).isEqualTo(Label.ALLY);
        assertThat(Relationship.of(new Counts(40, 40, 9, 3, 0, 0, 5, 5)).label())
                .as("rivalry 0.6 is not above 0.6, alliance 0.667 is")
                .isEqualTo(Label.ALLY);
        assertThat(Relationship.of(new Counts(3, 3, 0, 0, 0, 0, 1, 0)).label()).isEqualTo(Label.NEUTRAL);
        assertThat(Relationship.of(Counts.NONE)).isEqualTo(new Relationship(0, 0, 0, Label.ACQUAINTANCE, 0, 0));
    }

    @Test
    void relationshipsStayWithinZeroAndOne() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2_000; i++) {
            long d = random.nextLong(1, 60);
            long critiques = random.nextLong(0, 20);
            Relationship relationship = Relationship.of(new Counts(
                    d,
                    random.nextLong(d + 1),
                    critiques,
                    random.nextLong(critiques + 1),
                    0,
                    0,
                    random.nextLong(d + 1),
                    random.nextLong(d + 1)));
            assertThat(relationship.rivalry()).isBetween(0.0, 1.0 + 1e-12);
            assertThat(relationship.alliance()).isBetween(0.0, 1.0);
        }
    }

    @Test
    void theTrendIsTheSlopeOfTheLeastSquaresLine() {
        assertThat(Rating.trend(new double[] {1500, 1510})).isNull();
        assertThat(Rating.trend(new double[] {1500, 1510, 1520})).isEqualTo(10);
        assertThat(Rating.trend(new double[] {1520, 1510, 1500})).isEqualTo(-10);
        assertThat(Rating.trend(new double[] {1500, 1520, 1500, 1520})).isCloseTo(4, within(1e-12));
    }

    @Test
    void theWilsonIntervalIsThePublishedOne() {
        // Newcombe 1998, table I: 81 of 263 and 15 of 148.
        Wilson one = Wilson.interval(81, 263);
        assertThat(one.low()).isCloseTo(0.2553, within(5e-5));
        assertThat(one.high()).isCloseTo(0.3662, within(5e-5));
        Wilson other = Wilson.interval(15, 148);
        assertThat(other.low()).isCloseTo(0.0624, within(5e-5));
        assertThat(other.high()).isCloseTo(0.1605, within(5e-5));
        assertThat(Wilson.interval(0, 20).low()).isZero();
        assertThat(Wilson.interval(20, 20).high()).isEqualTo(1);
    }

    @Test
    void theWorkedCalibration() {
        Calibration calibration =
                of(new Forecast(0.9, true), new Forecast(0.8, true), new Forecast(0.7, false), new Forecast(0.6, true));
        assertThat(calibration.n()).isEqualTo(4);
        assertThat(calibration.correct()).isEqualTo(3);
        assertThat(calibration.brier()).isCloseTo(0.175, within(1e-12));
        assertThat(calibration.logLoss()).isCloseTo(0.510825624, within(1e-9));
        assertThat(calibration.ece()).isCloseTo(0.35, within(1e-12));
    }

    @Test
    void theErrorIsAgainstTheMeanConfidenceAndNotTheMiddleOfABucket() {
        assertThat(of(new Forecast(0.5, true), new Forecast(0.59, false)).ece()).isCloseTo(0.045, within(1e-12));
    }

    @Test
    void certaintyIsClippedAndFallsIntoTheLastBucket() {
        assertThat(new Forecast(1, true).bucket()).isEqualTo(9);
        assertThat(new Forecast(0.3, true).bucket()).isEqualTo(3);
        assertThat(new Forecast(0, true).bucket()).isZero();
        assertThat(new Forecast(1, false).logLoss()).isCloseTo(-Math.log(1e-6), within(1e-9));
        assertThat(new Forecast(0, false).logLoss()).isCloseTo(-Math.log1p(-1e-6), within(1e-12));
        assertThat(new Forecast(1, false).brier()).isEqualTo(1);
    }

    @Test
    void theWeightOfTheUnknownIsOneAndNobodyLeavesItsBounds() {
        assertThat(of().weight()).isEqualTo(1);
        assertThat(of().brier()).isNull();
        assertThat(of().logLoss()).isNull();
        assertThat(of().ece()).isNull();
        assertThat(of().buckets()).hasSize(10);
        assertThat(Calibration.weight(0.16, 20)).isCloseTo(1.09, within(1e-12));
        assertThat(Calibration.weight(0.25, 1_000)).isEqualTo(1);
        assertThat(Calibration.weight(1, 1_000_000)).isEqualTo(0.5);
        assertThat(Calibration.weight(0, 1_000_000_000)).isCloseTo(1.5, within(1e-6));
    }

    @Test
    void pairsAreOrderedByTheBytesOfTheirNames() {
        assertThat(PairWriter.BYTEWISE.compare("a", "b")).isNegative();
        assertThat(PairWriter.BYTEWISE.compare("B", "a")).isNegative();
        assertThat(PairWriter.BYTEWISE.compare("\uFFFD", "\uD83D\uDE00"))
                .as("Java orders these the other way round")
                .isNegative();
    }
}
