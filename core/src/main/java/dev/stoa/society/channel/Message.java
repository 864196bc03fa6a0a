package dev.stoa.society.channel;

import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody said in a channel. Immutable, and so is what it stands for, except that it can be deleted.
 *
 * @param seq its number in the channel, from 1 on and without gaps
 * @param content null if it was deleted
 * @param taskId the execution on whose behalf it was posted
 */
public record Message(
        String id,
        String channelId,
        String channel,
        long seq,
        String agentId,
        String identity,
        MessageKind kind,
        @Nullable String content,
        @Nullable String taskId,
        Instant createdAt,
        @Nullable Instant deletedAt,
        List<Mention> mentions) {
    static final String COLUMNS =
            "m.message_id, m.channel_id, m.seq, m.agent_id, a.identity, m.kind, m.content, m.task_id, m.created_at,"
                    + " m.deleted_at";

    public Message {
        mentions = List.copyOf(mentions);
    }

    static Message of(Row row, String channel) {
        Instant deleted = row.instantOrNull(10);
        return new Message(
                row.text(1),
                row.text(2),
                channel,
                row.number(3),
                row.text(4),
                row.text(5),
                MessageKind.of(row.text(6)),
                deleted == null ? row.text(7) : null,
                row.textOrNull(8),
                row.instant(9),
                deleted,
                List.of());
    }

    Message mentioning(List<Mention> named) {
        return new Message(
                id, channelId, channel, seq, agentId, identity, kind, content, taskId, createdAt, deletedAt, named);
    }

    /** The message as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "message_id",
                id,
                "channel_id",
                channelId,
                "channel",
                channel,
                "seq",
                seq,
                "agent_id",
                agentId,
                "identity",
                identity,
                "kind",
                kind.text(),
                "content",
                content,
                "task_id",
                taskId,
                "created_at",
                createdAt,
                "deleted_at",
                deletedAt,
                "mentions",
                mentions.stream().map(Mention::document).toList());
    }
}
