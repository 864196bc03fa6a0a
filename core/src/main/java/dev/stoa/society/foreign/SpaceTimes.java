package dev.stoa.society.foreign;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import dev.stoa.storage.TimeForm;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the times of a {@code space.db} mean. Immutable.
 *
 * <p>The database itself wrote UTC, with a blank or with exactly three decimals; the program wrote the time on the wall
 * of the machine it ran on. Neither said so, and only the form tells them apart.
 *
 * @param zone where that machine stood
 */
record SpaceTimes(ZoneId zone) {
    private static final Pattern FORM = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\d)(?:([Tt ])(\\d\\d:\\d\\d)(:\\d\\d)?(\\.\\d{1,9})?(\\s*[Zz]|[+-]\\d\\d.*)?)?");

    private static final Pattern SECONDS = Pattern.compile("[0-9]{9,11}(\\.[0-9]+)?");

    private static final int DECIMALS_OF_THE_DATABASE = 3;

    /** The instant of a stored time; null if it is none. */
    @Nullable
    Instant instant(String stored) {
        String text = stored.strip();
        try {
            if (SECONDS.matcher(text).matches()) {
                return TimeForm.UNIX_SECONDS.parse(Double.valueOf(text));
            }
            Matcher matcher = FORM.matcher(text);
            return matcher.matches() ? read(matcher) : null;
        } catch (DateTimeException | InvalidException e) {
            return null;
        }
    }

    private Instant read(Matcher parts) {
        String day = parts.group(1);
        if (parts.group(2) == null) {
            return LocalDate.parse(day).atStartOfDay(zone).toInstant();
        }
        String second = parts.group(4) == null ? ":00" : parts.group(4);
        String fraction = parts.group(5) == null ? "" : parts.group(5);
        String plain = day + "T" + parts.group(3) + second + fraction;
        if (parts.group(6) != null) {
            return Times.parse(plain + parts.group(6).strip());
        }
        if (parts.group(2).equals(" ") || fraction.length() == 1 + DECIMALS_OF_THE_DATABASE) {
            return Times.parse(plain);
        }
        Instant instant = LocalDateTime.parse(plain).atZone(zone).toInstant();
        // Refused as the others are if its year cannot be written.
        Times.parse(Times.show(instant));
        return instant;
    }
}
