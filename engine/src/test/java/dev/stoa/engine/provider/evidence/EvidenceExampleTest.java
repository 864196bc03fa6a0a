package dev.stoa.engine.provider.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.search.vector.Embedder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The example of the guide: read by words, by meaning, for the contrary and as a whole, the same papers say different things. */
class EvidenceExampleTest {
    private static final Path FOLDER = Path.of("..", "examples", "release-friday");
    private static final String SHIP =
            "We ask to ship the payment release on Friday afternoon, so that everybody finds what the posters promise.";
    private static final String NOBODY = "Nobody should ship such a thing on Friday afternoon, with the weekend ahead.";

    private static List<Document> documents() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve("documents"))) {
            List<Document> documents = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                documents.add(new Document(name, name, Files.readString(file)));
            }
            return documents;
        }
    }

    @Test
    void theDraftsWouldShipAndTheDebateDoesNot() throws IOException {
        Corpus corpus = Corpus.of(documents(), Embedder.e5());
        String question = Files.readString(FOLDER.resolve("question.txt")).strip();
        EvidenceAgent lex = EvidenceAgent.of(corpus, Strategy.LEXICAL, question, List.of());
        EvidenceAgent sem = EvidenceAgent.of(corpus, Strategy.SEMANTIC, question, List.of());
        EvidenceAgent ske = EvidenceAgent.of(corpus, Strategy.SKEPTIC, question, List.of());
        EvidenceAgent doc = EvidenceAgent.of(corpus, Strategy.DOCUMENT, question, List.of());

        // two drafts against one: a plain vote would ship
        assertThat(draft(lex)).containsEntry("answer", SHIP);
        assertThat(draft(sem)).containsEntry("answer", NOBODY);
        assertThat(draft(ske)).containsEntry("abstain", true);
        assertThat((String) draft(ske).get("reasoning")).contains("the contrary too: policy.md says: “" + NOBODY);
        assertThat(draft(doc)).containsEntry("answer", SHIP);

        // they see each other: doc moves, ske joins, lex dissents
        Option ship = new Option(0, SHIP, List.of(SHIP), List.of());
        Option nobody = new Option(1, NOBODY, List.of(NOBODY), List.of());
        assertThat(revised(lex, List.of(ship, nobody), 0)).containsEntry("option", "A");
        assertThat(revised(sem, List.of(ship, nobody), 1)).containsEntry("option", "B");
        assertThat(revised(ske, List.of(ship, nobody), -1)).containsEntry("option", "B");
        assertThat(revised(doc, List.of(ship, nobody), 0)).containsEntry("option", "B");
    }

    private static Map<String, @Nullable Object> draft(EvidenceAgent agent) {
        return Json.parseObject(agent.draft());
    }

    private static Map<String, @Nullable Object> revised(EvidenceAgent agent, List<Option> visible, int own) {
        return Json.parseObject(agent.revise(visible, own));
    }
}
