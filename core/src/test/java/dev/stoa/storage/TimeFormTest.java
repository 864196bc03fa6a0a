package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import dev.stoa.base.TimesTest;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimeFormTest {
    private static final Instant INSTANT = Instant.parse("2025-10-31T12:34:56.789123456Z");

    @Test
    void eachFormIsStoredAsItsTablesHaveIt() {
        assertThat(TimeForm.UTC_MILLIS.stored(INSTANT)).isEqualTo("2025-10-31T12:34:56.789Z");
        assertThat(TimeForm.NAIVE_MILLIS.stored(INSTANT)).isEqualTo("2025-10-31T12:34:56.789");
        assertThat(TimeForm.UNIX_SECONDS.stored(INSTANT)).isEqualTo(1761914096.789123);
    }

    @Test
    void storedOrderIsTimeOrder() {
        SplittableRandom random = new SplittableRandom(21);
        for (int i = 0; i < 50_000; i++) {
            Instant one = TimesTest.anyTime(random);
            Instant two = random.nextBoolean()
                    ? TimesTest.anyTime(random)
                    : one.plusMillis(random.nextLong(one.getEpochSecond() > 0 ? -5_000 : 0, 5_000));
            int order =
                    Integer.signum(one.truncatedTo(ChronoUnit.MILLIS).compareTo(two.truncatedTo(ChronoUnit.MILLIS)));
            assertThat(Integer.signum(text(TimeForm.UTC_MILLIS, one).compareTo(text(TimeForm.UTC_MILLIS, two))))
                    .isEqualTo(order);
            assertThat(Integer.signum(text(TimeForm.NAIVE_MILLIS, one).compareTo(text(TimeForm.NAIVE_MILLIS, two))))
                    .isEqualTo(order);
            assertThat(Integer.signum(Double.compare(seconds(one), seconds(two))))
                    .isEqualTo(order);
        }
    }

    @Test
    void whatIsStoredIsReadBackToTheDigitsOfTheForm() {
        SplittableRandom random = new SplittableRandom(22);
        for (int i = 0; i < 50_000; i++) {
            Instant instant = TimesTest.anyTime(random);
            Instant millis = instant.truncatedTo(ChronoUnit.MILLIS);
            assertThat(TimeForm.UTC_MILLIS.parse(TimeForm.UTC_MILLIS.stored(instant)))
                    .isEqualTo(millis);
            assertThat(TimeForm.NAIVE_MILLIS.parse(TimeForm.NAIVE_MILLIS.stored(instant)))
                    .isEqualTo(millis);
        }
    }

    @Test
    void microsecondsSurviveTheDoubleFor136Years() {
        SplittableRandom random = new SplittableRandom(23);
        long until = Instant.parse("2106-01-01T00:00:00Z").getEpochSecond();
        for (int i = 0; i < 500_000; i++) {
            Instant instant = Instant.ofEpochSecond(random.nextLong(-until, until), random.nextLong(1_000_000_000));
            Instant read = TimeForm.UNIX_SECONDS.parse(TimeForm.UNIX_SECONDS.stored(instant));
            if (!read.equals(instant.truncatedTo(ChronoUnit.MICROS))) {
                assertThat(read).isEqualTo(instant.truncatedTo(ChronoUnit.MICROS));
            }
        }
    }

    @Test
    void beyondThatATimeIsReadBackToTheNearestDoubleOfTheColumn() {
        SplittableRandom random = new SplittableRandom(24);
        for (int i = 0; i < 50_000; i++) {
            double stored = seconds(TimesTest.anyTime(random));
            double again = seconds(TimeForm.UNIX_SECONDS.parse(stored));
            assertThat(Math.abs(again - stored)).isLessThanOrEqualTo(1e-6 + Math.ulp(stored));
        }
    }

    @Test
    void secondsAreShownRoundedToMicroseconds() {
        // 0.000001 * 5 and the like have no exact double; cutting off would lose one.
        assertThat(Times.showMicros(TimeForm.UNIX_SECONDS.parse(1761914096.789123)))
                .isEqualTo("2025-10-31T12:34:56.789123Z");
        assertThat(Times.showMicros(TimeForm.UNIX_SECONDS.parse(1.0000009999)))
                .isEqualTo("1970-01-01T00:00:01.000001Z");
        assertThat(Times.showMicros(TimeForm.UNIX_SECONDS.parse(-0.0000005001)))
                .isEqualTo("1969-12-31T23:59:59.999999Z");
    }

    @Test
    void secondsAreReadFromAnyNumber() {
        assertThat(TimeForm.UNIX_SECONDS.parse(1761914096)).isEqualTo(Instant.parse("2025-10-31T12:34:56Z"));
        assertThat(TimeForm.UNIX_SECONDS.parse(1761914096L)).isEqualTo(Instant.parse("2025-10-31T12:34:56Z"));
        assertThat(TimeForm.UNIX_SECONDS.parse(new BigDecimal("1761914096.5")))
                .isEqualTo(Instant.parse("2025-10-31T12:34:56.5Z"));
        assertThat(TimeForm.UNIX_SECONDS.parse("2025-10-31 12:34:56")).isEqualTo(Instant.parse("2025-10-31T12:34:56Z"));
    }

    @Test
    void theEpochIsStoredWithoutAMinus() {
        Object stored = TimeForm.UNIX_SECONDS.stored(Instant.EPOCH.minusNanos(0));
        assertThat(stored).isEqualTo(0.0);
        assertThat(TimeForm.UNIX_SECONDS.parse(-0.0)).isEqualTo(Instant.EPOCH);
    }

    @Test
    void timesBeforeTheEpochAreCutOffTowardsThePast() {
        assertThat(TimeForm.UNIX_SECONDS.stored(Instant.EPOCH.minusNanos(1))).isEqualTo(-0.000001);
        assertThat(TimeForm.UTC_MILLIS.stored(Instant.EPOCH.minusNanos(1))).isEqualTo("1969-12-31T23:59:59.999Z");
    }

    @Test
    void secondsThatAreNoTimeAreRefused() {
        double[] beyond = {
            Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 253402300800.0, -62135596801.0, 1e300
        };
        for (double seconds : beyond) {
            assertThatExceptionOfType(InvalidException.class)
                    .isThrownBy(() -> TimeForm.UNIX_SECONDS.parse(seconds))
                    .withMessageContaining("0001 to 9999");
        }
    }

    @Test
    void textFormsRefuseOtherTypes() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> TimeForm.UTC_MILLIS.parse(1761914096L))
                .withMessage("time 1761914096 is not text; a UTC_MILLIS column holds text");
        assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> TimeForm.UNIX_SECONDS.parse(true));
    }

    private static String text(TimeForm form, Instant instant) {
        return (String) form.stored(instant);
    }

    private static double seconds(Instant instant) {
        return (Double) TimeForm.UNIX_SECONDS.stored(instant);
    }
}
