package dev.stoa.engine.provider;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The header Retry-After: seconds, or a date. Stateless. */
final class RetryAfter {
    private RetryAfter() {}

    /** How long to wait; null if the header is missing or makes no sense. */
    static @Nullable Duration of(HttpHeaders headers, InstantSource clock) {
        String text = headers.firstValue("Retry-After").orElse("").strip();
        if (text.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(clock.instant(), until);
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
