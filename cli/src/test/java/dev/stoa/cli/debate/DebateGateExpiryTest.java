package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a debate whose gate nobody decides in time: whichever command comes next acts by its policy. */
@ParameterizedClass
@EnumSource(Dialect.class)
class DebateGateExpiryTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @Test
    void byDefaultItWaitsOnAndIsKnownToBeOverdue() throws SQLException {
        String id = overdue("wait");
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "paused");
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "paused");
        assertThat(kinds(id)).containsOnlyOnce("gate_overdue");
        assertThat(terminal.run("debate", "approve", id)).isZero();
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "completed");
        assertThat(gates(id)).containsExactly("approved by local");
    }

    @Test
    void thePolicyApproveLetsItGoOn() throws SQLException {
        String id = overdue("approve");
        assertThat(terminal.run("debate", "reject", id, "--reason", "too late")).isEqualTo(4);
        assertThat(terminal.err()).contains("timed_out by timeout").contains("the first decision stands");
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "running");
        assertThat(terminal.json("debate", "resume", id)).containsEntry("status", "completed");
        assertThat(gates(id)).containsExactly("timed_out by timeout");
    }

    @Test
    void thePolicyRejectHasItDoneAgainAndInTheEndFailsIt() throws SQLException {
        String id = overdue("reject");
        assertThat(terminal.json("debate", "resume", id)).containsEntry("status", "paused");
        terminal.json("debate", "turns", id, "--prompts");
        assertThat(terminal.items("items"))
                .filteredOn(turn -> Objects.equals(turn.get("attempt"), 1L))
                .hasSize(3)
                .allSatisfy(
                        turn -> assertThat(String.valueOf(turn.get("prompt"))).contains("timed out"));

        expire();
        assertThat(terminal.run("debate", "resume", id)).isEqualTo(4);
        Map<String, @Nullable Object> session = terminal.json("debate", "show", id);
        assertThat(session).containsEntry("status", "failed").containsEntry("stop_reason", "gate_rejected");
        assertThat(gates(id)).containsExactly("timed_out by timeout", "timed_out by timeout");
    }

    @Test
    void thePolicyFailEndsIt() throws SQLException {
        String id = overdue("fail");
        assertThat(terminal.run("debate", "show", id)).isZero();
        assertThat(terminal.out()).contains("failed: ");
        assertThat(terminal.json("debate", "show", id))
                .containsEntry("status", "failed")
                .containsEntry("stop_reason", "gate_timeout");
        assertThat(terminal.run("debate", "approve", id)).isEqualTo(4);
        assertThat(terminal.run("debate", "resume", id)).isEqualTo(4);
    }

    @Test
    void aGateWhoseTimeIsNotOverWaits() {
        String id = paused("fail");
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "paused");
        assertThat(terminal.run("debate", "run", "q0", "--gate-policy", "aprove"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean approve?");
    }

    private String overdue(String policy) throws SQLException {
        String id = paused(policy);
        expire();
        return id;
    }

    private String paused(String policy) {
        return String.valueOf(terminal.json(
                        "debate",
                        "run",
                        "q0",
                        "--seed",
                        "1",
                        "--agents",
                        "ana=sim:,bo=sim:,cy=sim:",
                        "--gate",
                        "proposal",
                        "--gate-policy",
                        policy,
                        "--gate-timeout",
                        "86400")
                .get("id"));
    }

    /** Lets the time of the gates that wait be over, as a day of waiting would. */
    private void expire() throws SQLException {
        terminal.alter(
                "debate", "UPDATE debate_gates SET expires_at = '2020-01-01T00:00:00.000Z' WHERE status = 'pending'");
    }

    private List<String> kinds(String id) {
        terminal.json("debate", "events", id, "--limit", "500");
        return terminal.items("items").stream()
                .map(event -> String.valueOf(event.get("kind")))
                .toList();
    }

    private List<String> gates(String id) {
        terminal.json("debate", "gates", id);
        return terminal.items("items").stream()
                .map(gate -> gate.get("status") + " by " + gate.get("decided_by"))
                .toList();
    }
}
