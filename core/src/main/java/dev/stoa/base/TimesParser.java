package dev.stoa.base;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * One pass over the text of a time. For one thread and one text. What has the right shape but is no date, such as
 * February 30th, surfaces as a DateTimeException; everything else that is wrong as the final refusal.
 */
final class TimesParser {
    private final String text;
    private int at;

    TimesParser(String text) {
        this.text = text;
    }

    Instant instant() {
        int year = digits(4);
        skip("-");
        int month = digits(2);
        skip("-");
        int day = digits(2);
        skip("Tt ");
        int hour = digits(2);
        skip(":");
        int minute = digits(2);
        skip(":");
        int second = digits(2);
        int nano = next() == '.' ? fraction() : 0;
        ZoneOffset offset = offset();
        if (at != text.length()) {
            throw Times.unreadable(text);
        }
        return Times.checked(
                LocalDateTime.of(year, month, day, hour, minute, second, nano).toInstant(offset));
    }

    private int fraction() {
        at++;
        int from = at;
        while (isDigit(next()) && at - from < 9) {
            at++;
        }
        int length = at - from;
        at = from;
        int number = digits(length);
        for (int i = length; i < 9; i++) {
            number *= 10;
        }
        return number;
    }

    private ZoneOffset offset() {
        char sign = next();
        if (sign == '+' || sign == '-') {
            at++;
            int hours = digits(2);
            if (next() == ':') {
                at++;
            }
            int minutes = at < text.length() || text.charAt(at - 1) == ':' ? digits(2) : 0;
            int seconds = hours * 3600 + minutes * 60;
            if (minutes > 59) {
                throw Times.unreadable(text);
            }
            return ZoneOffset.ofTotalSeconds(sign == '+' ? seconds : -seconds);
        }
        if (sign == 'Z' || sign == 'z') {
            at++;
        }
        return ZoneOffset.UTC;
    }

    private int digits(int count) {
        if (count == 0) {
            throw Times.unreadable(text);
        }
        int number = 0;
        for (int i = 0; i < count; i++, at++) {
            if (!isDigit(next())) {
                throw Times.unreadable(text);
            }
            number = number * 10 + next() - '0';
        }
        return number;
    }

    private void skip(String anyOf) {
        if (at == text.length() || anyOf.indexOf(next()) < 0) {
            throw Times.unreadable(text);
        }
        at++;
    }

    /** The character to read next; NUL, which fits nowhere, at the end. */
    private char next() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
