package dev.stoa.storage;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A form in which a table keeps its times. In each form the order of the stored values is the order of the times. What
 * the form has no digits for is cut off, never rounded up, so that nothing is stored as later than it was.
 */
public enum TimeForm {
    /** Text of 24 characters, {@code 2026-11-15T08:30:00.123Z}. */
    UTC_MILLIS {
        @Override
        public String stored(Instant instant) {
            return Times.show(instant);
        }
    },

    /** Text of 23 characters without a zone, {@code 2025-10-31T12:34:56.789}, meant as UTC. */
    NAIVE_MILLIS {
        @Override
        public String stored(Instant instant) {
            return Times.format(instant, 3, false);
        }
    },

    /** A double of seconds since 1970, whole microseconds; those are exact up to the year 2106. */
    UNIX_SECONDS {
        @Override
        public Double stored(Instant instant) {
            return ChronoUnit.MICROS.between(
                            Instant.EPOCH, Times.checked(instant).truncatedTo(ChronoUnit.MICROS))
                    / 1e6;
        }

        @Override
        public Instant parse(Object stored) {
            if (!(stored instanceof Number number)) {
                return super.parse(stored);
            }
            double micros = number.doubleValue() * 1e6;
            if (Double.isNaN(micros) || Math.abs(micros) > 1e18) {
                throw new InvalidException(
                        "invalid", "time " + number + " is not within years 0001 to 9999", "give Unix seconds");
            }
            return Times.checked(Instant.EPOCH.plus(Math.round(micros), ChronoUnit.MICROS));
        }
    };

    /** The value to store. */
    public abstract Object stored(Instant instant);

    /** The time that a stored value means; text is also read in the older forms of {@link Times#parse}. */
    public Instant parse(Object stored) {
        if (stored instanceof String text) {
            return Times.parse(text);
        }
        throw new InvalidException(
                "invalid", "time " + stored + " is not text; a " + name() + " column holds text", "repair the row");
    }
}
