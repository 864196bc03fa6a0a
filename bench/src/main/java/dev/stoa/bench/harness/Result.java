package dev.stoa.bench.harness;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a contest came to. Immutable.
 *
 * @param unit what one operation is
 * @param samples the rounds of each contender, in the order of the contest
 * @param rateBase whose rate the others are compared with
 * @param cpuBase whose processor time the others are compared with; it may have been left out
 */
public record Result(
        String title,
        String unit,
        Map<String, List<Sample>> samples,
        @Nullable String rateBase,
        @Nullable String cpuBase,
        List<Aim> aims) {
    /** Operations a second. */
    Spread rate(String contender) {
        return Spread.of(of(contender).stream().mapToDouble(Sample::perSecond).toArray());
    }

    /** Microseconds of processor time for an operation, over all rounds, because it is told in coarse ticks. */
    double cpu(String contender) {
        List<Sample> all = of(contender);
        return all.stream().mapToLong(Sample::cpuNanos).sum()
                / 1e3
                / all.stream().mapToLong(Sample::ops).sum();
    }

    boolean has(@Nullable String contender) {
        return contender != null && samples.containsKey(contender);
    }

    /** One contender's number divided by another's; rates round by round, because neighbours had the same weather. */
    double ratio(Aim.Measure measure, String contender, String against) {
        if (measure == Aim.Measure.CPU) {
            return cpu(contender) / cpu(against);
        }
        List<Sample> mine = of(contender);
        List<Sample> theirs = of(against);
        return Spread.of(IntStream.range(0, mine.size())
                        .mapToDouble(
                                i -> mine.get(i).perSecond() / theirs.get(i).perSecond())
                        .toArray())
                .median();
    }

    private List<Sample> of(String contender) {
        return Objects.requireNonNull(samples.get(contender), contender);
    }
}
