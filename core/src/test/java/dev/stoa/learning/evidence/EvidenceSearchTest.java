package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoa.base.Trust;
import dev.stoa.base.UnavailableException;
import dev.stoa.learning.evidence.EvidenceQuery.Mode;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.MissingEmbedder;
import dev.stoa.testing.OnBothDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a search finds, on both backends. */
@OnBothDatabases
class EvidenceSearchTest extends EvidenceFixture {
    @Test
    @DisplayName("Evidence search must return the rows holding its words at 5 rows; deleting must shrink the index by"
            + " exactly as many rows.")
    void theRowsHoldingItsWordsAreFoundAndDeletingShrinksTheIndex() {
        List<Evidence> rows = List.of(
                add("It's raining in Leipzig."),
                add("AND is an operator."),
                add("a,b are letters * and stars"),
                add("The \"WAL\" needs a file"),
                add("NEAR the harbour"));
        assertThat(found("it's")).containsExactly("It's raining in Leipzig.");
        assertThat(found("leipzig rains")).containsExactly("It's raining in Leipzig.");
        assertThat(found("operator AND")).containsExactly("AND is an operator.");
        assertThat(found("\"WAL\"")).containsExactly("The \"WAL\" needs a file");
        assertThat(found("near(harbour")).containsExactly("NEAR the harbour");
        assertThat(found("a,b")).containsExactly("a,b are letters * and stars");
        assertThat(count("evidence_fts")).isEqualTo(5);
        store.forget(rows.get(1).id(), false);
        store.forget(rows.get(3).id(), false);
        assertThat(count("evidence_fts")).isEqualTo(3);
        assertThat(found("WAL")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "it's",
                "AND",
                "\"",
                "a,b",
                "*",
                "NOT",
                "(",
                "NEAR/2",
                "-",
                "snippet:x",
                "^",
                "the",
                "ÄÖ\uD83D\uDE00"
            })
    @DisplayName("Evidence search must not fail on it's, AND, quotes, a,b, *")
    void noTextIsAnIllegalQuery(String query) {
        add("something");
        assertThat(store.search(EvidenceQuery.of(query))).isEmpty();
    }

