package dev.stoa.bench;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a contest came to. Immutable.
 *
 * @param samples the rounds of each contender, in the order of the contest
 * @param rateBase whose rate the others are compared with
 * @param cpuBase whose processor time the others are compared with; it may have been left out
 */
record Result(
        String title,
        String unit,
        Map<String, List<Sample>> samples,
        @Nullable String rateBase,
        @Nullable String cpuBase,
        List<Aim> aims) {
    Spread rate(String contender) {
        return spread(contender, Sample::perSecond);
    }

    Spread cpu(String contender) {
        return spread(contender, Sample::cpuMicros);
    }

    boolean has(@Nullable String contender) {
        return contender != null && samples.containsKey(contender);
    }

    /** One contender's number divided by another's, round by round, because neighbours had the same weather. */
    Spread ratio(Aim.Measure measure, String contender, String against) {
        ToDoubleFunction<Sample> number = measure == Aim.Measure.RATE ? Sample::perSecond : Sample::cpuMicros;
        List<Sample> mine = of(contender);
        List<Sample> theirs = of(against);
        return Spread.of(IntStream.range(0, mine.size())
                .mapToDouble(i -> number.applyAsDouble(mine.get(i)) / number.applyAsDouble(theirs.get(i)))
                .toArray());
    }

    private Spread spread(String contender, ToDoubleFunction<Sample> number) {
        return Spread.of(of(contender).stream().mapToDouble(number).toArray());
    }

    private List<Sample> of(String contender) {
        return Objects.requireNonNull(samples.get(contender), contender);
    }
}
