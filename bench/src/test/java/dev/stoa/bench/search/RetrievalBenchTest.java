package dev.stoa.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.search.vector.Embedder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measures against numbers worked out by hand, and the collections. */
class RetrievalBenchTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void theMeasuresAreThoseOfTheTextbook() {
        RankMeasures one = RankMeasures.of(List.of("x", "a", "y", "b"), Map.of("a", 1, "b", 1));
        double ideal = 1 + 1 / (Math.log(3) / Math.log(2));
        double gain = 1 / (Math.log(3) / Math.log(2)) + 1 / (Math.log(5) / Math.log(2));
        assertThat(one.ndcg()).isCloseTo(gain / ideal, within(1e-9));
        assertThat(one.recall5()).isEqualTo(1);
        assertThat(one.mrr()).isEqualTo(0.5);
        assertThat(RankMeasures.of(List.of("a", "b"), Map.of("a", 1, "b", 1)).ndcg())
                .isCloseTo(1, within(1e-9));
        assertThat(RankMeasures.of(List.of(), Map.of("a", 2))).isEqualTo(new RankMeasures(0, 0, 0, 0, 0));
        RankMeasures none = RankMeasures.of(List.of("x"), Map.of("a", 1));
        assertThat(RankMeasures.mean(List.of(none, RankMeasures.of(List.of("a"), Map.of("a", 1)))))
                .isEqualTo(new RankMeasures(0.5, 0.5, 0.5, 0.5, 0.5));
    }

    @Test
    void conversationsAreToldTheSameWayEachTimeAndAskOfTheirOwnTurns() {
        Judged chat = ChatCollection.of(5, 7);
        assertThat(ChatCollection.of(5, 7)).isEqualTo(chat);
        assertThat(ChatCollection.of(5, 8)).isNotEqualTo(chat);
        Set<String> ids = chat.corpus().stream().map(Judged.Passage::id).collect(Collectors.toSet());
        assertThat(ids).hasSameSizeAs(chat.corpus());
        assertThat(chat.queries()).hasSizeGreaterThan(100).allSatisfy(query -> {
            assertThat(ids).containsAll(query.relevant().keySet());
            assertThat(query.text()).doesNotContain("{");
        });
        assertThat(chat.corpus()).allSatisfy(turn -> assertThat(turn.text()).doesNotContain("{"));
        assertThat(new HashSet<>(chat.queries())).hasSameSizeAs(chat.queries());
    }

    @Test
    void everyQuestionAboutATalkIsAnsweredByTheTurnAboveIt() {
        Judged talk = TalkCollection.read();
        assertThat(talk.corpus())
                .hasSize(226)
                .allSatisfy(turn -> assertThat(turn.text()).matches("(Ana|Tom|Mira|Leon): .+"));
        assertThat(talk.queries()).hasSize(115).doesNotHaveDuplicates();
        Judged.Query pottery = talk.queries().get(2);
        assertThat(pottery.text()).isEqualTo("When did Ana start pottery?");
        assertThat(talk.corpus())
                .filteredOn(turn -> pottery.relevant().containsKey(turn.id()))
                .singleElement()
                .satisfies(turn -> assertThat(turn.text()).endsWith("First lesson was last Tuesday."));
    }

    @Test
    void theSameTalkIsAskedInItsOwnWordsAmongConversationsOfPeopleOfTheSameNames() {
        Judged chat = ChatCollection.of(3, 7);
        Judged crowd = TalkCollection.asked(chat);
        assertThat(crowd.corpus())
                .hasSize(226 + chat.corpus().size())
                .doesNotHaveDuplicates()
                .allSatisfy(turn -> assertThat(turn.text()).matches("(Ana|Tom|Mira|Leon): .+"));
        assertThat(crowd.corpus().subList(0, 226))
                .isEqualTo(TalkCollection.read().corpus());
        assertThat(crowd.queries()).hasSize(96).doesNotHaveDuplicates();
        Judged.Query flat = crowd.queries().get(0);
        assertThat(flat.text()).isEqualTo("How is Tom's new flat?");
        assertThat(crowd.corpus())
                .filteredOn(turn -> flat.relevant().containsKey(turn.id()))
                .singleElement()
                .satisfies(turn -> assertThat(turn.text()).contains("the new flat has so much light"));
    }

    @Test
    void theCostOfAVectorIsMeasured() {
        assertThat(new EmbeddingCost(Embedder.hashing(64)).of(ChatCollection.of(1, 7)))
                .matches("A vector by hashing-v1-64 costs [0-9.]+ ms of processor time, [0-9.]+ ms in bulk\\.");
    }

    @Test
    void aCollectionIsReadFromFilesAndMeasured() throws IOException {
        Path corpus = folder.resolve("corpus.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(corpus))) {
            out.write("""
                    {"_id":"1","title":"Ships","text":"They float."}
                    {"_id":"2","text":"Where is the key?","document_id":"t","position":0}
                    {"_id":"3","text":"Under it.","document_id":"t","position":1}
                    """.getBytes(StandardCharsets.UTF_8));
        }
        Path queries = Files.writeString(folder.resolve("q.jsonl"), """
                {"_id":"a","text":"ships"}
                {"_id":"b","text":"key"}
                {"_id":"c","text":"not judged"}
                """);
        Path qrels =
                Files.writeString(folder.resolve("r.tsv"), "query-id\tcorpus-id\tscore\na\t1\t1\nb\t3\t1\nb\t1\t0\n");
        Judged collection = new JudgedFiles(corpus, queries, qrels).read();
        assertThat(collection.queries()).hasSize(2);
        List<String> table = new RetrievalBench(folder.resolve("db"), Embedder.hashing(64)).run(collection);
        assertThat(table.getFirst()).isEqualTo("3 passages, 2 queries.");
        // The answer to the second query stands in second place, behind the turn that has the word.
        assertThat(table).anyMatch(line -> line.startsWith("| lexical | 0.815 | 1.000 | 1.000 | 1.000 | 0.750 |"));
        assertThatThrownBy(() -> new JudgedFiles(corpus, queries, queries).read())
                .isInstanceOf(IOException.class);
    }
}
