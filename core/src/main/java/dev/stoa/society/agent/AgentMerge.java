package dev.stoa.society.agent;

import dev.stoa.base.ConflictException;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.knowledge.TrustUpdate;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteWriter;
import dev.stoa.society.run.RunTable;
import dev.stoa.society.work.TaskTable;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes one agent of two, within a unit of work: whatever the first did, said, knows and holds is then the second's.
 * Not thread-safe; used once.
 *
 * <p>Hazard: the row of the first is deleted, and what still refers to it would go with it. So every such column stands
 * in {@link AgentColumns}, and the end is refused while any of them names it.
 */
final class AgentMerge {
    private static final String LIVE = "t.agent_id = ? AND t.kind = 'run' AND t.status IN ('pending', 'running')";

    private static final String RENUMBER = """
            UPDATE messages SET author_seq = n.number
            FROM (SELECT message_id AS id, row_number() OVER (ORDER BY seq) AS number FROM messages
                WHERE channel_id = ? AND agent_id = ?) AS n
            WHERE message_id = n.id AND author_seq <> n.number""";

    private static final String POSTED = """
            UPDATE channel_members SET posted = (SELECT count(*) FROM messages g
                WHERE g.channel_id = channel_members.channel_id AND g.agent_id = channel_members.agent_id)
            WHERE channel_id = ? AND agent_id = ?""";

    private static final String STRONGER = """
            UPDATE channel_members SET role = (SELECT f.role FROM channel_members f
                WHERE f.channel_id = channel_members.channel_id AND f.agent_id = ?)
            WHERE agent_id = ? AND EXISTS (SELECT 1 FROM channel_members f
                WHERE f.channel_id = channel_members.channel_id AND f.agent_id = ?
                    AND (f.role = 'owner' OR f.role = 'member' AND channel_members.role = 'left'))""";

    private static final String EARLIER = """
            UPDATE bookmarks SET (last_seen_seq, last_seen_id, updated_at) = (
                SELECT f.last_seen_seq, f.last_seen_id, f.updated_at FROM bookmarks f
                WHERE f.channel_id = bookmarks.channel_id AND f.agent_id = ?)
            WHERE agent_id = ? AND EXISTS (SELECT 1 FROM bookmarks f
                WHERE f.channel_id = bookmarks.channel_id AND f.agent_id = ?
                    AND f.last_seen_seq < bookmarks.last_seen_seq)""";

    private static final String OWN_SHARES = """
            DELETE FROM note_shares WHERE agent_id = ?
                AND memory_id IN (SELECT memory_id FROM memories WHERE agent_id = ?)""";

    private static final String REVIEWED = """
            SELECT r.knowledge_id FROM knowledge_reviews r JOIN knowledge k ON k.knowledge_id = r.knowledge_id
            WHERE r.agent_id = ? OR r.agent_id = ? AND k.agent_id = ?""";

    private static final String OWN_REVIEWS = """
            DELETE FROM knowledge_reviews WHERE agent_id = ?
                AND knowledge_id IN (SELECT knowledge_id FROM knowledge WHERE agent_id = ?)""";

    private static final String ROW = """
            UPDATE agents SET created_at = ?, last_active_at = ?, spawn_count = ? WHERE agent_id = ?""";

    private final Tx tx;
    private final ResolvedPrincipal me;
    private final Agent from;
    private final Agent to;
    private final Instant now;

    private AgentMerge(Tx tx, ResolvedPrincipal me, Agent from, Agent to, Instant now) {
        this.tx = tx;
        this.me = me;
        this.from = from;
        this.to = to;
        this.now = now;
    }

    static MergeResult run(Tx tx, ResolvedPrincipal me, Agent from, Agent to, Instant now) {
        AgentMerge merge = new AgentMerge(tx, me, from, to, now);
        merge.check();
        return merge.run();
    }

    private void check() {
        if (from.id().equals(to.id())) {
            throw conflict(from.identity() + " cannot be merged with itself", "name two agents");
        }
        AgentTable.needOrdinary(from, "merged");
        AgentTable.needOrdinary(to, "merged");
        if (from.kind() != to.kind()) {
            throw conflict(
                    from.identity() + " is of kind " + from.kind().text() + " and " + to.identity() + " of kind "
                            + to.kind().text(),
                    "merge two of one kind");
        }
        if (!to.isLive()) {
            throw conflict(
                    "agent " + to.identity() + " is archived",
                    "restore it with stoa agent restore " + to.identity() + ", or merge the other way round");
        }
        Stream.of(from, to).forEach(this::refuseWhileLive);
    }

    private void refuseWhileLive(Agent agent) {
        TaskTable.where(tx, LIVE, agent.id()).stream().findFirst().ifPresent(task -> {
            throw conflict(
                    "an execution of " + agent.identity() + " is "
                            + task.status().text(),
                    "wait for it, or stop it with " + AgentArchiving.stop(tx, me, task));
        });
    }

    private static ConflictException conflict(String message, String hint) {
        return new ConflictException("conflict", message, hint);
    }

