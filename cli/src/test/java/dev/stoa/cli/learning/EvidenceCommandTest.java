package dev.stoa.cli.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The noun evidence as somebody types it, on both backends. */
@OnBothDatabases
class EvidenceCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void close() {
        assertThat(terminal.run("doctor", "--deep")).as(() -> terminal.out()).isZero();
        terminal.close();
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static Map<String, Object> part(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value);
    }

    private String add(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "evidence";
        all[1] = "add";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return String.valueOf(part(terminal.json(all).get("evidence")).get("id"));
    }

    @Test
    void aTextIsAddedWithEverythingShownFoundLinkedTrustedAndForgotten() {
        terminal.run("init");
        Map<String, @Nullable Object> added = terminal.json(
                "evidence",
                "add",
                "Ships float on water.",
                "--source",
                "arxiv",
                "--title",
                "Ships",
                "--url",
                "https://arxiv.org/abs/1",
                "--reliability",
                "0.8",
                "--trust",
                "confirmed",
                "--metadata",
                "{\"author\":\"a\"}",
                "--debate",
                "d1",
                "--round",
                "2",
                "--relevance",
                "0.5",
                "--id",
                "e1");
        assertThat(added).containsEntry("created", true).containsEntry("trust_capped", false);
        assertThat(part(added.get("evidence")))
                .containsEntry("id", "e1")
                .containsEntry("trust", "confirmed")
                .containsEntry("source_type", "academic");
        assertThat(terminal.run("evidence", "add", "Ships float on water.", "--source", "web"))
                .isZero();
        assertThat(terminal.out()).startsWith("already stored as e1");

        assertThat(terminal.run("evidence", "show", "e1")).isZero();
        assertThat(terminal.out())
                .contains("| Ships float on water.", "found at arxiv https://arxiv.org/abs/1", "debates: d1");
        assertThat(terminal.run("evidence", "show", "none")).isEqualTo(3);

        assertThat(terminal.json(
                        "evidence",
                        "search",
                        "floating ships",
                        "--limit",
                        "5",
                        "--source",
                        "web",
                        "--min-reliability",
                        "0.5",
                        "--min-trust",
                        "agent",
                        "--debate",
                        "d1",
                        "--mode",
                        "lexical"))
                .containsEntry("query", "floating ships")
                .containsEntry("next", null);
        Map<String, Object> hit = terminal.items("items").getFirst();
        assertThat(hit.keySet())
                .containsExactly("evidence", "score", "terms", "document_id", "position", "excerpt", "matches");
        assertThat(hit)
                .containsEntry("excerpt", "Ships float on water.")
                .containsEntry("matches", List.of(List.of(0L, 5L), List.of(6L, 11L)));
        assertThat(part(hit.get("terms"))).containsEntry("lexical_rank", 1L).containsEntry("semantic_rank", null);
        assertThat(terminal.run("evidence", "search", "ships", "--mode", "semantic"))
                .isEqualTo(1);
        assertThat(terminal.run("evidence", "search", "ships", "--mode", "magic"))
                .isEqualTo(2);
        assertThat(terminal.run("evidence", "search", "ships", "--limit", "101"))
                .isEqualTo(2);
        assertThat(terminal.run("evidence", "search")).isEqualTo(2);
        assertThat(terminal.run("evidence", "search", "aeroplane")).isZero();
        assertThat(terminal.out()).isEqualTo("no results\n");

        assertThat(terminal.json("evidence", "link", "e1", "d1", "--round", "1", "--relevance", "0.9", "--used"))
                .containsOnlyKeys("evidence", "created")
                .containsEntry("created", false);
        assertThat(terminal.run("evidence", "link", "none", "d1")).isEqualTo(3);
        assertThat(terminal.run("evidence", "link", "e1")).isEqualTo(2);
        assertThat(part(terminal.json("evidence", "trust", "e1", "human", "--reason", "seen")
                        .get("evidence")))
                .containsEntry("trust", "human")
                .containsEntry("trust_reason", "seen");
        assertThat(terminal.run("evidence", "trust", "e1", "human")).isEqualTo(2);
        assertThat(terminal.run("evidence", "trust", "e1", "confirmed", "--reason", "x", "--as", "ana"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("agent ana may not use evidence trust, which is not for agents");

        assertThat(terminal.run("evidence", "forget", "e1", "--yes")).isEqualTo(4);
        assertThat(terminal.err()).contains("the consensus of debate d1 rests on evidence e1");
        assertThat(terminal.json("evidence", "forget", "e1", "--force", "--dry-run"))
                .containsEntry("deleted", 1L)
                .containsEntry("dry_run", true);
        assertThat(terminal.typing("n\n").run("evidence", "forget", "e1", "--force"))
                .isEqualTo(4);
        assertThat(terminal.typing("y\n").run("evidence", "forget", "e1", "--force"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("1 text deleted\n");
        assertThat(terminal.run("evidence", "forget")).isEqualTo(2);
    }

    @Test
    void wrongArgumentsAreRefused() {
        terminal.run("init");
        assertThat(terminal.run("evidence")).isEqualTo(2);
        assertThat(terminal.run("evidence", "add")).isEqualTo(2);
        assertThat(terminal.run("evidence", "add", "text")).isEqualTo(2);
        assertThat(terminal.err())
                .isEqualTo("stoa: the source is missing; give --source, such as web, docs or arxiv\n");
        assertThat(terminal.run("evidence", "add", "x", "--source", "web", "--round", "1"))
                .isEqualTo(2);
        assertThat(terminal.run("evidence", "add", "x", "--source", "web", "--position", "1"))
                .isEqualTo(2);
        assertThat(terminal.run("evidence", "add", "x", "--source", "web", "--reliability", "7"))
                .isEqualTo(2);
        assertThat(terminal.run("evidence", "add", "x", "--source", "web", "--file", "y"))
                .isEqualTo(2);
        assertThat(terminal.run("evidence", "add", "--file", "nowhere.txt")).isEqualTo(3);
        assertThat(terminal.run("evidence", "cleanup", "--days", "0")).isEqualTo(2);
        assertThat(terminal.run("evidence", "list", "--limit", "501")).isEqualTo(2);
    }

    @Test
    void listsPageAndCleanupAsks() {
        for (int i = 0; i < 3; i++) {
            add("text " + i, "--source", "web");
        }
        terminal.json("evidence", "list", "--limit", "2", "--source", "web");
        assertThat(terminal.items("items")).hasSize(2);
        String next = String.valueOf(terminal.document().get("next"));
        terminal.json("evidence", "list", "--limit", "2", "--cursor", next);
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("snippet"))
                .containsExactly("text 0");
        assertThat(terminal.run("evidence", "list", "--debate", "d")).isZero();
        assertThat(terminal.out()).isEqualTo("no evidence\n");
        assertThat(terminal.json("evidence", "cleanup", "--dry-run")).containsEntry("deleted", 0L);
        assertThat(terminal.run("evidence", "cleanup", "--days", "1", "--yes")).isZero();
        assertThat(terminal.out()).isEqualTo("0 texts deleted\n");
    }

    @Test
    void manyAreAddedLinkedAndAskedForByLines() {
        terminal.typing("""
            {"snippet":"Where is the key?","source":"chat","document_id":"talk","position":0}
            {"snippet":"Under the mat.","source":"chat","document_id":"talk","position":1,"id":"mat"}
            {"snippet":"","source":"chat"}
            """);
        assertThat(terminal.run("evidence", "add", "--jsonl", "-", "--json")).isEqualTo(1);
        assertThat(terminal.document()).containsEntry("created", 2L).containsEntry("refused", 1L);
        terminal.typing("{\"evidence_id\":\"mat\",\"debate_id\":\"d\",\"used_in_consensus\":true}\n");
        assertThat(terminal.run("evidence", "link", "--jsonl", "-", "--json")).isZero();
        terminal.typing("{\"query\":\"key\",\"debate_id\":\"d\"}\n{\"query\":\"key\",\"group\":true}\n{\"text\":1}\n");
        assertThat(terminal.run("evidence", "search", "--jsonl", "-")).isEqualTo(1);
        List<String> answers = terminal.out().lines().toList();
        assertThat(answers).hasSize(3);
        assertThat(answers.get(0)).contains("\"document_id\":\"talk\",\"position\":1", "Under the mat.");
        assertThat(answers.get(1)).contains("\"document\":{\"id\":\"talk\"");
        assertThat(answers.get(2)).startsWith("{\"error\":{\"line\":3,");
    }

    @Test
    void optionsAreWhatALineLacks() {
        terminal.typing("""
            {"snippet":"The tide turns at noon.","source":"chat","document_id":"a","position":0,"id":"noon"}
            {"snippet":"The tide turns at dusk.","source":"chat","document_id":"b","position":0,"id":"dusk"}
            """);
        assertThat(terminal.run("evidence", "add", "--jsonl", "-")).isZero();
        assertThat(answers("{\"query\":\"tide\"}", "--limit", "1", "--mode", "lexical"))
                .hasSize(1);
        assertThat(answers("{\"query\":\"tide\",\"limit\":2}", "--limit", "1", "--mode", "lexical"))
                .hasSize(2);
        assertThat(answers("{\"query\":\"tide\",\"mode\":\"lexical\"}", "--document", "b"))
                .containsExactly(Map.of("evidence.id", "dusk", "position", 0L));
        assertThat(answers("{\"query\":\"tide\",\"document_id\":\"a\"}", "--document", "b", "--mode", "lexical"))
                .containsExactly(Map.of("evidence.id", "noon", "position", 0L));
        assertThat(answers("{\"query\":\"tide\"}", "--min-trust", "human", "--mode", "lexical"))
                .isEmpty();
        assertThat(answers("{\"query\":\"tide\"}", "--source", "web", "--mode", "lexical"))
                .isEmpty();
        terminal.typing("{\"query\":\"tide\"}\n");
        assertThat(terminal.run("evidence", "search", "tide", "--jsonl", "-")).isEqualTo(2);
    }

    @Test
    void aFieldThatNoResultHasIsRefusedWithThoseThatItHas() {
        assertThat(terminal.run("evidence", "add", "The tide turns.", "--source", "web"))
                .isZero();
        assertThat(terminal.run("evidence", "search", "tide", "--json", "--fields", "rank"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("a result has no field rank", "evidence, score");
        assertThat(terminal.run("evidence", "search", "tide", "--fields", "score"))
                .as("a text has no fields")
                .isEqualTo(2);
        assertThat(terminal.err()).contains("--fields", "add --json");
    }

    private List<Map<String, Object>> answers(String line, String... options) {
        terminal.typing(line + "\n");
        List<String> words = new ArrayList<>(
                List.of("evidence", "search", "--jsonl", "-", "--json", "--fields", "evidence.id,position"));
        words.addAll(List.of(options));
        assertThat(terminal.run(words.toArray(String[]::new))).isZero();
        return terminal.items("items");
    }

    @Test
    void filesAndFoldersBecomeDocuments() throws IOException {
        Path docs = Files.createDirectories(folder.resolve("docs"));
        Files.writeString(
                docs.resolve("guide.md"), "# Sailing\n\nKnots hold ropes.\n\n# Weather\n\nWind moves ships.\n");
        Files.writeString(docs.resolve("page.html"), "<title>Tea</title><p>Tea is hot.<script>x()</script>");
        Files.writeString(docs.resolve(".hidden"), "secret");
        Files.write(docs.resolve("image.png"), new byte[] {1, 0, 2});
        Files.writeString(docs.resolve("bad.pdf"), "%PDF-1.4 nonsense");
        assertThat(terminal.run("evidence", "add", "--file", "docs", "--debate", "d", "--json"))
                .isEqualTo(1);
        assertThat(terminal.items("items")).hasSize(2);
        assertThat(terminal.items("errors"))
                .extracting(error ->
                        Path.of(String.valueOf(error.get("file"))).getFileName().toString())
                .containsExactly("bad.pdf", "image.png");
        assertThat(terminal.err()).contains("bad.pdf is no PDF that can be read", "image.png is a binary file");

        terminal.json("evidence", "documents");
        assertThat(terminal.items("items")).hasSize(2);
        String guide = terminal.items("items").stream()
                .map(item -> String.valueOf(item.get("id")))
                .filter(id -> id.startsWith("guide.md-"))
                .findFirst()
                .orElseThrow();
        terminal.json("evidence", "list", "--document", guide);
        assertThat(terminal.items("items")).hasSize(2);
        assertThat(terminal.run("evidence", "search", "wind", "--group", "--document", guide))
                .isZero();
        assertThat(terminal.out()).contains(guide + "  Sailing", "passage 1 of " + guide);

        Files.writeString(docs.resolve("guide.md"), "# Sailing\n\nKnots hold ropes.\n\n# Weather\n\nRain is wet.\n");
        assertThat(terminal.run("evidence", "add", "--file", "docs/guide.md")).isZero();
        assertThat(terminal.out()).isEqualTo("renewed " + guide + ": 1 new, 1 known, 0 gone\n");
        assertThat(terminal.run(
                        "evidence", "add", "Long text.", "--source", "web", "--document", "mine", "--title", "T"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("added mine: 1 new, 0 known, 0 gone\n");
        assertThat(terminal.run("evidence", "forget", "--document", "mine", "--yes"))
                .isZero();
        assertThat(terminal.run("evidence", "forget", "--document", "mine", "--yes"))
                .isEqualTo(3);
        assertThat(terminal.run("evidence", "add", "--file", "docs/image.png")).isEqualTo(2);
        assertThat(terminal.run("evidence", "add", "--file", "docs", "--title", "x"))
                .isEqualTo(2);
    }
}
