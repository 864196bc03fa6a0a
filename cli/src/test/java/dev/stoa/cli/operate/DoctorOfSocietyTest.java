package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code doctor} finds in a society that somebody has damaged. */
@ParameterizedClass
@EnumSource(Dialect.class)
@SuppressWarnings("NullAway.Init") // set before each test
class DoctorOfSocietyTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.bare(dialect, folder);
        terminal.json("agent", "register", "ana", "--model", "command:none");
        terminal.json("channel", "create", "talk");
        terminal.json("message", "send", "talk", "hello there");
        terminal.json("note", "add", "an otter swims", "--as", "ana");
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    private String id(String sql) throws SQLException {
        return String.valueOf(terminal.value("society", sql));
    }

    @Test
    void whatDoesNotHoldIsDamageThatNamesTheCheckAndTheKey() throws SQLException {
        String channel = id("SELECT channel_id FROM channels");
        terminal.alter("society", "UPDATE channels SET last_seq = 7");
        assertThat(terminal.run("doctor")).as("only a deep look finds it").isZero();
        assertThat(terminal.run("doctor", "--deep")).isEqualTo(5);
        assertThat(terminal.out())
                .contains(
                        "damage: society: invariant: S1: the messages of a channel are not numbered from 1 to its last"
                                + " (channel " + channel + ")");
        terminal.alter("society", "UPDATE channels SET last_seq = 1");
        assertThat(terminal.run("doctor", "--deep")).as(terminal.out()).isZero();
    }

    @Test
    void wordsThatTheIndexDoesNotHaveAreFoundByADeepLookAndPutThereByARepair() throws SQLException {
        String note = id("SELECT memory_id FROM memories");
        for (String message : List.of("an otter swam", "an otter swims swims", "a heron swims")) {
            terminal.alter("society", "UPDATE memories SET message = '" + message + "'");
            assertThat(terminal.run("doctor")).as(message).isZero();
            assertThat(terminal.run("doctor", "--deep")).as(message).isEqualTo(5);
            assertThat(terminal.out())
                    .contains("invariant: S10: the text index and its sources differ (words of note " + note + ")");
            assertThat(terminal.run("doctor", "--deep", "--repair-index"))
                    .as(message)
                    .isZero();
            assertThat(terminal.out()).contains("made the text index of society anew");
        }
        assertThat(terminal.json("context", "heron", "--as", "ana").toString()).contains("note:" + note);
    }

    @Test
    void aRowThatRefersToNothingIsDamage() throws SQLException {
        String orphan = "INSERT INTO note_shares (memory_id, agent_id) VALUES ('nothing', 'nobody')";
        if (dialect == Dialect.SQLITE) {
            terminal.alter("society", orphan);
        } else {
            terminal.alter("society", "ALTER TABLE note_shares DISABLE TRIGGER ALL");
            terminal.alter("society", orphan);
            terminal.alter("society", "ALTER TABLE note_shares ENABLE TRIGGER ALL");
        }
        assertThat(terminal.run("doctor", "--deep")).isEqualTo(5);
        assertThat(terminal.out())
                .contains("damage: society: foreign_keys: ")
                .contains("note_shares")
                .contains("memories");
    }
}
