package dev.stoa.cli.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.counsel.foreign.OldAua;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Taking over an aua.db as it is typed, on both backends. */
@OnBothDatabases
class AuaImportCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.bare(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @Test
    void aFileIsRehearsedTakenTakenAgainAndSearched() throws Exception {
        try (OldAua old = OldAua.at(folder.resolve("old.db"))) {
            old.conversation("c", "Lamps", 100)
                    .message("m1", "c", "user", "What does kerosene do?", 101)
                    .message("m2", "c", "robot", "It\u001b[31m burns.", 102);
            old.audit("a", 7, "{\"event_type\": \"query\"}", "event_type", "query");
        }
        byte[] before = Files.readAllBytes(folder.resolve("old.db"));
        assertThat(terminal.run("import", "old.db", "--dry-run")).isZero();
        assertThat(terminal.out()).contains("counsel: 3 rows would go to ", "messages: 2 read, 1 imported, 1 skipped");
        assertThat(terminal.data().resolve("aua.db")).doesNotExist();
        assertThat(terminal.data().resolve("quarantine")).doesNotExist();

        Map<String, @Nullable Object> taken = terminal.json("import", "old.db");
        assertThat(taken).containsEntry("legacy_audit", Map.of("rows", 1L, "verified", 1L, "broken", 0L));
        assertThat(String.valueOf(taken.get("set_aside")))
                .isEqualTo("[messages m2: role \"robot\" is neither user nor assistant]");
        assertThat(String.valueOf(taken.get("quarantine"))).contains("quarantine/old.db.");
        assertThat(Files.readAllBytes(folder.resolve("old.db"))).isEqualTo(before);

        assertThat(terminal.run("import", "old.db")).isZero();
        assertThat(terminal.out()).contains("counsel: 0 rows added to ").doesNotContain("\u001b");
        Path aside = Path.of(String.valueOf(taken.get("quarantine")));
        Files.writeString(aside, Files.readString(aside).replace("robot", "assistant"));
        assertThat(terminal.run("import", aside.toString())).isZero();
        assertThat(terminal.out()).contains("messages: 1 read, 1 imported, 0 skipped");

        assertThat(terminal.run("conversation", "search", "kero")).isZero();
        assertThat(terminal.out()).contains("What does kerosene do?");
        assertThat(terminal.run("conversation", "show", "c")).isZero();
        assertThat(terminal.out()).contains("burns.").doesNotContain("\u001b");
        assertThat(terminal.run("audit", "verify")).isZero();
        assertThat(terminal.run("doctor", "--deep")).as(terminal::out).isZero();
    }

    @Test
    void encryptedTextsNeedTheKeyInAVariableWhichIsNeverShown() throws Exception {
        try (OldAua old = OldAua.at(folder.resolve("old.db"))) {
            old.conversation("c", "Chat", 100).message("m", "c", "user", OldAua.encrypted("hidden words"), 101);
        }
        assertThat(terminal.run("import", "old.db")).isEqualTo(4);
        assertThat(terminal.err()).contains("the file has encrypted texts, and no key was given; nothing was imported");
        assertThat(terminal.run("import", "old.db", "--aua-key-env", "OLD_KEY")).isEqualTo(2);
        assertThat(terminal.err()).contains("environment variable OLD_KEY of --aua-key-env is not set");
        terminal.environment().put("OLD_KEY", "c0ffee");
        assertThat(terminal.run("import", "old.db", "--aua-key-env", "OLD_KEY")).isEqualTo(2);
        assertThat(terminal.err()).contains("give 64 hex digits").doesNotContain("c0ffee");

        terminal.environment().put("OLD_KEY", OldAua.KEY);
        assertThat(terminal.run("import", "old.db", "--aua-key-env", "OLD_KEY")).isZero();
        assertThat(terminal.out() + terminal.err()).doesNotContain(OldAua.KEY);
        assertThat(terminal.run("conversation", "show", "c")).isZero();
        assertThat(terminal.out()).contains("hidden words");
        Files.writeString(folder.resolve("other.json"), "{\"type\":\"entity\",\"name\":\"a\",\"entityType\":\"b\"}\n");
        assertThat(terminal.run("import", "other.json", "--aua-key-env", "OLD_KEY"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("a key for encrypted texts is for an aua.db, and this is none");
    }
}
