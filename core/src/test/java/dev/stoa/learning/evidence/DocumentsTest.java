package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.search.vector.Embedder;
import dev.stoa.testing.OnBothDatabases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Documents and their passages, on both backends. */
@OnBothDatabases
class DocumentsTest extends EvidenceFixture {
    private void say(String talk, int position, String text) {
        store.add(EvidenceDraft.of(text, "chat").place(talk, position));
    }

    private static DocumentDraft document(String id, String... passages) {
        return new DocumentDraft(
                id,
                "file",
                "Title",
                null,
                List.of(passages).stream()
                        .map(text -> EvidenceDraft.of(text, "file"))
                        .toList());
    }

    private List<String> texts(String document) {
        return archive.read(tx -> tx.list(
                "SELECT e.snippet FROM passages p JOIN evidence e ON e.id = p.evidence_id WHERE document_id = ? ORDER BY position",
                row -> row.text(1),
                document));
    }

    @Test
    void aShortPassageIsFoundByWhatStandsAroundIt() {
        say("talk", 0, "Did you hear back about the flat in Leipzig?");
        say("talk", 1, "Yes, nine hundred a month.");
        say("talk", 2, "Steep!");
        say("other", 0, "How was the concert?");
        say("other", 1, "Loud.");
        List<Found> hits = store.search(EvidenceQuery.of("flat Leipzig"));
        assertThat(hits)
                .extracting(Found::place)
                .containsExactlyInAnyOrder(new Place("talk", 0), new Place("talk", 1), new Place("talk", 2));
        assertThat(hits.getFirst().place()).isEqualTo(new Place("talk", 0));
        Found answer = hits.stream()
                .filter(hit -> new Place("talk", 1).equals(hit.place()))
                .findFirst()
                .orElseThrow();
        assertThat(answer.excerpt()).isEqualTo("Yes, nine hundred a month.");
        assertThat(answer.matches()).isEmpty();
        assertThat(answer.document()).containsEntry("document_id", "talk").containsEntry("position", 1L);
    }

