package dev.stoa.debate.rules.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.GateState;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every kind of step, held in memory. */
@Tag("quick")
class DryRunStepsTest {
    private static DebateConfig config(@Nullable Object... settings) {
        return Play.of(3, settings).record.config();
    }

    private static DryRun.Result play(DebateConfig config, DryRun.Voice voice) {
        return DryRun.play(config, Context.blank(config.size()), voice);
    }

    private static DryRun.Spoken says(ParsedReply said) {
        return new DryRun.Spoken(said, 20, 7);
    }

    @Test
    void whatIsSaidIsWrittenDownWithWhatItTook() {
        DryRun.Result result =
                play(config("options", List.of("red", "green")), situation -> says(Position.choosing(1, 0.9)));
        assertThat(result.completed()).isTrue();
        assertThat(result.stop()).isEqualTo(StopReason.CONSENSUS);
        assertThat(result.winner()).isEqualTo(1);
        assertThat(result.record().turns()).hasSize(3).allSatisfy(turn -> {
            assertThat(turn.status()).isEqualTo(TurnStatus.OK);
            assertThat(turn.said()).isEqualTo(Position.choosing(1, 0.9));
            assertThat(List.of(turn.provider(), turn.model())).containsExactly("command", "m");
            assertThat(List.of(turn.tokensIn(), turn.tokensOut())).containsExactly(20, 7);
        });
    }

    @Test
    void theBestRatedOfTheContextLeads() {
        Context.Standing unknown = Context.Standing.unknown();
        Context.Standing best = new Context.Standing(2_000, 1, unknown.resolved(), unknown.correct());
        Context context = new Context(List.of(unknown, unknown, best), List.of(), List.of(), false, List.of());
        DryRun.Result result =
                DryRun.play(config("preset", "vote"), context, situation -> says(Position.answering("x", 0.9)));
        assertThat(result.record().context()).isEqualTo(context);
        assertThat(result.record().lead()).isEqualTo(2);
    }

    @Test
    void whoSaysNothingAbstainsAndNobodyWins() {
        DryRun.Result result = play(config("preset", "vote"), situation -> null);
        assertThat(result.record().turns()).hasSize(3).allSatisfy(turn -> {
            assertThat(turn.status()).isEqualTo(TurnStatus.ABSTAINED);
            assertThat(turn.said()).isNull();
            assertThat(turn.tokensIn() + turn.tokensOut()).isZero();
        });
        assertThat(result.winner()).isEqualTo(-1);
    }

    @Test
    void answersThatReadTheSameAreOneOption() {
        DryRun.Result result = play(
                config("preset", "vote"),
                situation -> says(Position.answering(situation.slot().seat() == 0 ? "Wait" : "go on.", 0.9)));
        assertThat(result.record().labels()).containsExactly("Wait", "go on.");
        assertThat(result.winner()).isEqualTo(1);
    }

    @Test
    void nothingIsExecutedSoThatEveryCheckIsUnknown() {
        DryRun.Result result =
                play(config("preset", "vote", "check", "judge"), situation -> says(Position.answering("x", 0.9)));
        for (Turn turn : result.record().turns()) {
            assertThat(result.record().checks(turn.turnSeq())).singleElement().satisfies(check -> {
                assertThat(check.turnSeq()).isEqualTo(turn.turnSeq());
                assertThat(check.checker()).isEqualTo(CheckResult.CHECK);
                assertThat(check.status()).isEqualTo(CheckStatus.UNKNOWN);
            });
        }
        assertThat(Outcomes.of(result.record(), result.stop())).containsEntry("verified", false);
    }

    @Test
    void everyGateIsApprovedAtOnce() {
        DryRun.Result result = play(
                config("preset", "vote", "gates", List.of("proposal", "convergence")),
                situation -> says(Position.answering("x", 0.9)));
        assertThat(result.record().gates())
                .extracting(GateState::phase, GateState::attempt, GateState::approved)
                .containsExactly(tuple(Phase.PROPOSAL, 0, true), tuple(Phase.CONVERGENCE, 0, true));
    }

    @Test
    void nobodyOfAWaveKnowsWhatAnotherOfItSays() {
        List<Situation> later = new ArrayList<>();
        DebateConfig config =
                config("options", List.of("red", "green", "blue"), "topology_type", "graph_mesh", "early_stop", false);
        DryRun.Result result = play(config, situation -> {
            int seat = situation.slot().seat();
            if (situation.slot().kind() == ReplyKind.POSITION) {
                return says(Position.choosing(seat, 0.9));
            }
            later.add(situation);
            return says(new ParsedReply.Critiques(List.of(), Position.choosing(0, 0.9)));
        });
        assertThat(later).hasSize(3).allSatisfy(situation -> {
            int seat = situation.slot().seat();
            assertThat(situation.peers())
                    .extracting(Situation.Peer::seat, Situation.Peer::option)
                    .containsExactlyElementsOf(List.of(0, 1, 2).stream()
                            .filter(other -> other != seat)
                            .map(other -> tuple(other, other))
                            .toList());
        });
        assertThat(result.winner()).isZero();
    }
}
