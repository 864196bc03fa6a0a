package dev.stoa.learning.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.learning.breaker.Breaker.LastFailure;
import dev.stoa.learning.breaker.Breaker.Phase;
import dev.stoa.learning.breaker.BreakerState.Probe;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules of a breaker's state, without clock or storage. */
@Tag("quick")
class BreakerStateTest {
    private static final Instant T0 = Instant.parse("2026-11-15T08:30:00Z");
    private static final Duration COOLDOWN = Duration.ofSeconds(60);
    private static final LastFailure FAILURE = new LastFailure(T0, "timeout");

    private final BreakerState open = BreakerState.NEW.open(T0, COOLDOWN, FAILURE);

    @Test
    void anOpenBreakerRefusesUntilItsCooldownIsOver() {
        assertThat(open.refuses(T0.plusSeconds(59))).isTrue();
        assertThat(open.retryTime()).isEqualTo(T0.plusSeconds(60));
        assertThat(open.refuses(T0.plusSeconds(60))).isFalse();
    }

    @Test
    void theFirstProbeMakesItHalfOpenAndThreeMayBeOut() {
        BreakerState state = open;
        for (int i = 0; i < 3; i++) {
            assertThat(state.refuses(T0.plusSeconds(60))).isFalse();
            state = state.withProbe(new Probe("p" + i, T0.plusSeconds(100 + i)));
        }
        assertThat(state.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(state.generation()).isEqualTo(open.generation() + 1);
        assertThat(state.refuses(T0.plusSeconds(60))).isTrue();
        assertThat(state.retryTime()).isEqualTo(T0.plusSeconds(100));
    }

    @Test
    void twoSuccessfulProbesCloseIt() {
        BreakerState half =
                open.withProbe(new Probe("a", T0.plusSeconds(100))).withProbe(new Probe("b", T0.plusSeconds(100)));
        BreakerState once = half.probeSucceeded("a");
        assertThat(once.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(once.halfOpenSuccesses()).isEqualTo(1);
        assertThat(once.probes()).extracting(Probe::id).containsExactly("b");
        BreakerState closed = once.probeSucceeded("b");
        assertThat(closed.phase()).isEqualTo(Phase.CLOSED);
        assertThat(closed.generation()).isEqualTo(half.generation() + 1);
        assertThat(closed.probes()).isEmpty();
    }

    @Test
    void aSilentProbeOpensItFromItsOwnExpiryHoweverLateThatIsNoticed() {
        BreakerState half =
                open.withProbe(new Probe("a", T0.plusSeconds(100))).withProbe(new Probe("b", T0.plusSeconds(90)));
        assertThat(half.at(T0.plusSeconds(89), COOLDOWN)).isEqualTo(half);
        BreakerState noticed = half.at(T0.plusSeconds(5_000), COOLDOWN);
        assertThat(noticed.phase()).isEqualTo(Phase.OPEN);
        assertThat(noticed.openedAt()).isEqualTo(T0.plusSeconds(90));
        assertThat(noticed.retryAt()).isEqualTo(T0.plusSeconds(150));
        assertThat(noticed.probes()).isEmpty();
    }

    @Test
    void aClockSetBackKeepsItOpenForOneCooldownAtMost() {
        Instant earlier = T0.minusSeconds(1_000_000);
        BreakerState seen = open.at(earlier, COOLDOWN);
        assertThat(seen.retryAt()).isEqualTo(earlier.plus(COOLDOWN));
        assertThat(seen.generation()).isEqualTo(open.generation());
    }

    @Test
    void aProbeOfAnotherGenerationIsNotKnown() {
        BreakerState half = open.withProbe(new Probe("a", T0.plusSeconds(100)));
        assertThat(half.hasProbe(half.generation(), "a")).isTrue();
        assertThat(half.hasProbe(half.generation() - 1, "a")).isFalse();
        assertThat(half.hasProbe(half.generation(), "b")).isFalse();
        assertThat(half.closed().hasProbe(half.generation() + 1, "a")).isFalse();
    }

    @Test
    void whateverHappensGenerationsOnlyRiseAndThePhasesStayWhole() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            BreakerState state = BreakerState.NEW;
            Instant now = T0;
            List<String> out = new ArrayList<>();
            for (int step = 0; step < 60; step++) {
                now = now.plusSeconds(random.nextInt(-20, 60));
                BreakerState before = state;
                state = state.at(now, COOLDOWN);
                switch (random.nextInt(5)) {
                    case 0 -> state = state.phase() == Phase.CLOSED ? state.open(now, COOLDOWN, FAILURE) : state;
                    case 1 -> {
                        if (state.phase() != Phase.CLOSED && !state.refuses(now)) {
                            out.add("p" + step);
                            state = state.withProbe(new Probe("p" + step, now.plusSeconds(30)));
                        }
                    }
                    case 2 ->
                        state = out.isEmpty() || !state.hasProbe(state.generation(), out.get(0))
                                ? state
                                : state.probeSucceeded(out.remove(0));
                    case 3 -> state = state.phase() == Phase.HALF_OPEN ? state.open(now, COOLDOWN, FAILURE) : state;
                    default -> state = random.nextInt(10) == 0 ? state.closed() : state;
                }
                assertThat(state.generation()).as("seed %d", seed).isGreaterThanOrEqualTo(before.generation());
                assertThat(state.phase() == before.phase() || state.generation() > before.generation())
                        .as("seed %d: a change of phase raises the generation", seed)
                        .isTrue();
                assertThat(state.probes().size()).isLessThanOrEqualTo(3);
                assertThat(state.phase() == Phase.HALF_OPEN || state.probes().isEmpty())
                        .isTrue();
                assertThat(state.phase() != Phase.OPEN || state.retryAt() != null)
                        .isTrue();
                assertThat(BreakerJson.read("x", BreakerJson.write(state))).isEqualTo(state);
            }
        }
    }
}
