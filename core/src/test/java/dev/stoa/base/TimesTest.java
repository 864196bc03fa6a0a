package dev.stoa.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.storage.TimeForm;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class TimesTest {
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    @Test
    void aTimeIsShownInUtcWithThreeOrSixDecimalsCutOff() {
        Instant instant = Instant.parse("2026-11-15T08:30:00.123999999Z");
        assertThat(Times.show(instant)).isEqualTo("2026-11-15T08:30:00.123Z");
        assertThat(Times.showMicros(instant)).isEqualTo("2026-11-15T08:30:00.123999Z");
        assertThat(Times.show(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00.000Z");
        assertThat(Times.show(FIRST)).isEqualTo("0001-01-01T00:00:00.000Z");
        assertThat(Times.show(LAST)).isEqualTo("9999-12-31T23:59:59.999Z");
    }

    @Test
    void theFormatterAgreesWithThatOfThePlatform() {
        DateTimeFormatter millis = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                .withZone(ZoneOffset.UTC);
        DateTimeFormatter micros = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
                .withZone(ZoneOffset.UTC);
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 100_000; i++) {
            Instant instant = anyTime(random);
            assertThat(Times.show(instant)).isEqualTo(millis.format(instant));
            assertThat(Times.showMicros(instant)).isEqualTo(micros.format(instant));
        }
    }

    @Test
    void everyDayOfEightCenturiesHasItsDate() {
        for (long day = -200_000; day < 100_000; day++) {
            Instant instant = Instant.EPOCH.plus(day, ChronoUnit.DAYS);
            assertThat(Times.show(instant)).startsWith(instant.toString().substring(0, 10));
        }
    }

    @Test
    void whatIsShownIsReadAsTheSameTime() {
        SplittableRandom random = new SplittableRandom(12);
        for (int i = 0; i < 50_000; i++) {
            Instant instant = anyTime(random);
            assertThat(Times.parse(instant.toString())).isEqualTo(instant);
            assertThat(Times.parse(Times.showMicros(instant))).isEqualTo(instant.truncatedTo(ChronoUnit.MICROS));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2025-10-31 12:34:56, 2025-10-31T12:34:56Z",
        "2025-10-31 12:34:56.7, 2025-10-31T12:34:56.700Z",
        "2025-10-31 12:34:56.789, 2025-10-31T12:34:56.789Z",
        "2025-10-31T12:34:56, 2025-10-31T12:34:56Z",
        "2025-10-31t12:34:56z, 2025-10-31T12:34:56Z",
        "2025-10-31T12:34:56.123456, 2025-10-31T12:34:56.123456Z",
        "2025-10-31T12:34:56.123456789, 2025-10-31T12:34:56.123456789Z",
        "2025-10-31T12:34:56.000000001Z, 2025-10-31T12:34:56.000000001Z",
        "2025-10-31T12:34:56+02:00, 2025-10-31T10:34:56Z",
        "2025-10-31T12:34:56.5-0330, 2025-10-31T16:04:56.500Z",
        "2025-10-31 12:34:56.789+00, 2025-10-31T12:34:56.789Z",
        "2024-02-29T23:59:59-18:00, 2024-03-01T17:59:59Z",
        "0001-01-01T00:00:00, 0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999, 9999-12-31T23:59:59.999Z",
    })
    void olderFormsAreReadAndNaiveOnesMeanUtc(String text, Instant expected) {
        assertThat(Times.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2025-10-31",
                "2025-10-31T12:34",
                "2025-10-31T12:34:5",
                "2025-10-31T12:34:56.",
                "2025-10-31T12:34:56.1234567890",
                "2025-10-31T12:34:56,5",
                "2025-10-31T12:34:56ZZ",
                "2025-10-31T12:34:56 Z",
                " 2025-10-31T12:34:56",
                "2025-10-31T12:34:56\n",
                "2025-10-31T12:34:56+2",
                "2025-10-31T12:34:56+02:",
                "2025-10-31T12:34:56+02:0",
                "2025-10-31T12:34:56+02:60",
                "2025-10-31T12:34:56+19:00",
                "2025-10-31T12:34:56[Europe/Paris]",
                "2025-10-31T24:00:00",
                "2025-10-31T12:60:00",
                "2016-12-31T23:59:60Z",
                "2025-02-29T00:00:00",
                "2025-13-01T00:00:00",
                "2025-00-01T00:00:00",
                "20251031T123456",
                "25-10-31T12:34:56",
                "+2025-10-31T12:34:56",
                "-025-10-31T12:34:56",
                "0000-12-31T23:59:59Z",
                "0001-01-01T00:00:00+00:01",
                "9999-12-31T23:59:59-00:01",
                "２025-10-31T12:34:56",
                "2025-10-31T12:34:56\0",
            })
    void whatIsNoTimeIsRefusedWithItsText(String text) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Times.parse(text))
                .withMessageContaining("time ")
                .satisfies(e -> assertThat(e.code()).isEqualTo("invalid"))
                .satisfies(e -> assertThat(e.hint()).isPresent());
    }

    @Test
    void aLongTextIsRefusedWithoutBeingRepeated() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Times.parse("2025-10-31T12:34:56" + " ".repeat(1_000_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(100));
    }

    @Test
    void randomDamageNeverGivesAnythingButATimeOrARefusal() {
        SplittableRandom random = new SplittableRandom(13);
        String alphabet = "0123456789-:.+TZ \u0000é";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder(anyTime(random).toString());
            for (int edits = random.nextInt(1, 4); edits > 0; edits--) {
                text.setCharAt(random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                Instant read = Times.parse(text.toString());
                assertThat(read).isBetween(FIRST, LAST);
                assertThat(read)
                        .isEqualTo(OffsetDateTime.parse(withZone(text.toString().replace(' ', 'T')))
                                .toInstant());
            } catch (InvalidException e) {
                assertThat(e.getMessage()).contains("time");
            }
        }
    }

    @Test
    void yearsOutsideFourDigitsAreRefused() {
        for (Instant beyond : new Instant[] {FIRST.minusNanos(1), LAST.plusNanos(1), Instant.MIN, Instant.MAX}) {
            assertThatExceptionOfType(InvalidException.class)
                    .isThrownBy(() -> Times.show(beyond))
                    .withMessageContaining("0001 to 9999");
            for (TimeForm form : TimeForm.values()) {
                assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> form.stored(beyond));
            }
        }
    }

    @Test
    void neitherZoneNorLocaleHasAPart() {
        Instant instant = Instant.parse("2026-03-29T01:30:00.123456Z");
        TimeZone zone = TimeZone.getDefault();
        Locale locale = Locale.getDefault();
        try {
            for (String tag :
                    new String[] {"en-US", "tr-TR", "ar-EG-u-nu-arab", "th-TH-u-ca-buddhist-nu-thai", "fa-IR"}) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                for (String id : ZoneId.getAvailableZoneIds()) {
                    TimeZone.setDefault(TimeZone.getTimeZone(ZoneId.of(id)));
                    assertThat(Times.show(instant)).isEqualTo("2026-03-29T01:30:00.123Z");
                    assertThat(Times.parse("2026-03-29 01:30:00.123456")).isEqualTo(instant);
                    assertThat(TimeForm.NAIVE_MILLIS.stored(instant)).isEqualTo("2026-03-29T01:30:00.123");
                    assertThat(TimeForm.UNIX_SECONDS.stored(instant)).isEqualTo(1774747800.123456);
                }
            }
        } finally {
            TimeZone.setDefault(zone);
            Locale.setDefault(locale);
        }
    }

    public static Instant anyTime(SplittableRandom random) {
        return Instant.ofEpochSecond(
                random.nextLong(FIRST.getEpochSecond(), LAST.getEpochSecond() + 1), random.nextLong(1_000_000_000));
    }

    /** The platform wants a zone, and separates the parts of an offset by colons. */
    private static String withZone(String text) {
        int sign = Math.max(text.indexOf('+', 19), text.indexOf('-', 19));
        if (sign > 0 && text.length() == sign + 5) {
            return text.substring(0, sign + 3) + ":" + text.substring(sign + 3);
        }
        return sign > 0 || text.endsWith("Z") ? text : text + "Z";
    }
}
