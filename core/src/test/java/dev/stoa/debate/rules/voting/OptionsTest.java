package dev.stoa.debate.rules.voting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.TextNormalizer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("quick")
class OptionsTest {
    private static final List<String> PIECES = List.of(
            "a", "B", "é", "İ", "ß", "Σ", "ﬁ", "½", "①", "１", "0", "1", "000", ",", ".", ".0", "-", "(", ")", "\"", "'",
            "“", "…", "#", "%", "!", "?", " ", "\t", "\u00a0", "\u2003", "\n", "no", "not", "n't", "redis", "cache",
            "😀", "`", "*", "_", "\u0307", "\u200b");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Use Redis|use redis.", "use   redis|\"Use Redis!\"", "1,000|1000", "1,000,000.00|1000000", "42.0|42",
                "ｒｅｄｉｓ|Redis", "(yes)|yes", "**42**|42", "-5.0|-5", "costs 1,000.0 dollars|Costs 1000 dollars"
            })
    void differencesThatMeanNothingFallAway(String a, String b) {
        assertThat(TextNormalizer.of(a)).isEqualTo(TextNormalizer.of(b));
        assertThat(Options.same(a, b, Double.NaN)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "41|42",
                "yes|no",
                "it is safe|it is not safe",
                "-5|5",
                ".5|5",
                "C#|C",
                "5%|5",
                "1.0.0|1",
                "1,00|100",
                "!|?",
                "use the redis cache with 3 replicas|use the redis cache with 4 replicas",
                "we should cache sessions in redis|we shouldn't cache sessions in redis",
                "we can cache sessions in redis|we cannot cache sessions in redis"
            })
    void differencesThatMeanSomethingNeverMerge(String a, String b) {
        assertThat(Options.needsCosine(a, b)).isFalse();
        assertThat(Options.same(a, b, 1)).isFalse();
    }

    @Test
    void meaningDecidesOnlyAmongLongEnoughAnswers() {
        String a = "cache the sessions in redis";
        String b = "keep sessions cached within redis";

        assertThat(Options.needsCosine(a, b)).isTrue();
        assertThat(Options.same(a, b, 0.90)).isTrue();
        assertThat(Options.same(a, b, 0.8999)).isFalse();
        assertThat(Options.same(a, b, Double.NaN)).isFalse();
        assertThat(Options.same("use redis", "take redis", 1)).isFalse();
    }

    @Test
    void normIsIdempotentAndSamenessReflexiveAndSymmetric() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 4_000; i++) {
            String a = text(random);
            String b = text(random);
            double cosine = random.nextDouble();
            assertThat(TextNormalizer.of(TextNormalizer.of(a))).isEqualTo(TextNormalizer.of(a));
            assertThat(Options.same(a, a, Double.NaN)).isTrue();
            assertThat(Options.same(a, b, cosine)).isEqualTo(Options.same(b, a, cosine));
            assertThat(Options.needsCosine(a, b) || Options.same(a, b, 1) == Options.same(a, b, Double.NaN))
                    .isTrue();
        }
    }

    @Test
    void keysAndIndexesAreOneToOne() {
        for (int i = 0; i < Options.MOST; i++) {
            assertThat(Options.index(Options.key(i))).isEqualTo(i);
        }
        assertThatThrownBy(() -> Options.key(26)).hasMessageContaining("option 26 is not within 0 to 25");
        assertThat(List.of("", "a", "AA", "[", "@", "Ä", " A")).allMatch(key -> Options.index(key) == -1);
    }

    @Test
    void aLabelComesBeforeAKey() {
        List<String> labels = List.of("B", "A", "neither");

        assertThat(Options.chosen(labels, "a")).isEqualTo(1);
        assertThat(Options.chosen(labels, "C")).isEqualTo(2);
        assertThat(Options.chosen(labels, "D")).isEqualTo(-1);
        assertThat(Options.chosen(labels, "")).isEqualTo(-1);
        assertThat(Options.chosen(List.of("Redis", "Kafka"), "A")).isEqualTo(0);
    }

    @Test
    void labelsThatFallTogetherAreNamed() {
        assertThatCode(() -> Options.distinct(List.of("41", "42", "C", "C#"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> Options.distinct(List.of("Redis", "1,000", "redis.")))
                .hasMessageContaining("options \"Redis\" and \"redis.\" are the same");
    }

    @Test
    void aNumberLosesOnlyTheZerosThatSayNothing() {
        assertThat(AnswerWording.numbers("0 and 00 and 0.0 and 10.0 and 20"))
                .containsExactly("0", "0", "0", "10", "20");
        assertThat(AnswerWording.numbers("-0.50 and 007.070")).containsExactly("-0.5", "7.07");
    }

    @Test
    void aWordOfFourLettersLosesTheSOfItsPluralAndAShorterOneKeepsIt() {
        assertThat(AnswerWording.stems("cats gas glass virus basis"))
                .containsExactly("cat", "gas", "glass", "virus", "basis");
    }

    @Test
    void wordingShowsNumbersStemsAndNegation() {
        assertThat(AnswerWording.numbers("from 1,000.50 to -3, 007 and 1000.5"))
                .containsExactly("-3", "1000.5", "1000.5", "7");
        assertThat(AnswerWording.stems("The caches pass status tests, bus"))
                .containsExactly("cache", "pass", "status", "test", "bus");
        assertThat(AnswerWording.isNegated("it isn’t")).isTrue();
        assertThat(AnswerWording.isNegated("not without it")).isFalse();
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(9); i > 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }
}
