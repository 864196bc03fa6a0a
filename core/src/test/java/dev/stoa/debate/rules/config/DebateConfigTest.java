package dev.stoa.debate.rules.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.Play;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a configuration says about its seats, and what makes it another one. */
@Tag("quick")
class DebateConfigTest {
    private static DebateConfig config(@Nullable Object... settings) {
        return Play.of(3, settings).record.config();
    }

    private static List<Map<String, @Nullable Object>> providers(String... providers) {
        List<Map<String, @Nullable Object>> agents = new ArrayList<>();
        for (int seat = 0; seat < providers.length; seat++) {
            agents.add(Seat.of("a" + seat, providers[seat], "m").document());
        }
        return agents;
    }

    @Test
    void anAgentIsFoundOnItsSeat() {
        DebateConfig config = config();
        for (int seat = 0; seat < 3; seat++) {
            assertThat(config.seatOf(config.agent(seat))).isEqualTo(seat);
        }
        assertThat(config.seatOf("zoe")).isEqualTo(-1);
    }

    @Test
    void aGivenAnswerIsThatOfItsAgentAlone() {
        DebateConfig config = config(
                "drafts",
                List.of(
                        Map.of("agent", "a2", "answer", "wait"),
                        Map.of("agent", "a1", "answer", "go on", "confidence", 0.9)));
        assertThat(config.draft(0)).isNull();
        assertThat(config.draft(1)).isEqualTo(new GivenDraft("a1", "go on", 0.9));
        assertThat(config.draft(2)).isEqualTo(new GivenDraft("a2", "wait", 0.5));
    }

    @Test
    void anotherTopicChangesNothingElse() {
        DebateConfig config = config("rounds", 3, "truth", "yes");
        DebateConfig other = config.topic("And now?");
        assertThat(other.topic()).isEqualTo("And now?");
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(config.document());
        changed.put("topic", "And now?");
        assertThat(other.document()).isEqualTo(changed);
        assertThatThrownBy(() -> config.topic("x".repeat(20_001)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("topic has 20,001 characters");
    }

    @Test
    void theHashIsThatOfTheDocument() {
        DebateConfig config = config();
        assertThat(config.sha256()).isEqualTo(Json.sha256(config.document())).hasSize(64);
        assertThat(config.topic("And now?").sha256()).isNotEqualTo(config.sha256());
    }

    @Test
    void oneSimulatedSeatMakesTheAnswerMeanNothing() {
        DebateConfig some = config("agents", providers("sim", "command"));
        assertThat(List.of(some.simulated(), some.allSimulated())).containsExactly(true, false);
        DebateConfig all = config("agents", providers("sim", "sim"));
        assertThat(List.of(all.simulated(), all.allSimulated())).containsExactly(true, true);
        DebateConfig none = config("agents", providers("command", "command"));
        assertThat(List.of(none.simulated(), none.allSimulated())).containsExactly(false, false);
    }

    @Test
    void whatIsAskedOfASeatIsKept() {
        Map<String, @Nullable Object> agent = new LinkedHashMap<>();
        agent.put("name", "ann");
        agent.put("provider", "sim");
        agent.put("params", Map.of("accuracy", 0.9, "faulty", true, "family", "x"));
        Seat read = config(
                        "agents", List.of(agent, Seat.of("bob", "command", "m").document()))
                .seats()
                .getFirst();
        assertThat(read)
                .isEqualTo(
                        Seat.of("ann", "sim", "").params(Map.of("accuracy", "0.9", "faulty", "true", "family", "x")));
    }

    @Test
    void theProfileThatLearnsIsTheSeatsOwnOrTheModelOfAnotherEngine() {
        Seat seat = Seat.of("ann", "command", "m");
        assertThat(seat.observed()).isNull();
        assertThat(seat.profile("p1").observed()).isEqualTo("p1");
        assertThat(Seat.of("ann", Seat.PROFILE, "p2").observed()).isEqualTo("p2");
        assertThat(Seat.of("ann", Seat.PROFILE, "p2").profile("p3").observed()).isEqualTo("p3");
        assertThat(seat.document()).doesNotContainKey("profile");
        assertThat(seat.profile("p1").document()).containsEntry("profile", "p1");
    }

    @Test
    void theWordOfEveryGatePolicyIsThatPolicy() {
        for (GatePolicy policy : GatePolicy.values()) {
            assertThat(config("gate_policy", policy.text()).gatePolicy()).isEqualTo(policy);
        }
        assertThat(config().gatePolicy()).isEqualTo(GatePolicy.WAIT);
    }
}
