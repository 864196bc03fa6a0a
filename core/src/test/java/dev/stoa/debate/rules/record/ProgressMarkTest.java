package dev.stoa.debate.rules.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class ProgressMarkTest {
    private static final Map<ProgressMark, String> MARKS = new LinkedHashMap<>();

    static {
        MARKS.put(
                new ProgressMark.PhaseStarted(2, Phase.CRITIQUE, 1),
                "phase_started {\"attempt\":1,\"phase\":\"critique\",\"round\":2}");
        MARKS.put(
                new ProgressMark.PhaseSkipped(1, Phase.ADVERSARIAL, "no option leads"),
                "phase_skipped {\"phase\":\"adversarial\",\"reason\":\"no option leads\",\"round\":1}");
        MARKS.put(
                new ProgressMark.PhaseCompleted(3, Phase.REVIEW, 2, true),
                "phase_completed {\"attempt\":2,\"below_quorum\":true,\"phase\":\"review\",\"round\":3}");
        MARKS.put(
                new ProgressMark.PhaseCompleted(3, Phase.REVIEW, 0, false),
                "phase_completed {\"attempt\":0,\"below_quorum\":false,\"phase\":\"review\",\"round\":3}");
        MARKS.put(new ProgressMark.RoundCompleted(1, null), "round_completed {\"round\":1,\"stop\":null}");
        MARKS.put(
                new ProgressMark.RoundCompleted(2, StopReason.CONSENSUS),
                "round_completed {\"round\":2,\"stop\":\"consensus\"}");
        MARKS.put(
                new ProgressMark.PlanMade(Protocol.CPDE, List.of("cost", "speed")),
                "plan_made {\"foci\":[\"cost\",\"speed\"],\"protocol\":\"cpde\"}");
    }

    @Test
    void anEventSaysWhichPartBeganWasLeftOutOrEnded() {
        MARKS.forEach((mark, stored) ->
                assertThat(mark.event() + " " + Json.canonical(mark.data())).isEqualTo(stored));
    }

    @Test
    void theMarkOfAStoredEventIsTheOneThatWasWritten() {
        for (ProgressMark mark : MARKS.keySet()) {
            Map<String, @Nullable Object> stored = Json.parseObject(Json.write(mark.data()));
            assertThat(ProgressMark.of(mark.event(), stored)).isEqualTo(mark);
        }
    }

    @Test
    void anotherEventIsNoMark() {
        assertThatThrownBy(() -> ProgressMark.of("turn_stored", Map.of("round", 1L, "phase", "review")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("turn_stored is no mark");
    }
}
