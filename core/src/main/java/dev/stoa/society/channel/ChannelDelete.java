package dev.stoa.society.channel;

import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.society.knowledge.TrustUpdate;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Deletes a channel with all that was said there. Stateless. */
final class ChannelDelete {
    private static final String MENTIONS = """
            SELECT count(*) FROM messages m CROSS JOIN mentions x
            WHERE m.channel_id = ? AND x.message_id = m.message_id""";

    // From what is cited to the messages: few of these are cited, and a channel may have very many.
    static final String CITING = """
            SELECT DISTINCT s.knowledge_id FROM knowledge_sources s CROSS JOIN messages m
            WHERE s.kind = 'message' AND m.message_id = s.ref AND m.channel_id = ?""";

    private static final String LED = """
            SELECT task_id FROM tasks
            WHERE channel_id = ? AND (kind = 'run' OR trigger_message_id IS NOT NULL OR reply_message_id IS NOT NULL)""";

    private static final String BLANKED = """
            SELECT task_id, agent_id, input, output, COALESCE(completed_at, created_at), seq FROM tasks
            WHERE task_id = ?""";

    private static final String OFFERED = """
            SELECT content FROM messages
            WHERE channel_id = ? AND content LIKE '@% handoff: %[task %]' AND deleted_at IS NULL""";

    private ChannelDelete() {}

    /** Deletes a channel that may be deleted; refused while something runs there. */
    static Channels.Deleted run(Tx tx, ResolvedPrincipal me, Channel channel, Instant now) {
        String id = channel.id();
        long mentions = tx.number(MENTIONS, id);
        long bookmarks = tx.number("SELECT count(*) FROM bookmarks WHERE channel_id = ?", id);
        long members = tx.number("SELECT count(*) FROM channel_members WHERE channel_id = ? AND role <> 'left'", id);
        long tasks =
                tx.number("SELECT count(*) FROM tasks t WHERE t.channel_id = ? AND " + Visibility.task("t", me), id);
        long notes = tx.number(
                "SELECT count(*) FROM memories m WHERE m.bridge_channel = ? AND " + Visibility.note("m", me), id);
        long pending = pending(tx, me, id);
        ChannelArchiving.close(tx, channel, "deleted", now);
        List<String> begun = endHandoffs(tx, id, now);
        Channels.Deleted deleted = new Channels.Deleted(
                id,
                channel.name(),
                channel.lastSeq(),
                mentions,
                bookmarks,
                members,
                tasks,
                notes,
                pending - pending(tx, me, id),
                begun.stream()
                        .flatMap(task -> ReadingTask.of(tx, me, task).stream())
                        .toList());
        blankTasks(tx, id);
        if (channel.restricted()) {
            // Without its channel it would be visible to all. PostgreSQL looks again at all references of
            // a row that was changed here, so the one to a message must go before the messages do.
            tx.update("UPDATE tasks SET private = 1, reply_message_id = NULL WHERE channel_id = ?", id);
            tx.update("UPDATE feed SET channel_id = NULL WHERE channel_id = ?", id);
        }
        if (tx.dialect() == Dialect.SQLITE) {
            tx.update("""
                    DELETE FROM search_text WHERE rowid IN (
                        SELECT doc_id FROM search_docs WHERE channel_id = ? AND kind = 'message')""", id);
        }
        tx.update("DELETE FROM search_docs WHERE channel_id = ? AND kind = 'message'", id);
        tx.update("UPDATE search_docs SET channel_id = NULL WHERE channel_id = ?", id);
        tx.update("DELETE FROM bookmarks WHERE channel_id = ?", id);
        List<String> citing = tx.list(CITING, row -> row.text(1), id);
        tx.update("DELETE FROM channels WHERE channel_id = ?", id);
        TrustUpdate.of(tx, citing, now);
        Feed.tell(tx, now, FeedKind.CHANNEL_DELETED, me.id(), channel.restricted() ? null : id, id);
        return deleted;
    }

    private static long pending(Tx tx, ResolvedPrincipal me, String channel) {
        return tx.number(
                "SELECT count(*) FROM tasks t WHERE t.channel_id = ? AND t.status = 'pending' AND "
                        + Visibility.task("t", me),
                channel);
    }

    /**
     * Takes the words of handoffs out of the work that they offered, and ends what no agent has begun; the ids of the
     * rest.
     */
    private static List<String> endHandoffs(Tx tx, String channel, Instant now) {
        Map<String, List<String>> offered = new HashMap<>();
        tx.each(
                OFFERED,
                row -> HandoffText.parse(row.text(1))
                        .ifPresent(handoff -> offered.computeIfAbsent(handoff.task(), any -> new ArrayList<>())
                                .add(handoff.summary())),
                channel);
        record Work(String id, String agent, String input, boolean pending) {}
        List<String> begun = new ArrayList<>();
        for (Work work : tx.list(
                "SELECT task_id, agent_id, input, status FROM tasks WHERE channel_id = ? AND kind = 'work'",
                row -> new Work(
                        row.text(1), row.text(2), row.text(3), row.text(4).equals("pending")),
                channel)) {
            if (!offered.getOrDefault(HandoffText.tail(work.id()), List.of()).contains(work.input())) {
                continue;
            }
            tx.update("UPDATE tasks SET input = ? WHERE task_id = ?", MessageTable.DELETED, work.id());
            if (work.pending()) {
                tx.update(
                        "UPDATE tasks SET status = 'killed', completed_at = ?, error = ? WHERE task_id = ?",
                        now,
                        "its channel was deleted",
                        work.id());
                Feed.tell(tx, now, FeedKind.TASK_FINISHED, work.agent(), channel, work.id());
            } else {
                begun.add(work.id());
            }
            SearchIndex.put(tx, tx.one(BLANKED, ChannelDelete::doc, work.id()).orElseThrow());
        }
        return begun;
    }

    /** Takes what was said in a channel out of the tasks that it led to: requests, prompts, answers and complaints. */
    private static void blankTasks(Tx tx, String channel) {
        List<String> blanked = tx.list(LED, row -> row.text(1), channel);
        // PostgreSQL looks again at all references of a row that was changed here, so the one to a message must go too.
        tx.update("""
                UPDATE tasks SET output = ?, reply_message_id = NULL
                WHERE channel_id = ? AND reply_message_id IS NOT NULL""", MessageTable.DELETED, channel);
        // An answer that was not posted, and what a program printed beside it, may be the prompt word for word.
        tx.update("""
                UPDATE tasks SET output = CASE WHEN COALESCE(output, '') = '' THEN output ELSE ? END,
                    stderr = CASE WHEN COALESCE(stderr, '') = '' THEN stderr ELSE ? END,
                    error = CASE WHEN COALESCE(stderr, '') = '' THEN error ELSE ? END
                WHERE channel_id = ? AND kind = 'run'""", MessageTable.DELETED, MessageTable.DELETED, MessageTable.DELETED, channel);
        tx.update("UPDATE tasks SET prompt = NULL WHERE channel_id = ? AND prompt IS NOT NULL", channel);
        tx.update(
                "UPDATE tasks SET input = ? WHERE channel_id = ? AND trigger_message_id IS NOT NULL",
                MessageTable.DELETED,
                channel);
        blanked.forEach(id ->
                SearchIndex.put(tx, tx.one(BLANKED, ChannelDelete::doc, id).orElseThrow()));
    }

    private static SearchIndex.Doc doc(Row row) {
        return SearchSources.task(
                row.text(1), row.text(2), null, row.text(3), row.textOrNull(4), row.instant(5), row.number(6));
    }
}
