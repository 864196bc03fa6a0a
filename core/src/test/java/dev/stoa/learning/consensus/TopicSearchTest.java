package dev.stoa.learning.consensus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Simulated;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.consensus.Similar.Match;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.Vectors;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Topics are found again, on both backends. */
@OnBothDatabases
class TopicSearchTest extends ConsensusFixture {
    private static final List<String> WORDS = List.of(
            "cache",
            "redis",
            "queue",
            "index",
            "shard",
            "replica",
            "latency",
            "budget",
            "deploy",
            "rollback",
            "schema",
            "backup",
            "token",
            "agent",
            "prompt",
            "vector",
            "policy",
            "review",
            "tests",
            "release",
            "storage",
            "limit",
            "worker",
            "cluster",
            "gateway",
            "session",
            "metric",
            "alert",
            "secret",
            "region");

    @Test
    @DisplayName("A topic stored verbatim is found first among 50,000 later ones, 500 of 500 times, in any case and"
            + " punctuation")
    void aTopicStoredVerbatimIsFoundFirstAmongManyLaterOnes() {
        ConsensusMemory plain = memory(Embedder.off());
        int later = dialect == Dialect.SQLITE ? Integer.getInteger("stoa.test.rows", 20_000) : 1_000;
        int verbatim = 200;
        Random random = new Random(5);
        List<String> sought = new ArrayList<>();
        List<ConsensusDraft> drafts = new ArrayList<>();
        for (int i = 0; i < verbatim; i++) {
            sought.add(topic(random, i));
            drafts.add(draft("s" + i, sought.get(i)).build());
        }
        for (int i = 0; i < later; i++) {
            drafts.add(draft("l" + i, topic(random, verbatim + i)).build());
        }
        for (int from = 0; from < drafts.size(); from += 1_000) {
            plain.recordAll(drafts.subList(from, Math.min(from + 1_000, drafts.size())), true);
        }

        for (int i = 0; i < verbatim; i++) {
            String asked = disguised(random, sought.get(i));
            List<Similar> hits = plain.find(TopicQuery.of(asked));
            assertThat(hits).as(asked).isNotEmpty();
            assertThat(hits.getFirst().consensus().id()).as(asked).isEqualTo("s" + i);
            assertThat(hits.getFirst().similarity()).isEqualTo(1);
            assertThat(hits.getFirst().match()).isEqualTo(Match.HASH);
        }
    }

    /** Topics share most of their words, and no two are the same. */
    private static String topic(Random random, int number) {
        List<String> words = new ArrayList<>(List.of("Should", "we"));
        for (int i = 0; i < 6; i++) {
            words.add(WORDS.get(random.nextInt(WORDS.size())));
        }
        return String.join(" ", words) + " case" + number + "?";
    }

    private static String disguised(Random random, String topic) {
        String text = random.nextBoolean() ? topic.toUpperCase(Locale.ROOT) : topic.toLowerCase(Locale.ROOT);
        return " «" + text.replace(" ", random.nextBoolean() ? ", " : "  -- ").replace("?", "!?") + "»\n";
    }

    @Test
    @DisplayName("The domain filters; superseded rows come only when asked for")
    void theDomainFiltersAndSupersededRowsComeOnlyWhenAskedFor() {
        memory.record(draft("old", "Use Redis?").domain("ops").build());
        memory.record(draft("new", "use redis").domain("ops").supersedes("old").build());
        memory.record(draft("lab", "Use Redis").domain("lab").build());

        assertThat(found(TopicQuery.of("use redis"))).containsExactly("lab", "new");
        assertThat(found(TopicQuery.of("use redis").within("ops"))).containsExactly("new");
        assertThat(found(TopicQuery.of("use redis").within("OPS").withSuperseded()))
                .containsExactly("new", "old");
        assertThat(found(TopicQuery.of("use redis").within("none"))).isEmpty();
        assertThat(found(TopicQuery.of("use redis").limit(1))).containsExactly("lab");
    }

    private List<String> found(TopicQuery query) {
        return memory.find(query).stream().map(hit -> hit.consensus().id()).toList();
    }