    @Test
    void neighboursAreKnownInWhateverOrderPassagesCome() {
        List<Integer> order = new ArrayList<>(IntStream.range(0, 9).boxed().toList());
        Collections.shuffle(order, new Random(3));
        order.forEach(i -> say("talk", i, "turn" + i));
        for (int i = 0; i < 9; i++) {
            int turn = i;
            assertThat(store.search(EvidenceQuery.of("turn" + i)).stream()
                            .map(hit -> Objects.requireNonNull(hit.place()).position())
                            .collect(Collectors.toSet()))
                    .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(turn - 2, turn + 2)
                            .filter(j -> j >= 0 && j < 9)
                            .mapToObj(j -> (long) j)
                            .toList());
        }
    }

    @Test
    void oneTextMayStandInManyDocumentsAndIsFoundAtEachPlaceByItsSurroundings() {
        say("a", 0, "Shall we meet at the harbour?");
        say("a", 1, "Yes.");
        say("b", 0, "Do you like the museum?");
        say("b", 1, "Yes.");
        assertThat(count("evidence")).isEqualTo(3);
        assertThat(count("passages")).isEqualTo(4);
        assertThat(store.search(EvidenceQuery.of("harbour")).get(1).place()).isEqualTo(new Place("a", 1));
        assertThat(store.search(EvidenceQuery.of("museum")).get(1).place()).isEqualTo(new Place("b", 1));
        // Each text once, unless documents are asked for.
        assertThat(found("harbour museum")).hasSize(3);
        assertThat(store.searchDocuments(EvidenceQuery.of("harbour museum")))
                .allSatisfy(group -> assertThat(group.hits()).hasSize(2))
                .extracting(group -> Objects.requireNonNull(group.document()).id())
                .containsExactlyInAnyOrder("a", "b");
        assertThat(store.search(EvidenceQuery.of("harbour museum").document("b")))
                .extracting(Found::place)
                .containsExactly(new Place("b", 0), new Place("b", 1));
    }

    @Test
    void aGroupIsADocumentAndWhatStandsAloneIsItsOwn() {
        store.addDocument(document("doc", "tide one", "tide two"));
        add("tide alone");
        List<FoundDocument> groups = store.searchDocuments(EvidenceQuery.of("tide"));
        assertThat(groups).hasSize(2);
        FoundDocument whole = groups.stream()
                .filter(group -> group.document() != null)
                .findFirst()
                .orElseThrow();
        assertThat(whole.hits()).hasSize(2);
        assertThat(whole.score()).isEqualTo(whole.hits().getFirst().score());
        assertThat(whole.json().keySet()).containsExactly("document", "score", "items");
        assertThat(store.searchDocuments(EvidenceQuery.of("tide").limit(1))).hasSize(1);
    }

    @Test
    void aChangedDocumentKeepsTheTextsThatStayWithTheirIdsAndLinks() {
        store.addDocument(document("doc", "one", "two", "three", "four"));
        String three =
                store.search(EvidenceQuery.of("three")).getFirst().evidence().id();
        store.link(three, new DebateLink("d", 1L, 0.5, true));
        DocumentAdded again = store.addDocument(document("doc", "one", "new", "three", "more"));
        assertThat(again.created()).isFalse();
        assertThat(List.of(again.added(), again.kept(), again.removed())).containsExactly(2, 2, 2);
        assertThat(texts("doc")).containsExactly("one", "new", "three", "more");
        assertThat(store.show(three).debates()).hasSize(1);
        assertThat(store.show(three).passages()).containsExactly(new Place("doc", 2));
        assertThat(found("two")).isEmpty();
        assertThat(found("new")).contains("one", "new", "three");
    }

    @Test
    void aTextThatADebateHasSeenOutlivesItsDocument() {
        store.addDocument(document("doc", "seen", "unseen"));
        String seen =
                store.search(EvidenceQuery.of("seen")).getFirst().evidence().id();
        store.link(seen, DebateLink.to("d"));
        assertThat(store.forgetDocument("doc", true)).isEqualTo(1);
        assertThat(count("passages")).isEqualTo(2);
        assertThat(store.forgetDocument("doc", false)).isEqualTo(1);
        assertThat(found("seen")).containsExactly("seen");
        assertThat(store.show(seen).passages()).isEmpty();
        assertThatThrownBy(() -> store.document("doc")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> store.forgetDocument("doc", false)).isInstanceOf(NotFoundException.class);
    }

    @Test
    void aTextThatWasAddedByItselfOutlivesTheDocumentsThatHoldIt() {
        store.addDocument(document("doc", "both", "only here"));
        Evidence both = add("both");
        assertThat(count("evidence_fts")).isEqualTo(3);
        store.forgetDocument("doc", false);
        assertThat(store.list(EvidenceFilter.NONE, Page.Request.first()).items())
                .extracting(Evidence::id)
                .containsExactly(both.id());
    }

    @Test
    void aForgottenPassageLeavesTheSurroundingsOfItsNeighbours() {
        say("talk", 0, "alpha");
        say("talk", 1, "beta");
        say("talk", 2, "gamma");
        assertThat(found("beta")).hasSize(3);
        store.forget(
                store.search(EvidenceQuery.of("beta")).getFirst().evidence().id(), false);
        assertThat(found("beta")).isEmpty();
        assertThat(found("gamma")).containsExactly("gamma", "alpha");
    }

    @Test
    void anotherTextAtAPlaceTakesIt() {
        say("talk", 0, "first");
        say("talk", 1, "second");
        say("talk", 0, "changed");
        say("talk", 0, "changed");
        assertThat(texts("talk")).containsExactly("changed", "second");
        assertThat(found("first")).isEmpty();
        assertThat(found("changed")).containsExactly("changed", "second");
    }

    @Test
    void documentsAreListedNewestFirstAndAddingOneTwiceAddsNothing() {
        store.addDocument(document("a", "x"));
        assertThat(store.addDocument(document("b", "y", "z")).created()).isTrue();
        long rows = count("evidence_fts");
        DocumentAdded again = store.addDocument(document("b", "y", "z"));
        assertThat(List.of(again.added(), again.kept(), again.removed())).containsExactly(0, 2, 0);
        assertThat(count("evidence_fts")).isEqualTo(rows);
        Page<Document> page = store.documents(Page.Request.first(1));
        assertThat(page.items()).extracting(Document::id, Document::passages).containsExactly(tuple("b", 2L));
        assertThat(store.documents(new Page.Request(1, page.next())).items())
                .extracting(Document::id)
                .containsExactly("a");
        assertThat(store.document("b").document())
                .containsEntry("title", "Title")
                .containsEntry("passages", 2L);
    }

    @Test
    void aMeaningIsFoundAtTheFirstPlaceOfItsText() {
        EvidenceStore hashing = store(Embedder.hashing(64));
        hashing.addDocument(document("doc", "harbour", "museum"));
        assertThat(hashing.pendingEmbeddings()).isZero();
        assertThat(hashing.search(EvidenceQuery.of("harbour").mode(EvidenceQuery.Mode.SEMANTIC))
                        .getFirst()
                        .place())
                .isEqualTo(new Place("doc", 0));
        assertThat(hashing.search(EvidenceQuery.of("harbour").document("doc").mode(EvidenceQuery.Mode.SEMANTIC)))
                .isNotEmpty();
    }

    @Test
    void anyOrderOfChangesLeavesTheIndexWhole() {
        Random random = new Random(11);
        for (int round = 0; round < 60; round++) {
            String id = "d" + random.nextInt(3);
            switch (random.nextInt(5)) {
                case 0 ->
                    store.addDocument(document(
                            id,
                            random.ints(1 + random.nextInt(6), 0, 8)
                                    .mapToObj(i -> "text" + i)
                                    .toArray(String[]::new)));
                case 1 -> say(id, random.nextInt(8), "text" + random.nextInt(8));
                case 2 ->
                    store.add(EvidenceDraft.of("text" + random.nextInt(8), "web")
                            .title(random.nextBoolean() ? "t" : null));
                case 3 ->
                    store.list(EvidenceFilter.NONE, Page.Request.first()).items().stream()
                            .skip(random.nextInt(3))
                            .findFirst()
                            .ifPresent(evidence -> {
                                if (random.nextBoolean()) {
                                    store.link(evidence.id(), DebateLink.to("d"));
                                } else {
                                    store.forget(evidence.id(), true);
                                }
                            });
                default -> {
                    if (store.documents(Page.Request.first()).items().stream().anyMatch(d -> d.id().equals(id))) {
                        store.forgetDocument(id, false);
                    }
                }
            }
            assertThat(violations()).as("round %d", round).isEmpty();
        }
    }
}
