package dev.stoa.engine.provider.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.search.vector.Embedder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class CorpusTest {
    private static Corpus corpus(String... texts) {
        return Texts.corpus(Embedder.hashing(64), texts);
    }

    @Test
    void windowsAreThreeSentencesWithTheHeadingBeforeThem() {
        Corpus corpus = corpus("# One\nA b. C d. E f. G h.\n## Two\n### Three\nI j.");

        assertThat(corpus.windows())
                .containsExactly(
                        new Window("d0", "Title 0", 2, "One A b. C d. E f."),
                        new Window("d0", "Title 0", 21, "G h."),
                        new Window("d0", "Title 0", 29, "Two Three I j."));
    }

    @Test
    void noWindowIsLongerThanSixHundredCharacters() {
        String sentence = "Word ".repeat(55).strip() + ". ";
        Corpus corpus = corpus(sentence.repeat(9), "endless ".repeat(500), "x".repeat(2_000));

        assertThat(corpus.windows())
                .hasSizeGreaterThan(10)
                .allSatisfy(w -> assertThat(w.text().length()).isBetween(1, 600));
        assertThat(corpus.windows().getFirst().text()).isEqualTo((sentence + sentence).strip());
    }

    @Test
    void aBlankDocumentHasNoWindowAndAnotherOneSentence() {
        assertThat(corpus().windows()).isEmpty();
        assertThat(corpus("", " \n ", "Only one").windows())
                .containsExactly(new Window("d2", "Title 2", 0, "Only one"));
    }

    @Test
    void charactersThatNoReplyMayHoldBecomeSpacesSoThatOffsetsStay() {
        Corpus corpus = corpus("a\u0000b \uD800c. D e.");

        assertThat(corpus.windows().getFirst().text()).isEqualTo("a b c. D e.");
    }

    @Test
    void lexicalRelevanceIsBm25OverTheBest() {
        Corpus corpus = corpus("Cats sleep.", "Cats and dogs eat much.", "Birds sing.");

        // lengths 2, 4, 2, mean 8/3; cat is in 2 of 3, dog in 1 of 3; by hand
        double cat = Math.log(1 + 1.5 / 2.5);
        double dog = Math.log(1 + 2.5 / 1.5);
        double shortOne = 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / (8 / 3.0)));
        double longOne = 2.2 / (1 + 1.2 * (0.25 + 0.75 * 4 / (8 / 3.0)));
        double[] rel = corpus.lexical("Do cats like dogs?");
        assertThat(rel[0]).isCloseTo(cat * shortOne / ((cat + dog) * longOne), within(1e-12));
        assertThat(rel[1]).isEqualTo(1);
        assertThat(rel[2]).isZero();
    }

    @Test
    void wordsThatStandNowhereMakeNothingRelevant() {
        assertThat(corpus("Cats sleep.").lexical("zebra")).containsExactly(0);
        assertThat(corpus("Cats sleep.").lexical("of the")).containsExactly(0);
    }

    @Test
    void windowsAreEmbeddedOnceAndNotBeforeMeaningIsAskedFor() {
        AtomicInteger texts = new AtomicInteger();
        Embedder counting = new Embedder() {
            private final Embedder inner = Embedder.hashing(32);

            @Override
            public String modelId() {
                return "counting";
            }

            @Override
            public int dimensions() {
                return inner.dimensions();
            }

            @Override
            public List<float[]> embed(List<String> all) {
                texts.addAndGet(all.size());
                return inner.embed(all);
            }
        };
        Corpus corpus = Texts.corpus(counting, "A b. C d. E f. G h.", "I j.");
        corpus.lexical("a");
        assertThat(texts).hasValue(0);
        corpus.semantic("a");
        corpus.semantic("b");
        assertThat(texts).hasValue(3 + 2);
    }

    @Test
    void semanticRelevanceIsNeverBelowZeroNorAboveOne() {
        double[] rel =
                corpus("Cats sleep.", "Quite another thing", "Cats sleep!").semantic("Cats sleep.");

        assertThat(Arrays.stream(rel)).allSatisfy(r -> assertThat(r).isBetween(0.0, 1.0));
        assertThat(rel[0]).isCloseTo(1, within(1e-6));
    }
}
