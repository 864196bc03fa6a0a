package dev.stoa.society.index;

import dev.stoa.base.Excerpt;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads everything that the index is made of, and says what of it is searched. Stateless. */
public final class SearchSources {
    private static final int PORTION = 1_000;

    private SearchSources() {}

    /** Hands over every source in the archive. */
    public static void each(Tx tx, Consumer<SearchIndex.Doc> consumer) {
        all(
                tx,
                "SELECT memory_id, agent_id, topic, message, timestamp, archived_at, seq FROM memories",
                "memory_id",
                row -> note(
                        row.text(1),
                        row.text(2),
                        row.text(3),
                        row.text(4),
                        row.instant(5),
                        row.textOrNull(6) == null,
                        row.number(7)),
                consumer);
        all(
                tx,
                "SELECT knowledge_id, agent_id, domain, content, created_at, archived_at, seq FROM knowledge",
                "knowledge_id",
                row -> knowledge(
                        row.text(1),
                        row.text(2),
                        row.text(3),
                        row.text(4),
                        row.instant(5),
                        row.textOrNull(6) == null,
                        row.number(7)),
                consumer);
        all(
                tx,
                "SELECT message_id, agent_id, channel_id, content, created_at, seq FROM messages",
                "message_id",
                "deleted_at IS NULL AND kind <> 'system'",
                row -> message(row.text(1), row.text(2), row.text(3), row.text(4), row.instant(5), row.number(6)),
                consumer);
        all(
                tx,
                "SELECT task_id, agent_id, channel_id, input, output, completed_at, created_at, seq FROM tasks",
                "task_id",
                row -> task(
                        row.text(1),
                        row.text(2),
                        row.textOrNull(3),
                        row.text(4),
                        row.textOrNull(5),
                        row.textOrNull(6) == null ? row.instant(7) : row.instant(6),
                        row.number(8)),
                consumer);
    }

    public static SearchIndex.Doc note(
            String id, String agent, String topic, String message, Instant at, boolean live, long seq) {
        return new SearchIndex.Doc(SearchIndex.Kind.NOTE, id, agent, null, live, at, seq, topic + "\n" + message);
    }

    public static SearchIndex.Doc knowledge(
            String id, String agent, String domain, String content, Instant at, boolean live, long seq) {
        return new SearchIndex.Doc(
                SearchIndex.Kind.KNOWLEDGE, id, agent, null, live, at, seq, domain.replace('/', ' ') + "\n" + content);
    }

    public static SearchIndex.Doc message(
            String id, String agent, String channel, String content, Instant at, long seq) {
        return new SearchIndex.Doc(SearchIndex.Kind.MESSAGE, id, agent, channel, true, at, seq, content);
    }

    public static SearchIndex.Doc task(
            String id,
            String agent,
            @Nullable String channel,
            String input,
            @Nullable String output,
            Instant at,
            long seq) {
        String said = output == null ? "" : beginning(output);
        return new SearchIndex.Doc(SearchIndex.Kind.TASK, id, agent, channel, true, at, seq, input + "\n" + said);
    }

    /** Counted as the databases count, which know no halves of a character. */
    private static String beginning(String output) {
        return Excerpt.of(output, SearchIndex.OUTPUT);
    }

    private static void all(
            Tx tx, String select, String key, Row.Mapper<SearchIndex.Doc> mapper, Consumer<SearchIndex.Doc> consumer) {
        all(tx, select, key, "1 = 1", mapper, consumer);
    }

    /** In portions: a statement that is being read must not be interrupted by writes of the same unit. */
    private static void all(
            Tx tx,
            String select,
            String key,
            String condition,
            Row.Mapper<SearchIndex.Doc> mapper,
            Consumer<SearchIndex.Doc> consumer) {
        String order = tx.dialect().pick(key, key + " COLLATE \"C\"");
        String portion =
                select + " WHERE " + condition + " AND " + order + " > ? ORDER BY " + order + " LIMIT " + PORTION;
        String after = "";
        List<SearchIndex.Doc> read;
        do {
            read = tx.list(portion, mapper, after);
            read.forEach(consumer);
            after = read.isEmpty() ? after : read.getLast().ref();
        } while (read.size() == PORTION);
    }
}
