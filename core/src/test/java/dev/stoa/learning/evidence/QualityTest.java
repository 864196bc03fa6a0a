package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Enrichment and quality against worked numbers. */
@Tag("quick")
class QualityTest {
    private static Quality quality(
            String text,
            String source,
            @Nullable String url,
            double reliability,
            Map<String, @Nullable Object> metadata) {
        return Quality.of(text, url, metadata, reliability, Enrichment.of(text, source, url));
    }

    @Test
    void theWorkedExampleIsGood() {
        String text = "word ".repeat(146) + "10.1000/182 x";
        Quality quality = quality(text, "arxiv", "https://arxiv.org/abs/1", 0.8, Map.of());
        assertThat(Enrichment.of(text, "arxiv", null).wordCount()).isEqualTo(150);
        assertThat(quality.completeness()).isCloseTo(0.6, within(1e-9));
        assertThat(quality.verifiability()).isCloseTo(0.8, within(1e-9));
        assertThat(quality.overall()).isCloseTo(0.80, within(1e-9));
        assertThat(quality.tier()).isEqualTo("good");
    }

    @ParameterizedTest
    @CsvSource({
        "arxiv,, academic",
        "doi, https://github.com/x, academic",
        "x, https://sub.arxiv.org/a, academic",
        "x, https://cs.mit.edu/a, academic",
        "docs,, documentation",
        "x, https://docs.python.org, documentation",
        "x, https://developer.mozilla.org, documentation",
        "x, https://flask.readthedocs.io, documentation",
        "gitlab,, code",
        "x, https://www.github.com/a, code",
        "x, https://x.com/a, social",
        "x, https://notx.com/a, web",
        "reddit,, social",
        "local,, local",
        "file,, local",
        "news,, news",
        "x, https://example.org, web",
        "x, not a url, web",
        "x,, unknown"
    })
    void theSourceTypeIsThatOfTheLabelElseOfTheHost(String source, @Nullable String url, String type) {
        assertThat(SourceType.of(source, url).text()).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "as shown in [3] | 0.5",
                "as shown (Miller, 2020) | 0.5",
                "doi:10.1000/182 | 0.5",
                "nothing (really, no) | 0.2",
                "version 10.2 of [x] | 0.2"
            })
    void aCitationMakesATextVerifiable(String text, double verifiability) {
        assertThat(quality(text, "web", null, 0.5, Map.of()).verifiability()).isCloseTo(verifiability, within(1e-9));
    }

    @Test
    void anAuthorOrADateOfPublicationCounts() {
        assertThat(quality("x", "web", null, 0, Json.object("author", "a")).verifiability())
                .isCloseTo(0.4, within(1e-9));
        assertThat(quality("x", "web", "http://a", 0, Json.object("published", "2020"))
                        .verifiability())
                .isCloseTo(0.7, within(1e-9));
    }

    @Test
    void tiersBeginAtTheirBounds() {
        assertThat(new Quality(0, 0, 0, 0, 0.85).tier()).isEqualTo("excellent");
        assertThat(new Quality(0, 0, 0, 0, 0.70).tier()).isEqualTo("good");
        assertThat(new Quality(0, 0, 0, 0, 0.50).tier()).isEqualTo("fair");
        assertThat(new Quality(0, 0, 0, 0, 0.30).tier()).isEqualTo("poor");
        assertThat(new Quality(0, 0, 0, 0, 0.29).tier()).isEqualTo("unreliable");
    }

    @Test
    void topicsAreTheMostFrequentLongTermsFirstSeenFirst() {
        assertThat(Enrichment.of(
                                "The whale and the boat: boat, whale, sea, sea, sea, 2020 2020 from with deep",
                                "x",
                                null)
                        .topics())
                .containsExactly("whale", "boat", "deep");
        assertThat(Enrichment.of("aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk", "x", null)
                        .topics())
                .hasSize(10)
                .doesNotContain("kkkk");
    }
}
