package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What an agent, a child of an execution and a person may do at the command line, on both backends. */
@OnBothDatabases
class WhoMayDoWhatTest {
    private static final int FORBIDDEN = 1;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
        try (Stoa stoa = terminal.open()) {
            for (String name : List.of("ana", "bob", "eve")) {
                stoa.society().agents().register(Principal.local(), AgentDraft.of(name, "command:echo"));
            }
        }
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    private void isForbidden(String... args) {
        String line = String.join(" ", args);
        assertThat(terminal.run(args)).as(() -> line + ": " + terminal.err()).isEqualTo(FORBIDDEN);
        assertThat(terminal.err()).as(line).contains("may not").contains(";");
        String[] json = Arrays.copyOf(args, args.length + 1);
        json[args.length] = "--json";
        terminal.run(json);
        assertThat(terminal.err()).as(line).contains("\"code\":\"forbidden\"");
    }

    private String text(Map<String, @Nullable Object> document, String field) {
        return Objects.requireNonNull(document.get(field)).toString();
    }

    /** Adds a memory or a piece of evidence and answers it. */
    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private Map<String, @Nullable Object> kept(String noun, String... args) {
        String[] line = new String[args.length + 2];
        line[0] = noun;
        line[1] = "add";
        System.arraycopy(args, 0, line, 2, args.length);
        return (Map<String, @Nullable Object>)
                Objects.requireNonNull(terminal.json(line).get(noun));
    }

    /** The variables that a worker sets for a child of ana, who runs because of a mention at the given depth. */
    private String insideAnExecutionOfAna() throws SQLException {
        terminal.json("channel", "create", "lab", "--if-absent");
        terminal.json("message", "send", "lab", "@ana begin");
        String task = (String)
                Objects.requireNonNull(terminal.items("mentions").getFirst().get("task_id"));
        terminal.alter("society", "UPDATE tasks SET status = 'running', depth = 2 WHERE task_id = '" + task + "'");
        terminal.environment().put("STOA_TASK", task);
        terminal.environment().put("STOA_AGENT", "ana");
        return task;
    }

    @Test
    @DisplayName("Acting as an agent: no managing of other agents.")
    void anAgentManagesNoOtherAgent() {
        terminal.json("note", "add", "ana's secret", "--as", "ana");
        terminal.environment().put("STOA_AGENT", "eve");
        isForbidden("agent", "merge", "ana", "eve", "--yes");
        isForbidden("agent", "merge", "ana", "eve", "--dry-run");
        isForbidden("agent", "rename", "ana", "anna");
        isForbidden("agent", "archive", "ana");
        isForbidden("agent", "restore", "ana");
        isForbidden("agent", "update", "ana", "--constitution", "obey eve");
        isForbidden("agent", "update", "ana", "--model", "command:evil");
        isForbidden("agent", "clone", "ana", "ana2");
        isForbidden("agent", "describe", "ana", "a fool");
        isForbidden("agent", "update", "eve", "--model", "command:evil");
        assertThat(terminal.json("agent", "describe", "eve", "what I am"))
                .containsEntry("self_description", "what I am");
        terminal.json("note", "list", "--agent", "ana");
        assertThat(terminal.items("items")).isEmpty();
        terminal.environment().remove("STOA_AGENT");
        isForbidden("agent", "rename", "ana", "anna", "--as", "eve");
        assertThat(terminal.json("agent", "describe", "ana", "a smith")).containsEntry("identity", "ana");
        assertThat(terminal.json("agent", "rename", "ana", "anna")).containsEntry("identity", "anna");
    }

    @Test
    @DisplayName("Acting as an agent: no registering of people.")
    void anAgentRegistersNobody() {
        isForbidden("agent", "register", "h1", "--kind", "human", "--as", "eve");
        isForbidden("agent", "register", "eve2", "--model", "command:echo", "--as", "eve");
        assertThat(terminal.run("agent", "show", "h1")).isEqualTo(3);
    }

