package dev.stoa.cli.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FreshSocietyTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Dialect.class)
    @DisplayName("`system` must be a real agent whose messages are stored; `knowledge tree DOMAIN`, restoring a"
            + " channel, stats, health and `init` must work on a fresh installation.")
    void everythingWorksOnAFreshInstallation(Dialect dialect) throws Exception {
        try (Terminal terminal = Terminal.bare(dialect, folder)) {
            terminal.environment().put("PATH", System.getenv("PATH"));
            assertThat(terminal.run("init")).isZero();
            assertThat(terminal.run("doctor")).as(() -> terminal.out()).isZero();
            assertThat(terminal.run("agent", "stats")).isZero();
            assertThat(terminal.run("knowledge", "tree")).isZero();
            assertThat(terminal.run("knowledge", "tree", "some/domain")).isZero();
            assertThat(terminal.out()).isEqualTo("nothing is known there\n");

            assertThat(terminal.run("channel", "create", "hall")).isZero();
            assertThat(terminal.run("channel", "archive", "hall")).isZero();
            assertThat(terminal.json("channel", "restore", "hall")).containsEntry("changed", true);
            assertThat(terminal.run("knowledge", "add", "some/domain", "it works"))
                    .isZero();
            assertThat(terminal.run("knowledge", "tree", "some/domain")).isZero();
            assertThat(terminal.out()).contains("domain  1");

            Files.createDirectories(terminal.data());
            Files.writeString(terminal.data().resolve("stoa.toml"), """
                    [provider.command.fail]
                    argv = ["sh", "-c", "exit 3"]
                    """);
            assertThat(terminal.run("agent", "register", "ana", "--model", "command:fail"))
                    .isZero();
            assertThat(terminal.run("run", "start", "ana", "--input", "try", "--channel", "hall"))
                    .isEqualTo(1);
            assertThat(terminal.json("agent", "show", "system")).containsEntry("kind", "system");
            terminal.json("message", "history", "hall");
            assertThat(terminal.items("items"))
                    .singleElement()
                    .satisfies(message -> assertThat(message)
                            .containsEntry("identity", "system")
                            .containsEntry("kind", "system")
                            .extractingByKey("content")
                            .asString()
                            .startsWith("run of ana failed: exit 3 [task "));
            for (List<String> command : List.of(
                    List.of("agent", "stats", "--json"),
                    List.of("doctor", "--deep", "--json"),
                    List.of("init", "--json"))) {
                assertThat(terminal.run(command.toArray(String[]::new)))
                        .as(() -> command + terminal.err())
                        .isZero();
            }
        }
    }
}
