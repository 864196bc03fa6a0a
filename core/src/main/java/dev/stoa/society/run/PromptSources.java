package dev.stoa.society.run;

import dev.stoa.base.Trust;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.base.VisibleChannels;
import dev.stoa.society.work.Task;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what an agent may be told, within the unit of work that claims its execution. Stateless. */
final class PromptSources {
    private static final Duration RECENT = Duration.ofDays(7);
    private static final int NOTES = 5;
    private static final int WORK = 5;
    private static final int MESSAGES = 40;
    private static final int LOOKED_AT = 200;

    private static final String WORK_ORDER = " ORDER BY t.priority DESC, t.seq LIMIT " + WORK;

    static final String HELD = "SELECT " + Task.COLUMNS + " FROM " + Task.TABLES
            + " WHERE t.kind = 'work' AND t.status = 'running' AND t.assignee_id = ?" + WORK_ORDER;

    /** What an agent can be told of itself follows the order of an index, however much it has noted. */
    private static final String NOTE = "SELECT topic, message, timestamp, seq FROM memories"
            + " WHERE agent_id = ? AND archived_at IS NULL AND topic <> 'journal' AND core = ";

    static final String CORE_NOTES = NOTE + "1 ORDER BY seq DESC LIMIT " + NOTES;

    /** Of the last hundreds, so that years of old notes are not looked through for one of this week. */
    static final String RECENT_NOTES = "SELECT topic, message FROM (" + NOTE + "0 ORDER BY seq DESC LIMIT " + LOOKED_AT
            + ") last WHERE timestamp >= ? ORDER BY seq DESC LIMIT " + NOTES;

    static final String JOURNAL = "SELECT message FROM memories WHERE agent_id = ? AND archived_at IS NULL"
            + " AND topic = 'journal' ORDER BY seq DESC LIMIT 1";

    static final String LAST = "SELECT m.seq, a.identity, m.kind, m.content FROM messages m"
            + " JOIN agents a ON a.agent_id = m.agent_id WHERE m.channel_id = ? AND m.deleted_at IS NULL"
            + " ORDER BY m.seq DESC LIMIT " + MESSAGES;

    /** The newest first. */
    static final String COVERED = """
            SELECT m.seq, a.identity, m.kind, m.content FROM mentions n JOIN messages m ON m.message_id = n.message_id
            JOIN agents a ON a.agent_id = m.agent_id WHERE n.task_id = ? AND m.deleted_at IS NULL
            ORDER BY n.seq DESC LIMIT\s""" + LOOKED_AT;

    private record Place(String name, @Nullable String topic) {}

    private PromptSources() {}

    static PromptParts read(Tx tx, Task task, Run run, Instant now) {
        Agent agent = AgentTable.get(tx, task.agentId());
        String id = agent.id();
        // A channel that the agent was removed from is none of its business any more.
        String channel = VisibleChannels.sees(tx, id, task.channelId()) ? task.channelId() : null;
        Place place = channel == null
                ? null
                : tx.one(
                                "SELECT name, topic FROM channels WHERE channel_id = ?",
                                row -> new Place(row.text(1), row.textOrNull(2)),
                                channel)
                        .orElseThrow();
        return new PromptParts(
                agent,
                run,
                task,
                constitution(tx, run),
                tx.list(CORE_NOTES, PromptSources::note, id),
                tx.one(JOURNAL, row -> row.text(1), id).orElse(null),
                tx.list(RECENT_NOTES, PromptSources::note, id, now.minus(RECENT)),
                openWork(tx, new ResolvedPrincipal(id, agent.identity(), agent.kind(), false, Trust.AGENT)),
                place == null ? null : place.name(),
                place == null ? null : place.topic(),
                channel == null
                        ? List.of()
                        : tx.list(LAST, PromptSources::said, channel).reversed(),
                channel == null
                        ? List.of()
                        : tx.list(COVERED, PromptSources::said, task.id()).reversed());
    }

    private static @Nullable String constitution(Tx tx, Run run) {
        return run.constitutionHash() == null
                ? null
                : tx.one("SELECT text FROM constitutions WHERE hash = ?", row -> row.text(1), run.constitutionHash())
                        .orElse(null);
    }

    /** What an agent holds or is offered, in two parts that each follow an index. */
    private static List<Task> openWork(Tx tx, ResolvedPrincipal me) {
        return Stream.concat(
                        tx.list(HELD, Task::of, me.id()).stream(), tx.list(offered(me), Task::of, me.id()).stream())
                .sorted(Comparator.comparingInt(Task::priority).reversed().thenComparingLong(Task::seq))
                .limit(WORK)
                .toList();
    }

    static String offered(ResolvedPrincipal me) {
        return "SELECT " + Task.COLUMNS + " FROM " + Task.TABLES
                + " WHERE t.kind = 'work' AND t.status = 'pending' AND t.offered_to = ? AND " + Visibility.task("t", me)
                + WORK_ORDER;
    }

    private static String note(Row row) {
        return row.text(1) + ": " + row.text(2);
    }

    private static PromptParts.Said said(Row row) {
        return new PromptParts.Said(row.number(1), row.text(2), row.text(3), row.text(4));
    }
}
