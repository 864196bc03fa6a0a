package dev.stoa.server.console.chart;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What one direction of a chart means.
 *
 * @param name what is measured, with its unit; may be empty
 * @param names the texts of the places 0, 1, 2 …; only of a {@link Kind#NAMES}
 * @param low where it begins; null to begin with the data
 * @param high where it ends; null to end with the data
 */
public record Axis(
        String name,
        Kind kind,
        List<String> names,
        @Nullable Double low,
        @Nullable Double high) {
    /** How places are named. */
    public enum Kind {
        NUMBER,
        /** Seconds since 1970, shown in UTC. */
        TIME,
        NAMES
    }

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final long DAY_SECONDS = 86_400;
    private static final long[] TIME_STEPS = {
        60,
        300,
        900,
        1800,
        3600,
        10_800,
        21_600,
        43_200,
        DAY_SECONDS,
        2 * DAY_SECONDS,
        7 * DAY_SECONDS,
        14 * DAY_SECONDS,
        28 * DAY_SECONDS,
        91 * DAY_SECONDS,
        182 * DAY_SECONDS,
        364 * DAY_SECONDS,
        1820 * DAY_SECONDS
    };
    // Years 0 to 9999: later ones have no date of ten characters.
    private static final double FIRST_TIME = -62_167_219_200.0;
    private static final double LAST_TIME = 253_402_300_799.0;

    public Axis {
        names = List.copyOf(names);
        if (low != null && high != null && !(Numbers.checked("low", low) < Numbers.checked("high", high))) {
            throw new IllegalArgumentException("the axis '" + name + "' ends at " + high + ", not after " + low);
        }
    }

    /** Numbers, as far as the data go. */
    public static Axis number(String name) {
        return new Axis(name, Kind.NUMBER, List.of(), null, null);
    }

    /** Numbers between two ends. */
    public static Axis number(String name, double low, double high) {
        return new Axis(name, Kind.NUMBER, List.of(), low, high);
    }

    /** Seconds since 1970. */
    public static Axis time(String name) {
        return new Axis(name, Kind.TIME, List.of(), null, null);
    }

    /** Names for the places 0, 1, 2 … */
    public static Axis names(String name, List<String> names) {
        return new Axis(name, Kind.NAMES, names, null, null);
    }

    /** A value of this axis as text. */
    String text(double value) {
        return switch (kind) {
            case NUMBER -> Numbers.of(value);
            case TIME -> MINUTE.format(utc(value));
            case NAMES -> {
                int index = (int) Math.round(value);
                yield index == value && index >= 0 && index < names.size() ? names.get(index) : Numbers.of(value);
            }
        };
    }

    /** A value of this axis as a short text beside a mark. */
    String shortText(double value) {
        return kind == Kind.TIME ? DAY.format(utc(value)) : text(value);
    }

    /** The ends of the axis for data between two values: whole steps, with some room if all values are equal. */
    Scale range(double least, double most, double from, double to) {
        double start = low == null ? least : low;
        double end = high == null ? Math.max(most, start) : high;
        if (low == null) {
            start = Math.min(start, end);
        }
        if (start == end) {
            double room = kind == Kind.TIME ? 1800 : Math.max(Math.abs(start) * 0.1, 0.5);
            start = low == null ? start - room : start;
            end = high == null ? end + room : end;
        }
        if (kind == Kind.NUMBER) {
            double step = step((end - start) / 4);
            start = low == null ? Math.floor(start / step + 1e-9) * step : start;
            end = high == null ? Math.ceil(end / step - 1e-9) * step : end;
        }
        return new Scale(start, end, from, to);
    }

    /** Places to name on a scale, at most so many. */
    List<Tick> ticks(Scale scale, int most) {
        return switch (kind) {
            case NUMBER -> numbers(scale, Math.max(most, 2));
            case TIME -> times(scale, Math.max(most, 2));
            case NAMES -> names(scale, Math.max(most, 1));
        };
    }

    record Tick(double at, String text) {}

    private static List<Tick> numbers(Scale scale, int most) {
        double step = step((scale.high() - scale.low()) / most);
        int decimals = Math.max(0, (int) -Math.floor(Math.log10(step) + 1e-9));
        List<Tick> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(scale.low() / step - 1e-6); i * step <= scale.high() + step * 1e-6; i++) {
            ticks.add(new Tick(i * step, Numbers.fixed(i * step, decimals)));
        }
        return ticks;
    }

    // 1, 2 or 5 times a power of ten.
    private static double step(double least) {
        double power = StrictMath.pow(10, Math.floor(StrictMath.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private static List<Tick> times(Scale scale, int most) {
        double least = (scale.high() - scale.low()) / most;
        long step = TIME_STEPS[TIME_STEPS.length - 1];
        for (long candidate : TIME_STEPS) {
            if (candidate >= least) {
                step = candidate;
                break;
            }
        }
        while (step < least) {
            step *= 2;
        }
        DateTimeFormatter format = step >= DAY_SECONDS ? DAY : CLOCK;
        List<Tick> ticks = new ArrayList<>();
        for (long at = Math.ceilDiv((long) Math.ceil(scale.low()), step) * step; at <= scale.high(); at += step) {
            boolean midnight = Math.floorMod(at, DAY_SECONDS) == 0;
            ticks.add(new Tick((double) at, (midnight ? DAY : format).format(utc((double) at))));
        }
        return ticks;
    }

    private List<Tick> names(Scale scale, int most) {
        int first = (int) Math.max(0, Math.ceil(scale.low()));
        int last = (int) Math.min(names.size() - 1.0, Math.floor(scale.high()));
        int stride = Math.max(1, Math.ceilDiv(last - first + 1, most));
        List<Tick> ticks = new ArrayList<>();
        for (int i = first; i <= last; i += stride) {
            ticks.add(new Tick(i, names.get(i)));
        }
        return ticks;
    }

    private static ZonedDateTime utc(double seconds) {
        return Instant.ofEpochSecond((long) Math.clamp(seconds, FIRST_TIME, LAST_TIME))
                .atZone(ZoneOffset.UTC);
    }
}
