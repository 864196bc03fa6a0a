package dev.stoa.society.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Trust;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.Town;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.ReservedAgents;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.message.Bookmarks;
import dev.stoa.society.message.InboxTable;
import dev.stoa.society.run.ExecutionRows;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelGrowthTest {
    private static final String HUMAN = ReservedAgents.HUMAN_ID;
    private static final ResolvedPrincipal ME =
            new ResolvedPrincipal(HUMAN, "human", AgentKind.HUMAN, false, Trust.HUMAN);

    @TempDir
    Path folder;

    /** Every statement that sending, receiving and counting run, with values for a channel of so many messages. */
    private static Map<String, Object[]> statements(String channel, String agent, long last) {
        String time = "2026-01-01T00:00:00.000";
        Map<String, Object[]> all = new LinkedHashMap<>();
        all.put(ChannelTable.placeOfId(Dialect.SQLITE), new Object[] {channel});
        all.put(ChannelTable.placeSeen(Dialect.SQLITE), new Object[] {"hall", agent});
        all.put(MessageWriter.NUMBER, new Object[] {last, channel});
        all.put(MessageWriter.COUNT, new Object[] {channel, agent, "member", time});
        all.put(MessageWriter.SAME_KEY, new Object[] {agent, "key"});
        all.put(
                MessageWriter.INSERT,
                new Object[] {"new", channel, agent, "text", time, last + 1, last, "text", null, null});
        all.put(ParentExecution.newestRunning(Dialect.SQLITE), new Object[] {agent});
        all.put(Mentions.TREE, new Object[] {"root"});
        all.put(Mentions.RATE, new Object[] {channel, time});
        all.put(ExecutionRows.LIVE, new Object[] {agent, channel});
        all.put(
                ChannelTable.SELECT + "WHERE c.channel_id = ? AND " + Visibility.channel("c", ME),
                new Object[] {agent, agent, agent, agent, channel});
        all.put(UnreadCounts.AT, new Object[] {agent, last - 3, last - 3, agent, agent, channel});
        all.put(UnreadCounts.ALL_DELETED, new Object[] {channel, last - 3});
        all.put(MessageTable.LIVE, new Object[] {channel, last - 3, 50});
        all.put(MessageTable.LIVE_OF_OTHERS, new Object[] {channel, last - 3, agent, 50});
        all.put(MessageTable.AFTER, new Object[] {channel, last - 3, 50});
        all.put(MessageTable.BEFORE, new Object[] {channel, 0, last, 50});
        all.put(MessageTable.MENTIONS, new Object[] {channel, last - 3, last});
        all.put(InboxTable.MENTIONS, new Object[] {agent, channel, last - 3});
        all.put(ChannelDelete.CITING, new Object[] {channel});
        all.put(Bookmarks.MOVE, new Object[] {agent, channel, channel, last, last, time});
        return all;
    }

    /** A channel in which two agents wrote in turn, of which one has read all but the last three. */
    private static String fill(Archive archive, TestClock clock, int messages) {
        Channels.over(archive, clock, Ids.system()).create(Town.HUMAN, ChannelDraft.of("c" + messages));
        String channel = archive.one(
                        "SELECT channel_id FROM channels WHERE name = ?", row -> row.text(1), "c" + messages)
                .orElseThrow();
        List<Long> seqs = LongStream.rangeClosed(1, messages).boxed().toList();
        archive.write(tx -> {
            tx.batch(
                    "INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq, author_seq)"
                            + " VALUES (?, ?, ?, 'text', ?, ?, ?)",
                    seqs,
                    seq -> Tx.values(
                            channel + seq,
                            channel,
                            seq % 2 == 0 ? HUMAN : ReservedAgents.SYSTEM_ID,
                            clock.instant(),
                            seq,
                            (seq + 1) / 2));
            tx.update("UPDATE channels SET last_seq = ? WHERE channel_id = ?", messages, channel);
            tx.update("UPDATE channel_members SET posted = ? WHERE channel_id = ?", messages / 2, channel);
            tx.update(
                    "INSERT INTO channel_members (channel_id, agent_id, posted, joined_at) VALUES (?, ?, ?, ?)",
                    channel,
                    ReservedAgents.SYSTEM_ID,
                    messages / 2,
                    clock.instant());
            return tx.update(
                    "INSERT INTO bookmarks (agent_id, channel_id, last_seen_id, last_seen_seq) VALUES (?, ?, ?, ?)",
                    HUMAN,
                    channel,
                    channel + (messages - 3),
                    messages - 3);
        });
        return channel;
    }

    @Test
    @DisplayName("The cost of send and recv must not depend on the length of the channel")
    void theCostOfSendingAndReceivingDoesNotDependOnTheLengthOfTheChannel() throws SQLException {
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        String small;
        String large;
        try (Archive archive = SqliteArchive.open(SocietyArchive.SCHEMA, folder, StorageSettings.defaults(), clock)) {
            small = fill(archive, clock, 1_000);
            large = fill(archive, clock, 20_000);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("space.db"))) {
            connection.setAutoCommit(false);
            List<Object[]> few = new ArrayList<>(statements(small, HUMAN, 1_000).values());
            int at = 0;
            for (Map.Entry<String, Object[]> entry :
                    statements(large, HUMAN, 20_000).entrySet()) {
                long before = SqliteSteps.of(connection, entry.getKey(), few.get(at++));
                long after = SqliteSteps.of(connection, entry.getKey(), entry.getValue());
                assertThat(after)
                        .as(entry.getKey())
                        .isLessThanOrEqualTo(before + 5)
                        .isLessThan(3_000);
            }
        }
    }

    @Test
    void noStatementScansATable() {
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        try (Archive archive = SqliteArchive.open(SocietyArchive.SCHEMA, folder, StorageSettings.defaults(), clock)) {
            String channel = fill(archive, clock, 100);
            statements(channel, HUMAN, 100)
                    .forEach((sql, values) -> assertThat(
                                    archive.list("EXPLAIN QUERY PLAN " + sql, row -> row.text(4), values))
                            .as(sql)
                            .noneMatch(step -> step.startsWith("SCAN") && !step.equals("SCAN CONSTANT ROW"))
                            .noneMatch(step -> step.contains("TEMP B-TREE FOR ORDER BY")
                                    && !sql.equals(ParentExecution.newestRunning(Dialect.SQLITE))
                                    && !sql.equals(MessageTable.MENTIONS)));
            assertThat(archive.list(
                            "EXPLAIN QUERY PLAN " + UnreadCounts.AT,
                            row -> row.text(4),
                            HUMAN,
                            1,
                            1,
                            HUMAN,
                            HUMAN,
                            "c"))
                    .anyMatch(step -> step.contains("idx_messages_deleted"))
                    .anyMatch(step -> step.contains("idx_messages_author"));
            assertThat(archive.list(
                            "EXPLAIN QUERY PLAN " + ParentExecution.newestRunning(Dialect.SQLITE),
                            row -> row.text(4),
                            HUMAN))
                    .noneMatch(step -> step.contains("idx_tasks_agent"));
            assertThat(archive.dialect()).isEqualTo(Dialect.SQLITE);
        }
    }
}