    @Test
    @DisplayName("Acting as an agent: no foreign namespaces.")
    void anAgentHasNoForeignNamespace() {
        String id = text(kept("memory", "the key is under the otter", "--namespace", "agent:ana", "--as", "ana"), "id");
        String shared = text(kept("memory", "otters swim"), "id");
        terminal.environment().put("STOA_AGENT", "bob");
        assertThat(terminal.run("memory", "show", id)).isEqualTo(3);
        assertThat(terminal.run("memory", "forget", id)).isEqualTo(3);
        assertThat(terminal.run("memory", "outcome", id, "--success")).isEqualTo(3);
        assertThat(terminal.run("memory", "add", "lies", "--namespace", "agent:ana"))
                .isEqualTo(3);
        assertThat(terminal.run("memory", "add", "lies", "--id", id, "--replace"))
                .isEqualTo(4);
        terminal.json("memory", "recall", "otter", "--namespace", "agent:ana");
        assertThat(terminal.items("items")).isEmpty();
        terminal.json("memory", "list");
        assertThat(terminal.items("items")).extracting(item -> item.get("id")).containsExactly(shared);
        assertThat(terminal.run("memory", "forget", id, "--purge", "--yes")).isEqualTo(3);
        isForbidden("memory", "forget", shared, "--purge", "--yes");
        isForbidden("memory", "forget", shared);
        String own = text(kept("memory", "mine", "--namespace", "agent:bob"), "id");
        assertThat(terminal.run("memory", "forget", own)).as(terminal.err()).isZero();
    }

    @Test
    @DisplayName("Acting as an agent: no upkeep, backup, import, prune, tune, red lines.")
    void anAgentLooksAfterNothing() {
        String id = text(kept("memory", "otters swim"), "id");
        terminal.environment().put("STOA_AGENT", "eve");
        isForbidden("backup", "all.zip");
        isForbidden("restore", "all.zip", "--into", "elsewhere");
        isForbidden("import", "some.db");
        isForbidden("prune", "--dry-run");
        isForbidden("prune", "--yes");
        isForbidden("migrate");
        isForbidden("move", "--to", "elsewhere");
        isForbidden("doctor");
        isForbidden("init");
        isForbidden("config");
        isForbidden("export", "--what", "debates", "--out", "debates.jsonl");
        isForbidden("export", "--what", "evolution", "--out", "runs.jsonl");
        isForbidden("memory", "tune", "--dry-run");
        isForbidden("memory", "cleanup", "--dry-run");
        isForbidden("memory", "consolidate");
        isForbidden("memory", "red-line", id, "--reason", "mine");
        isForbidden("memory", "trust", id, "human", "--reason", "mine");
        isForbidden("evidence", "cleanup", "--dry-run");
        isForbidden("critique", "cleanup", "--dry-run");
        isForbidden("consensus", "archive", "x");
        isForbidden("breaker", "reset", "x");
        isForbidden("debate", "learn");
        isForbidden("debate", "grade", "x", "--correct");
        isForbidden("debate", "approve", "x");
        isForbidden("rating", "record", "d-1", "--scores", "eve=1,ana=0");
        isForbidden("run", "work", "--once");
        isForbidden("run", "start", "bob", "--input", "x", "--detach");
        isForbidden("note", "list", "--operator");
        assertThat(terminal.run("version")).isZero();
        assertThat(terminal.run("memory", "list")).isZero();
    }

    @Test
    @DisplayName("Inside an execution (STOA_TASK set) another --as, --operator and acting as a person are forbidden.")
    void insideAnExecutionNoOtherIdentityIsTaken() throws SQLException {
        String task = insideAnExecutionOfAna();
        for (String who : List.of("--as=bob", "--as=human", "--operator")) {
            isForbidden("note", "list", who);
            isForbidden("memory", "list", who);
            isForbidden("message", "send", "lab", "@eve go on", who);
            isForbidden("knowledge", "query", "*", who);
            isForbidden("debate", "list", who);
            isForbidden("backup", "x.zip", who);
        }
        isForbidden("debate", "run", "What may a child ask?", "--seed", "1");
        assertThat(terminal.run("note", "list", "--as", "ana"))
                .as(terminal.err())
                .isZero();
        terminal.environment().remove("STOA_AGENT");
        isForbidden("note", "list");
        isForbidden("memory", "list");
        isForbidden("note", "list", "--as", "ana");
        for (String other : List.of("bob", "human")) {
            terminal.environment().put("STOA_AGENT", other);
            isForbidden("note", "list");
            isForbidden("memory", "list");
        }
        terminal.environment().put("STOA_AGENT", "ana");
        terminal.environment().put("STOA_TASK", "no such task");
        isForbidden("memory", "list");
        terminal.environment().put("STOA_TASK", task);
        assertThat(terminal.run("memory", "list")).as(terminal.err()).isZero();
        assertThat(terminal.run("version", "--as", "bob")).isZero();
    }

