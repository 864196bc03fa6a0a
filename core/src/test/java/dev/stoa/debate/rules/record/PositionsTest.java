package dev.stoa.debate.rules.record;

import static dev.stoa.debate.rules.record.RecordedTurns.passed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ParseResult;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.Replies;
import dev.stoa.debate.rules.reply.ReplyContext;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.List;
import java.util.Map;
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
    void onlyTurnsBeforeANumberAreLookedAt() {
        RecordedTurns turns = RecordedTurns.of(2, "preset", "classic");
        Turn first = turns.draft(0, 0);
        Turn second = turns.revises(0, 1);
        assertThat(Positions.of(turns.record, 0, first.turnSeq())).isNull();
        assertThat(Positions.of(turns.record, 0, second.turnSeq())).isEqualTo(first);
        assertThat(Positions.of(turns.record, 0)).isEqualTo(second);
        assertThat(Positions.of(turns.record, 1)).isNull();
    }

    @Test
    void aPositionWithoutAnOptionIsPassedOver() {
        RecordedTurns turns = RecordedTurns.of(2, "preset", "classic", "options", List.of("x", "y"));
        turns.drafted(0, -1, "command", "m");
        assertThat(Positions.of(turns.record, 0)).isNull();
        assertThat(Positions.draft(turns.record, 0)).isNull();
        Turn first = turns.draft(0, 0);
        turns.drafted(0, -1, "command", "m");
        assertThat(Positions.of(turns.record, 0)).isEqualTo(first);
        assertThat(Positions.draft(turns.record, 0)).isEqualTo(first);
    }

    @Test
    void aDraftIsTheFirstPositionOfItsSeat() {
        RecordedTurns turns = RecordedTurns.of(4, "options", List.of("x", "y"));
        Turn other = turns.draft(1, 1);
        turns.failed(0, Phase.PROPOSAL, ReplyKind.POSITION, TurnStatus.ERROR);
        Turn first = turns.draft(0, 0);
        turns.draft(0, 1);
        turns.draft(3, 1);
        assertThat(Positions.draft(turns.record, 0)).isEqualTo(first);
        assertThat(Positions.drafts(turns.record).keySet()).containsExactly(0, 1, 3);
        assertThat(Positions.drafts(turns.record)).containsEntry(1, other);
        assertThat(Positions.draftVotes(turns.record)).isEqualTo(Map.of(0, 1, 1, 2));
    }

    @Test
    void whatWasRejectedIsNeitherHeldNorGiven() {
        RecordedTurns turns = RecordedTurns.of(2, "preset", "classic", "options", List.of("x", "y"));
        Turn first = turns.draft(0, 0);
        turns.revises(0, 1);
        assertThat(Positions.giving(turns.record, 1)).hasSize(1);
        turns.reject(Phase.OPTIMIZATION, 0);
        assertThat(Positions.of(turns.record, 0)).isEqualTo(first);
        assertThat(Positions.giving(turns.record, 1)).isEmpty();
        assertThat(Positions.giving(turns.record, 0)).containsExactly(first);
    }

    @Test
    void ofDraftsOfCodeTheLastIsHeldUnlessAnEarlierOnePassedMore() {
        RecordedTurns turns = RecordedTurns.ofCode(2, "one", "two");
        Turn first = turns.draft(0, 0);
        Turn second = turns.draft(0, 1);
        Turn others = turns.draft(1, 2);
        assertThat(Positions.of(turns.record, 0)).as("nothing was checked").isEqualTo(second);
        turns.check(others, CheckStatus.PASSED, passed("one"), passed("two"));
        turns.check(first, CheckStatus.FAILED, passed("one"));
        assertThat(Positions.of(turns.record, 0)).isEqualTo(first);
        turns.check(second, CheckStatus.FAILED, passed("two"));
        assertThat(Positions.of(turns.record, 0)).as("it passed as many").isEqualTo(second);
        Turn third = turns.draft(0, 3);
        assertThat(Positions.of(turns.record, 0))
                .as("of equals that are better the first")
                .isEqualTo(first);
        assertThat(Positions.position(turns.record, 0)).isEqualTo(first);
        turns.check(third, CheckStatus.PASSED, passed("one"), passed("two"));
        assertThat(Positions.of(turns.record, 0)).isEqualTo(third);
    }

    @Test
    void whatATurnStandsForIsItsVoteOrItsPosition() {
        RecordedTurns turns = RecordedTurns.of(2, "options", List.of("x", "y"));
        Turn draft = turns.draft(0, 1);
        Turn vote = turns.vote(1, ParsedReply.Vote.of(1, 0.5, List.of()));
        assertThat(Positions.option(turns.record, draft)).isEqualTo(1);
        assertThat(Positions.option(turns.record, vote)).isEqualTo(1);
        assertThat(Positions.position(turns.record, 1))
                .as("a vote is no position")
                .isNull();
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
