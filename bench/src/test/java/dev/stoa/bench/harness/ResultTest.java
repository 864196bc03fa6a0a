package dev.stoa.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultTest {
    /** Ours takes half the time of theirs, on a machine that becomes slower with every round. */
    private static Result halfTheTime(Aim... aims) {
        List<Sample> ours = new ArrayList<>();
        List<Sample> theirs = new ArrayList<>();
        for (int round = 1; round <= 5; round++) {
            ours.add(new Sample(1000, round * 1_000_000L, 3_000_000L, 0));
            theirs.add(new Sample(1000, round * 2_000_000L, round == 1 ? 0 : 5_000_000L, 0));
        }
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        samples.put("ours", ours);
        samples.put("theirs", theirs);
        return new Result("work", "rows", samples, "theirs", "theirs", List.of(aims));
    }

    @Test
    void ratesAreComparedRoundByRound() {
        Result result = halfTheTime();
        assertThat(result.rate("ours").deviation()).isGreaterThan(0.3);
        assertThat(result.ratio(Aim.Measure.RATE, "ours", "theirs")).isCloseTo(2, within(1e-9));
        assertThat(result.ratio(Aim.Measure.RATE, "theirs", "ours")).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void processorTimeIsTakenOverAllRoundsBecauseARoundMayHaveNoTick() {
        Result result = halfTheTime();
        assertThat(result.cpu("ours")).isCloseTo(3, within(1e-9));
        assertThat(result.cpu("theirs")).isCloseTo(4, within(1e-9));
        assertThat(result.ratio(Aim.Measure.CPU, "ours", "theirs")).isCloseTo(0.75, within(1e-9));
    }

    @Test
    void anAimSaysWhatWasWantedAndWhatCameOfIt() {
        Result result = halfTheTime();
        assertThat(Aim.rateAtLeast(1.5, "ours", "theirs").verdict(result))
                .isEqualTo("work: rate of ours at least 1.50 × that of theirs: 2.00, met");
        assertThat(Aim.rateAtLeast(2.5, "ours", "theirs").verdict(result)).endsWith(": 2.00, **missed**");
        assertThat(Aim.cpuAtMost(0.75, "ours", "theirs").verdict(result))
                .isEqualTo("work: CPU of ours at most 0.75 × that of theirs: 0.75, met");
        assertThat(Aim.cpuAtMost(0.7, "ours", "theirs").verdict(result)).endsWith("**missed**");
    }

    @Test
    void theTableMarksTheBaselineAndListsTheAims() {
        String text = new Report()
                .table(List.of(halfTheTime(Aim.rateAtLeast(1.5, "ours", "theirs"))))
                .verdicts()
                .text();
        assertThat(text.lines())
                .contains("| work | ours | 333,333 rows | 38 | 3.0 | 2.00 | 0.75 |")
                .contains("|  | theirs | 166,667 rows | 38 | 4.0 | 1 | 1 |")
                .contains("- work: rate of ours at least 1.50 × that of theirs: 2.00, met");
    }

    @Test
    void whatHasNoBaselineIsNotCompared() {
        Result alone = new Result(
                "work",
                "rows",
                Map.of("ours", List.of(new Sample(10, 1000, 1000, 0))),
                null,
                CBaseline.NAME,
                List.of());
        assertThat(new Report().table(List.of(alone)).verdicts().text())
                .contains("| – | – |")
                .doesNotContain("Aims");
    }
}
