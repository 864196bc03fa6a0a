package dev.stoa.base;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Times as text: written in one way, read in several. Stateless and safe from any thread. Neither the default time
 * zone nor the locale has a part in it, and years outside 0001 to 9999 are refused, for their text would not sort.
 */
public final class Times {
    private static final long FIRST_SECOND = -62_135_596_800L;
    private static final long LAST_SECOND = 253_402_300_799L;
    private static final int SECONDS_OF_DAY = 86_400;
    private static final int LONGEST = 40;

    private Times() {}

    /** The time as RFC 3339 in UTC with three decimals, the form of all JSON. Finer digits are cut off. */
    public static String show(Instant instant) {
        return format(instant, 3, true);
    }

    /** The time as RFC 3339 in UTC with six decimals, the form of the counsel wing. Finer digits are cut off. */
    public static String showMicros(Instant instant) {
        return format(instant, 6, true);
    }

    /**
     * The time that a text means: a date, {@code T} or a space, a time of day with seconds and up to nine decimals,
     * then {@code Z}, an offset ({@code +02:00}, {@code +0200}, {@code +02}) or nothing, which means UTC.
     */
    public static Instant parse(String text) {
        if (text.length() > LONGEST) {
            throw unreadable(text.substring(0, LONGEST) + "…");
        }
        try {
            return new TimesParser(text).instant();
        } catch (DateTimeException e) {
            throw unreadable(text);
        }
    }

    static InvalidException unreadable(String text) {
        return new InvalidException(
                "invalid",
                "time \"" + text + "\" cannot be read",
                "write it like 2026-11-15T08:30:00.123Z, within years 0001 to 9999");
    }

    public static Instant checked(Instant instant) {
        if (instant.getEpochSecond() < FIRST_SECOND || instant.getEpochSecond() > LAST_SECOND) {
            throw new InvalidException(
                    "invalid", "time " + instant + " is not within years 0001 to 9999", "give a time within them");
        }
        return instant;
    }

    /** Formatted by hand: every row that is written takes one, and this is several times faster than a formatter. */
    public static String format(Instant instant, int decimals, boolean zulu) {
        checked(instant);
        long second = instant.getEpochSecond();
        int ofDay = (int) Math.floorMod(second, (long) SECONDS_OF_DAY);
        byte[] out = new byte[20 + decimals + (zulu ? 1 : 0)];
        putDate(out, Math.floorDiv(second, (long) SECONDS_OF_DAY));
        out[10] = 'T';
        put(out, 11, ofDay / 3600, 2);
        out[13] = ':';
        put(out, 14, ofDay / 60 % 60, 2);
        out[16] = ':';
        put(out, 17, ofDay % 60, 2);
        out[19] = '.';
        put(out, 20, instant.getNano() / (decimals == 3 ? 1_000_000 : 1_000), decimals);
        if (zulu) {
            out[20 + decimals] = 'Z';
        }
        return new String(out, StandardCharsets.ISO_8859_1);
    }

    /**
     * Gregorian date of a day number. Years are counted from March, so that the leap day is the last day of a year and
     * the lengths of the months before it follow one linear rule.
     */
    private static void putDate(byte[] out, long epochDay) {
        int day = (int) (epochDay + 719_468);
        int era = day / 146_097;
        int ofEra = day % 146_097;
        int yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int fromMarch = (5 * ofYear + 2) / 153;
        int month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
        put(out, 0, era * 400 + yearOfEra + (month <= 2 ? 1 : 0), 4);
        out[4] = '-';
        put(out, 5, month, 2);
        out[7] = '-';
        put(out, 8, ofYear - (153 * fromMarch + 2) / 5 + 1, 2);
    }

    private static void put(byte[] out, int at, int number, int digits) {
        int rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            out[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
