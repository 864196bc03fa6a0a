package dev.stoa.cli.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class AgentCommandTest {
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

    @Test
    void anAgentIsRegisteredShownAndListed() throws Exception {
        Path constitution = Files.writeString(folder.resolve("ana.md"), "Be brief.");
        assertThat(terminal.run(
                        "agent",
                        "register",
                        "ana",
                        "--model",
                        "command:claude",
                        "--file",
                        constitution.toString(),
                        "--describe",
                        "reads"))
                .isZero();
        assertThat(terminal.out()).contains("registered ana");
        assertThat(terminal.json("agent", "show", "@ana"))
                .containsEntry("constitution", "Be brief.")
                .containsEntry("constitution_hash", "213c22ed7234eb11116e1e88f314c73cb3a019b5c87fe224b6ce5665bd9ec50e")
                .containsEntry("model", "command:claude");
        assertThat(terminal.run("agent", "show", "ana")).isZero();
        assertThat(terminal.out()).contains("identity: ana").contains("Be brief.");
        assertThat(terminal.run("agent", "list")).isZero();
        assertThat(terminal.out().lines())
                .containsExactly("ana  command:claude    reads", "human  human:", "system  system:");
        assertThat(terminal.json("agent", "register", "ana", "--model", "sim:", "--if-absent"))
                .containsEntry("created", false);
    }

    @Test
    void aModelThatNoWorkerKnowsIsRefusedWhereItIsGiven() {
        assertThat(terminal.run("agent", "register", "x", "--model", "foo:bar")).isEqualTo(2);
        assertThat(terminal.err()).contains("agent x has the unknown provider \"foo\"");
        assertThat(terminal.run("agent", "register", "x", "--model", "opnai:m")).isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean openai?");
        assertThat(terminal.run("agent", "register", "x", "--model", "sim:?acuracy=0.7"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("parameter \"acuracy\" is none of accuracy,");
        assertThat(terminal.run("agent", "register", "x", "--model", "sim:?accuracy=7"))
                .isEqualTo(2);
        assertThat(terminal.run("agent", "show", "x")).isEqualTo(3);
        assertThat(terminal.run("agent", "register", "x", "--model", "sim:")).isZero();
        assertThat(terminal.run("agent", "update", "x", "--model", "sim:?acuracy=0.7"))
                .isEqualTo(2);
        assertThat(terminal.run("agent", "update", "x", "--model", "sin:")).isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean sim?");
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThat(terminal.run("agent")).isEqualTo(2);
        assertThat(terminal.err()).contains("no verb is given");
        assertThat(terminal.run("agent", "register", "Data Bot", "--model", "sim:"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("try data-bot");
        assertThat(terminal.run("agent", "register", "bo")).isEqualTo(2);
        assertThat(terminal.err()).contains("model is missing");
        assertThat(terminal.run("agent", "register", "human", "--model", "sim:"))
                .isEqualTo(4);
        assertThat(terminal.run("agent", "show", "nobody")).isEqualTo(3);
        assertThat(terminal.run("agent", "rename", "system", "x")).isEqualTo(4);
        assertThat(terminal.run("agent", "list", "--all", "--archived")).isEqualTo(2);
        assertThat(terminal.run("agent", "register", "x", "--model", "sim:", "--trigger", "some"))
                .isEqualTo(2);
    }

    @Test
    void anAgentIsChangedRenamedAndCloned() {
        terminal.run("agent", "register", "ana", "--model", "sim:", "--constitution", "One.");
        assertThat(terminal.json("agent", "update", "ana", "--trigger", "never", "--no-constitution"))
                .containsEntry("trigger_policy", "never")
                .containsEntry("constitution_hash", null);
        assertThat(terminal.json("agent", "describe", "ana", "writes", "--as", "ana"))
                .containsEntry("self_description", "writes");
        assertThat(terminal.json("agent", "rename", "ana", "anna")).containsEntry("changed", true);
        assertThat(terminal.json("agent", "rename", "ana", "anna")).containsEntry("changed", false);
        assertThat(terminal.json("agent", "clone", "ana", "bea")).containsEntry("identity", "bea");
        terminal.json("agent", "list", "--all");
        assertThat(terminal.items("items"))
                .extracting(agent -> agent.get("identity"))
                .containsExactly("anna", "bea", "human", "system");
    }

    @Test
    void anAgentIsArchivedAndRestored() {
        terminal.run("agent", "register", "ana", "--model", "sim:");
        assertThat(terminal.run("agent", "archive", "ana")).isZero();
        assertThat(terminal.out()).isEqualTo("archived ana\n");
        assertThat(terminal.json("agent", "archive", "@ana")).containsEntry("changed", false);
        assertThat(terminal.run("agent", "list", "--archived")).isZero();
        assertThat(terminal.out()).isEqualTo("ana  sim:  archived\n");
        assertThat(terminal.run("note", "add", "mine", "--as", "ana")).isEqualTo(4);
        assertThat(terminal.err()).contains("agent ana is archived and cannot act");
        assertThat(terminal.json("agent", "restore", "ana"))
                .containsEntry("changed", true)
                .containsEntry("archived_at", null);
        assertThat(terminal.run("agent", "restore", "ana")).isZero();
        assertThat(terminal.out()).isEqualTo("ana was not archived\n");
        assertThat(terminal.run("agent", "archive", "system")).isEqualTo(4);
        assertThat(terminal.run("agent", "archive", "nobody")).isEqualTo(3);
        assertThat(terminal.run("agent", "archive")).isEqualTo(2);
        assertThat(terminal.run("agent", "restore", "nobody")).isEqualTo(3);
    }

    @Test
    void twoAgentsBecomeOneOnceSomebodyAgrees() {
        terminal.run("agent", "register", "ana", "--model", "sim:");
        terminal.run("agent", "register", "bo", "--model", "sim:");
        terminal.run("note", "add", "a thought", "--as", "ana");
        assertThat(terminal.run("agent", "merge", "ana", "bo", "--dry-run")).isZero();
        assertThat(terminal.out()).isEqualTo("ana would be bo\nrows: 1 of memories, 1 of search_docs\n");
        assertThat(terminal.run("agent", "merge", "ana", "bo")).isEqualTo(4);
        assertThat(terminal.err()).contains("merge ana into bo permanently? [y/N]", "give --yes");
        assertThat(terminal.typing("n\n").run("agent", "merge", "ana", "bo")).isEqualTo(4);
        assertThat(terminal.run("agent", "merge", "ana", "@ana", "--yes")).isEqualTo(4);
        assertThat(terminal.err()).contains("ana cannot be merged with itself");
        assertThat(terminal.run("agent", "merge", "ana")).isEqualTo(2);
        assertThat(terminal.run("agent", "merge", "ana", "nobody", "--yes")).isEqualTo(3);

        Map<String, @Nullable Object> merged = terminal.typing("y\n").json("agent", "merge", "ana", "bo");
        assertThat(merged.keySet()).containsExactly("merged", "agent");
        assertThat(merged)
                .extractingByKey("merged", InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("memories", 1L)
                .containsEntry("messages", 0L);
        assertThat(merged)
                .extractingByKey("agent", InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("identity", "bo")
                .containsEntry("aliases", List.of("ana"));
        assertThat(terminal.run("note", "list", "--as", "ana")).isZero();
        assertThat(terminal.out()).contains("a thought");
    }

    @Test
    void whatThereIsIsCounted() {
        terminal.run("agent", "register", "ana", "--model", "sim:", "--constitution", "Be brief.");
        terminal.run("note", "add", "a thought", "--as", "ana");
        Map<String, @Nullable Object> shown = terminal.json("agent", "show", "ana", "--as", "ana");
        assertThat(shown.keySet())
                .containsExactly(
                        "agent_id",
                        "identity",
                        "kind",
                        "model",
                        "self_description",
                        "constitution_hash",
                        "trigger_policy",
                        "aliases",
                        "cloned_from",
                        "spawn_count",
                        "created_at",
                        "last_active_at",
                        "archived_at",
                        "constitution",
                        "counts");
        assertThat(shown)
                .containsEntry("constitution", "Be brief.")
                .containsEntry(
                        "counts", Map.of("runs", 0L, "executions", 0L, "messages", 0L, "notes", 1L, "knowledge", 0L));
        assertThat(terminal.run("agent", "show", "ana")).isZero();
        assertThat(terminal.out())
                .contains("counts: 0 runs, 0 executions, 0 messages, 0 notes, 0 knowledge")
                .endsWith("Be brief.\n");
        Map<String, @Nullable Object> stats = terminal.json("agent", "stats", "--operator");
        assertThat(stats.keySet())
                .containsExactly(
                        "agents",
                        "channels",
                        "messages",
                        "runs",
                        "tasks",
                        "notes",
                        "knowledge",
                        "topics",
                        "domains",
                        "items",
                        "next");
        assertThat(stats)
                .containsEntry("agents", Map.of("total", 3L, "live", 3L, "archived", 0L))
                .containsEntry("notes", Map.of("total", 1L, "live", 1L, "archived", 0L))
                .containsEntry("topics", 1L);
        assertThat(terminal.items("items").getFirst())
                .containsEntry("identity", "ana")
                .containsEntry("notes", 1L);
        assertThat(terminal.run("agent", "stats")).isZero();
        assertThat(terminal.out().lines())
                .anyMatch(line -> line.matches("agents +3 +3 +0"))
                .anyMatch(line -> line.matches("notes +0 +0 +0"))
                .anyMatch(line -> line.matches("system +0 +0 +0 +0 +0 +never"));
        assertThat(terminal.run("agent", "stats", "more")).isEqualTo(2);
    }
}
