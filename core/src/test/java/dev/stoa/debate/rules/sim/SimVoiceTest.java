package dev.stoa.debate.rules.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.debate.rules.FocusAssignment;
import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.Situation.Known;
import dev.stoa.debate.rules.Situation.Peer;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.reply.Severity;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What simulated agents say, told by situations that a test makes up. */
@Tag("quick")
class SimVoiceTest {
    private static final List<String> COLOURS = List.of("red", "green", "blue");
    private static final SimParams SHARP = params(Map.of("accuracy", "0.6", "sharpness", "0.2"));

    private static SimParams params(Map<String, String> given) {
        return SimParams.parse("a1", given);
    }

    private static DebateConfig config(@Nullable Object... settings) {
        return Play.of(3, settings).record.config();
    }

    private static DebateConfig closed(int truth) {
        return config("options", COLOURS, "truth", COLOURS.get(truth));
    }

    private static DebateConfig open(int truth) {
        DebateConfig config = config();
        return config("truth", SimVoice.labels(config).get(truth));
    }

    /** A situation of the second of three seats, in the second round. */
    private static final class Scene {
        private final DebateConfig config;
        private final ReplyKind kind;
        private boolean withPosition;
        private List<Known> known = List.of();
        private List<Integer> seen = List.of();
        private int own = -1;
        private boolean revised;
        private List<Peer> peers = List.of();
        private List<ParsedReply.Finding> findings = List.of();
        private boolean bids;
        private List<String> labels = List.of();

        Scene(DebateConfig config, ReplyKind kind) {
            this.config = config;
            this.kind = kind;
        }

        Scene holding(int option) {
            own = option;
            return this;
        }

        /** What the other seats hold. */
        Scene peers(int... options) {
            peers = IntStream.range(0, options.length)
                    .mapToObj(i -> new Peer(2 * i, options[i]))
                    .toList();
            return this;
        }

        /** What is on the paper. */
        Scene known(int... options) {
            known = IntStream.of(options)
                    .mapToObj(option -> new Known(option, label(option), null, List.of()))
                    .toList();
            return this;
        }

        private String label(int option) {
            return config.closed() ? config.options().get(option) : labels.get(option);
        }

        /** The options of an open question, as they came up. */
        Scene cameUp(String... texts) {
            labels = List.of(texts);
            return this;
        }

        Situation situation() {
            Slot slot = new Slot(9, 1, 2, Phase.CRITIQUE, 0, 1, kind, withPosition, List.of(1, 2, 3));
            return new Situation(config, slot, known, seen, own, revised, false, peers, findings, bids, labels);
        }

        ParsedReply said(SimParams how) {
            return SimVoice.answer(situation(), SimVoice.rules(config), how).said();
        }
    }

    @Test
    void theGivenTruthIsTheRightAnswerWhateverItsPlace() {
        for (int seed = 0; seed < 8; seed++) {
            for (int option = 0; option < 3; option++) {
                DebateConfig config = config("seed", seed, "options", COLOURS, "truth", COLOURS.get(option));
                assertThat(SimVoice.rules(config).truth()).isEqualTo(option);
            }
        }
        for (int option = 0; option < 4; option++) {
            assertThat(SimVoice.rules(open(option)).truth()).isEqualTo(option);
        }
        assertThat(SimVoice.rules(config("truth", "Simulated ANSWER 3.")).truth())
                .isEqualTo(2);
    }

    @Test
    void withoutATruthThatIsAnOptionItIsDrawnAmongThem() {
        for (int seed = 0; seed < 20; seed++) {
            int ofThree = SimRules.of(seed, "What shall we do?", 3).truth();
            int ofFour = SimRules.of(seed, "What shall we do?", 4).truth();
            assertThat(SimVoice.rules(config("seed", seed, "options", COLOURS)).truth())
                    .isEqualTo(ofThree);
            assertThat(SimVoice.rules(config("seed", seed, "options", COLOURS, "truth", "violet"))
                            .truth())
                    .isEqualTo(ofThree);
            assertThat(SimVoice.rules(config("seed", seed)).truth()).isEqualTo(ofFour);
            assertThat(SimVoice.rules(config("seed", seed, "truth", "violet")).truth())
                    .isEqualTo(ofFour);
        }
    }

    @Test
    void aClosedQuestionIsAnsweredByItsOptionsAndAnOpenOneByFourNames() {
        assertThat(SimVoice.labels(closed(0))).isEqualTo(COLOURS);
        assertThat(SimVoice.labels(config()))
                .containsExactly(
                        "simulated answer 1", "simulated answer 2", "simulated answer 3", "simulated answer 4");
    }