    @Test
    void similarityIsTheShareOfCommonTermsAndTheCosine() {
        assertThat(TopicSearch.jaccard(
                        Set.of("redis", "cache", "eviction", "policy"),
                        Set.of("redis", "eviction", "policy", "choice")))
                .isEqualTo(3.0 / 5);
        assertThat(TopicSearch.jaccard(Set.of(), Set.of())).isZero();
        ConsensusMemory plain = memory(Embedder.off());
        plain.record(draft("d1", "redis eviction policy choice").build());
        assertThat(plain.find(TopicQuery.of("redis cache eviction policy")))
                .singleElement()
                .satisfies(hit -> {
                    assertThat(hit.similarity()).isEqualTo(0.6, within(1e-9));
                    assertThat(hit.match()).isEqualTo(Match.TEXT);
                });
        assertThat(plain.find(TopicQuery.of("redis cache eviction policy").atLeast(0.61)))
                .isEmpty();

        // Once it has a vector, both count half.
        memory.embedPending();
        Embedder hashing = Embedder.hashing(64);
        double cosine = Vectors.dot(
                hashing.embed("redis cache eviction policy"), hashing.embed("redis eviction policy choice"));
        assertThat(memory.find(TopicQuery.of("redis cache eviction policy"))
                        .getFirst()
                        .similarity())
                .isEqualTo((0.6 + cosine) / 2, within(1e-6));
    }

    @Test
    void aTopicIsFoundByMeaningWithoutACommonWord() {
        // "evictions" and "eviction" share no word, but most of their letters.
        memory.record(draft("d1", "evictions").build());
        memory.record(draft("d2", "zebra").build());
        List<Similar> hits = memory.find(TopicQuery.of("evicting").atLeast(0.1));
        assertThat(hits).extracting(hit -> hit.consensus().id()).first().isEqualTo("d1");
        assertThat(hits.getFirst().similarity()).isBetween(0.1, 0.5);
    }

    @Test
    void otherWordsAreNeverQuiteTheSame() {
        memory.record(draft("d1", "b before a").build());
        // The same terms and nearly the same vector, but another order.
        Similar hit = memory.find(TopicQuery.of("a before b").atLeast(0)).getFirst();
        assertThat(hit.similarity()).isLessThanOrEqualTo(0.999);
        assertThat(hit.match()).isNotEqualTo(Match.HASH);
    }

    @Test
    void everyTextIsALegalTopic() {
        List<String> topics =
                List.of("it's", "AND OR NOT", "\"", "a,b", "*", "the of and", "?!", "日本語 の 話題", "🜚", "(", "%_'");
        for (int i = 0; i < topics.size(); i++) {
            record("d" + i, topics.get(i));
            assertThat(found(TopicQuery.of(topics.get(i)))).as(topics.get(i)).contains("d" + i);
        }
    }

