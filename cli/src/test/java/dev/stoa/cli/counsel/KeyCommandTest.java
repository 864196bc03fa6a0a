package dev.stoa.cli.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The noun key as it is typed. */
class KeyCommandTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.bare(Dialect.SQLITE, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    private void configure() throws IOException {
        Files.writeString(terminal.data().resolve("stoa.toml"), """
                [encryption]
                keyset = "file:keys/seal.json"
                index_keyset = "file:keys/index.json"
                """);
    }

    @Test
    void keysAreCreatedNamedInTheSettingsRotatedAndRetired() throws IOException {
        try (Stoa stoa = Stoa.open(terminal.data())) {
            stoa.counsel().conversations().create(Principal.local(), new ConversationDraft("Zwiebelkuchen", null));
        }
        assertThat(terminal.run("key", "list")).isEqualTo(4);
        assertThat(terminal.err()).contains("no keyset is configured, so nothing is sealed");
        assertThat(terminal.run("key", "create")).isZero();
        assertThat(terminal.out()).contains("nothing is encrypted yet", "[encryption]");
        assertThat(terminal.run("key", "create")).isEqualTo(4);
        assertThat(terminal.err()).contains("there is a file ");

        configure();
        assertThat(terminal.run("key", "list")).isZero();
        assertThat(terminal.out()).contains("not encrypted yet; run stoa key reseal");
        assertThat(terminal.run("key", "reseal")).isZero();
        assertThat(terminal.out()).isEqualTo("1 row encrypted with the primary key\n");
        assertThat(terminal.run("key", "list", "--json")).isZero();
        String first = terminal.out().replaceAll("(?s).*\"key_id\":(\\d+).*", "$1");
        assertThat(terminal.out()).contains("\"primary\":true,\"rows\":1", "\"plain\":0");
        assertThat(terminal.run("key", "rotate", "--index")).isZero();
        assertThat(terminal.run("key", "rotate")).isZero();
        assertThat(terminal.out()).contains("is the primary key now", "1 row encrypted");
        assertThat(terminal.run("key", "retire", first)).isZero();
        assertThat(terminal.run("key", "list")).isZero();
        assertThat(terminal.out()).contains("1 row", "primary").doesNotContain(first);

        Files.delete(terminal.data().resolve("stoa.toml"));
        assertThat(terminal.run("token", "list")).isEqualTo(4);
        assertThat(terminal.err()).contains("the archive is sealed");
    }

    @Test
    void aMissingKeysetKeepsEverythingFromBeingCreated() throws IOException {
        Files.createDirectories(terminal.data());
        configure();
        assertThat(terminal.run("init")).isEqualTo(4);
        assertThat(terminal.err()).contains("keys/seal.json, does not exist");
        assertThat(terminal.data().resolve("aua.db")).doesNotExist();
    }
}
