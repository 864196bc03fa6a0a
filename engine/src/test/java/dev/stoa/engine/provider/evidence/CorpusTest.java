package dev.stoa.engine.provider.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.UnavailableException;
import dev.stoa.search.vector.Embedder;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
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

    private static Relevance relevance(String topic, String... texts) {
        return Relevance.of(corpus(texts), topic, Strategy.LEXICAL);
    }

    @Test
    void wordsAreWeighedByHowFewSentencesHoldThem() {
        Corpus corpus = corpus("Cats sleep.", "Cats and dogs eat much.", "Birds sing.");

        // in 2 of 3, in 1 of 3, nowhere; by hand
        assertThat(corpus.weight("cat")).isCloseTo(Math.log(1 + 1.5 / 2.5), within(1e-12));
        assertThat(corpus.weight("dog")).isCloseTo(Math.log(1 + 2.5 / 1.5), within(1e-12));
        assertThat(corpus.weight("zebra")).isCloseTo(1.3 * Math.log(1 + 3.5 / 0.5), within(1e-12));
    }

    @Test
    void theShareOfAQuestionThatASentenceCoversCountsWordsAroundItForLess() {
        Corpus corpus = corpus("# Pets\n\nCats sleep all day. They eat fish.", "Birds sing.");
        Relevance asked = Relevance.of(corpus, "Do cats eat fish?", Strategy.LEXICAL);

        assertThat(asked.cover(0)).isBetween(0.3, 0.9);
        assertThat(asked.cover(1))
                .as("they are the cats of the sentence before")
                .isBetween(0.9, 0.999);
        assertThat(asked.cover(2)).isZero();
    }

    @Test
    void wordsThatStandNowhereMakeNothingRelevant() {
        assertThat(relevance("zebra", "Cats sleep.").of(0)).isZero();
        assertThat(relevance("of the", "Cats sleep.").of(0)).isZero();
    }

    @Test
    void aWindowIsAsRelevantAsItsBestSentence() {
        Relevance relevance = relevance("cats eat fish", "Birds sing. Cats eat fish. Dogs bark.", "Cats.");

        assertThat(relevance.of(0)).isEqualTo(relevance.amongAll(1)).isGreaterThan(relevance.of(1));
    }

    @Test
    void sentencesAreEmbeddedOnceAndNotBeforeMeaningIsAskedFor() {
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
        Relevance.of(corpus, "b", Strategy.LEXICAL);
        assertThat(texts).hasValue(0);
        corpus.semantic("a");
        corpus.semantic("b");
        assertThat(texts).hasValue(5 + 2);
    }

    @Test
    void semanticRelevanceIsNeverBelowZeroNorAboveOne() {
        double[] rel =
                corpus("Cats sleep.", "Quite another thing", "Cats sleep!").semantic("Cats sleep.");

        assertThat(Arrays.stream(rel)).allSatisfy(r -> assertThat(r).isBetween(0.0, 1.0));
        assertThat(rel[0]).isCloseTo(1, within(1e-6));
    }

    @Test
    void whoWaitsForTheVectorsOfAnotherHearsAnInterrupt() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        Embedder silent = new Embedder() {
            @Override
            public String modelId() {
                return "silent";
            }

            @Override
            public int dimensions() {
                return 1;
            }

            @Override
            public List<float[]> embed(List<String> texts) {
                asked.countDown();
                try {
                    answered.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return Collections.nCopies(texts.size(), new float[] {1});
            }
        };
        Corpus corpus = Texts.corpus(silent, "Cats sleep.");
        FutureTask<double[]> first = new FutureTask<>(() -> corpus.semantic("Do cats sleep?"));
        FutureTask<double[]> second = new FutureTask<>(() -> corpus.semantic("Do cats sleep?"));
        Thread.ofPlatform().daemon().start(first);
        asked.await();
        Thread waiting = Thread.ofPlatform().daemon().start(second);
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        waiting.interrupt();
        assertThatThrownBy(second::get)
                .hasCauseInstanceOf(UnavailableException.class)
                .hasMessageContaining("interrupted");
        answered.countDown();
        assertThat(first.get()).containsExactly(1);
    }
}
