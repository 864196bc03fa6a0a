package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.UnavailableException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The embedders of this module, with models that are only played. */
class EmbedderTest extends EmbedderContract {
    /** A provider of a model that knows the first letters of a text. */
    private record Letters(Supplier<SentenceModel> loader) implements SentenceModelProvider {
        static SentenceModel model() {
            return new SentenceModel() {
                @Override
                public float[] vector(String text) {
                    float[] vector = new float[8];
                    text.chars().limit(8).forEach(c -> vector[c % 8]++);
                    return text.startsWith("!") ? new float[0] : vector;
                }

                @Override
                public float[] question(String text) {
                    return vector("?" + text);
                }
            };
        }

        @Override
        public String modelId() {
            return "letters";
        }

        @Override
        public int dimensions() {
            return 8;
        }

        @Override
        public CosineScale scale() {
            return new CosineScale(.5);
        }

        @Override
        public int longestText() {
            return 100;
        }

        @Override
        public SentenceModel load() {
            return loader.get();
        }
    }

    @Override
    Stream<Embedder> embedders() {
        return Stream.of(Embedder.hashing(256), Embedder.hashing(8), new ModelEmbedder(new Letters(Letters::model)));
    }

    @Test
    void aQuestionIsEmbeddedAsItsModelWants() {
        Embedder letters = new ModelEmbedder(new Letters(Letters::model));
        assertThat(letters.embedQuestion("abc"))
                .isEqualTo(letters.embed("?abc"))
                .isNotEqualTo(letters.embed("abc"));
        Embedder hashing = Embedder.hashing(64);
        assertThat(hashing.embedQuestion("abc")).isEqualTo(hashing.embed("abc"));
    }

    @Test
    void likenessIsTheCosineOnTheScaleOfTheModel() {
        Embedder letters = new ModelEmbedder(new Letters(Letters::model));
        float[] a = letters.embed("aaa");
        float[] half = letters.embed("ab");
        assertThat(letters.likeness(a, a)).isCloseTo(1, within(1e-6));
        assertThat(letters.likeness(a, half)).isCloseTo((Math.sqrt(.5) - .5) / .5, within(1e-6));
        assertThat(letters.likeness(a, letters.embed("bbb"))).isEqualTo(-1);
        assertThat(Embedder.hashing(64).scale()).isEqualTo(CosineScale.PLAIN);
        assertThat(CosineScale.PLAIN.likeness(.25)).isEqualTo(.25);
    }

    @Test
    void aThresholdOnTheScaleIsTheCosineWithThatLikeness() {
        CosineScale scale = new CosineScale(.6);
        for (double likeness : new double[] {-1, -.5, 0, .25, .5, 1}) {
            double cosine = scale.cosine(likeness);
            assertThat(scale.likeness(cosine)).isCloseTo(likeness, within(1e-12));
            assertThatThrownBy(() -> new CosineScale(1)).hasMessage("unlike 1.0 is not within 0 to less than 1");
            assertThatThrownBy(() -> new CosineScale(Double.NaN)).isInstanceOf(InvalidException.class);
        }
        // Every row passes that has no threshold.
        assertThat(scale.cosine(-1)).isEqualTo(-1);
    }

    @Test
    void nothingIsLoadedBeforeTheFirstTextAndThenOnce() {
        AtomicInteger loads = new AtomicInteger();
        Embedder embedder = new ModelEmbedder(new Letters(() -> {
            loads.incrementAndGet();
            return Letters.model();
        }));
        assertThat(embedder.modelId()).isEqualTo("letters");
        assertThat(embedder.dimensions()).isEqualTo(8);
        embedder.embed(" ");
        assertThat(loads).hasValue(0);
        embedder.embed("file");
        embedder.embed(List.of("file", "files"));
        assertThat(loads).hasValue(1);
    }

    @Test
    void aTextThatTheModelDoesNotKnowIsLikeNothing() {
        assertThat(new ModelEmbedder(new Letters(Letters::model)).embed("! x"))
                .hasSize(8)
                .containsOnly(0f);
    }

