package dev.stoa.cli.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The noun knowledge and the command context as somebody types them, on both backends. */
@OnBothDatabases
class KnowledgeCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
        try (Stoa stoa = terminal.open()) {
            stoa.society().agents().register(Principal.local(), AgentDraft.of("ana", "command:echo"));
            stoa.society().agents().register(Principal.local(), AgentDraft.of("bo", "command:echo"));
        }
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    private static String id(Map<String, @Nullable Object> document) {
        return Objects.requireNonNull(document.get("knowledge_id")).toString();
    }

    @Test
    void addTakesEveryOptionAndAnswersTheKnowledge() throws IOException {
        String first = id(terminal.json("knowledge", "add", "Data/PG", "Old."));
        Map<String, @Nullable Object> next = terminal.json(
                "knowledge",
                "add",
                "data/pg",
                "Vacuum.",
                "--confidence",
                "0",
                "--source",
                "knowledge:" + first,
                "--source",
                "url:https://pg.org",
                "--trust",
                "agent");
        assertThat(next)
                .containsEntry("domain", "data/pg")
                .containsEntry("confidence", 0.0)
                .containsEntry("effective_confidence", 0.0)
                .containsEntry("sources", List.of("knowledge:" + first, "url:https://pg.org"))
                .containsEntry("trust", "untrusted")
                .containsEntry("created", true)
                .hasSize(17);
        assertThat(terminal.run("knowledge", "add", "data/pg", "Vacuum.", "--as", "ana"))
                .isZero();
        assertThat(terminal.out()).startsWith("already exists: knowledge ");
        Files.writeString(folder.resolve("k.txt"), "From a file.");
        assertThat(terminal.json("knowledge", "add", "data", "--file", "k.txt", "--replaces", id(next)))
                .containsEntry("replaces", id(next));
        for (String wrong : List.of("7.5", "-0.1", "NaN", "much")) {
            assertThat(terminal.run("knowledge", "add", "a", "x", "--confidence=" + wrong))
                    .as(wrong)
                    .isEqualTo(2);
        }
        assertThat(terminal.run("knowledge", "add", "a//b", "x")).isEqualTo(2);
        assertThat(terminal.run("knowledge", "add", "a", "x", "--source", "book:1"))
                .isEqualTo(2);
        assertThat(terminal.run("knowledge", "add", "a", "x", "--replaces", "00000000"))
                .isEqualTo(3);
        assertThat(terminal.run("knowledge", "add", "a", "x", "--replaces", first, "--as", "ana"))
                .isEqualTo(1);
        assertThat(terminal.run("knowledge")).isEqualTo(2);
    }

    @Test
    void queryAndTreeShowWhatIsKnown() {
        terminal.json("knowledge", "add", "a/b", "one", "--as", "ana");
        terminal.json("knowledge", "add", "a/c", "two");
        String gone = id(terminal.json("knowledge", "add", "b", "three"));
        terminal.json("knowledge", "query", "a/*");
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("content"))
                .containsExactly("two", "one");
        terminal.json("knowledge", "query", "*", "--limit", "2");
        terminal.json(
                "knowledge",
                "query",
                "*",
                "--limit",
                "2",
                "--cursor",
                String.valueOf(terminal.document().get("next")));
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("content"))
                .containsExactly("one");
        terminal.json("knowledge", "query", "*", "--agent", "ana");
        assertThat(terminal.items("items")).hasSize(1);
        terminal.json("knowledge", "query", "*", "--min-trust", "human");
        assertThat(terminal.items("items")).hasSize(2);
        assertThat(terminal.json("knowledge", "archive", gone)).containsEntry("changed", true);
        terminal.json("knowledge", "query", "*", "--archived");
        assertThat(terminal.items("items")).hasSize(1);
        assertThat(terminal.run("knowledge", "query", "a*")).isEqualTo(2);
        assertThat(terminal.run("knowledge", "tree")).isZero();
        assertThat(terminal.out().lines()).containsExactly("a  0 of 2", "  b  1", "  c  1");
        assertThat(terminal.json("knowledge", "tree", "A")).containsEntry("total", 2L);
        assertThat(terminal.run("knowledge", "tree", "nowhere")).isZero();
        assertThat(terminal.out()).isEqualToIgnoringNewLines("no knowledge in this domain");
        assertThat(terminal.json("knowledge", "restore", gone)).containsEntry("archived_at", null);
        assertThat(terminal.json("knowledge", "restore", gone)).containsEntry("changed", false);
    }

    @Test
    void knowledgeIsReviewedByOthers() {
        String id = id(terminal.json("knowledge", "add", "a", "x", "--as", "ana"));
        assertThat(terminal.run("knowledge", "review", id, "confirm", "--as", "ana"))
                .isEqualTo(1);
        assertThat(terminal.json("knowledge", "review", id, "dispute", "--reason", "no", "--as", "bo"))
                .containsEntry("disputes", 1L);
        assertThat(terminal.run("knowledge", "review", id, "confirm")).isZero();
        assertThat(terminal.out()).contains("now has trust human");
        assertThat(terminal.run("knowledge", "review", id, "maybe")).isEqualTo(2);
        assertThat(terminal.run("knowledge", "show", id)).isZero();
        assertThat(terminal.out())
                .contains("trust human, confidence 0.500 (not stated, 1 confirm, 1 dispute)")
                .contains("| x")
                .contains("bo: dispute, no");
        terminal.json("knowledge", "show", id.substring(28));
        assertThat(terminal.items("reviews")).hasSize(2);
        assertThat(terminal.run("knowledge", "archive", id, "--as", "bo")).isEqualTo(1);
        assertThat(terminal.run("knowledge", "show", "%")).isEqualTo(3);
    }

    @Test
    void contextFindsWhatWasWritten() throws IOException {
        terminal.json("knowledge", "add", "zoo", "The otter swims.");
        terminal.json("note", "add", "feed the otter", "--as", "ana");
        assertThat(terminal.run("context", "otters", "--as", "ana")).isZero();
        assertThat(terminal.out()).contains("knowledge:").contains("note:").contains("      feed the otter");
        terminal.json(
                "context",
                "otter",
                "--as",
                "bo",
                "--scope",
                "notes,knowledge",
                "--order",
                "time",
                "--since",
                "7d",
                "--until",
                "2999-01-01T00:00:00Z",
                "--all-words",
                "--archived",
                "--limit",
                "5");
        assertThat(terminal.document()).containsOnlyKeys("query", "terms", "dropped", "items");
        assertThat(terminal.items("items")).extracting(item -> item.get("kind")).containsExactly("knowledge");
        terminal.json("context", "otter", "--domain", "zoo/*", "--min-trust", "human");
        assertThat(terminal.items("items")).hasSize(1);
        terminal.json("context", "otter", "--agent", "ana");
        assertThat(terminal.items("items")).isEmpty();
        assertThat(terminal.run("context", "heron")).isZero();
        assertThat(terminal.out()).isEqualToIgnoringNewLines("no results");
        assertThat(terminal.run("context", "the")).isZero();
        assertThat(terminal.out()).contains("no words to search for");
        assertThat(terminal.run("context")).isEqualTo(2);
        assertThat(terminal.run("context", "x", "--limit", "0")).isEqualTo(2);
        assertThat(terminal.run("context", "x", "--scope", "mail")).isEqualTo(2);
        assertThat(terminal.run("context", "x", "--order", "size")).isEqualTo(2);
        assertThat(terminal.run("context", "otter", "--channel", "nowhere")).isEqualTo(3);
    }

    @Test
    void contextFindsTheFilesThatAreAllowed() throws IOException {
        Path docs = Files.createDirectories(folder.resolve("docs/deep"));
        Files.writeString(docs.resolve("a.md"), "An otter in a file.");
        Files.writeString(docs.resolve("b.txt"), "An otter in a text.");
        Files.write(docs.resolve("c.md"), new byte[] {'o', 't', 't', 'e', 'r', 0, 1});
        terminal.json("context", "otter", "--scope", "files");
        assertThat(terminal.items("items")).isEmpty();
        terminal.environment().put("STOA_SOCIETY_FILES", "../docs/**.md");
        terminal.json("context", "otter", "--scope", "files");
        assertThat(terminal.items("items"))
                .singleElement()
                .satisfies(hit -> assertThat(hit)
                        .containsEntry("ref", "file:" + docs.resolve("a.md"))
                        .containsEntry("snippet", "An otter in a file.")
                        .containsEntry("seq", null)
                        .containsEntry("trust", "agent"));
        terminal.json("context", "otter", "--files", "docs");
        assertThat(terminal.items("items")).hasSize(2);
        terminal.json("context", "otter", "--scope", "files");
        assertThat(terminal.items("items")).hasSize(1);
        Files.delete(docs.resolve("a.md"));
        terminal.json("context", "otter", "--scope", "files");
        assertThat(terminal.items("items")).isEmpty();
        assertThat(terminal.run("context", "otter", "--files", "nowhere")).isEqualTo(3);
    }

    @Test
    void doctorNoticesADamagedTextIndexAndMakesItAnew() throws SQLException {
        terminal.json("knowledge", "add", "zoo", "The otter swims.");
        terminal.run("init");
        assertThat(terminal.run("doctor", "--deep"))
                .as(terminal.out() + terminal.err())
                .isZero();
        terminal.alter(
                "society",
                dialect.pick("DELETE FROM search_text WHERE rowid > 0", "UPDATE search_docs SET terms = NULL"));
        assertThat(terminal.run("doctor", "--deep")).isEqualTo(5);
        assertThat(terminal.out()).contains("S10").contains("words of knowledge");
        terminal.run("doctor", "--repair-index");
        assertThat(terminal.run("doctor", "--deep")).isZero();
        terminal.json("context", "otter");
        assertThat(terminal.items("items")).hasSize(1);
    }

    @Test
    void importTakesTheFileOfAMemoryServer() throws IOException {
        Files.writeString(folder.resolve("memory.jsonl"), """
                {"type":"entity","name":"John Smith","entityType":"person","observations":["speaks Greek"]}
                {"type":"relation","from":"John Smith","to":"Acme","relationType":"works at"}
                """);
        assertThat(terminal.run("import", "memory.jsonl", "--dry-run")).isZero();
        assertThat(terminal.out().lines())
                .containsExactly(
                        "entities: 1, 1 would be new",
                        "observations: 1, 1 would be new",
                        "relations: 1, 1 would be new");
        assertThat(terminal.json("import", "memory.jsonl"))
                .containsEntry("entities", Map.of("read", 1L, "written", 1L, "skipped", 0L))
                .containsOnlyKeys("entities", "observations", "relations", "set_aside", "quarantine");
        assertThat(terminal.run("import", "memory.jsonl")).isZero();
        assertThat(terminal.out().lines()).contains("entities: 1, 0 new");
        terminal.json("knowledge", "query", "entity/*");
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("content") + " " + item.get("identity") + " " + item.get("trust"))
                .containsExactly("speaks Greek memory agent");
        Files.writeString(folder.resolve("memory.jsonl"), "{\"type\":\"entity\"}");
        assertThat(terminal.run("import", "memory.jsonl")).isZero();
        assertThat(terminal.out()).contains("line 1: ").contains("quarantine");
        for (String who : List.of("--operator", "--as=human")) {
            String name = who.substring(2, 4);
            Files.writeString(
                    folder.resolve("more.jsonl"),
                    "{\"type\":\"entity\",\"name\":\"" + name + "\",\"entityType\":\"t\",\"observations\":[\"x\"]}");
            assertThat(terminal.run("import", "more.jsonl", who))
                    .as(terminal.err())
                    .isZero();
            terminal.json("knowledge", "query", "entity/*");
            assertThat(terminal.items("items"))
                    .allSatisfy(fact -> assertThat(fact).containsEntry("trust", "agent"));
        }
        Files.writeString(folder.resolve("none.jsonl"), "");
        assertThat(terminal.run("import", "none.jsonl")).as(terminal.err()).isZero();
        assertThat(terminal.out()).contains("entities: 0, 0 new");
    }
}
