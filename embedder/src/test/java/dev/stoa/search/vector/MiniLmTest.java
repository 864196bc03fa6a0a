package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.embedder.MiniLm;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The real sentence model, found as a program finds it. */
class MiniLmTest extends EmbedderContract {
    @Override
    Stream<Embedder> embedders() {
        return Stream.of(Embedder.miniLm());
    }

    @Test
    void itIsFoundOnTheClassPath() {
        assertThat(Embedder.miniLm()).isInstanceOf(ModelEmbedder.class);
        assertThat(Embedder.miniLm().shortfall()).isEmpty();
        assertThat(Embedder.miniLm().modelId()).isEqualTo("all-minilm-l6-v2-q");
        assertThat(Embedder.miniLm().dimensions()).isEqualTo(384);
    }

    @Test
    void whatTheModelDoesNotKnowHasAnEmptyVector() {
        assertThat(new MiniLm().load().vector("\u0300")).isEmpty();
    }

    @Test
    void textsOfUnknownWordsAloneDoNotShareOneVector() {
        SentenceModel model = new MiniLm().load();
        for (String unknown : List.of("🎉🎉", "😀", "?!", "a".repeat(101), "ኢትዮጵያ ሰላም", "สวัสดี")) {
            assertThat(model.vector(unknown)).as(unknown).isEmpty();
        }
        for (String known : List.of("café", "naïveté", "שלום", "🎉 party", "7", "über")) {
            assertThat(model.vector(known)).as(known).hasSize(384);
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

    /** Archives hold vectors under the model's name: those made now must compare with them. */
    @Test
    void theVectorsOfANameStayTheSame() {
        Embedder miniLm = Embedder.miniLm();
        assertThat(Arrays.copyOf(miniLm.embed("Which files does write-ahead logging need?"), 8))
                .containsExactly(
                        new float[] {.01124f, -.00202f, .00191f, .01161f, .08110f, -.04385f, -.00482f, .01371f},
                        within(.01f));
        // Above the word pieces that are read.
        assertThat(Arrays.copyOf(miniLm.embed("The write-ahead log needs its shared memory file. ".repeat(30)), 8))
                .containsExactly(
                        new float[] {.05941f, .00319f, -.06086f, .03136f, .02612f, .03928f, .03186f, .01296f},
                        within(.01f));
    }

    @Test
    void onlyTheBeginningOfALongTextIsRead() {
        Embedder miniLm = Embedder.miniLm();
        String beginning = "the write-ahead log needs its shared memory file. ".repeat(40);
        assertThat(miniLm.embed(beginning + "cats ".repeat(10_000))).isEqualTo(miniLm.embed(beginning));
    }
}
