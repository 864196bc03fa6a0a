package dev.stoa.server.console.counsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.server.console.view.Doc;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GateViewTest {
    private static final Instant NOW = Instant.parse("2026-11-17T00:00:00Z");

    private static Doc gate(long look, long n, @Nullable Double mean, @Nullable Double bound, boolean passed) {
        Map<String, @Nullable Object> gate = new HashMap<>();
        gate.put("look", look);
        gate.put("n", n);
        gate.put("mean", mean);
        gate.put("bound", bound);
        gate.put("passed", passed);
        return new Doc(Map.of("gate", gate));
    }

    private static List<String> met(Doc specialist) {
        return GateView.of(specialist).conditions().stream()
                .map(GateView.Condition::met)
                .toList();
    }

    @Test
    void eachConditionOfAGateStandsWithItsValueAndItsBound() {
        assertThat(met(gate(0, 2, -0.01, null, false))).containsExactly("not met", "not met", "unknown", "unknown");
        assertThat(GateView.next(gate(0, 2, -0.01, null, false))).contains(" 50 ");
        assertThat(met(gate(2, 100, 0.03, -0.002, false))).containsExactly("met", "met", "not met", "unknown");
        assertThat(GateView.next(gate(2, 100, 0.03, -0.002, false))).contains(" 200 ");
        assertThat(met(gate(1, 50, 0.03, 0.002, true))).containsOnly("met");
        assertThat(GateView.next(gate(1, 50, 0.03, 0.002, true))).isEmpty();
        assertThat(GateView.of(gate(1, 50, 0.03, 0.002, true)).conditions().get(1))
                .isEqualTo(new GateView.Condition("Mean difference", "0.0300", "at least 0.025", "met"));
        assertThat(GateView.of(Doc.EMPTY).conditions()).isEmpty();
    }

    @Test
    void aCorrectionFadesByItsClassFromWhatIsLeftNow() {
        Fading half = Fading.of(new Doc(Map.of("effective_confidence", 0.8, "decay_class", "C")), NOW);
        assertThat(half.curve().series().getFirst().points().get(18).y()).isCloseTo(0.4, within(1e-9));
        assertThat(half.rule()).contains("180 days");
        Fading pinned =
                Fading.of(new Doc(Map.of("effective_confidence", 0.8, "decay_class", "C", "pinned", true)), NOW);
        assertThat(pinned.curve().series().getFirst().points()).allMatch(point -> point.y() == 0.8);
        assertThat(pinned.rule()).isEqualTo("it never fades");
        assertThat(Fading.of(new Doc(Map.of("effective_confidence", 0.8, "decay_class", "Z")), NOW)
                        .curve()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void theBadgeOfTheLogIsGoodOnlyAfterAVerification() {
        assertThat(Verified.of(Doc.EMPTY).isDone()).isFalse();
        assertThat(Verified.of(Doc.EMPTY).isGood()).isFalse();
        Verified going = Verified.of(new Doc(Map.of("state", "running", "done", 2L)));
        assertThat(going.isRunning()).isTrue();
        assertThat(going.isDone()).isFalse();
        Verified broken = Verified.of(new Doc(Map.of(
                "state",
                "done",
                "done",
                3L,
                "seconds",
                1.0,
                "per_second",
                3L,
                "report",
                Map.of("ok", false, "problems", List.of(Map.of("class", "edited", "seq", 2L))))));
        assertThat(broken.isDone()).isTrue();
        assertThat(broken.isGood()).isFalse();
        assertThat(broken.classes()).containsEntry("edited", 1L);
        assertThat(broken.pace()).isEqualTo("3 entries in 1.00 s, 3 a second");
        assertThat(Checkpoints.of(new Doc(Map.of("items", List.of(Map.of("note", "o\n7\nr\n"), Map.of("note", "bad")))))
                        .largest())
                .isEqualTo(7);
    }
}
