package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.embedder.E5Small;
import dev.stoa.testing.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real sentence model, found as a program finds it. */
class E5SmallTest extends EmbedderContract {
    @Override
    Stream<Embedder> embedders() {
        return Stream.of(Embedder.e5());
    }

    @Test
    void itIsFoundOnTheClassPath() {
        assertThat(Embedder.e5()).isInstanceOf(ModelEmbedder.class);
        assertThat(Embedder.e5().shortfall()).isEmpty();
        assertThat(Embedder.e5().modelId()).isEqualTo("e5-small-v2-q");
        assertThat(Embedder.e5().dimensions()).isEqualTo(384);
    }

    @Test
    void whatTheModelDoesNotKnowHasAnEmptyVector() {
        assertThat(new E5Small().load().vector("\u0300")).isEmpty();
    }

    @Test
    void anUnpackedModelGivesTheSameVectorsAndADamagedOneIsNotUsed(@TempDir Path folder) throws IOException {
        E5Small provider = new E5Small();
        float[] passage = provider.load().vector(SENTENCES.get(0));
        float[] question = provider.load().question(SENTENCES.get(1));
        provider.unpack(folder);
        Path file = folder.resolve("e5-small-v2-q.onnx");
        assertThat(file).exists();
        String before = System.setProperty("stoa.natives", folder.toString());
        try {
            SentenceModel unpacked = provider.load();
            assertThat(unpacked.vector(SENTENCES.get(0))).isEqualTo(passage);
            assertThat(unpacked.question(SENTENCES.get(1))).isEqualTo(question);
            Files.write(file, new byte[1_000]);
            try (CapturedLog log = CapturedLog.ofEverything()) {
                assertThat(provider.load().vector(SENTENCES.get(0))).isEqualTo(passage);
                assertThat(log.warnings())
                        .anySatisfy(warning -> assertThat(warning).contains(file + " cannot be read"));
            }
        } finally {
            if (before == null) {
                System.clearProperty("stoa.natives");
            } else {
                System.setProperty("stoa.natives", before);
            }
        }
    }

    @Test
    void textsOfUnknownWordsAloneDoNotShareOneVector() {
        SentenceModel model = new E5Small().load();
        for (String unknown : List.of("🎉🎉", "😀", "?!", "a".repeat(101), "ኢትዮጵያ ሰላም", "สวัสดี")) {
            assertThat(model.vector(unknown)).as(unknown).isEmpty();
        }
        for (String known : List.of("café", "naïveté", "שלום", "🎉 party", "7", "über")) {
            assertThat(model.vector(known)).as(known).hasSize(384);
        }
    }

    @Test
    void likeMeaningsAreCloserThanUnlikeOnes() {
        Embedder e5 = Embedder.e5();
        List<float[]> vectors = e5.embed(SENTENCES);
        assertThat(e5.likeness(vectors.get(0), vectors.get(1)))
                .isGreaterThan(e5.likeness(vectors.get(0), vectors.get(2)) + 0.1);
        float[] car = e5.embed("The automobile was repaired by a mechanic");
        assertThat(e5.likeness(car, e5.embed("Somebody fixed the car")))
                .isGreaterThan(e5.likeness(car, e5.embed("Photosynthesis turns light into sugar")) + 0.3);
    }

    /** Thresholds on a likeness are the same for every model: they hold only if the scale does. */
    @Test
    void aQuestionIsLikeItsAnswerAndUnlikeTheOthers() {
        Embedder e5 = Embedder.e5();
        List<List<String>> pairs = List.of(
                List.of(
                        "Which files does write-ahead logging need?",
                        "The WAL needs its shared memory file and the log."),
                List.of("Who fixed the car?", "The automobile was repaired by a mechanic"),
                List.of("How do I renew my passport?", "Passports are renewed at the town hall with two photos."),
                List.of("what is the rate of vat in france", "VAT in France is 20 percent"));
        for (List<String> asked : pairs) {
            float[] question = e5.embedQuestion(asked.get(0));
            assertThat(question).isNotEqualTo(e5.embed(asked.get(0)));
            for (List<String> told : pairs) {
                double likeness = e5.likeness(question, e5.embed(told.get(1)));
                if (asked.equals(told)) {
                    assertThat(likeness).as("%s %s", asked.get(0), told.get(1)).isBetween(.35, .9);
                } else {
                    assertThat(likeness).as("%s %s", asked.get(0), told.get(1)).isBetween(-.3, .2);
                }
            }
        }
    }

    /** Archives hold vectors under the model's name: those made now must compare with them. */
    @Test
    void theVectorsOfANameStayTheSame() {
        Embedder e5 = Embedder.e5();
        assertThat(Arrays.copyOf(e5.embed("Which files does write-ahead logging need?"), 8))
                .containsExactly(
                        new float[] {-.06292f, .03459f, .00774f, -.00423f, .00077f, .01783f, -.00921f, -.06717f},
                        within(.01f));
        assertThat(Arrays.copyOf(e5.embedQuestion("Which files does write-ahead logging need?"), 8))
                .containsExactly(
                        new float[] {-.07629f, .01344f, .00809f, -.01775f, .00436f, -.00039f, -.04677f, -.06080f},
                        within(.01f));
        // Above the word pieces that are read.
        assertThat(Arrays.copyOf(e5.embed("The write-ahead log needs its shared memory file. ".repeat(30)), 8))
                .containsExactly(
                        new float[] {-.08024f, -.01278f, .00682f, -.01313f, -.00389f, .03342f, .00417f, -.03757f},
                        within(.01f));
    }

    @Test
    void onlyTheBeginningOfALongTextIsRead() {
        Embedder e5 = Embedder.e5();
        String beginning = "the write-ahead log needs its shared memory file. ".repeat(40);
        assertThat(e5.embed(beginning + "cats ".repeat(10_000))).isEqualTo(e5.embed(beginning));
    }
}
