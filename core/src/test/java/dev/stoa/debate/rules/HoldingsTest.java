package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a seat holds: its ballot where it was asked for one, else its latest ok position; an abstention clears it. */
@Tag("quick")
class HoldingsTest {
    private static final String ABSTAINS = "{\"abstain\":true}";

    @Test
    void anAbstentionClearsOnlyWhereAPositionWasAskedFor() {
        Play classic = Play.of(3, "preset", "classic");
        classic.voice = situation -> critique(situation, 0) ? Play.abstain() : Play.byDefault(situation);
        classic.run();
        int reviewed = classic.in(Phase.REVIEW).getFirst().slot().turnSeq();

        assertThat(statuses(classic, 0, ReplyKind.CRITIQUE)).containsExactly(TurnStatus.ABSTAINED);
        assertThat(held(classic, 0, reviewed))
                .as("a critique of classic asks for none")
                .isEqualTo(Phase.PROPOSAL);
        assertThat(held(classic, 1, reviewed)).isEqualTo(Phase.PROPOSAL);

        Play ladder = Play.of(3, "preset", "ladder", "early_stop", false);
        ladder.voice = situation -> critique(situation, 0) ? Play.abstain() : Play.byDefault(situation);
        ladder.run();

        assertThat(statuses(ladder, 0, ReplyKind.CRITIQUE)).containsExactly(TurnStatus.ABSTAINED);
        assertThat(held(ladder, 0, Integer.MAX_VALUE)).as("one of ladder does").isNull();
        assertThat(held(ladder, 1, Integer.MAX_VALUE)).isEqualTo(Phase.CRITIQUE);
    }

    @Test
    void whatWentWrongLeavesTheLatestPosition() {
        for (TurnStatus status : List.of(TurnStatus.ERROR, TurnStatus.TIMEOUT, TurnStatus.UNPARSED)) {
            Play ladder = Play.of(3, "preset", "ladder", "early_stop", false);
            ladder.voice =
                    situation -> critique(situation, 0) ? new Play.Reply(status, null, "") : Play.byDefault(situation);
            ladder.run();

            assertThat(held(ladder, 0, Integer.MAX_VALUE)).as(status.text()).isEqualTo(Phase.PROPOSAL);
        }
    }

    @Test
    void whoWasAskedForABallotHoldsThatOrNothing() {
        for (String reply : List.of(ABSTAINS, "no vote", "{\"vote\":\"A\",\"confidence\":2}")) {
            Play classic = Play.of(3, "preset", "classic");
            classic.voice = situation -> situation.slot().kind() == ReplyKind.BALLOT
                            && situation.slot().seat() == 0
                    ? Play.raw(reply)
                    : Play.byDefault(situation);
            classic.run();

            assertThat(held(classic, 0, Integer.MAX_VALUE)).as(reply).isNull();
            assertThat(Holdings.position(classic.record, 0)).as(reply).isNotNull();
            assertThat(held(classic, 1, Integer.MAX_VALUE)).isEqualTo(Phase.CONVERGENCE);
        }
    }

    @Test
    void onlyAPositionAndABallotMayAbstain() {
        ReplyContext open = ReplyContext.open(2);
        for (ReplyKind kind : ReplyKind.values()) {
            Parsed parsed = Replies.parse(kind, ABSTAINS, open);
            if (kind == ReplyKind.POSITION || kind == ReplyKind.BALLOT) {
                assertThat(parsed).as(kind.text()).isInstanceOf(Parsed.Abstained.class);
            } else {
                assertThat(parsed).as(kind.text()).isInstanceOf(Parsed.Unparsed.class);
            }
        }
        String critique = "{\"critiques\":[],\"position\":{\"abstain\":true}}";
        assertThat(Replies.parse(ReplyKind.CRITIQUE, critique, open.withPosition()))
                .isInstanceOf(Parsed.Abstained.class);
        assertThat(Replies.parse(ReplyKind.CRITIQUE, critique, open))
                .as("nobody asked for a position")
                .isInstanceOf(Parsed.Ok.class);
        assertThat(Replies.parse(ReplyKind.CRITIQUE, ABSTAINS, open.withPosition()))
                .isInstanceOf(Parsed.Unparsed.class);
        assertThat(Replies.parse(ReplyKind.DEFENCE, "{\"answers\":[],\"position\":{\"abstain\":true}}", open))
                .isInstanceOf(Parsed.Unparsed.class);
        assertThat(Replies.parse(ReplyKind.POSITION, "{\"abstain\":false,\"answer\":\"x\",\"confidence\":1}", open))
                .isInstanceOf(Parsed.Ok.class);
        assertThat(Replies.parse(ReplyKind.BALLOT, "{\"abstain\":true,\"vote\":\"A\",\"confidence\":1}", open))
                .isInstanceOf(Parsed.Unparsed.class);
    }

    private static boolean critique(Situation situation, int seat) {
        return situation.slot().kind() == ReplyKind.CRITIQUE && situation.slot().seat() == seat;
    }

    private static List<TurnStatus> statuses(Play play, int seat, ReplyKind kind) {
        return play.record.turns().stream()
                .filter(turn -> turn.seat() == seat && turn.kind() == kind)
                .map(Turn::status)
                .toList();
    }

    private static @Nullable Phase held(Play play, int seat, int before) {
        Turn turn = Holdings.of(play.record, seat, before);
        return turn == null ? null : turn.phase();
    }
}
