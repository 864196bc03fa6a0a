package dev.stoa.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.stoa.base.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EmbedderTest {
    private static final List<String> SENTENCES = List.of(
            "The WAL file needs its -shm file.",
            "Which files does write-ahead logging need?",
            "A cat sleeps on the warm windowsill.",
            "x",
            "не все языки латинские",
            "日本語のテキスト",
            "line one\nline two\ttabbed");

    static Stream<Embedder> embedders() {
        return Stream.of(Embedder.miniLm(), Embedder.hashing(256), Embedder.hashing(8));
    }

    @ParameterizedTest
    @MethodSource("embedders")
    void vectorsAreNormalisedAndOfTheModelsLength(Embedder embedder) {
        assertThat(embedder.isOn()).isTrue();
        for (String sentence : SENTENCES) {
            float[] vector = embedder.embed(sentence);
            assertThat(vector).hasSize(embedder.dimensions());
            assertThat(Vectors.dot(vector, vector)).as(sentence).isCloseTo(1, within(1e-6));
        }
    }

    @ParameterizedTest
    @MethodSource("embedders")
    void aTextHasTheSameVectorAloneAndInABatch(Embedder embedder) {
        List<float[]> batch = embedder.embed(SENTENCES);
        assertThat(batch).hasSize(SENTENCES.size());
        for (int i = 0; i < batch.size(); i++) {
            assertThat(embedder.embed(SENTENCES.get(i))).containsExactly(batch.get(i), within(1e-6f));
        }
        assertThat(embedder.embed(List.of())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("embedders")
    void textWithoutContentIsLikeNothing(Embedder embedder) {
        for (String text : List.of("", " \n\t", "\u0000", "\ud800")) {
            assertThat(embedder.embed(text)).hasSize(embedder.dimensions()).containsOnly(0f);
        }
    }

    @ParameterizedTest
    @MethodSource("embedders")
    void anyTextOfAnyLengthHasAVector(Embedder embedder) {
        RandomText texts = new RandomText(1);
        List<String> strange = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            strange.add(texts.next());
        }
        strange.add(texts.nextLong(10_000));
        strange.add("word ".repeat(2_000));
        strange.add("x".repeat(10_000));
        strange.add(" ".repeat(10_000) + "end");
        strange.add("\ud83d\ude00".repeat(5_000));
        for (float[] vector : embedder.embed(strange)) {
            double length = Vectors.dot(vector, vector);
            assertThat(length == 0 || Math.abs(length - 1) < 1e-6).isTrue();
            assertThat(Vectors.decode(Vectors.encode(vector), embedder.dimensions()))
                    .isEqualTo(vector);
        }
    }

    @ParameterizedTest
    @MethodSource("embedders")
    void severalThreadsMayUseItAtOnce(Embedder embedder) throws Exception {
        List<float[]> expected = embedder.embed(SENTENCES);
        Embedder fresh = embedder instanceof MiniLmEmbedder ? Embedder.miniLm() : embedder;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<float[]>>> answers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                answers.add(threads.submit(() -> fresh.embed(SENTENCES)));
            }
            for (Future<List<float[]>> answer : answers) {
                for (int i = 0; i < expected.size(); i++) {
                    assertThat(answer.get().get(i)).containsExactly(expected.get(i), within(1e-6f));
                }
            }
        }
    }

    @Test
    void likeMeaningsAreCloserThanUnlikeOnes() {
        Embedder miniLm = Embedder.miniLm();
        List<float[]> vectors = miniLm.embed(SENTENCES);
        assertThat(Vectors.dot(vectors.get(0), vectors.get(1)))
                .isGreaterThan(Vectors.dot(vectors.get(0), vectors.get(2)) + 0.1);
        float[] car = miniLm.embed("The automobile was repaired by a mechanic");
        assertThat(Vectors.dot(car, miniLm.embed("Somebody fixed the car")))
                .isGreaterThan(Vectors.dot(car, miniLm.embed("Photosynthesis turns light into sugar")) + 0.3);
    }

    @Test
    void onlyTheBeginningOfALongTextIsRead() {
        Embedder miniLm = Embedder.miniLm();
        String beginning = "the write-ahead log needs its shared memory file. ".repeat(40);
        assertThat(miniLm.embed(beginning + "cats ".repeat(10_000))).isEqualTo(miniLm.embed(beginning));
    }

    @Test
    void nothingIsLoadedBeforeTheFirstTextAndThenOnce() {
        AtomicInteger loads = new AtomicInteger();
        Supplier<EmbeddingModel> loader = () -> {
            loads.incrementAndGet();
            return new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
        };
        Embedder embedder = new MiniLmEmbedder(loader);
        assertThat(embedder.modelId()).isEqualTo("all-minilm-l6-v2-q");
        assertThat(embedder.dimensions()).isEqualTo(384);
        embedder.embed(" ");
        assertThat(loads).hasValue(0);
        embedder.embed("file");
        embedder.embed(List.of("file", "files"));
        assertThat(loads).hasValue(1);
    }

    @Test
    void aPlatformWithoutTheNativeCodeIsUnavailable() {
        Embedder unlinked = new MiniLmEmbedder(() -> {
            throw new UnsatisfiedLinkError("no onnxruntime for this platform");
        });
        Embedder unreadable = new MiniLmEmbedder(() -> {
            throw new IllegalArgumentException("no model in the jar");
        });
        assertThatThrownBy(() -> unlinked.embed("file"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("no onnxruntime for this platform");
        assertThatThrownBy(() -> unreadable.embed("file"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("no model in the jar");
    }

    @Test
    void anEmbedderThatIsOffSaysSo() {
        assertThat(Embedder.off().isOn()).isFalse();
        assertThat(Embedder.off().modelId()).isEqualTo("off");
        assertThatThrownBy(() -> Embedder.off().embed("file"))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("the embedder is switched off");
    }
}