    @Test
    void anInterruptedThreadCallsTheModelForNoFurtherText() {
        AtomicInteger calls = new AtomicInteger();
        Embedder embedder = new ModelEmbedder(new Letters(() -> text -> {
            calls.incrementAndGet();
            Thread.currentThread().interrupt();
            return new float[] {1, 0, 0, 0, 0, 0, 0, 0};
        }));
        assertThatThrownBy(() -> embedder.embed(List.of("a", "b", "c")))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.isInterruption()).isTrue());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls).hasValue(1);
    }

    @Test
    void aThreadThatWasInterruptedBeforeCallsNoModel() {
        AtomicInteger calls = new AtomicInteger();
        Embedder embedder = new ModelEmbedder(new Letters(() -> text -> {
            calls.incrementAndGet();
            return new float[] {1, 0, 0, 0, 0, 0, 0, 0};
        }));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> embedder.embed(Collections.nCopies(100, "a")))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.isInterruption()).isTrue());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls).hasValue(0);
    }

    @Test
    void oneCallUsesNoMoreThreadsThanThereAreCores() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Embedder embedder = new ModelEmbedder(new Letters(() -> text -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            float[] vector = Letters.model().vector(text);
            now.decrementAndGet();
            return vector;
        }));
        assertThat(embedder.embed(Collections.nCopies(2_000, "text"))).hasSize(2_000);
        assertThat(most.get()).isBetween(1, Runtime.getRuntime().availableProcessors());
    }

    @Test
    void aTextThatFailsFailsTheWholeOfALargeBatch() {
        Embedder embedder = new ModelEmbedder(new Letters(() -> text -> {
            if (text.equals("text 70")) {
                throw new IllegalStateException("the runtime gave up");
            }
            return Letters.model().vector(text);
        }));
        List<String> texts = IntStream.range(0, 100).mapToObj(i -> "text " + i).toList();
        assertThatThrownBy(() -> embedder.embed(texts))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("the runtime gave up");
        assertThat(embedder.embed(texts.subList(0, 70))).hasSize(70);
    }

    @Test
    void theModelGetsNoMoreThanItTakesIn() {
        AtomicInteger length = new AtomicInteger();
        Embedder embedder = new ModelEmbedder(new Letters(() -> text -> {
            length.set(text.length());
            return new float[] {1, 0, 0, 0, 0, 0, 0, 0};
        }));
        embedder.embed("x".repeat(5_000));
        assertThat(length).hasValue(100);
    }

    @Test
    void aPlatformWithoutTheNativeCodeIsUnavailable() {
        Embedder unlinked = new ModelEmbedder(new Letters(() -> {
            throw new UnsatisfiedLinkError("no onnxruntime for this platform");
        }));
        Embedder unreadable = new ModelEmbedder(new Letters(() -> {
            throw new IllegalArgumentException("no model in the jar");
        }));
        Embedder failing = new ModelEmbedder(new Letters(() -> text -> {
            throw new IllegalStateException("the runtime gave up");
        }));
        assertThatThrownBy(() -> unlinked.embed("file"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("no onnxruntime for this platform");
        assertThatThrownBy(() -> unreadable.embed("file"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("no model in the jar");
        assertThatThrownBy(() -> failing.embed("file"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("the runtime gave up");
    }

    @Test
    void anEmbedderThatIsOffSaysSo() {
        assertThat(Embedder.off().isOn()).isFalse();
        assertThat(Embedder.off().modelId()).isEqualTo("off");
        assertThat(Embedder.off().shortfall()).isEmpty();
        assertThatThrownBy(() -> Embedder.off().embed("file"))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("the embedder is switched off");
    }

    @Test
    void anEmbedderWhoseModuleIsMissingSaysWhichAndWhatToDo() {
        assertThat(NoEmbedder.MISSING.isOn()).isFalse();
        assertThat(NoEmbedder.MISSING.shortfall())
                .hasValue("the module stoa-embedder is missing, which has the sentence model e5-small-v2; add"
                        + " dev.stoa:stoa-embedder to the class path, or set search.embedder to hashing or off");
        assertThatThrownBy(() -> NoEmbedder.MISSING.embed("file"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("stoa-embedder is missing");
    }
}