    @Test
    void aReplyTakesWhatItReadsAndWrites() {
        DebateConfig config = closed(0);
        DryRun.Spoken spoken =
                SimVoice.answer(new Scene(config, ReplyKind.QUESTION).situation(), SimVoice.rules(config), SHARP);
        assertThat(spoken)
                .isEqualTo(new DryRun.Spoken(
                        new ParsedReply.Questions(List.of(), 1), SimRules.tokensIn(3), SimRules.TOKENS_OUT));
    }

    @Test
    void whoHoldsNothingDrafts() {
        SimParams right = params(Map.of("accuracy", "1"));
        SimParams wrong = params(Map.of("accuracy", "0", "sharpness", "0.2"));
        assertThat(new Scene(closed(2), ReplyKind.POSITION).peers(0, 0).said(right))
                .isEqualTo(Position.choosing(2, 0.99));
        assertThat(new Scene(open(2), ReplyKind.POSITION).said(right))
                .isEqualTo(Position.answering("simulated answer 3", 0.99));
        DebateConfig config = closed(2);
        int draft = SimVoice.rules(config).draft("a1", wrong);
        assertThat(draft).isNotEqualTo(2);
        assertThat(new Scene(config, ReplyKind.POSITION).said(wrong)).isEqualTo(Position.choosing(draft, 0.01));
    }

    @Test
    void aPositionIsRevisedOnceARound() {
        SimParams verifying = params(Map.of("verify", "1", "accuracy", "0.6", "sharpness", "0.2"));
        Scene scene = new Scene(closed(1), ReplyKind.POSITION).holding(0).peers(2, 1);
        assertThat(scene.said(verifying)).isEqualTo(Position.choosing(1, 0.8));
        scene.revised = true;
        assertThat(scene.said(verifying)).isEqualTo(Position.choosing(0, 0.4));
    }

    @Test
    void whatMostPeersHoldDrawsOverWhichOptionEverItIs() {
        SimParams pooling = params(Map.of("pool", "1", "accuracy", "0.5"));
        for (int option = 0; option < 3; option++) {
            int own = (option + 1) % 3;
            assertThat(new Scene(closed(1), ReplyKind.POSITION)
                            .holding(own)
                            .peers(option, option, own)
                            .said(pooling))
                    .isEqualTo(Position.choosing(option, 0.5));
        }
    }

    @Test
    void whatComesUpInAnOpenQuestionIsKnownByItsName() {
        SimParams pooling = params(Map.of("pool", "1", "accuracy", "0.6", "sharpness", "0.2"));
        String[] cameUp = {"simulated answer 3", "another answer", "simulated answer 1"};
        assertThat(new Scene(open(2), ReplyKind.POSITION)
                        .cameUp(cameUp)
                        .holding(2)
                        .peers(0, 1)
                        .said(pooling))
                .as("what most hold whose answer can be drawn")
                .isEqualTo(Position.answering("simulated answer 3", 0.8));
        assertThat(new Scene(open(2), ReplyKind.POSITION)
                        .cameUp(cameUp)
                        .holding(2)
                        .peers(1, 1, 3)
                        .said(pooling))
                .as("others than the four draw nobody over")
                .isEqualTo(Position.answering("simulated answer 1", 0.4));
        for (int own : new int[] {1, 3, 7}) {
            assertThat(new Scene(open(2), ReplyKind.POSITION)
                            .cameUp(cameUp)
                            .holding(own)
                            .said(params(Map.of("accuracy", "1"))))
                    .as("who holds none of the four drafts")
                    .isEqualTo(Position.answering("simulated answer 3", 0.99));
        }
    }

    @Test
    void critiquesNameNothingAndBearAPositionWhereOneIsAskedFor() {
        Scene scene = new Scene(closed(1), ReplyKind.CRITIQUE).holding(1);
        assertThat(scene.said(SHARP)).isEqualTo(new ParsedReply.Critiques(List.of(), null));
        scene.withPosition = true;
        assertThat(scene.said(SHARP)).isEqualTo(new ParsedReply.Critiques(List.of(), Position.choosing(1, 0.8)));
    }

    @Test
    void redFindsNothingAndBlueRebutsEverything() {
        assertThat(new Scene(closed(1), ReplyKind.ATTACK).said(SHARP)).isEqualTo(new ParsedReply.Attack(List.of()));
        Scene defends = new Scene(closed(1), ReplyKind.DEFENCE).holding(1);
        defends.findings = List.of(
                new ParsedReply.Finding("F1", "logic", Severity.HIGH, "one", null, null),
                new ParsedReply.Finding("F2", "logic", Severity.LOW, "two", null, null));
        assertThat(defends.said(SHARP))
                .isEqualTo(new ParsedReply.Defence(
                        List.of(
                                new ParsedReply.Answer("F1", false, "it holds"),
                                new ParsedReply.Answer("F2", false, "it holds")),
                        Position.choosing(1, 0.8)));
    }

