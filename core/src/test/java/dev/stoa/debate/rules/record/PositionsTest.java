package dev.stoa.debate.rules.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ParseResult;
import dev.stoa.debate.rules.reply.Replies;
import dev.stoa.debate.rules.reply.ReplyContext;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a seat holds: its ballot where it was asked for one, else its latest ok position; an abstention clears it. */
@Tag("quick")
class PositionsTest {
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
            assertThat(Positions.position(classic.record, 0)).as(reply).isNotNull();
            assertThat(held(classic, 1, Integer.MAX_VALUE)).isEqualTo(Phase.CONVERGENCE);
        }
    }

    @Test
    void onlyAPositionAndABallotMayAbstain() {
        ReplyContext open = ReplyContext.open(2);
        for (ReplyKind kind : ReplyKind.values()) {
            ParseResult parsed = Replies.parse(kind, ABSTAINS, open);
            if (kind == ReplyKind.POSITION || kind == ReplyKind.BALLOT) {
                assertThat(parsed).as(kind.text()).isInstanceOf(ParseResult.Abstained.class);
            } else {
                assertThat(parsed).as(kind.text()).isInstanceOf(ParseResult.Unparsed.class);
            }
        }
        String critique = "{\"critiques\":[],\"position\":{\"abstain\":true}}";
        assertThat(Replies.parse(ReplyKind.CRITIQUE, critique, open.withPosition()))
                .isInstanceOf(ParseResult.Abstained.class);
        assertThat(Replies.parse(ReplyKind.CRITIQUE, critique, open))
                .as("nobody asked for a position")
                .isInstanceOf(ParseResult.Ok.class);
        assertThat(Replies.parse(ReplyKind.CRITIQUE, ABSTAINS, open.withPosition()))
                .isInstanceOf(ParseResult.Unparsed.class);
        assertThat(Replies.parse(ReplyKind.DEFENCE, "{\"answers\":[],\"position\":{\"abstain\":true}}", open))
                .isInstanceOf(ParseResult.Unparsed.class);
        assertThat(Replies.parse(ReplyKind.POSITION, "{\"abstain\":false,\"answer\":\"x\",\"confidence\":1}", open))
                .isInstanceOf(ParseResult.Ok.class);
        assertThat(Replies.parse(ReplyKind.BALLOT, "{\"abstain\":true,\"vote\":\"A\",\"confidence\":1}", open))
                .isInstanceOf(ParseResult.Unparsed.class);
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
        Turn turn = Positions.of(play.record, seat, before);
        return turn == null ? null : turn.phase();
    }
}
