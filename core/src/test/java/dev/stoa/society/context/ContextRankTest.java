package dev.stoa.society.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Trust;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContextRankTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    private static double score(double lexical, int days, boolean core, Trust trust, double confidence) {
        return ContextRank.score(
                ContextRank.why(lexical, 1, NOW.minus(Duration.ofDays(days)), NOW, core, trust, confidence));
    }

    @Test
    void aScoreIsThatOfTheWorkedExamples() {
        assertThat(score(0.8, 60, true, Trust.HUMAN, 1)).isCloseTo(1.104, within(1e-9));
        assertThat(score(1, 30, false, Trust.AGENT, 4.6 / 6)).isCloseTo(1.048666666667, within(1e-9));
    }

    @Test
    void citingASourceNeverCosts() {
        assertThat(score(1, 0, false, Trust.UNTRUSTED, 1)).isEqualTo(score(1, 0, false, Trust.AGENT, 1));
        assertThat(score(1, 0, false, Trust.CONFIRMED, 1)).isCloseTo(1.2 * 1.1, within(1e-9));
    }

    @Test
    void whatIsToComeIsAsNewAsWhatIsNow() {
        assertThat(ContextRank.recency(NOW.plusSeconds(9), NOW)).isEqualTo(1);
        assertThat(ContextRank.recency(NOW.minus(Duration.ofHours(12)), NOW))
                .isCloseTo(Math.pow(2, -0.5 / 30), within(1e-12));
        assertThat(ContextRank.recency(null, NOW)).isZero();
    }

    @Test
    void wordsCountInProportionToTheBest() {
        assertThat(ContextRank.why(2, 8, NOW, NOW, false, Trust.AGENT, 1).lexical())
                .isEqualTo(0.25);
        assertThat(ContextRank.why(0, 0, NOW, NOW, false, Trust.AGENT, 1).lexical())
                .isEqualTo(1);
    }

    @Test
    void aSnippetShowsTheFirstTermInOneLine() {
        assertThat(Snippet.of(" a\n\tb ", List.of("b"))).isEqualTo("a b");
        String text = "lorem ipsum ".repeat(40) + "the Träger\nfound " + "dolor sit ".repeat(40);
        String snippet = Snippet.of(text, List.of("trager"));
        assertThat(snippet).contains("the Träger found").startsWith("…").endsWith("…");
        assertThat(snippet.codePointCount(0, snippet.length())).isLessThanOrEqualTo(240);
        assertThat(Snippet.of(text, List.of("found"))).contains("Träger found dolor");
        assertThat(Snippet.of(text, List.of("founded"))).contains("Träger found dolor");
        assertThat(Snippet.of(text, List.of("zebra"))).startsWith("lorem ipsum").endsWith("…");
    }

    @Test
    void aSnippetIsNeverTooLong() {
        for (int at = 0; at < 900; at += 7) {
            for (String filler : List.of("x", "ab ", "😀", "é y ")) {
                String text = filler.repeat(at) + " needle " + filler.repeat(900 - at);
                String snippet = Snippet.of(text, List.of("needle"));
                assertThat(snippet.codePointCount(0, snippet.length()))
                        .as("%s %d", filler, at)
                        .isLessThanOrEqualTo(Snippet.LONGEST);
                assertThat(snippet).contains("needle");
            }
        }
    }
}