    @Test
    @DisplayName("What such a child writes is at most trust agent and keeps the chain's depth.")
    void whatAChildWritesHasTheTrustAndDepthOfItsChain() throws SQLException {
        String task = insideAnExecutionOfAna();
        assertThat(kept("memory", "a fact", "--trust", "human")).containsEntry("trust", "agent");
        assertThat(terminal.json("knowledge", "add", "otters", "they swim", "--trust", "human"))
                .containsEntry("trust", "agent");
        assertThat(terminal.json("note", "add", "a note")).containsEntry("trust", "agent");
        assertThat(terminal.json("message", "send", "lab", "@eve go on")).containsEntry("task_id", task);
        String child = (String)
                Objects.requireNonNull(terminal.items("mentions").getFirst().get("task_id"));
        assertThat(terminal.value("society", "SELECT depth FROM tasks WHERE task_id = '" + child + "'"))
                .isEqualTo("3");
        terminal.run("message", "send", "lab", "@bob the chain begins again", "--as", "human");
        assertThat(terminal.value("society", "SELECT count(*) FROM tasks WHERE depth = 0"))
                .isEqualTo("0");
        terminal.json("run", "start", "bob", "--input", "x", "--detach");
        assertThat(terminal.value(
                        "society",
                        "SELECT depth FROM tasks WHERE parent_task_id = '" + task + "' ORDER BY seq DESC LIMIT 1"))
                .isEqualTo("3");
    }

    @Test
    @DisplayName("Nobody makes himself a person, raises his own trust, or reviews his own claim upwards.")
    void nobodyRaisesHimself() {
        String claim = text(
                terminal.json("knowledge", "add", "otters", "they fly", "--trust", "human", "--as", "eve"),
                "knowledge_id");
        assertThat(terminal.document()).containsEntry("trust", "agent");
        assertThat(terminal.run("knowledge", "review", claim, "confirm", "--as", "eve"))
                .isEqualTo(FORBIDDEN);
        isForbidden("agent", "register", "h1", "--kind", "human", "--as", "eve");
        assertThat(terminal.run("knowledge", "review", claim, "confirm", "--as", "h1"))
                .isEqualTo(3);
        assertThat(terminal.json("knowledge", "show", claim)).containsEntry("trust", "agent");
        Map<String, @Nullable Object> memory = kept("memory", "otters fly", "--as", "eve", "--trust", "human");
        assertThat(memory).containsEntry("trust", "agent");
        isForbidden("memory", "trust", text(memory, "id"), "confirmed", "--reason", "sure", "--as", "eve");
        Map<String, @Nullable Object> evidence =
                kept("evidence", "otters fly", "--source", "web", "--as", "eve", "--trust", "human");
        assertThat(evidence).containsEntry("trust", "agent");
        isForbidden("evidence", "trust", text(evidence, "id"), "confirmed", "--reason", "sure", "--as", "eve");
    }

    @Test
    @DisplayName("Errors name who acts, what is needed and what to do.")
    void aRefusalNamesWhoActsWhatIsNeededAndWhatToDo() throws SQLException {
        terminal.run("backup", "all.zip", "--as", "eve");
        assertThat(terminal.err())
                .isEqualToIgnoringNewLines("stoa: agent eve may not use backup, which needs the right admin; act as a"
                        + " person (without --as, STOA_AGENT unset)");
        terminal.run("note", "list", "--as", "eve", "--operator");
        assertThat(terminal.err())
                .isEqualToIgnoringNewLines("stoa: agent eve may not be the operator; leave out --operator, or act as a"
                        + " person (without --as, STOA_AGENT unset)");
        String task = insideAnExecutionOfAna();
        terminal.run("note", "list", "--as", "eve");
        assertThat(terminal.err())
                .isEqualToIgnoringNewLines(
                        "stoa: execution " + task + " of agent ana may not act as \"eve\"; leave out" + " --as");
        terminal.run("note", "list", "--operator");
        assertThat(terminal.err())
                .isEqualToIgnoringNewLines(
                        "stoa: execution " + task + " of agent ana may not be the operator; leave" + " out --operator");
    }
}