    private MergeResult run() {
        Map<String, Long> rows = AgentColumns.rows(tx, from.id());
        runs();
        messages();
        bookmarks();
        tasks();
        fold("mentions", "message_id");
        notes();
        knowledge();
        point("graph_entities", "agent_id");
        point("graph_relations", "agent_id");
        point("search_docs", "agent_id");
        agents();
        Feed.tell(tx, now, FeedKind.AGENT_MERGED, to.id(), null, from.id());
        Feed.tell(tx, now, FeedKind.AGENT_CHANGED, to.id(), null, to.id());
        return new MergeResult(rows, AgentTable.get(tx, to.id()));
    }

    /** None of them works, so all that have not ended wait, and two could wait in one channel. */
    private void runs() {
        RunTable.living(tx, from.id()).forEach(run -> AgentArchiving.endRun(tx, run, "merged", now));
        tx.update(
                "UPDATE sessions SET agent_id = ?, spawn_number = spawn_number + ? WHERE agent_id = ?",
                to.id(),
                to.spawnCount(),
                from.id());
    }

    private void messages() {
        List<String> channels =
                tx.list("SELECT DISTINCT channel_id FROM messages WHERE agent_id = ?", row -> row.text(1), from.id());
        forgetKeys("messages");
        point("messages", "agent_id");
        tx.update(STRONGER, from.id(), to.id(), from.id());
        fold("channel_members", "channel_id");
        for (String channel : channels) {
            tx.update(RENUMBER, channel, to.id());
            tx.update(POSTED, channel, to.id());
        }
    }

    private void bookmarks() {
        tx.update(EARLIER, from.id(), to.id(), from.id());
        fold("bookmarks", "channel_id");
    }

    private void tasks() {
        forgetKeys("tasks");
        point("tasks", "agent_id");
        point("tasks", "assignee_id");
        point("tasks", "offered_to");
    }

    private void notes() {
        point("memories", "agent_id");
        fold("note_shares", "memory_id");
        tx.update(OWN_SHARES, to.id(), to.id());
        List<String> journals = tx.list(
                "SELECT memory_id FROM memories WHERE agent_id = ? AND topic = ? AND archived_at IS NULL"
                        + " ORDER BY seq DESC",
                row -> row.text(1),
                to.id(),
                Note.JOURNAL);
        journals.stream().skip(1).forEach(old -> {
            NoteWriter.archive(tx, old, now);
            Feed.tell(tx, now, FeedKind.NOTE_CHANGED, to.id(), null, old);
        });
    }

    /** Where both have said something, one voice is lost, and so is that of an author about itself. */
    private void knowledge() {
        Set<String> reviewed = new TreeSet<>(tx.list(REVIEWED, row -> row.text(1), from.id(), to.id(), from.id()));
        point("knowledge", "agent_id");
        fold("knowledge_reviews", "knowledge_id");
        tx.update(OWN_REVIEWS, to.id(), to.id());
        TrustUpdate.of(tx, reviewed, now);
    }

    private void agents() {
        point("agent_aliases", "agent_id");
        AgentRename.alias(tx, from.identity(), to.id(), from.id(), now);
        tx.update("UPDATE agents SET cloned_from = NULL WHERE agent_id = ? AND cloned_from = ?", to.id(), from.id());
        point("agents", "cloned_from");
        tx.update(
                ROW,
                from.createdAt().isBefore(to.createdAt()) ? from.createdAt() : to.createdAt(),
                lastActive(),
                from.spawnCount() + to.spawnCount(),
                to.id());
        AgentColumns.rows(tx, from.id()).forEach((table, rows) -> {
            if (rows > 0) {
                throw new IllegalStateException(rows + " rows of " + table + " still refer to agent " + from.id());
            }
        });
        tx.update("DELETE FROM agents WHERE agent_id = ?", from.id());
    }

    /** Whoever merges itself into another has been active as that one. */
    private @Nullable Instant lastActive() {
        return Stream.of(
                        Optional.ofNullable(from.lastActiveAt()),
                        Optional.ofNullable(to.lastActiveAt()),
                        Optional.of(now).filter(at -> me.id().equals(from.id())))
                .flatMap(Optional::stream)
                .max(Instant::compareTo)
                .orElse(null);
    }

    private void point(String table, String column) {
        tx.update("UPDATE " + table + " SET " + column + " = ? WHERE " + column + " = ?", to.id(), from.id());
    }

    /** Where the other has a row of the same key that one stays. */
    private void fold(String table, String key) {
        tx.update(
                "DELETE FROM " + table + " WHERE agent_id = ? AND " + key + " IN (SELECT " + key + " FROM " + table
                        + " WHERE agent_id = ?)",
                from.id(),
                to.id());
        point(table, "agent_id");
    }

    private void forgetKeys(String table) {
        tx.update(
                "UPDATE " + table
                        + " SET client_key = NULL WHERE agent_id = ? AND client_key IN (SELECT client_key FROM " + table
                        + " WHERE agent_id = ?)",
                from.id(),
                to.id());
    }
}