    @Test
    void theBestOfAllRowsAreFoundAsByBruteForce() {
        Random random = new Random(11);
        List<ConsensusDraft> drafts = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            drafts.add(draft("d" + i, topic(random, i % 9)).build());
        }
        memory.recordAll(drafts, true);
        Embedder hashing = Embedder.hashing(64);
        for (int round = 0; round < 10; round++) {
            String asked = topic(random, round % 9);
            float[] vector = hashing.embed(asked);
            List<String> expected = drafts.stream()
                    .filter(draft -> similarity(asked, vector, draft.topic(), hashing) >= 0.3)
                    .sorted(Comparator.comparingDouble(
                                    (ConsensusDraft draft) -> similarity(asked, vector, draft.topic(), hashing))
                            .thenComparingInt(drafts::indexOf)
                            .reversed())
                    .limit(10)
                    .map(ConsensusDraft::id)
                    .toList();
            assertThat(found(TopicQuery.of(asked).limit(10))).isEqualTo(expected);
        }
    }

    private static double similarity(String asked, float[] vector, String topic, Embedder embedder) {
        if (Tokenizer.words(asked).equals(Tokenizer.words(topic))) {
            return 1;
        }
        Set<String> a = new HashSet<>(Tokenizer.terms(asked));
        Set<String> b = new HashSet<>(Tokenizer.terms(topic));
        Set<String> both = new HashSet<>(a);
        both.retainAll(b);
        Set<String> all = new HashSet<>(a);
        all.addAll(b);
        double cosine = Math.max(0, Vectors.dot(vector, embedder.embed(topic)));
        return Math.min(0.999, ((double) both.size() / all.size() + cosine) / 2);
    }

    @Test
    void dissentsComeInTheOrderInWhichTheyShouldBeHeard() {
        memory.record(draft("d1", "Use Redis?")
                .dissents(List.of(
                        dissent("ana", DissentType.ABSTENTION, "none", 1),
                        dissent("bo", DissentType.MINOR_QUIBBLE, "name", 0.9),
                        dissent("cy", DissentType.RISK_WARNING, "later risk", 0.5),
                        dissent("di", DissentType.FUNDAMENTAL_DISAGREEMENT, "never", 0.8),
                        dissent("ed", DissentType.RISK_WARNING, "greater risk", 0.7),
                        dissent("bo", DissentType.RISK_WARNING, "equal risk", 0.5),
                        dissent("ed", DissentType.EDGE_CASE_CONCERN, "empty", 0.2),
                        dissent("ana", DissentType.ALTERNATIVE_APPROACH, "other", 0.3)))
                .build());
        assertThat(memory.find(TopicQuery.of("use redis"))
                        .getFirst()
                        .consensus()
                        .dissents())
                .extracting(Dissent::content)
                .containsExactly("greater risk", "later risk", "equal risk", "never", "empty", "other", "name", "none");
    }

    @Test
    void aBriefHasFiveHitsAndTenDissentsWithTheUnansweredApart() {
        for (int i = 0; i < 6; i++) {
            memory.record(draft("d" + i, "Use Redis?")
                    .dissents(List.of(
                            dissent("ana", DissentType.RISK_WARNING, "risk " + i, i / 10.0),
                            dissent("bo", DissentType.MINOR_QUIBBLE, "quibble " + i, i / 10.0),
                            dissent("cy", DissentType.ABSTENTION, "nothing " + i, 0)))
                    .build());
        }
        String answered = dissent("ana", DissentType.RISK_WARNING, "risk 4", 0).id("d4");
        memory.rebut(answered, "It is mirrored", "bo");

        Brief brief = memory.brief("use redis", null);
        assertThat(brief.hits()).extracting(hit -> hit.consensus().id()).containsExactly("d5", "d4", "d3", "d2", "d1");
        assertThat(brief.unanswered())
                .extracting(Dissent::content)
                .containsExactly(
                        "risk 5",
                        "risk 3",
                        "risk 2",
                        "risk 1",
                        "quibble 5",
                        "quibble 4",
                        "quibble 3",
                        "quibble 2",
                        "quibble 1");
        assertThat(brief.answered()).extracting(Dissent::content).containsExactly("risk 4");
        assertThat(brief.prompt()).hasSize(15);
        assertThat(memory.brief("use redis", "lab").hits()).isEmpty();
    }

    @Test
    void anEmbedderThatFailsFailsNeitherARecordNorASearch() {
        ConsensusMemory broken = memory(new Embedder() {
            @Override
            public String modelId() {
                return "broken";
            }

            @Override
            public int dimensions() {
                return 8;
            }

            @Override
            public List<float[]> embed(List<String> texts) {
                throw new UnavailableException("unavailable", "no model", null);
            }
        });
        broken.record(draft("d1", "redis eviction").build());
        assertThat(broken.find(TopicQuery.of("redis eviction policy"))
                        .getFirst()
                        .similarity())
                .isEqualTo(2.0 / 3, within(1e-9));
    }

    @Test
    void queriesAreBounded() {
        assertThatThrownBy(() -> TopicQuery.of(" ")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> TopicQuery.of("x".repeat(2_001)))
                .hasMessageContaining("2,001 characters; at most 2,000");
        assertThatThrownBy(() -> TopicQuery.of("x").limit(51)).hasMessageContaining("limit 51 is not within 1 to 50");
        assertThatThrownBy(() -> TopicQuery.of("x").limit(0)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> TopicQuery.of("x").atLeast(1.5)).hasMessageContaining("min_similarity");
        assertThatThrownBy(() -> TopicQuery.fromJson(JsonFields.of(Map.of("topic", "x", "limits", 3L))))
                .hasMessageContaining("limits");
        assertThat(TopicQuery.fromJson(JsonFields.of(Map.of(
                        "topic",
                        "x",
                        "domain",
                        "Lab",
                        "min_similarity",
                        0.5,
                        "limit",
                        7L,
                        "include_superseded",
                        true))))
                .isEqualTo(new TopicQuery("x", "lab", 0.5, 7, true, Simulated.EXCLUDE));
    }
}
