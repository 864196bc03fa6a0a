package dev.stoa.learning.evidence;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The times that a question asks for: a date, a month, a year, or one that is told from today, such as last week.
 * Immutable, safe from any thread. English, as the stop words are.
 */
final class AskedTime {
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final String MONTH = "(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
            + "|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\b\\.?";
    private static final String DAY = "(\\d{1,2})(?:st|nd|rd|th)?\\b";
    private static final String YEAR = "((?:19|20)\\d\\d)\\b";

    /** Each with the groups of year, month and day, which may be missing. */
    private static final List<Form> FORMS = List.of(
            new Form("\\b" + YEAR + "-(\\d\\d)(?:-(\\d\\d))?(?!\\d)", 1, 2, 3),
            new Form("\\b" + DAY + "(?: of)? " + MONTH + "(?:,? " + YEAR + ")?", 3, 2, 1),
            new Form("\\b" + MONTH + " " + DAY + "(?:,? " + YEAR + ")?", 3, 1, 2),
            new Form("\\b" + MONTH + ",? " + YEAR, 2, 1, 0));

    // "May" and "march" are words too, and a number of four digits may count things.
    private static final String BEFORE =
            "\\b(?:[Ii]n|[Oo]f|[Dd]uring|[Ss]ince|[Ll]ast|[Tt]his|[Ee]arly|[Ll]ate|[Uu]ntil|[Bb]efore|[Aa]fter|[Bb]y) ";
    private static final List<Form> ALONE = List.of(
            new Form(BEFORE + "(?:early |late |mid-?)?" + MONTH, 0, 1, 0),
            new Form(BEFORE + "(?:early |late |mid-?|the year )?" + YEAR, 1, 0, 0));
    private static final Pattern TOLD =
            Pattern.compile("\\b(today|yesterday|(last|this) (week|month|year))\\b", Pattern.CASE_INSENSITIVE);

    private final List<Date> dates;
    private final List<Range> ranges;

    /** A way to write a date, with the numbers of its groups; 0 for a part that it lacks. */
    private record Form(Pattern pattern, int year, int month, int day) {
        Form(String regex, int year, int month, int day) {
            this(Pattern.compile(regex), year, month, day);
        }
    }

    private record Range(LocalDate from, LocalDate to) {}

    /** A date of which parts may be unknown, which are 0. */
    record Date(int year, int month, int day) {
        private boolean answers(Date asked) {
            return (asked.year == 0 || asked.year == year)
                    && (asked.month == 0 || asked.month == month)
                    && (asked.day == 0 || asked.day == day);
        }
    }

    private AskedTime(List<Date> dates, List<Range> ranges) {
        this.dates = dates;
        this.ranges = ranges;
    }

    /** The times in a question that is asked on a day. */
    static AskedTime of(String question, LocalDate today) {
        List<Date> dates = new ArrayList<>();
        String rest = question;
        for (Form form : FORMS) {
            rest = take(form, rest, dates);
        }
        for (Form form : ALONE) {
            rest = take(form, rest, dates);
        }
        List<Range> ranges = new ArrayList<>();
        Matcher told = TOLD.matcher(rest);
        while (told.find()) {
            ranges.add(range(told, today));
        }
        return new AskedTime(dates, ranges);
    }

    /** Whether the question asks for no time. */
    boolean isEmpty() {
        return dates.isEmpty() && ranges.isEmpty();
    }

    /** Whether a date is of a time that is asked for. */
    boolean holds(Date date) {
        if (dates.stream().anyMatch(date::answers)) {
            return true;
        }
        if (date.year() == 0 || date.month() == 0 || date.day() == 0) {
            return false;
        }
        LocalDate day = LocalDate.of(date.year(), date.month(), date.day());
        return ranges.stream().anyMatch(range -> !day.isBefore(range.from()) && !day.isAfter(range.to()));
    }

    /** The first date with a year that a text names. */
    static Optional<Date> dateIn(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        Date first = null;
        int start = Integer.MAX_VALUE;
        for (Form form : FORMS) {
            Matcher matcher = form.pattern().matcher(text);
            while (matcher.find() && matcher.start() < start) {
                Date date = date(form, matcher);
                if (date.year() > 0 && isPossible(date)) {
                    first = date;
                    start = matcher.start();
                }
            }
        }
        return Optional.ofNullable(first);
    }

    private static Date date(Form form, Matcher matcher) {
        return new Date(number(matcher, form.year()), month(matcher, form.month()), number(matcher, form.day()));
    }

    /** Takes the dates of a form out of a text, and returns what is left of it. */
    private static String take(Form form, String text, List<Date> dates) {
        Matcher matcher = form.pattern().matcher(text);
        StringBuilder rest = new StringBuilder();
        while (matcher.find()) {
            Date date = date(form, matcher);
            if (isPossible(date)) {
                dates.add(date);
                matcher.appendReplacement(rest, " ");
            }
        }
        return matcher.appendTail(rest).toString();
    }

    private static boolean isPossible(Date date) {
        if (date.month() > 12) {
            return false;
        }
        int year = date.year() == 0 ? 2000 : date.year();
        return date.day() == 0
                || (date.month() > 0
                        && date.day() <= LocalDate.of(year, date.month(), 1).lengthOfMonth());
    }

    private static int number(Matcher matcher, int group) {
        String text = group == 0 ? null : matcher.group(group);
        return text == null ? 0 : Integer.parseInt(text);
    }

    private static int month(Matcher matcher, int group) {
        String text = group == 0 ? null : matcher.group(group);
        if (text == null) {
            return 0;
        }
        return Character.isDigit(text.charAt(0))
                ? Integer.parseInt(text)
                : MONTHS.indexOf(text.substring(0, 3)) / 3 + 1;
    }

    private static Range range(Matcher told, LocalDate today) {
        String unit = told.group(3);
        if (unit == null) {
            LocalDate day = told.group(1).toLowerCase(Locale.ROOT).equals("today") ? today : today.minusDays(1);
            return new Range(day, day);
        }
        int back = told.group(2).toLowerCase(Locale.ROOT).equals("last") ? 1 : 0;
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "week" -> {
                LocalDate monday = today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                        .minusWeeks(back);
                yield new Range(monday, monday.plusDays(6));
            }
            case "month" -> {
                LocalDate first = today.withDayOfMonth(1).minusMonths(back);
                yield new Range(first, first.with(TemporalAdjusters.lastDayOfMonth()));
            }
            default -> {
                LocalDate first = today.withDayOfYear(1).minusYears(back);
                yield new Range(first, first.with(TemporalAdjusters.lastDayOfYear()));
            }
        };
    }
}