    @Test
    void reviewsTrustTheirOwnOptionAsMuchAsTheyAreSureOfIt() {
        Scene scene = new Scene(closed(1), ReplyKind.REVIEW).holding(1);
        scene.seen = List.of(0, 1, 2);
        assertThat(scene.said(SHARP)).isEqualTo(marks(0.2, 0.8, 0.2));
        assertThat(scene.holding(0).said(SHARP)).isEqualTo(marks(0.4, 0.6, 0.6));
        assertThat(scene.holding(-1).said(SHARP)).as("held by nobody").isEqualTo(marks(0.6, 0.6, 0.6));

        Scene open = new Scene(open(2), ReplyKind.REVIEW).cameUp("another answer", "simulated answer 3");
        open.seen = List.of(0, 1);
        assertThat(open.holding(1).said(SHARP)).isEqualTo(marks(0.2, 0.8));
        assertThat(open.holding(0).said(SHARP)).isEqualTo(marks(0.4, 0.6));
    }

    private static ParsedReply.Reviews marks(double... marks) {
        return new ParsedReply.Reviews(IntStream.range(0, marks.length)
                .mapToObj(option -> new ParsedReply.Review(
                        option, marks[option], marks[option], marks[option], marks[option], List.of()))
                .toList());
    }

    @Test
    void aBallotIsForWhatIsHeldAndRanksTheRestOfThePaperBehindIt() {
        Scene scene = new Scene(closed(1), ReplyKind.BALLOT).known(0, 1, 2).holding(1);
        assertThat(scene.said(SHARP)).isEqualTo(ParsedReply.Vote.of(1, 0.8, List.of(1, 0, 2)));
        assertThat(scene.holding(2).said(SHARP)).isEqualTo(ParsedReply.Vote.of(2, 0.4, List.of(2, 0, 1)));
        assertThat(scene.holding(0).said(params(Map.of("accuracy", "1"))))
                .as("also where it would draft another")
                .isEqualTo(ParsedReply.Vote.of(0, 0.99, List.of(0, 1, 2)));
        assertThat(scene.holding(-1).said(params(Map.of("accuracy", "1"))))
                .as("who holds nothing votes for what it would draft")
                .isEqualTo(ParsedReply.Vote.of(1, 0.99, List.of(1, 0, 2)));
        assertThat(scene.holding(0).peers(2, 2).said(params(Map.of("pool", "1", "accuracy", "0.5"))))
                .as("who pools votes with most")
                .isEqualTo(ParsedReply.Vote.of(2, 0.5, List.of(2, 0, 1)));
    }

    @Test
    void anOpenBallotNamesTheOptionByItsNumberInTheDebate() {
        SimParams sure = params(Map.of("accuracy", "1"));
        String[] cameUp = {"another answer", "simulated answer 2", "simulated answer 3"};
        Scene scene = new Scene(open(2), ReplyKind.BALLOT).cameUp(cameUp).known(0, 1, 2);
        assertThat(scene.holding(1).said(SHARP)).isEqualTo(ParsedReply.Vote.of(1, 0.4, List.of(1, 0, 2)));
        assertThat(scene.holding(0).said(sure))
                .as("the one of that name")
                .isEqualTo(ParsedReply.Vote.of(2, 0.99, List.of(2, 0, 1)));
        assertThat(scene.known(1).holding(0).said(sure))
                .as("else its own, on the paper or not")
                .isEqualTo(ParsedReply.Vote.of(0, 0.99, List.of(0, 1)));
        assertThat(scene.known(1).holding(-1).said(sure))
                .as("else the first on the paper")
                .isEqualTo(ParsedReply.Vote.of(1, 0.99, List.of(1)));
        assertThat(scene.known().holding(-1).said(sure))
                .as("else the first of all")
                .isEqualTo(ParsedReply.Vote.of(0, 0.99, List.of(0)));
    }

    @Test
    void aPlanGivesEverySeatItsOwnFocusAndABidTheSeatsOwn() {
        Scene scene = new Scene(closed(1), ReplyKind.PLAN);
        assertThat(scene.said(SHARP))
                .isEqualTo(new ParsedReply.Plan(
                        IntStream.range(0, 3)
                                .mapToObj(seat -> new ParsedReply.Focus(seat, FocusAssignment.byDefault(seat)))
                                .toList(),
                        List.of()));
        scene.bids = true;
        assertThat(scene.said(SHARP))
                .isEqualTo(new ParsedReply.Plan(
                        List.of(), List.of(new ParsedReply.Bid(FocusAssignment.byDefault(1), 0.5))));
    }

    @Test
    void nobodyIsAskedToSimulateTests() {
        Scene scene = new Scene(closed(1), ReplyKind.TESTS);
        assertThatThrownBy(() -> scene.said(SHARP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a simulated agent writes no tests");
    }
}
