package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Taking over a space.db, as somebody types it, on both backends. */
@OnBothDatabases
class SpaceImportCommandTest {
    private static final String ROWS = """
            INSERT INTO agents (agent_id, identity, model, constitution, created_at) VALUES
                ('0195-ana', 'ana', 'claude-sonnet-4', 'zealot.md', '2025-03-04T05:06:07'),
                ('0195-human', 'human', 'human', NULL, '2025-03-04T05:06:07');
            INSERT INTO channels (channel_id, name, created_at) VALUES ('0195-lab', 'lab', '2025-03-04 05:06:07');
            INSERT INTO messages (message_id, channel_id, agent_id, content, created_at) VALUES
                ('0195-m1', '0195-lab', '0195-ana', 'hello', '2025-03-04 05:06:08'),
                ('0195-m2', '0195-lab', '0195-human', 'hello ana', '2025-03-04T05:06:09');
            INSERT INTO knowledge (knowledge_id, domain, agent_id, content, confidence) VALUES
                ('0195-k1', 'tools', '0195-ana', 'git keeps history', 7.5);
            INSERT INTO sessions (session_id, agent_id, spawn_number) VALUES ('0195-s1', '0195-ana', 1);""";

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

    private void old(String file, String... more) throws Exception {
        boolean isNew = Files.notExists(folder.resolve(file));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(file));
                Statement statement = connection.createStatement();
                InputStream seed = getClass().getResourceAsStream("/schema/society/sqlite/001.sql")) {
            if (isNew) {
                statement.executeUpdate(
                        new String(Objects.requireNonNull(seed).readAllBytes(), StandardCharsets.UTF_8));
                statement.executeUpdate(ROWS);
            }
            for (String sql : more) {
                statement.executeUpdate(sql);
            }
        }
    }

    @Test
    void aFileIsRehearsedTakenAndTakenAgain() throws Exception {
        old("old.db");
        byte[] before = Files.readAllBytes(folder.resolve("old.db"));
        assertThat(terminal.run("import", "old.db", "--dry-run", "--zone", "Asia/Tokyo"))
                .isZero();
        assertThat(terminal.out())
                .contains("society: 6 rows would go to ")
                .contains("  agents: 2 read, 1 written, 1 skipped")
                .contains("nothing was changed");
        assertThat(terminal.data()).doesNotExist();

        Path canon = Files.createDirectory(folder.resolve("canon"));
        Files.writeString(canon.resolve("zealot.md"), "Never give up.");
        Map<String, @Nullable Object> document =
                terminal.json("import", "old.db", "--zone", "Asia/Tokyo", "--canon", "canon", "--map-identities");
        assertThat(document)
                .containsOnlyKeys("file", "archive", "dry_run", "zone", "tables", "remarks", "quarantine")
                .containsEntry("archive", "society")
                .containsEntry("dry_run", false)
                .containsEntry("zone", "Asia/Tokyo");
        assertThat(terminal.items("tables"))
                .allSatisfy(table -> assertThat(table).containsOnlyKeys("table", "read", "written", "skipped"));
        assertThat(String.valueOf(document.get("remarks")))
                .contains("confidences_dropped=[knowledge 0195-k1: 7.5]")
                .contains("runs_ended=[sessions 0195-s1]")
                .contains("mapped=[agents 0195-human (human) became ")
                .doesNotContain("unresolved");
        assertThat(terminal.value("society", "SELECT constitution FROM agents WHERE identity = 'ana'"))
                .isEqualTo("Never give up.");
        assertThat(terminal.json("message", "history", "lab").toString())
                .contains("2025-03-03T20:06:09.000Z")
                .contains("2025-03-04T05:06:08.000Z");

        assertThat(terminal.run("import", "old.db")).isZero();
        assertThat(terminal.out()).contains("society: 0 rows added to ");
        assertThat(terminal.run("doctor", "--deep")).as(terminal.out()).isZero();
        assertThat(folder.resolve("old.db")).hasBinaryContent(before);
    }

    @Test
    void whatNeedsADecisionIsListed() throws Exception {
        old("old.db");
        terminal.run("agent", "register", "ana", "--model", "sim:");
        terminal.run("channel", "create", "lab");
        assertThat(terminal.run("import", "old.db")).isEqualTo(4);
        assertThat(terminal.err())
                .contains("2 rows have the names of others")
                .contains("agents 0195-ana: identity ana is held by ")
                .contains("channels 0195-lab: name lab is held by ")
                .contains("--map-identities");
        assertThat(terminal.run("import", "old.db", "--json")).isEqualTo(4);
        assertThat(terminal.err()).contains("\"code\":\"taken\"");
        assertThat(terminal.run("import", "old.db", "--map-identities")).isZero();

        old("old.db", "UPDATE messages SET content = 'other' WHERE message_id = '0195-m1'");
        assertThat(terminal.run("import", "old.db", "--map-identities")).isEqualTo(4);
        assertThat(terminal.err()).contains("1 row exists here with other content: messages 0195-m1");

        assertThat(terminal.run("doctor", "--deep")).as(terminal.out()).isZero();
    }

    @Test
    void whatCannotBeTakenIsSetAsideAndImportedAfterRepair() throws Exception {
        old("lost.db", "UPDATE messages SET channel_id = 'gone' WHERE message_id = '0195-m1'");
        assertThat(terminal.run("import", "lost.db", "--dry-run")).isZero();
        assertThat(terminal.out())
                .contains("0195-m1: its channel gone does not exist")
                .doesNotContain("quarantine");
        assertThat(terminal.run("import", "lost.db")).isZero();
        assertThat(terminal.out())
                .contains("rows that cannot be taken: 1")
                .contains("messages 0195-m1: its channel gone does not exist")
                .contains("; correct them there, then import it");
        Path aside;
        try (var files = Files.list(terminal.data().resolve("quarantine"))) {
            aside = files.findFirst().orElseThrow();
        }
        Files.writeString(aside, Files.readString(aside).replace("\"gone\"", "\"0195-lab\""));
        Map<String, ?> again = terminal.json("import", aside.toString());
        assertThat(again.get("quarantine")).isNull();
        assertThat(terminal.run("message", "history", "lab")).isZero();
        assertThat(terminal.out()).contains("hello ana").contains("hello");
        assertThat(terminal.value("society", "SELECT count(*) FROM messages")).isEqualTo("2");
        assertThat(terminal.run("doctor", "--deep")).as(terminal.out()).isZero();
        old("left.db", "UPDATE messages SET channel_id = 'gone', message_id = 'm9' WHERE message_id = '0195-m1'");
        assertThat(terminal.run("import", "left.db", "--skip-broken")).isZero();
        assertThat(terminal.out())
                .contains("m9: its channel gone does not exist")
                .doesNotContain("quarantine");
    }

    @Test
    void wrongArgumentsAndFilesAreNamed() throws Exception {
        old("old.db");
        assertThat(terminal.run("import", "old.db", "--zone", "Mars/Olympus")).isEqualTo(2);
        assertThat(terminal.err()).contains("--zone Mars/Olympus is not a time zone");
        assertThat(terminal.run("import", "old.db", "--canon", "nowhere")).isEqualTo(2);
        assertThat(terminal.err()).contains("--canon nowhere is not a folder");
        assertThat(terminal.run("import", "none.db", "--skip-broken")).isEqualTo(3);
        Files.writeString(folder.resolve("graph.jsonl"), "{\"type\":\"entity\"}");
        assertThat(terminal.run("import", "graph.jsonl", "--skip-broken")).isEqualTo(2);
        assertThat(terminal.err()).contains("are for a space.db, and this is none");
        byte[] whole = Files.readAllBytes(folder.resolve("old.db"));
        Files.write(folder.resolve("cut.db"), Arrays.copyOf(whole, whole.length / 2));
        assertThat(terminal.run("import", "cut.db")).isEqualTo(5);
        assertThat(terminal.err()).contains("is damaged");
        if (dialect == Dialect.SQLITE) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("old.db"));
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("BEGIN EXCLUSIVE");
                assertThat(terminal.run("import", "old.db")).isEqualTo(1);
                assertThat(terminal.err()).contains("old.db is locked by another program");
            }
        }
        assertThat(terminal.data()).doesNotExist();
    }
}
