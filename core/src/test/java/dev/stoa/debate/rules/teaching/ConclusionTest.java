package dev.stoa.debate.rules.teaching;

import static dev.stoa.debate.rules.Script.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Trust;
import dev.stoa.debate.rules.Script;
import dev.stoa.debate.rules.reply.ParsedReply.Claim;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class ConclusionTest {
    private static Conclusion agreed(int agreeing, int participants) {
        return new Conclusion(
                "t",
                "a",
                0,
                Collections.nCopies(participants, "p"),
                Collections.nCopies(agreeing, "p"),
                List.of(),
                List.of(),
                List.of(),
                Trust.AGENT);
    }

    @Test
    void threeOfFiveAreModerateAndMoreThanFourOfFiveAreStrong() {
        assertThat(agreed(3, 5).moderate()).isTrue();
        assertThat(agreed(2, 5).moderate()).isFalse();
        assertThat(agreed(1, 2).moderate()).isFalse();
        assertThat(agreed(4, 5).strong()).isFalse();
        assertThat(agreed(5, 6).strong()).isTrue();
        assertThat(agreed(1, 1).strong()).isTrue();
    }

    @Test
    void withoutAWinnerTheOptionsThatLedAreNamed() {
        Script tie = new Script("capital?", "ana", "bo", "cy", "di", "ed")
                .with("preset", "vote")
                .says(1, "ana", answer("Paris", 0.5))
                .says(1, "bo", answer("Lyon", 0.5))
                .says(1, "cy", answer("Paris", 0.5))
                .says(1, "di", answer("Lyon", 0.5))
                .says(1, "ed", answer("Nice", 0.5))
                .play();
        Conclusion conclusion = Conclusion.of(tie.record(), Map.of(), null);
        assertThat(conclusion.text()).isEqualTo("no agreement: A: Paris; B: Lyon");
        assertThat(conclusion.winner()).isEqualTo(-1);
        assertThat(conclusion.agreeing()).isEmpty();
        assertThat(conclusion.trust()).isEqualTo(Trust.AGENT);
    }

    @Test
    void onlyWhatIsSettledIsConfirmed() {
        Script script = new Script("capital?", "ana", "bo")
                .with("preset", "vote")
                .says(1, "ana", answer("Paris", 0.9))
                .says(1, "bo", answer("Paris", 0.9))
                .play();
        assertThat(Conclusion.of(script.record(), Map.of("decision", "agreed"), null)
                        .trust())
                .isEqualTo(Trust.CONFIRMED);
        assertThat(Conclusion.of(script.record(), Map.of("verified", true), null)
                        .trust())
                .isEqualTo(Trust.CONFIRMED);
        assertThat(Conclusion.of(script.record(), Map.of("decision", "majority"), null)
                        .trust())
                .isEqualTo(Trust.AGENT);
        assertThat(Conclusion.of(script.record(), Map.of("decision", "agreed"), new Grade(null, -1, false, "human"))
                        .trust())
                .isEqualTo(Trust.AGENT);
    }

    @Test
    void withoutAQuorumTheOptionsOfMostVotesAreNamed() {
        Script few = new Script("capital?", "ana", "bo", "cy", "di")
                .with("preset", "vote")
                .with("quorum", 4)
                .says(1, "ana", answer("Paris", 0.5))
                .says(1, "bo", answer("Lyon", 0.5))
                .says(1, "cy", answer("Lyon", 0.5))
                .play();
        assertThat(Conclusion.of(few.record(), Map.of(), null).text()).isEqualTo("no agreement: B: Lyon");
        Script none = new Script("capital?", "ana", "bo").with("preset", "vote").play();
        Conclusion silence = Conclusion.of(none.record(), Map.of(), null);
        assertThat(silence.text()).isEqualTo("no agreement: no option had a vote");
        assertThat(silence.abstaining()).containsExactly("ana", "bo");
    }

    @Test
    void aClaimWithoutWordsIsNone() {
        Script script = new Script("capital?", "ana", "bo")
                .with("preset", "vote")
                .says(
                        1,
                        "ana",
                        answer("Paris", 0.9)
                                .withReasoning(
                                        "",
                                        List.of(new Claim(" ", List.of()), new Claim("it is on the Seine", List.of()))))
                .says(1, "bo", answer("Paris", 0.8))
                .play();
        assertThat(Conclusion.of(script.record(), Map.of(), null).claims()).containsExactly("it is on the Seine");
    }
}
