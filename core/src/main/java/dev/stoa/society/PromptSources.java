package dev.stoa.society;

import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what an agent may be told, within the unit of work that claims its execution. Stateless. */
final class PromptSources {
    private static final Duration RECENT = Duration.ofDays(7);
    private static final int NOTES = 5;
    private static final int WORK = 5;
    private static final int MESSAGES = 40;

    private static final String OPEN_WORK = "SELECT " + Task.COLUMNS + " FROM " + Task.TABLES + """
             WHERE t.kind = 'work' AND (t.status = 'running' AND t.assignee_id = ?
                OR t.status = 'pending' AND t.offered_to = ?)
            ORDER BY t.priority DESC, t.seq LIMIT\s""" + WORK;

    private static final String LAST = "SELECT m.seq, a.identity, m.kind, m.content FROM messages m"
            + " JOIN agents a ON a.agent_id = m.agent_id WHERE m.channel_id = ? AND m.deleted_at IS NULL"
            + " ORDER BY m.seq DESC LIMIT " + MESSAGES;

    private static final String COVERED = """
            SELECT m.seq, a.identity, m.kind, m.content FROM mentions n JOIN messages m ON m.message_id = n.message_id
            JOIN agents a ON a.agent_id = m.agent_id WHERE n.agent_id = ? AND n.channel_id = ? AND n.task_id = ?
                AND m.deleted_at IS NULL
            ORDER BY m.seq""";

    private record Place(String name, @Nullable String topic) {}

    private PromptSources() {}

    static PromptParts read(Tx tx, Task task, Run run, Instant now) {
        Agent agent = AgentTable.get(tx, task.agentId());
        String id = agent.id();
        // A channel that the agent was removed from is none of its business any more.
        String channel = Places.sees(tx, id, task.channelId()) ? task.channelId() : null;
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
                notes(tx, "core = 1 AND topic <> 'journal'", id, null),
                tx.one(
                                "SELECT message FROM memories WHERE agent_id = ? AND archived_at IS NULL"
                                        + " AND topic = 'journal' ORDER BY seq DESC LIMIT 1",
                                row -> row.text(1),
                                id)
                        .orElse(null),
                notes(tx, "core = 0 AND topic <> 'journal'", id, now.minus(RECENT)),
                tx.list(OPEN_WORK, Task::of, id, id),
                place == null ? null : place.name(),
                place == null ? null : place.topic(),
                channel == null
                        ? List.of()
                        : tx.list(LAST, PromptSources::said, channel).reversed(),
                channel == null ? List.of() : tx.list(COVERED, PromptSources::said, id, channel, task.id()));
    }

    private static @Nullable String constitution(Tx tx, Run run) {
        return run.constitutionHash() == null
                ? null
                : tx.one("SELECT text FROM constitutions WHERE hash = ?", row -> row.text(1), run.constitutionHash())
                        .orElse(null);
    }

    private static List<String> notes(Tx tx, String condition, String agent, @Nullable Instant since) {
        String select =
                "SELECT topic, message FROM memories WHERE agent_id = ? AND archived_at IS NULL AND " + condition;
        String order = " ORDER BY seq DESC LIMIT " + NOTES;
        return since == null
                ? tx.list(select + order, row -> row.text(1) + ": " + row.text(2), agent)
                : tx.list(
                        select + " AND timestamp >= ?" + order, row -> row.text(1) + ": " + row.text(2), agent, since);
    }

    private static PromptParts.Said said(Row row) {
        return new PromptParts.Said(row.number(1), row.text(2), row.text(3), row.text(4));
    }
}
