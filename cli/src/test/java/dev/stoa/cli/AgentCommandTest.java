package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Dialect.class)
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
}
