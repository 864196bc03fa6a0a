package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.debate.rules.voting.Ballot;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a ballot may hold, to the last value that is allowed and the first that is not. */
@Tag("quick")
class BallotTest {
    private static final long HEAVIEST = 1_000_000_000_000L;

    private static Ballot ballot(int seat, int choice, double confidence, double worth, long weight) {
        return new Ballot(seat, choice, List.of(), confidence, worth, weight, choice >= 0, choice >= 0, null);
    }

    private static void refused(String why, int seat, int choice, double confidence, double worth, long weight) {
        assertThatThrownBy(() -> ballot(seat, choice, confidence, worth, weight))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void theEndsOfEveryRangeAreAllowed() {
        assertThat(ballot(0, -1, 0, 0, 0).valid()).isFalse();
        assertThat(ballot(0, 0, 1, 1, HEAVIEST).valid()).isTrue();
        assertThat(ballot(7, 25, 0.5, 0.5, 1).choice()).isEqualTo(25);
    }

    @Test
    void whatIsBeyondARangeIsRefused() {
        refused("seat -1", -1, 0, 0, 0, 0);
        refused("choice -2", 0, -2, 0, 0, 0);
        refused("choice 26", 0, 26, 0, 0, 0);
        refused("confidence -", 0, 0, -Double.MIN_VALUE, 0, 0);
        refused("confidence 1.", 0, 0, Math.nextUp(1.0), 0, 0);
        refused("worth -", 0, 0, 0, -Double.MIN_VALUE, 0);
        refused("worth 1.", 0, 0, 0, Math.nextUp(1.0), 0);
        refused("weight -1", 0, 0, 0, 0, -1);
        refused("weight " + (HEAVIEST + 1), 0, 0, 0, 0, HEAVIEST + 1);
    }

    @Test
    void onlyABallotWithAChoiceIsValidOrCounted() {
        assertThatThrownBy(() -> new Ballot(0, -1, List.of(), 0, 0, 0, true, false, null))
                .hasMessageContaining("if, and only if");
        assertThatThrownBy(() -> new Ballot(0, 3, List.of(), 0, 0, 0, false, false, null))
                .hasMessageContaining("if, and only if");
        assertThatThrownBy(() -> new Ballot(0, -1, List.of(), 0, 0, 0, false, true, null))
                .hasMessageContaining("cannot be counted");
    }

    @Test
    void aRankingBeginsWithTheChoiceAndNamesEachOptionOnce() {
        Ballot ranked = new Ballot(0, 2, List.of(2, 0, 25), 0, 0, 0, true, true, null);
        assertThat(ranked.order()).containsExactly(2, 0, 25);
        assertThatThrownBy(() -> new Ballot(0, 2, List.of(0, 2), 0, 0, 0, true, true, null))
                .hasMessageContaining("begin with the choice");
        assertThatThrownBy(() -> new Ballot(0, 2, List.of(2, 0, 2), 0, 0, 0, true, true, null))
                .hasMessageContaining("option 2 is ranked twice");
        assertThatThrownBy(() -> new Ballot(0, 2, List.of(2, 26), 0, 0, 0, true, true, null))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void withoutARankingTheOrderIsTheChoiceAndWithoutAChoiceItIsEmpty() {
        assertThat(ballot(0, 4, 0, 0, 0).order()).containsExactly(4);
        assertThat(ballot(0, -1, 0, 0, 0).order()).isEmpty();
    }
}
