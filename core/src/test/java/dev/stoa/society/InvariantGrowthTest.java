package dev.stoa.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.society.agent.AgentInvariants;
import dev.stoa.society.base.ReservedAgents;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.ChannelInvariants;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchInvariants;
import dev.stoa.society.note.NoteInvariants;
import dev.stoa.society.run.RunInvariants;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.SqliteSteps;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InvariantGrowthTest {
    private static final Map<String, String> QUERIES = Map.of(
            "S1", ChannelInvariants.NUMBERS,
            "S2", ChannelInvariants.AUTHORS,
            "S3", ChannelInvariants.BOOKMARKS,
            "S4", RunInvariants.ALIVE,
            "S5", RunInvariants.STATUS,
            "S6", RunInvariants.LIVES,
            "S7", ChannelInvariants.REPLIES,
            "S8", NoteInvariants.LINEAGE,
            "S10", SearchInvariants.ROWS + "\n" + SearchInvariants.TEXT_SQLITE,
            "S11", AgentInvariants.NAMES);

    @TempDir
    Path folder;

    /** Messages of one channel, bookmarks at them, lives of one agent, and one chain of notes, so many of each. */
    private static void fill(Archive archive, TestClock clock, int size) {
        Channels.over(archive, clock, Ids.system()).create(Town.HUMAN, ChannelDraft.of("talk"));
        List<Long> numbers = LongStream.rangeClosed(1, size).boxed().toList();
        String human = ReservedAgents.HUMAN_ID;
        archive.write(tx -> {
            tx.batch(
                    "INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq, author_seq)"
                            + " SELECT ?, channel_id, ?, 'words', ?, ?, ? FROM channels",
                    numbers,
                    n -> Tx.values("m" + n, human, clock.instant(), n, n));
            tx.batch(
                    "INSERT INTO sessions (session_id, agent_id, spawn_number, started_at, ended_at, seq)"
                            + " VALUES (?, ?, ?, ?, ?, ?)",
                    numbers,
                    n -> Tx.values("s" + n, human, n, clock.instant(), clock.instant(), n));
            tx.batch(
                    "INSERT INTO tasks (task_id, agent_id, input, status, completed_at, created_at, seq)"
                            + " VALUES (?, ?, 'words', 'completed', ?, ?, ?)",
                    numbers,
                    n -> Tx.values("t" + n, human, clock.instant(), clock.instant(), n));
            tx.batch(
                    "INSERT INTO memories (memory_id, agent_id, topic, message, timestamp, created_at, archived_at, seq)"
                            + " VALUES (?, ?, 'journal', 'words', ?, ?, ?, ?)",
                    numbers,
                    n -> Tx.values(
                            "n" + n, human, clock.instant(), clock.instant(), n < size ? clock.instant() : null, n));
            tx.update("INSERT INTO note_lineage (old_id, new_id, ordinal)"
                    + " SELECT 'n' || seq, 'n' || (seq + 1), 0 FROM memories WHERE archived_at IS NOT NULL");
            tx.update("UPDATE memories SET superseded_by = 'n' || (seq + 1) WHERE archived_at IS NOT NULL");
            tx.update("UPDATE channels SET last_seq = ?", size);
            tx.update("UPDATE channel_members SET posted = ?", size);
            tx.update("UPDATE agents SET spawn_count = ? WHERE agent_id = ?", size, human);
            SearchIndex.rebuild(tx);
            return size;
        });
        assertThat(archive.<List<String>>read(tx -> SocietyArchive.SCHEMA.invariants().stream()
                        .flatMap(invariant -> invariant.finder().violations(tx, 5).stream())
                        .toList()))
                .isEmpty();
    }

    private Map<String, Long> steps(int size) throws SQLException {
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        Path data = folder.resolve("d" + size);
        try (Archive archive = SqliteArchive.open(SocietyArchive.SCHEMA, data, StorageSettings.defaults(), clock)) {
            fill(archive, clock, size);
        }
        Map<String, Long> steps = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("space.db"))) {
            connection.setAutoCommit(false);
            for (Map.Entry<String, String> query : QUERIES.entrySet()) {
                steps.put(query.getKey(), SqliteSteps.of(connection, query.getValue(), new Object[0]));
            }
        }
        return steps;
    }

    @Test
    void everyCheckCostsInProportionToWhatThereIs() throws SQLException {
        Map<String, Long> few = steps(500);
        Map<String, Long> many = steps(2_000);
        many.forEach((id, steps) -> assertThat(steps).as(id).isLessThan(5 * few.getOrDefault(id, 0L)));
    }
}
