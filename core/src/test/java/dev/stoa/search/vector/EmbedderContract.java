package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.search.text.RandomText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every embedder, whatever its model. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EmbedderContract {
    static final List<String> SENTENCES = List.of(
            "The WAL file needs its -shm file.",
            "Which files does write-ahead logging need?",
            "A cat sleeps on the warm windowsill.",
            "x",
            "не все языки латинские",
            "日本語のテキスト",
            "line one\nline two\ttabbed");

    /** The embedders to try, made new at each call. */
    abstract Stream<Embedder> embedders();

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
        // Enough of them that several threads share the work.
        List<String> many =
                Collections.nCopies(5, SENTENCES).stream().flatMap(List::stream).toList();
        for (List<String> texts : List.of(SENTENCES, many)) {
            List<float[]> batch = embedder.embed(texts);
            assertThat(batch).hasSize(texts.size());
            for (int i = 0; i < batch.size(); i++) {
                assertThat(embedder.embed(texts.get(i))).containsExactly(batch.get(i), within(1e-6f));
            }
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
        Embedder fresh = embedders()
                .filter(other -> other.modelId().equals(embedder.modelId()))
                .findFirst()
                .orElseThrow();
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
}
