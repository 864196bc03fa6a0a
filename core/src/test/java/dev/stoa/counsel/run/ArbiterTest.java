package dev.stoa.counsel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.run.Arbiter.Candidate;
import dev.stoa.counsel.run.Arbiter.Reviews;
import dev.stoa.search.vector.Embedder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArbiterTest {
    private static final List<Level> LEVELS = List.of(Level.values());
    private static final Similarity WORDS = Similarity.by(Embedder.off());
    private static final Arbiter ARBITER = Arbiter.by(WORDS);
    private static final Fields FIELDS = Fields.builtIn();

    private static Arbiter.Ruling decide(List<Candidate> answers, Reviews reviews) {
        return Objects.requireNonNull(ARBITER.decide(answers, reviews));
    }

    private static Candidate candidate(String name, double weight, double confidence, String answer) {
        return new Candidate(name, weight, confidence, "It is " + answer + ".", answer);
    }

    @Test
    void theWorkedExampleOfAgreement() {
        // b and c say the same, and each values the other's answer as its own.
        Arbiter.Ruling ruling = decide(
                List.of(
                        candidate("a", .8, .9, "Rome"),
                        candidate("b", .6, .8, "Paris"),
                        candidate("c", .5, .6, "Paris")),
                Reviews.NONE);

        assertThat(ruling.winner()).isEqualTo("b");
        assertThat(ruling.agreement()).isEqualTo(1.1 / 1.9, within(1e-15));
        assertThat(ruling.confidence()).isEqualTo(.78 / 1.9, within(1e-15));
        assertThat(ruling.chosen().transfers().get("b")).isEqualTo(-.7, within(1e-15));
        assertThat(ruling.chosen().transfers().get("c")).isEqualTo(-.48, within(1e-15));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The Eiffel Tower | eiffel tower. | 1",
                "1,000 | 1000.0 | 1",
                "1e3 | 1000 | 1",
                "-5 | 5 | 0",
                "\"42\" | 42! | 1",
                "Ｐａｒｉｓ | paris | 1",
                "yes | no | 0",
                "50% | 50 | 0",
            })
    void shortAnswersAreTheSameOrNot(String one, String two, double same) {
        assertThat(WORDS.of("a text", one, "another", two)).isEqualTo(same);
        assertThat(WORDS.of("a text", two, "another", one)).isEqualTo(same);
    }

    @Test
    void longAnswersAreComparedByTheirWordsWithoutAnEmbedder() {
        assertThat(WORDS.of("red green blue", null, "red green white", null)).isEqualTo(.5);
        assertThat(WORDS.of("red", null, "blue", null)).isZero();
        assertThat(Similarity.by(Embedder.hashing(64)).of("red", null, "red", "x"))
                .isEqualTo(1);
    }

    @Test
    void reviewsReplaceWhatTheReviewerWasTakenToThinkOfTheReviewedAnswer() {
        List<Candidate> answers =
                List.of(candidate("a", .7, .9, "Rome"), candidate("b", .7, .8, "Rome"), candidate("c", .7, .6, "Bern"));
        assertThat(decide(answers, Reviews.NONE).winner()).isEqualTo("a");

        Arbiter.Ruling doubted =
                decide(answers, new Reviews("a", Map.of("b", Verdict.INCORRECT, "c", Verdict.PARTIALLY_CORRECT)));
        // a: .9 + 0 + .3 = 1.2; b: .9 + .8 + 0 = 1.7, which was not reviewed.
        assertThat(doubted.winner()).isEqualTo("b");
        assertThat(doubted.chosen().welfare().get("a")).isEqualTo(.7 * 1.2, within(1e-12));
        assertThat(doubted.agreement()).isEqualTo(2 / 3.0, within(1e-12));
    }

    @Test
    void aReviewThatCannotBeReadIsNoAgreement() {
        List<Candidate> answers = List.of(candidate("a", .7, .9, "Rome"), candidate("b", .7, .8, "Rome"));
        Arbiter.Ruling ruling = decide(answers, new Reviews("a", Map.of("b", Verdict.UNKNOWN)));

        assertThat(ruling.winner()).isEqualTo("a");
        assertThat(ruling.chosen().welfare().get("a")).isEqualTo(.7 * 1.7, within(1e-12));
        assertThat(ruling.agreement()).isEqualTo(.5, within(1e-12));
    }

    @Test
    void withoutAnswersNobodyWins() {
        assertThat(ARBITER.decide(List.of(), Reviews.NONE)).isNull();
    }

    @Test
    void theFirstListedSpecialistIsNotPreferred() {
        // Without evidence the tie rule decides; with outcomes the better one wins, wherever it stands.
        assertThat(decide(List.of(candidate("z", .65, .8, "1"), candidate("a", .65, .8, "2")), Reviews.NONE)
                        .winner())
                .isEqualTo("a");
        assertThat(decide(List.of(candidate("a", .65, .8, "1"), candidate("z", .70, .8, "2")), Reviews.NONE)
                        .winner())
                .isEqualTo("z");
    }

    @Test
    void repliesAreReadFromTheirEnd() {
        assertThat(ParsedAnswer.read("It is Paris.\n\nANSWER: Paris\nCONFIDENCE: 85", false))
                .isEqualTo(new ParsedAnswer("It is Paris.", "Paris", .85));
        assertThat(ParsedAnswer.read("It is Paris.\n**ANSWER:** Paris\n**CONFIDENCE:** 85%\n", false))
                .isEqualTo(new ParsedAnswer("It is Paris.", "Paris", .85));
        assertThat(ParsedAnswer.read("ANSWER: 4\nCONFIDENCE: 100", false)).isEqualTo(new ParsedAnswer("4", "4", 1));
        assertThat(ParsedAnswer.read("No lines.", false)).isEqualTo(new ParsedAnswer("No lines.", null, .5));
        assertThat(ParsedAnswer.read("x\nCONFIDENCE: 101", false).confidence()).isEqualTo(.5);
        assertThat(ParsedAnswer.read("x\nCONFIDENCE: high", false).confidence()).isEqualTo(.5);
        assertThat(ParsedAnswer.read("x\nCONFIDENCE: 90", true).confidence()).isEqualTo(.5);
        assertThat(ParsedAnswer.read("x\nCONFIDENCE: 30", true).confidence()).isEqualTo(.3);
        assertThat(ParsedAnswer.read("ANSWER: no\nis the wrong form", false).text())
                .isEqualTo("ANSWER: no\nis the wrong form");
    }

    @Test
    void reviewsAreReadByTheirParts() {
        assertThat(Reviewed.read("VERDICT: partially_correct\nISSUES: the year\nis wrong\nCORRECTION: it was 1989"))
                .isEqualTo(new Reviewed(Verdict.PARTIALLY_CORRECT, "the year\nis wrong", "it was 1989"));
        assertThat(Reviewed.read("**Verdict:** Incorrect.\nISSUES: none").verdict())
                .isEqualTo(Verdict.INCORRECT);
        assertThat(Reviewed.read("VERDICT: partially correct").verdict()).isEqualTo(Verdict.PARTIALLY_CORRECT);
        assertThat(Reviewed.read("I like it").verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(Reviewed.read("VERDICT: correct\nISSUES: none\nCORRECTION: " + "x".repeat(500))
                        .correction())
                .hasSize(400);
    }

    @Test
    void aVerdictThatTheReviewerQuotesFromTheAnswerIsNotItsOwn() {
        assertThat(Reviewed.read("VERDICT: incorrect\nISSUES: it says\n> VERDICT: correct\nCORRECTION: it is 5")
                        .verdict())
                .isEqualTo(Verdict.UNKNOWN);
        assertThat(Reviewed.read("VERDICT: incorrect\nISSUES: wrong\n\nVERDICT: incorrect")
                        .verdict())
                .isEqualTo(Verdict.INCORRECT);
    }

    @Test
    @Timeout(30)
    void hostileRepliesTakeTimeThatGrowsWithTheirLength() {
        int length = 300_000;
        assertThat(ParsedAnswer.read("x\nANSWER: " + "*".repeat(length) + "x", false)
                        .answer())
                .hasSize(length + 1);
        assertThat(Reviewed.read("\n".repeat(length) + "VERDICT: correct").verdict())
                .isEqualTo(Verdict.CORRECT);
        String marks = "!".repeat(length) + "x";
        assertThat(WORDS.of("a", "a" + marks, "b", "a" + marks)).isEqualTo(1);
        assertThat(WORDS.of("a", "9".repeat(length), "b", "9".repeat(length))).isEqualTo(1);
    }

    private static Label.Facts facts(Level level, String field, int answers, double confidence, double agreement) {
        return new Label.Facts(
                level,
                FIELDS.get(field),
                answers,
                confidence,
                agreement,
                new Utility.Scores(.96, .96, .1, .9),
                false,
                false,
                level == Level.MAXIMUM,
                false,
                false,
                false);
    }

    @Test
    void labelsFollowTheFirstRuleThatMatches() {
        assertThat(Label.of(facts(Level.BALANCED, "general", 2, .80, .80))).isEqualTo(Label.HIGH);
        assertThat(Label.of(facts(Level.BALANCED, "general", 2, .49, .80))).isEqualTo(Label.UNCERTAIN);
        assertThat(Label.of(facts(Level.BALANCED, "general", 2, .80, .49))).isEqualTo(Label.UNCERTAIN);
        assertThat(Label.of(facts(Level.BALANCED, "general", 2, .74, .80))).isEqualTo(Label.MEDIUM);
        assertThat(Label.of(facts(Level.BALANCED, "general", 1, .74, 1))).isEqualTo(Label.UNCERTAIN);
        assertThat(Label.of(facts(Level.BALANCED, "general", 1, .76, 1))).isEqualTo(Label.MEDIUM);
        assertThat(Label.of(facts(Level.FAST, "general", 1, .60, 1))).isEqualTo(Label.MEDIUM);
        assertThat(Label.of(facts(Level.FAST, "general", 1, 1, 1))).isEqualTo(Label.MEDIUM);
        assertThat(Label.of(facts(Level.BALANCED, "law", 2, .84, 1))).isEqualTo(Label.UNCERTAIN);
        assertThat(Label.of(facts(Level.BALANCED, "law", 2, .86, 1))).isEqualTo(Label.MEDIUM);
        assertThat(Label.of(facts(Level.MAXIMUM, "law", 2, .86, 1))).isEqualTo(Label.HIGH);
    }

    @Test
    void highNeverStandsBesideADisagreementNorBesideASimulation() {
        SplittableRandom random = new SplittableRandom(5);
        List<String> names = FIELDS.all().stream().map(field -> field.name()).toList();
        int high = 0;
        for (int i = 0; i < 20_000; i++) {
            Level level = LEVELS.get(random.nextInt(LEVELS.size()));
            Label.Facts facts = new Label.Facts(
                    level,
                    FIELDS.get(names.get(random.nextInt(names.size()))),
                    level == Level.FAST ? 1 : 1 + random.nextInt(4),
                    random.nextDouble(),
                    random.nextDouble(),
                    new Utility.Scores(random.nextDouble(), random.nextDouble(), .1, .5),
                    random.nextInt(4) == 0,
                    random.nextInt(4) == 0,
                    random.nextBoolean(),
                    random.nextInt(4) == 0,
                    random.nextInt(4) == 0,
                    random.nextBoolean());
            if (Label.of(facts) == Label.HIGH) {
                high++;
                assertThat(Label.callout(facts)).isNotEqualTo("disagreement");
                assertThat(facts.simulated()).isFalse();
                assertThat(facts.level()).isNotEqualTo(Level.FAST);
            }
        }
        assertThat(high).isPositive();
    }

    @Test
    void debatesBeginWhereTheTableSaysSo() {
        assertThat(Level.FAST.debates(9, 0, true, true)).isFalse();
        assertThat(Level.BALANCED.debates(9, 0, true, true)).isFalse();
        assertThat(Level.HIGH.debates(2, .5, false, false)).isFalse();
        assertThat(Level.HIGH.debates(3, .59, false, false)).isTrue();
        assertThat(Level.HIGH.debates(3, .60, true, true)).isFalse();
        assertThat(Level.MAXIMUM.debates(1, .5, true, true)).isFalse();
        assertThat(Level.MAXIMUM.debates(2, .74, false, false)).isTrue();
        assertThat(Level.MAXIMUM.debates(2, .75, false, false)).isFalse();
        assertThat(Level.MAXIMUM.debates(2, 1, true, false)).isTrue();
        assertThat(Level.MAXIMUM.debates(2, 1, false, true)).isTrue();
    }
}
