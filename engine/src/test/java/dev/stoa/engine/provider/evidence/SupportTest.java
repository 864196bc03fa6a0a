package dev.stoa.engine.provider.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.UnavailableException;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.Vectors;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SupportTest {
    private static final Embedder HASHING = Embedder.hashing(64);

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void equalsTheFormulaOnRandomDocuments(Strategy strategy) {
        Random random = new Random(11);
        for (int run = 0; run < 60; run++) {
            String[] texts = new String[random.nextInt(5)];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = Texts.random(random, random.nextInt(12));
            }
            Corpus corpus = Texts.corpus(HASHING, texts);
            String topic = Texts.words(random, 4);
            Relevance relevance = Relevance.of(corpus, topic, strategy);
            double[] rel = rel(corpus.windows(), topic, strategy);
            for (int a = 0; a < 10; a++) {
                String answer = Texts.words(random, 1 + random.nextInt(5));
                double best = 0;
                for (int w = 0; w < rel.length; w++) {
                    assertThat(relevance.of(w)).isCloseTo(rel[w], within(1e-12));
                    best = Math.max(best, rel[w] * cover(corpus.windows().get(w).text(), answer));
                }
                Support support = relevance.support(answer);
                assertThat(support.value()).isCloseTo(best, within(1e-12));
                assertThat(support.window() == null).isEqualTo(best == 0);
                if (support.window() != null) {
                    int w = corpus.windows().indexOf(support.window());
                    assertThat(rel[w] * cover(support.window().text(), answer)).isCloseTo(best, within(1e-12));
                }
            }
        }
    }

    private static double[] rel(List<Window> windows, String topic, Strategy strategy) {
        double[] words = new double[windows.size()];
        double[] meaning = new double[windows.size()];
        double mean =
                windows.stream().mapToInt(w -> stems(w.text()).size()).average().orElse(1);
        for (int w = 0; w < words.length; w++) {
            List<String> held = stems(windows.get(w).text());
            Map<String, Integer> counts = new HashMap<>();
            held.forEach(s -> counts.merge(s, 1, Integer::sum));
            for (String stem : new HashSet<>(stems(topic))) {
                double df = windows.stream()
                        .filter(x -> stems(x.text()).contains(stem))
                        .count();
                double tf = counts.getOrDefault(stem, 0);
                double idf = Math.log(1 + (windows.size() - df + 0.5) / (df + 0.5));
                words[w] += idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * held.size() / mean));
            }
            meaning[w] = Math.max(
                    0,
                    Vectors.dot(
                            HASHING.embed(topic), HASHING.embed(windows.get(w).text())));
        }
        double best = 0;
        for (double score : words) {
            best = Math.max(best, score);
        }
        double[] rel = new double[words.length];
        for (int w = 0; w < rel.length; w++) {
            double lexical = best == 0 ? 0 : words[w] / best;
            rel[w] = switch (strategy) {
                case LEXICAL -> lexical;
                case SEMANTIC -> meaning[w];
                case HYBRID, SKEPTIC, CONTRARIAN -> (lexical + meaning[w]) / 2;
            };
        }
        return rel;
    }

    private static double cover(String passage, String answer) {
        Set<String> wanted = new HashSet<>(stems(answer));
        List<String> held = stems(passage);
        return wanted.isEmpty() ? 0 : wanted.stream().filter(held::contains).count() / (double) wanted.size();
    }

    private static List<String> stems(String text) {
        return Tokenizer.terms(text).stream()
                .map(w -> w.length() > 3 && w.matches(".*[^sui]s") ? w.substring(0, w.length() - 1) : w)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"cats,cat", "gas,gas", "glass,glass", "status,status", "basis,basis", "risks,risk", "7s,7s"})
    void stemsLoseThePluralOnly(String word, String stem) {
        assertThat(Words.distinctStems(word)).containsExactly(stem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "It is safe to release.|It is safe to release|false",
                "It is not safe to release.|It is safe to release|true",
                "It isn't safe to release.|It is safe to release|true",
                "It isn’t safe to release.|It is not safe to release|false",
                "It is never not safe to release.|It is safe to release|false",
                "It is safe to release. Nobody objects, none at all. Not today.|It is safe to release|false",
                "The nothing of a knot is safe to release.|It is safe to release|false",
                "It takes 22 minutes.|It takes 22 minutes|false",
                "It takes 22 minutes.|It takes 23 minutes|true",
                "It takes 2 minutes.|It takes 22 minutes|true",
                "It costs 4,000 euros.|It costs 4000.00 euros|false",
                "It costs 4.5 euros.|It costs 4,5 euros|true",
                "It takes many minutes.|It takes 22 minutes|true",
                "It takes 22 minutes and 3 people.|It takes minutes|false",
            })
    void isContradictedByDenialAndByMissingNumbers(String document, String answer, boolean contradicted) {
        Support support = Relevance.of(Texts.corpus(HASHING, document), answer, Strategy.LEXICAL)
                .support(answer);

        assertThat(support.value()).isPositive();
        assertThat(support.contradicted()).isEqualTo(contradicted);
    }

    @Test
    void isNothingWithoutDocumentsWordsOrRelevance() {
        assertThat(Relevance.of(Texts.corpus(HASHING), "topic", Strategy.HYBRID).support("topic"))
                .isEqualTo(Support.NONE);
        Corpus corpus = Texts.corpus(HASHING, "Cats sleep.", "");
        assertThat(Relevance.of(corpus, "cats", Strategy.LEXICAL).support("the of"))
                .isEqualTo(Support.NONE);
        assertThat(Relevance.of(corpus, "zebra", Strategy.LEXICAL).support("cats"))
                .isEqualTo(Support.NONE);
    }

    @Test
    void answersAQuestionOnlyFromAWindowThatCoversIt() {
        Corpus corpus = Texts.corpus(HASHING, "The database is PostgreSQL 17.", "Lunch is at noon.");

        assertThat(Support.answering(corpus, "Which database is it?"))
                .hasValueSatisfying(w -> assertThat(w.documentId()).isEqualTo("d0"));
        assertThat(Support.answering(corpus, "How many customers pay by card every month?"))
                .isEmpty();
        assertThat(Support.answering(Texts.corpus(HASHING), "Which database is it?"))
                .isEmpty();
    }

    @Test
    void goesByWordsAloneWithoutAnEmbedderButNotWhereMeaningIsAllThereIs() {
        Corpus corpus = Texts.corpus(Embedder.off(), "Cats sleep.", "Cats and dogs.");

        assertThat(Relevance.of(corpus, "dogs", Strategy.HYBRID).of(1)).isEqualTo(1);
        assertThatThrownBy(() -> Relevance.of(corpus, "dogs", Strategy.SEMANTIC))
                .isInstanceOf(UnavailableException.class);
    }

    @Test
    void strategiesAreKnownByTheirWords() {
        assertThat(Strategy.of("skeptic")).isEqualTo(Strategy.SKEPTIC);
        assertThatThrownBy(() -> Strategy.of("lexicl")).hasMessageContaining("lexical");
    }
}
