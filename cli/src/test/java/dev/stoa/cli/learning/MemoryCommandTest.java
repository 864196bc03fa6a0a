package dev.stoa.cli.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The noun memory as a person types it, on both backends. */
@OnBothDatabases
class MemoryCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static Map<String, @Nullable Object> in(Map<String, @Nullable Object> document, String field) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(document.get(field));
    }

    private Map<String, @Nullable Object> memory(String... args) {
        return in(terminal.json(args), "memory");
    }

    @Test
    void aTextIsRememberedShownAndListed() {
        Map<String, @Nullable Object> added = terminal.json(
                "memory",
                "add",
                "WAL needs the -shm file",
                "--id",
                "wal",
                "--tier",
                "medium",
                "--importance",
                "0.8",
                "--trust",
                "human",
                "--origin",
                "manual",
                "--metadata",
                "{\"page\":3}",
                "--ttl",
                "3600",
                "--source",
                "evidence:e1");
        assertThat(added).containsOnlyKeys("memory", "created", "trust_capped");
        assertThat(added).containsEntry("created", true).containsEntry("trust_capped", true);
        assertThat(in(added, "memory"))
                .containsEntry("id", "wal")
                .containsEntry("tier", "medium")
                .containsEntry("importance", 0.8)
                .containsEntry("trust", "untrusted")
                .containsEntry("origin", "manual")
                .containsEntry("ttl_mode", "fixed")
                .containsEntry("metadata", Map.of("page", 3L))
                .containsEntry("sources", List.of(Map.of("kind", "evidence", "id", "e1", "trust", "untrusted")))
                .containsEntry("archived", false);
        assertThat(memory("memory", "show", "wal")).isEqualTo(in(added, "memory"));
        assertThat(terminal.run("memory", "show", "wal")).isZero();
        assertThat(terminal.out()).contains("| WAL needs the -shm file").contains("medium");
        assertThat(terminal.run("memory", "add", "WAL needs the -shm file", "--id", "wal"))
                .isZero();
        assertThat(terminal.out()).contains("is already stored");
        assertThat(terminal.run("memory", "add", "else", "--id", "wal")).isEqualTo(4);
        assertThat(terminal.err())
                .startsWith("stoa: memory wal has other content; allow replacing the memory (--replace)");
        assertThat(memory("memory", "add", "else", "--id", "wal", "--replace")).containsEntry("update_count", 2L);
        assertThat(terminal.json("memory", "list", "--tier", "slow", "--namespace", "shared"))
                .containsEntry("next", null);
        assertThat(terminal.items("items")).hasSize(1);
        assertThat(terminal.run("memory", "list", "--tier", "fast")).isZero();
        assertThat(terminal.out()).isEqualTo("no memories\n");
        for (int i = 0; i < 3; i++) {
            terminal.run("memory", "add", "row " + i);
        }
        String next =
                String.valueOf(terminal.json("memory", "list", "--limit", "2").get("next"));
        terminal.json("memory", "list", "--limit", "2", "--cursor", next);
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("content"))
                .containsExactly("row 0", "else");
    }

    @Test
    void longTextComesFromStandardInputOrAFile() throws IOException {
        terminal.typing("line one\nline two\n");
        assertThat(memory("memory", "add", "-")).containsEntry("content", "line one\nline two");
        Files.writeString(folder.resolve("note.txt"), "from a file");
        assertThat(memory("memory", "add", "--file", "note.txt")).containsEntry("content", "from a file");
        assertThat(terminal.run("memory", "add")).isEqualTo(2);
        assertThat(terminal.run("memory", "add", "--file", "nowhere")).isEqualTo(3);
    }

    @Test
    void aQuestionIsAnsweredWithTheReasons() {
        terminal.run("memory", "add", "redis evicts keys by policy", "--id", "redis");
        terminal.run("memory", "add", "vacuum removes dead rows", "--id", "vacuum", "--namespace", "agent:ana");
        Map<String, @Nullable Object> found = terminal.json("memory", "recall", "how does redis evict?");
        assertThat(found).containsOnlyKeys("query", "now", "items", "next", "note");
        assertThat(terminal.items("items")).singleElement().satisfies(item -> {
            assertThat(item).containsOnlyKeys("memory", "score", "terms");
            assertThat(String.valueOf(item.get("terms")))
                    .contains("matched=[redis, evict]")
                    .contains("semantic=null");
        });
        assertThat(terminal.run("memory", "recall", "redis")).isZero();
        assertThat(terminal.out()).contains("redis  slow  trust=agent").contains("words 1.00 x 0.75 (redis)");
        assertThat(terminal.run("memory", "recall", "dead rows")).isZero();
        assertThat(terminal.out()).contains("no memory matches");
        terminal.json("memory", "recall", "dead rows", "--as", "ana");
        assertThat(terminal.items("items")).hasSize(1);
        terminal.json(
                "memory",
                "recall",
                "--namespace",
                "agent:ana",
                "--namespace",
                "shared",
                "--tier",
                "slow",
                "--limit",
                "5",
                "--min-importance",
                "0.1",
                "--min-trust",
                "agent");
        assertThat(terminal.items("items")).hasSize(2);
        assertThat(terminal.run("memory", "recall", "?!")).isZero();
        assertThat(terminal.out()).startsWith("note: no searchable words in the query");
        assertThat(terminal.run("memory", "recall", "x", "--limit", "101")).isEqualTo(2);
        assertThat(terminal.err()).contains("limit 101");
        assertThat(terminal.run("memory", "recall", "x", "--tier", "slwo")).isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean slow?");
    }

    @Test
    void outcomesMoveAMemoryAndAreCountedOnce() {
        terminal.run("memory", "add", "x", "--id", "m", "--tier", "fast");
        Map<String, @Nullable Object> first =
                terminal.json("memory", "outcome", "m", "--success", "--error", "0.5", "--key", "d1");
        assertThat(first)
                .containsOnlyKeys("memory", "applied", "observed", "surprise_before", "surprise_after", "moved")
                .containsEntry("applied", true)
                .containsEntry("observed", 0.5)
                .containsEntry("moved", null);
        assertThat(terminal.json("memory", "outcome", "m", "--success", "--key", "d1"))
                .containsEntry("applied", false);
        assertThat(terminal.run("memory", "outcome", "m", "--failure", "--key", "d1"))
                .isEqualTo(4);
        assertThat(terminal.run("memory", "outcome", "m")).isEqualTo(2);
        assertThat(terminal.err()).contains("--success or --failure");
        assertThat(terminal.run("memory", "outcome", "--success")).isEqualTo(2);
        assertThat(terminal.run("memory", "outcome", "nobody", "--success")).isEqualTo(3);
        for (int i = 0; i < 4; i++) {
            terminal.run("memory", "outcome", "m", "--success");
        }
        assertThat(terminal.out()).contains("moved from fast to medium (high_stability)");
        terminal.json("memory", "transitions", "m");
        assertThat(terminal.items("items"))
                .singleElement()
                .satisfies(move -> assertThat(move)
                        .containsOnlyKeys(
                                "id", "memory_id", "from_tier", "to_tier", "reason", "surprise_score", "created_at"));
        assertThat(terminal.run("memory", "history", "m", "--limit", "2")).isZero();
        assertThat(terminal.out().lines().toList())
                .hasSize(2)
                .first()
                .asString()
                .contains("move", "fast to medium (high_stability)");
        assertThat(terminal.run("memory", "history", "nobody")).isEqualTo(3);
        terminal.json("memory", "history", "m");
        assertThat(terminal.items("items"))
                .extracting(each -> each.get("kind"))
                .startsWith("move", "outcome", "outcome");
        assertThat(terminal.run("memory", "transitions")).isZero();
        assertThat(terminal.out()).contains("fast to medium");
        assertThat(terminal.run("memory", "transitions", "nobody")).isEqualTo(3);
    }

    @Test
    void tiersAreChangedByHand() {
        terminal.run("memory", "add", "x", "--id", "m");
        assertThat(memory("memory", "promote", "m", "--reason", "urgent")).containsEntry("tier", "medium");
        assertThat(terminal.run("memory", "demote", "m", "--reason", "settled")).isZero();
        assertThat(terminal.out()).isEqualTo("m is slow now, a move towards slower forgetting\n");
        terminal.run("memory", "demote", "m", "--reason", "settled");
        assertThat(terminal.run("memory", "demote", "m", "--reason", "settled")).isEqualTo(4);
        assertThat(terminal.run("memory", "promote", "m")).isEqualTo(2);
        assertThat(terminal.err()).contains("--reason");
    }

    @Test
    void aRedLineIsDrawnAndLifted() {
        terminal.run("memory", "add", "x", "--id", "m");
        assertThat(terminal.run("memory", "red-line", "m", "--reason", "r", "--as", "ana"))
                .isEqualTo(1);
        assertThat(memory("memory", "red-line", "m", "--reason", "by law"))
                .containsEntry("red_line", true)
                .containsEntry("red_line_reason", "by law")
                .containsEntry("expires_at", null);
        for (String[] refused : List.of(
                new String[] {"memory", "forget", "m"},
                new String[] {"memory", "forget", "m", "--purge", "--yes"},
                new String[] {"memory", "forget", "m", "--dry-run"},
                new String[] {"memory", "promote", "m", "--reason", "r"},
                new String[] {"memory", "add", "y", "--id", "m", "--replace"})) {
            assertThat(terminal.run(refused)).isEqualTo(4);
            assertThat(terminal.err()).contains("red line").contains("lift its red line first");
        }
        assertThat(terminal.run("memory", "red-line", "m", "--reason", "over", "--off"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("m has no red line\n");
        assertThat(terminal.run("memory", "red-line", "m")).isEqualTo(2);
    }

    @Test
    void trustIsChangedWithinItsBounds() {
        terminal.run("memory", "add", "x", "--id", "m", "--trust", "human");
        terminal.run("memory", "add", "y", "--id", "n", "--trust", "human", "--source", "memory:m");
        assertThat(memory("memory", "trust", "m", "untrusted", "--reason", "forged"))
                .containsEntry("trust", "untrusted");
        assertThat(memory("memory", "show", "n")).containsEntry("trust", "untrusted");
        assertThat(terminal.run("memory", "trust", "n", "human", "--reason", "r"))
                .isEqualTo(4);
        assertThat(terminal.err()).contains("memory m");
        assertThat(terminal.run("memory", "trust", "n", "high", "--reason", "r"))
                .isEqualTo(2);
        assertThat(terminal.run("memory", "trust", "m", "human", "--reason", "r", "--as", "ana"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("agent ana may not use memory trust, which is not for agents");
        assertThat(terminal.run("memory", "add", "z", "--source", "memory")).isEqualTo(2);
    }

    @Test
    void whatIsForgottenIsRestoredAndWhatIsPurgedIsGone() throws SQLException {
        terminal.run("memory", "add", "x", "--id", "m");
        assertThat(terminal.json("memory", "forget", "m", "--dry-run"))
                .containsEntry("purged", false)
                .containsEntry("generation", 1L);
        assertThat(terminal.run("memory", "forget", "m", "--purge", "--dry-run"))
                .isZero();
        assertThat(terminal.out()).contains("m would be purged with 0 archived generations and 0 outcomes");
        assertThat(terminal.json("memory", "forget", "m", "--reason", "old"))
                .isEqualTo(Json.object("id", "m", "generation", 1L, "purged", false));
        assertThat(memory("memory", "show", "m")).containsEntry("archived", true);
        assertThat(terminal.run("memory", "show", "m")).isZero();
        assertThat(terminal.out()).startsWith("archived as generation 1 (forgotten: old)");
        assertThat(terminal.run("memory", "forget", "m")).isEqualTo(3);
        assertThat(terminal.err()).contains("stoa memory restore m");
        assertThat(memory("memory", "restore", "m")).containsEntry("archived", false);
        assertThat(terminal.run("memory", "restore", "m", "--generation", "1")).isEqualTo(4);
        assertThat(terminal.run("memory", "forget", "m", "--purge")).isEqualTo(4);
        assertThat(terminal.err()).contains("[y/N]").contains("--yes");
        terminal.typing("y\n");
        assertThat(terminal.json("memory", "forget", "m", "--purge")).containsEntry("purged", true);
        assertThat(terminal.value("continuum", "SELECT count(*) FROM continuum_memory_archive"))
                .isEqualTo("0");
        assertThat(terminal.run("memory", "restore", "m")).isEqualTo(3);
        assertThat(terminal.run("memory", "show", "m")).isEqualTo(3);
    }

    @Test
    void aPurgeNamesTheDebatesThatHoldTheTextAndDeletingOneRemovesIt() {
        terminal.run("memory", "add", "the password is hunter2zyx", "--id", "m");
        terminal.run("debate", "run", "Is it so that the password is hunter2zyx?", "--seed", "1", "--debate-id", "d");
        Map<String, @Nullable Object> purged = terminal.json("memory", "forget", "m", "--purge", "--yes");
        assertThat(String.valueOf(purged.get("erasure")))
                .contains("complete=true")
                .contains("debates=[");
        assertThat(String.valueOf(purged.get("erasure"))).doesNotContain("debates=[]");

        assertThat(terminal.run("debate", "delete", "d", "--yes")).isZero();
        assertThat(terminal.out()).contains("is deleted; its tombstone remains");
        assertThat(terminal.run("debate", "show", "d")).isEqualTo(3);
    }

    @Test
    void theWholeIsKeptInOrder() {
        terminal.run("memory", "add", "x", "--id", "m", "--ttl", "1");
        assertThat(terminal.json("memory", "consolidate"))
                .containsOnlyKeys(
                        "embedded", "promoted", "demoted", "expired", "evicted", "overflowed", "tuned", "dry_run")
                .containsEntry("dry_run", false);
        assertThat(terminal.run("memory", "consolidate", "--dry-run")).isZero();
        assertThat(terminal.out()).contains("0 promoted").contains("would be: ");
        assertThat(terminal.json("memory", "cleanup", "--dry-run")).containsEntry("dry_run", true);
        assertThat(terminal.run("memory", "cleanup")).isZero();
        assertThat(terminal.out()).contains(" evicted");
        Map<String, @Nullable Object> stats = terminal.json("memory", "stats");
        assertThat(stats)
                .containsOnlyKeys(
                        "tiers", "total", "archived", "pending_embeddings", "hyperparams", "hyperparams_source")
                .containsEntry("hyperparams_source", "defaults");
        assertThat(terminal.items("tiers"))
                .hasSize(4)
                .allSatisfy(tier -> assertThat(tier)
                        .containsOnlyKeys("tier", "count", "limit", "red_lines", "avg_importance", "avg_surprise"));
        assertThat(terminal.run("memory", "stats")).isZero();
        assertThat(terminal.out()).contains("half_life_hours.slow").contains("without a vector");
    }

    @Test
    void parametersAreTuned() {
        Map<String, @Nullable Object> tuned =
                terminal.json("memory", "tune", "--set", "floor=0.03", "--set", "cap.fast=20");
        assertThat(tuned)
                .containsOnlyKeys(
                        "changed",
                        "reason",
                        "hyperparams",
                        "learning_efficiency",
                        "pattern_retention_rate",
                        "forgetting_rate",
                        "cycles_evaluated")
                .containsEntry("changed", true);
        assertThat(in(terminal.json("memory", "stats"), "hyperparams"))
                .containsEntry("floor", 0.03)
                .containsEntry("cap.fast", 20L);
        assertThat(terminal.run("memory", "tune", "--reset", "--dry-run")).isZero();
        assertThat(terminal.out()).contains("would be reset").contains("floor 0.03 to 0.02");
        assertThat(terminal.run("memory", "tune")).isZero();
        assertThat(terminal.out()).contains("0 outcomes since the last tuning; it takes 100");
        assertThat(terminal.json("memory", "tune", "--reset")).containsEntry("changed", true);
        assertThat(terminal.run("memory", "tune", "--set", "floor=1")).isEqualTo(2);
        assertThat(terminal.err()).contains("floor 1 is not within 0.001 to 0.2");
        assertThat(terminal.run("memory", "tune", "--set", "flor=0.1")).isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean floor?");
        assertThat(terminal.run("memory", "tune", "--set", "floor")).isEqualTo(2);
    }

    @Test
    void manyLinesAreAddedAnsweredAndCounted() throws IOException {
        Files.writeString(
                folder.resolve("many.jsonl"),
                IntStream.range(0, 1_200)
                        .mapToObj(i -> "{\"content\":\"fact number " + i + "\",\"id\":\"f" + i + "\"}")
                        .collect(Collectors.joining("\n")));
        assertThat(terminal.json("memory", "add", "--jsonl", "many.jsonl"))
                .containsEntry("lines", 1_200L)
                .containsEntry("created", 1_200L)
                .containsEntry("refused", 0L);
        assertThat(terminal.json("memory", "add", "--jsonl", "many.jsonl")).containsEntry("known", 1_200L);
        terminal.typing("""
                {"content":"good"}
                {"content":""}
                {"contnt":"x"}
                """);
        assertThat(terminal.run("memory", "add", "--jsonl", "-")).isEqualTo(1);
        assertThat(terminal.err()).contains("line 2: content is blank").contains("line 3:");
        assertThat(terminal.run("memory", "add", "--jsonl", "-", "--strict")).isEqualTo(1);
        terminal.typing("""
                {"id":"f1","success":true,"key":"d"}
                {"id":"f1","success":true,"key":"d"}
                {"id":"nobody","success":false}
                """);
        assertThat(terminal.run("memory", "outcome", "--jsonl", "-", "--json")).isEqualTo(1);
        assertThat(terminal.document())
                .containsEntry("created", 1L)
                .containsEntry("known", 1L)
                .containsEntry("refused", 1L);
        terminal.typing("""
                {"query":"number 7","limit":1}
                {"limit":0}
                {"limit":2}
                """);
        assertThat(terminal.run("memory", "recall", "--jsonl", "-")).isEqualTo(1);
        List<String> answers = terminal.out().lines().toList();
        assertThat(answers).hasSize(3);
        assertThat(answers.get(0)).contains("\"content\":\"fact number 7\"");
        assertThat(answers.get(1)).contains("\"error\"").contains("limit 0");
    }

    @Test
    void everyVerbHasItsHelp() {
        for (String verb : List.of(
                "add",
                "show",
                "list",
                "recall",
                "outcome",
                "promote",
                "demote",
                "red-line",
                "trust",
                "forget",
                "restore",
                "consolidate",
                "cleanup",
                "tune",
                "stats",
                "history",
                "transitions")) {
            assertThat(terminal.run("memory", verb, "--help")).as(verb).isZero();
            assertThat(terminal.out()).contains("Usage: stoa memory " + verb);
        }
        assertThat(terminal.run("memory")).isEqualTo(2);
        assertThat(terminal.err()).contains("no verb is given");
    }
}
