package dev.stoa.engine.debate;

import static dev.stoa.engine.debate.Ground.inBackground;
import static dev.stoa.engine.debate.Ground.join;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Debates that run out of time, tokens or money. */
@OnBothDatabases
@Timeout(120)
@SuppressWarnings("NullAway.Init") // set before each test
class LimitsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.script().letGo();
        ground.close();
    }

    @Test
    void atTheDeadlineCallsAreInterruptedAndWhatIsThereIsCounted() throws Exception {
        ground.script()
                .holds(situation ->
                        situation.slot().round() == 2 && situation.slot().seat() > 0);
        SessionRow row =
                overtime(Ground.request("q1", "script", 4).set("threshold", 1).set("timeout_s", 5), 3);

        assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(row.stopReason()).isEqualTo("deadline");
        assertThat(row.activeMs()).isEqualTo(6_000);
        assertThat(ground.script().interrupted()).isEqualTo(3);
        List<DebateTurn> late = ground.turns(row.id()).stream()
                .filter(turn -> turn.round() == 2)
                .toList();
        assertThat(late)
                .extracting(DebateTurn::status)
                .containsExactly(TurnStatus.OK, TurnStatus.TIMEOUT, TurnStatus.TIMEOUT, TurnStatus.TIMEOUT);
        whole(row.id());
    }

    @Test
    void withoutEnoughPositionsTheDeadlineFailsTheDebate() throws Exception {
        ground.script().holds(situation -> situation.slot().seat() > 0);
        SessionRow row = overtime(Ground.request("q1", "script", 4).set("timeout_s", 5), 3);

        assertThat(row.status()).isEqualTo(SessionRow.Status.FAILED);
        assertThat(row.stopReason()).isEqualTo("no_quorum");
        assertThat(row.outcome()).isEmpty();
        assertThat(ground.turns(row.id())).hasSize(4);
        whole(row.id());
    }

    private SessionRow overtime(DebateRequest request, int held) throws Exception {
        CompletableFuture<DebateSession> run = inBackground(() -> ground.run(request));
        ground.script().awaitHeld(held);
        String id = ground.stoa()
                .debate()
                .sessions()
                .recoverable(ground.clock().instant().plusSeconds(60))
                .getFirst()
                .id();
        int answered = 4 - held;
        while (ground.turns(id).size() % 4 != answered % 4) {
            Thread.onSpinWait();
        }
        ground.clock().advance(Duration.ofSeconds(6));
        return join(run).row();
    }

    @Test
    void whenTheTokensAreSpentNoFurtherCallIsStored() throws Exception {
        ground.script().counts(100);
        SessionRow row = ground.run(Ground.request("q1", "script", 4)
                        .set("max_parallel", 1)
                        .set("threshold", 1)
                        .set("max_tokens", 1_200))
                .row();

        assertThat(row.stopReason()).isEqualTo("budget");
        assertThat(ground.turns(row.id()).stream().filter(turn -> turn.status() == TurnStatus.OK))
                .hasSize(6);
        assertThat(ground.turns(row.id()))
                .hasSize(8)
                .last()
                .satisfies(turn -> assertThat(turn.status()).isEqualTo(TurnStatus.TIMEOUT));
        assertThat(ground.kinds(row.id())).contains("budget_reached");
        whole(row.id());
    }

    @Test
    void whenTheMoneyIsSpentTheDebateEnds() throws Exception {
        Files.writeString(folder.resolve("stoa.toml"), """
                [price."script:m0"]
                input = 1000.0
                output = 0.0
                [price."script:m1"]
                input = 1000.0
                output = 0.0
                """);
        ground.script().counts(1_000);
        SessionRow row = ground.reopen()
                .run(Ground.request("q1", "script", 2)
                        .preset(Preset.ROUND_TABLE)
                        .rounds(5)
                        .set("early_stop", false)
                        .set("max_parallel", 1)
                        .set("max_cost_usd", 3.5))
                .row();

        assertThat(row.stopReason()).isEqualTo("budget");
        assertThat(ground.turns(row.id())).extracting(DebateTurn::costUsd).containsExactly(1.0, 1.0, 1.0, 1.0);
        whole(row.id());
    }

    @Test
    void aLimitReachedInTheMiddleOfASimulatedWaveStopsThereToo() throws Exception {
        SessionRow row = ground.run(Ground.request("q1", "sim", 5).set("max_tokens", 1_000))
                .row();

        assertThat(ground.turns(row.id()))
                .extracting(DebateTurn::status)
                .containsExactly(TurnStatus.OK, TurnStatus.OK, TurnStatus.OK, TurnStatus.TIMEOUT, TurnStatus.TIMEOUT);
        whole(row.id());
    }

    private void whole(String id) {
        List<DebateTurn> turns = ground.turns(id);
        assertThat(turns)
                .extracting(DebateTurn::turnSeq)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, turns.size()).boxed().toList());
        ground.proves(id);
    }
}
