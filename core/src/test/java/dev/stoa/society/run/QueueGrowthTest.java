package dev.stoa.society.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Trust;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.Town;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Mentions;
import dev.stoa.society.message.HandoffRows;
import dev.stoa.society.work.TaskTable;
import dev.stoa.society.work.WorkRows;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueGrowthTest {
    private static final String TIME = "2026-01-01T00:00:00.000";

    @TempDir
    Path folder;

    private record Past(String agent, String channel, String task) {
        ResolvedPrincipal me() {
            return new ResolvedPrincipal(agent, "agent", AgentKind.AGENT, false, Trust.AGENT);
        }
    }

    /** Every statement that reads more than one row where others wait: at a claim, at an end, and for work. */
    private static Map<String, Object[]> statements(Past past) {
        String agent = past.agent();
        Map<String, Object[]> all = new LinkedHashMap<>();
        all.put(PromptSources.HELD, new Object[] {agent});
        all.put(PromptSources.offered(past.me()), new Object[] {agent});
        all.put(PromptSources.CORE_NOTES, new Object[] {agent});
        all.put(PromptSources.RECENT_NOTES, new Object[] {agent, TIME});
        all.put(PromptSources.JOURNAL, new Object[] {agent});
        all.put(PromptSources.LAST, new Object[] {past.channel()});
        all.put(PromptSources.COVERED, new Object[] {past.task()});
        all.put(Mentions.WAITING, new Object[] {agent, past.channel()});
        all.put(HandoffRows.OFFERS + Visibility.task("t", past.me()) + HandoffRows.ORDER, new Object[] {agent});
        all.put(WorkRows.first(Dialect.SQLITE, past.me(), "t.offered_to = ?"), new Object[] {agent, "", ""});
        all.put(WorkRows.first(Dialect.SQLITE, past.me(), "t.offered_to IS NULL"), new Object[] {"", ""});
        all.put(TaskTable.expired(Dialect.SQLITE), new Object[] {TIME});
        return all;
    }

    /** An agent that did, noted and was asked so much, and others that did, noted and wait for as much. */
    private static Past fill(Archive archive, TestClock clock, int rows) {
        Agents agents = Agents.over(archive, clock, Ids.system(), SocietyRules.defaults());
        String one = agents.register(Town.HUMAN, AgentDraft.of("one" + rows, "none:"))
                .value()
                .id();
        String two = agents.register(Town.HUMAN, AgentDraft.of("two" + rows, "none:"))
                .value()
                .id();
        String channel = Channels.over(archive, clock, Ids.system())
                .create(Town.HUMAN, ChannelDraft.of("c" + rows))
                .value()
                .id();
        List<Long> seqs = LongStream.rangeClosed(1, rows).boxed().toList();
        archive.write(tx -> {
            String task = "INSERT INTO tasks (task_id, seq, kind, agent_id, channel_id, input, status, offered_to,"
                    + " assignee_id, created_at) VALUES (?, ?, 'work', ?, ?, 'x', ?, ?, ?, ?)";
            tx.batch(task, seqs, seq -> Tx.values(one + "d" + seq, seq, two, channel, "completed", one, one, TIME));
            tx.batch(task, seqs, seq -> Tx.values(one + "p" + seq, seq, one, channel, "pending", two, null, TIME));
            tx.batch(task, seqs, seq -> Tx.values(one + "r" + seq, seq, one, channel, "running", null, two, TIME));
            String note = "INSERT INTO memories (memory_id, seq, agent_id, topic, message, timestamp, created_at, core)"
                    + " VALUES (?, ?, ?, ?, 'x', '2020-01-01T00:00:00.000', '2020-01-01T00:00:00.000', ?)";
            tx.batch(note, seqs, seq -> Tx.values(one + "n" + seq, seq, one, "sums", 0));
            tx.batch(note, seqs, seq -> Tx.values(one + "j" + seq, seq, one, "journal", 0));
            tx.batch(note, seqs, seq -> Tx.values(two + "c" + seq, seq, two, "sums", 1));
            tx.batch(
                    "INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq, author_seq)"
                            + " VALUES (?, ?, ?, 'text', ?, ?, ?)",
                    seqs,
                    seq -> Tx.values(channel + seq, channel, two, TIME, seq, seq));
            tx.batch(
                    "INSERT INTO mentions (message_id, agent_id, ordinal, channel_id, seq, state, task_id)"
                            + " VALUES (?, ?, 0, ?, ?, ?, ?)",
                    seqs,
                    seq -> Tx.values(
                            channel + seq,
                            one,
                            channel,
                            seq,
                            seq == rows ? "waiting" : "coalesced",
                            seq == rows ? null : seq < 500 ? one + "d1" : one + "d2"));
            return rows;
        });
        return new Past(one, channel, one + "d1");
    }

    @Test
    void whatIsReadWhileOthersWaitDoesNotDependOnThePast() throws SQLException {
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        Past small;
        Past large;
        try (Archive archive = SqliteArchive.open(SocietyArchive.SCHEMA, folder, StorageSettings.defaults(), clock)) {
            small = fill(archive, clock, 1_000);
            large = fill(archive, clock, 20_000);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("space.db"))) {
            connection.setAutoCommit(false);
            List<Map.Entry<String, Object[]>> few =
                    List.copyOf(statements(small).entrySet());
            List<Map.Entry<String, Object[]>> many =
                    List.copyOf(statements(large).entrySet());
            for (int i = 0; i < few.size(); i++) {
                long before = SqliteSteps.of(
                        connection, few.get(i).getKey(), few.get(i).getValue());
                long after = SqliteSteps.of(
                        connection, many.get(i).getKey(), many.get(i).getValue());
                assertThat(after)
                        .as(many.get(i).getKey())
                        .isLessThanOrEqualTo(before + 50)
                        .isLessThan(12_000);
            }
        }
    }
}
