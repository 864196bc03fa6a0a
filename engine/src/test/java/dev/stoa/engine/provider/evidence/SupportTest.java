package dev.stoa.engine.provider.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.UnavailableException;
import dev.stoa.search.vector.Embedder;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SupportTest {
    private static final Embedder HASHING = Embedder.hashing(64);

    @ParameterizedTest
    // The skeptic takes away what the documents say the contrary of: HonestEvidenceTest.
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SKEPTIC")
    void isTheGreatestRelevanceTimesShareOfTheSentencesThatDoNotSayTheContrary(Strategy strategy) {
        Random random = new Random(11);
        for (int run = 0; run < 40; run++) {
            String[] texts = new String[random.nextInt(5)];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = Texts.random(random, random.nextInt(12));
            }
            Corpus corpus = Texts.corpus(HASHING, texts);
            Relevance relevance = Relevance.of(corpus, Texts.words(random, 4), strategy);
            for (int a = 0; a < 10; a++) {
                String answer = Texts.words(random, 1 + random.nextInt(5));
                Sense sense = Sense.of(answer);
                double best = 0;
                for (int i = 0; i < corpus.lines().size(); i++) {
                    Line line = corpus.lines().get(i);
                    Set<String> stems = sense.stems();
                    boolean numbers =
                            stems.stream().filter(s -> s.startsWith("#")).allMatch(line.stems()::contains);
                    Stance stance = Stance.of(line.sense(), sense, stems, Set.of(), corpus::weight)
                            .turned(sense.denies());
                    if (numbers && stance != Stance.DENIES) {
                        best = Math.max(best, relevance.amongAll(i) * relevance.share(line, stems));
                    }
                }
                assertThat(relevance.support(answer).value()).isCloseTo(Math.min(1, best), within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cats,cat", "gas,ga", "glass,glass", "status,statu", "distribution,distribut", "redistributed,distribut",
        "modifications,chang", "verifying,verif", "twenty five,#25", "thirty-five,#35", "65,#65", "'1,024',#1024"
    })
    void wordsAreComparedByTheirStems(String word, String stem) {
        assertThat(Sense.of(word).stems()).containsExactly(stem);
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
                "It is unsafe to release.|It is safe to release|true",
                "It takes 22 minutes.|It takes 22 minutes|false",
                "It takes 22 minutes.|It takes 23 minutes|true",
                "It takes 2 minutes.|It takes 22 minutes|true",
                "It costs 4,000 euros.|It costs 4000.00 euros|false",
                "It takes many minutes.|It takes 22 minutes|true",
                "It takes 22 minutes and 3 people.|It takes minutes|false",
            })
    void isContradictedByDenialAndByMissingNumbers(String document, String answer, boolean contradicted) {
        Support support = Relevance.of(Texts.corpus(HASHING, document), answer, Strategy.LEXICAL)
                .support(answer);

        assertThat(support.value() > 0).isEqualTo(!contradicted);
        assertThat(support.quote()).isNotNull();
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
                .hasValueSatisfying(q -> assertThat(q.documentId()).isEqualTo("d0"));
        assertThat(Support.answering(corpus, "How many customers pay by card every month?"))
                .isEmpty();
        assertThat(Support.answering(Texts.corpus(HASHING), "Which database is it?"))
                .isEmpty();
    }

    @Test
    void goesByWordsAloneWithoutAnEmbedderButNotWhereMeaningIsAllThereIs() {
        Corpus corpus = Texts.corpus(Embedder.off(), "Cats sleep.", "Cats and dogs.");

        assertThat(Relevance.of(corpus, "dogs", Strategy.HYBRID).of(1))
                .isEqualTo(Relevance.of(corpus, "dogs", Strategy.LEXICAL).of(1))
                .isPositive();
        assertThatThrownBy(() -> Relevance.of(corpus, "dogs", Strategy.SEMANTIC))
                .isInstanceOf(UnavailableException.class);
    }

    @Test
    void strategiesAreKnownByTheirWords() {
        assertThat(Strategy.of("skeptic")).isEqualTo(Strategy.SKEPTIC);
        assertThatThrownBy(() -> Strategy.of("lexicl")).hasMessageContaining("lexical");
    }
}