    @Test
    @DisplayName("Evidence search must return the rows holding its words at 50,000 rows.")
    void theRowsHoldingItsWordsAreFoundAmongMany() {
        int rows = dialect == Dialect.SQLITE ? Integer.getInteger("stoa.test.rows", 20_000) : 2_000;
        Random random = new Random(5);
        List<EvidenceDraft> drafts = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            StringBuilder text = new StringBuilder("needle" + i);
            for (int w = 0; w < 8; w++) {
                text.append(" word").append(random.nextInt(2_000));
            }
            drafts.add(EvidenceDraft.of(text.toString(), "web"));
            if (drafts.size() == 1_000) {
                store.addAll(drafts, true);
                drafts.clear();
            }
        }
        for (int i = 0; i < 100; i++) {
            int wanted = random.nextInt(rows);
            assertThat(found("where is needle" + wanted + " kept").getFirst()).startsWith("needle" + wanted + " ");
        }
        assertThat(store.search(EvidenceQuery.of("word7 word8").limit(100))).hasSizeGreaterThan(10);
        assertThat(count("evidence_fts")).isEqualTo(rows);
    }

    @Test
    void everyFilterHolds() {
        Evidence web =
                store.add(EvidenceDraft.of("tide one", "web").reliability(0.2)).value();
        Evidence news = store.add(
                        EvidenceDraft.of("tide two", "news").reliability(0.9).trust(Trust.CONFIRMED))
                .value();
        store.add(EvidenceDraft.of("tide one", "news"));
        store.link(web.id(), DebateLink.to("d"));
        EvidenceQuery query = EvidenceQuery.of("tide");
        assertThat(ids(query)).containsExactlyInAnyOrder(web.id(), news.id());
        assertThat(ids(query.source("news"))).containsExactlyInAnyOrder(web.id(), news.id());
        assertThat(ids(query.source("web"))).containsExactly(web.id());
        assertThat(ids(query.minReliability(0.5))).containsExactly(news.id());
        assertThat(ids(query.minTrust(Trust.AGENT))).containsExactly(news.id());
        assertThat(ids(query.debate("d"))).containsExactly(web.id());
        assertThat(ids(query.debate("other"))).isEmpty();
        assertThat(ids(query.limit(1))).hasSize(1);
    }

    @Test
    void aFilterMakesRoomForWhatStandsBehind() {
        List<EvidenceDraft> drafts = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            drafts.add(EvidenceDraft.of("tide tide tide " + i, "web"));
        }
        store.addAll(drafts, true);
        Evidence rare = store.add(
                        EvidenceDraft.of("a tide in a text that is much longer than all of the others", "news"))
                .value();
        assertThat(ids(EvidenceQuery.of("tide").source("news"))).containsExactly(rare.id());
    }

    @Test
    void aTitleIsSearchedAndTheIdIsNot() {
        Evidence evidence = store.add(
                        EvidenceDraft.of("body", "web").id("falcon").title("Peregrine"))
                .value();
        assertThat(ids(EvidenceQuery.of("peregrine"))).containsExactly(evidence.id());
        assertThat(ids(EvidenceQuery.of("falcon"))).isEmpty();
    }

    @Test
    void aHitShowsTheWordsItWasFoundBy() {
        add("Long before the harbour was built, boats were pulled up the beach by hand.");
        Found found = store.search(EvidenceQuery.of("boat harbours")).getFirst();
        assertThat(found.matches().stream()
                        .map(span -> found.excerpt().substring(span.start(), span.end()))
                        .toList())
                .containsExactly("harbour", "boats");
        assertThat(found.lexicalRank()).isEqualTo(1);
        assertThat(found.semanticRank()).isNull();
        assertThat(found.score())
                .isEqualTo(0.95 + 0.05 * found.evidence().quality().overall());
        assertThat(found.document().keySet()).contains("evidence", "score", "terms", "excerpt", "matches");
    }

    @Test
    void eachModeGoesByItsOwnListAndBothTogether() {
        EvidenceStore hashing = store(Embedder.hashing(64));
        hashing.add(EvidenceDraft.of("harbour boats", "web"));
        hashing.add(EvidenceDraft.of("harboured boating", "web"));
        assertThat(hashing.pendingEmbeddings()).isZero();
        EvidenceQuery query = EvidenceQuery.of("harbour boats");
        Found words = hashing.search(query.mode(Mode.LEXICAL)).getFirst();
        Found meaning = hashing.search(query.mode(Mode.SEMANTIC)).getFirst();
        Found both = hashing.search(query).getFirst();
        assertThat(words.semanticRank()).isNull();
        assertThat(meaning.lexicalRank()).isNull();
        assertThat(both.evidence().snippet()).isEqualTo("harbour boats");
        // The last bit of a dot product depends on how many lanes the processor has.
        assertThat(both.score()).isCloseTo((words.score() + 1.5 * meaning.score()) / 2.5, within(1e-12));
        // Words too common to search for leave the meaning alone.
        assertThat(hashing.search(EvidenceQuery.of("the of").mode(Mode.LEXICAL)))
                .isEmpty();
        assertThatThrownBy(() -> store.search(query.mode(Mode.SEMANTIC)))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("there is no embedder to search by meaning with");
    }

    @Test
    void aModelThatIsMissingIsNamedToThoseWhoSearchByMeaningAlone() {
        EvidenceStore without = store(new MissingEmbedder());
        without.add(EvidenceDraft.of("harbour boats", "web"));
        EvidenceQuery query = EvidenceQuery.of("harbour boats");
        assertThat(without.search(query)).hasSize(1);
        assertThatThrownBy(() -> without.search(query.mode(Mode.SEMANTIC)))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("the model is missing; add it");
        assertThatThrownBy(() -> without.searchDocuments(query.mode(Mode.SEMANTIC)))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("the model is missing; add it");
    }

    @Test
    void aTitleThatCameLaterIsEmbeddedToo() {
        EvidenceStore hashing = store(Embedder.hashing(64));
        hashing.add(EvidenceDraft.of("body", "web"));
        hashing.add(EvidenceDraft.of("body", "news").title("zephyr"));
        assertThat(hashing.pendingEmbeddings()).isZero();
        assertThat(hashing.search(EvidenceQuery.of("zephyr").mode(Mode.SEMANTIC)))
                .singleElement()
                .satisfies(hit -> assertThat(hit.evidence().snippet()).isEqualTo("body"));
        hashing.forget(
                hashing.search(EvidenceQuery.of("body")).getFirst().evidence().id(), false);
        assertThat(hashing.search(EvidenceQuery.of("zephyr"))).isEmpty();
    }

    @Test
    void ofEqualTurnsTheOneOfTheAskedSpeakerComesFirst() {
        talk("talk", "Ana: We went camping in June.", "Bea: We went camping in July.", "Ana: How nice of you.");
        assertThat(found("When did Bea go camping?").getFirst()).startsWith("Bea: ");
        assertThat(found("When did Ana go camping?").getFirst()).startsWith("Ana: We");
        store.add(EvidenceDraft.of("Rain in the hills is frequent.", "web").metadata(Map.of("author", "Cleo Marsh")));
        store.add(EvidenceDraft.of("Rain in the hills is rare.", "web").metadata(Map.of("author", "Dora Finch")));
        assertThat(found("What did Cleo write of rain in the hills?").getFirst())
                .endsWith("frequent.");
        assertThat(found("What did Dora write of rain in the hills?").getFirst())
                .endsWith("rare.");
    }

    @Test
    void aNameBeforeAColonIsNoSpeakerIfNothingAroundItIsSaidToo() {
        String plain = "The tide turns at noon in the harbour.";
        talk("page", plain, "Harbour: the tide turns at noon, says an old book of the coast that few have read.");
        Found best = store.search(EvidenceQuery.of("When does the tide turn in the harbour?"))
                .getFirst();
        assertThat(best.evidence().snippet()).isEqualTo(plain);
        // Nothing that another passage has makes it less than the best.
        assertThat(best.score()).isGreaterThan(0.95);
    }

    @Test
    void aTurnIsFoundByTheMeaningOfTheTurnsBeforeIt() {
        EvidenceStore hashing = store(Embedder.hashing(256));
        String near = "Mostly in a tent.";
        String far = "In a tent.";
        List<String> turns = List.of("Where do you sleep in Norway?", near, "Good.", "Yes.", "Where was the cat?", far);
        for (int i = 0; i < turns.size(); i++) {
            hashing.add(EvidenceDraft.of(turns.get(i), "chat").place("talk", i));
        }
        EvidenceQuery query = EvidenceQuery.of("Where do you sleep in Norway, in a tent?");
        assertThat(hashing.search(query.mode(Mode.SEMANTIC)))
                .extracting(hit -> hit.evidence().snippet())
                .containsSubsequence(near, far);
    }

    @Test
    void aChanceWordDoesNotOutweighTheMeaningOfAQuestionInOtherWords() {
        EvidenceStore knowing = store(new Ceramics(.4f));
        Evidence clay = knowing.add(EvidenceDraft.of("Pots of clay, since Tuesday.", "chat"))
                .value();
        Evidence car =
                knowing.add(EvidenceDraft.of("My car does not start.", "chat")).value();
        assertThat(knowing.search(EvidenceQuery.of("When did the ceramics lessons start?")))
                .extracting(hit -> hit.evidence().id())
                .containsExactly(clay.id(), car.id());
        // Here all words are there, as a sign is none, and they decide.
        assertThat(knowing.search(EvidenceQuery.of("\uD83C\uDFFA car start"))
                        .getFirst()
                        .evidence())
                .isEqualTo(car);
    }

    @Test
    void whatIsLittleLikeAQueryIsFoundByMeaningAloneAndNotBesideWords() {
        EvidenceStore knowing = store(new Ceramics(.1f));
        Evidence clay = knowing.add(EvidenceDraft.of("Pots of clay, since Tuesday.", "chat"))
                .value();
        Evidence car =
                knowing.add(EvidenceDraft.of("My car does not start.", "chat")).value();
        EvidenceQuery query = EvidenceQuery.of("Where are the ceramics lessons?");
        assertThat(knowing.search(query.mode(Mode.SEMANTIC)))
                .extracting(hit -> hit.evidence().id())
                .containsExactly(clay.id(), car.id());
        assertThat(knowing.search(query)).extracting(hit -> hit.evidence().id()).containsExactly(clay.id());
    }

    /**
     * A model that knows what ceramics are made of, and nothing else.
     *
     * @param unlike the cosine of anything else to ceramics
     */
    private record Ceramics(float unlike) implements Embedder {
        @Override
        public String modelId() {
            return "ceramics";
        }

        @Override
        public int dimensions() {
            return 2;
        }

        @Override
        public List<float[]> embed(List<String> texts) {
            return texts.stream()
                    .map(text -> text.matches(".*(ceramics|clay|\uD83C\uDFFA).*")
                            ? new float[] {1, 0}
                            : new float[] {unlike, (float) Math.sqrt(1 - unlike * unlike)})
                    .toList();
        }
    }

    @Test
    void theEndingOfAGenitiveIsNotSearchedFor() {
        add("It's Ana's boat that's at anchor, isn't it? That's it's place.");
        Evidence boat = add("The boat of Bea lies in the harbour of the town.");
        assertThat(ids(EvidenceQuery.of("Bea's harbour"))).containsExactly(boat.id());
        assertThat(found("it's")).hasSize(1);
    }

    @Test
    void whatIsOfTheAskedTimeComesFirst() {
        // The clock stands in the week from 9 November 2026.
        store.add(EvidenceDraft.of("The harbour was closed.", "news").metadata(Map.of("published", "2026-11-03")));
        store.add(EvidenceDraft.of("The harbour was opened.", "news").metadata(Map.of("published", "2026-11-10")));
        String red = "Ships were painted red.";
        String blue = "Ships were painted blue.";
        talk("one", "Session of 2023-05-08", "Hello.", "How do you do?", red);
        talk("two", "Session of 2023-06-09", "Good morning.", "Well slept?", blue);
        assertThat(found("What of the harbour on 3 November 2026?").getFirst()).endsWith("closed.");
        assertThat(found("What of the harbour on 10 November 2026?").getFirst()).endsWith("opened.");
        assertThat(found("What of the harbour last week?").getFirst()).endsWith("closed.");
        assertThat(found("What of the harbour this week?").getFirst()).endsWith("opened.");
        assertThat(found("How were ships painted in May?")).containsSubsequence(red, blue);
        assertThat(found("How were ships painted in June?")).containsSubsequence(blue, red);
    }

    private void talk(String document, String... turns) {
        for (int i = 0; i < turns.length; i++) {
            store.add(EvidenceDraft.of(turns[i], "chat").place(document, i));
        }
    }

    private List<String> ids(EvidenceQuery query) {
        return store.search(query).stream().map(hit -> hit.evidence().id()).toList();
    }

    @Test
    void anIndexThatIsBuiltAgainCountsWhatWasThere() {
        assumeTrue(dialect == Dialect.POSTGRES, "FTS5 counts by itself");
        for (int i = 0; i < 3; i++) {
            add("ships float, number " + i);
        }
        List<String> before = sizes();
        archive.write(tx -> {
            EvidenceUpgrade.reindex(tx);
            return true;
        });
        assertThat(sizes()).isEqualTo(before);
        add("ships float, the last");
        assertThat(sizes()).as("what comes later is counted too").isNotEqualTo(before);
    }

    private List<String> sizes() {
        return archive.list(
                "SELECT sum(row_count) || ' ' || sum(word_count) FROM text_sizes WHERE name = 'evidence_fts'",
                row -> row.text(1));
    }
}
