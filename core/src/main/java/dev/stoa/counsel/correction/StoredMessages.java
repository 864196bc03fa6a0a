package dev.stoa.counsel.correction;

import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What corrections read of conversations. Stateless. */
final class StoredMessages {
    private StoredMessages() {}

    /**
     * A message with what is known of its conversation. Immutable.
     *
     * @param label how sure an answer was said to be
     * @param field the field of the query that it answers
     */
    record Stored(
            String id,
            String conversation,
            @Nullable String project,
            String user,
            String role,
            long seq,
            String content,
            @Nullable String label,
            @Nullable String replyTo,
            @Nullable String field) {
        boolean answer() {
            return role.equals("assistant");
        }
    }

    private static final String MESSAGES = """
            SELECT m.message_id, m.conversation_id, v.project_id, v.user_id, m.role, m.seq, m.content, m.confidence,
                m.reply_to, q.field, m.key_id
            FROM messages m JOIN conversations v ON v.conversation_id = m.conversation_id
                LEFT JOIN queries q ON q.query_id = m.query_id
            WHERE m.content IS NOT NULL AND m.erased_at IS NULL""";

    private static List<Stored> read(Tx tx, Seal seal, String where, @Nullable Object... params) {
        return tx.list(
                MESSAGES + " AND " + where,
                row -> new Stored(
                        row.text(1),
                        row.text(2),
                        row.textOrNull(3),
                        row.text(4),
                        row.text(5),
                        row.number(6),
                        seal.open(SealedColumn.CONTENT, row.text(1), row.text(2), row.text(7), row.numberOrNull(11)),
                        row.textOrNull(8),
                        row.textOrNull(9),
                        row.textOrNull(10)),
                params);
    }

    /** A message that the principal may see. */
    static Stored get(Tx tx, Seal seal, Principal by, String id) {
        return read(tx, seal, "m.message_id = ?", id).stream()
                .filter(found -> by.operator() || found.user().equals(CounselContext.user(by)))
                .findFirst()
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no message " + id, "name a message of a conversation of yours"));
    }

    /** The message right before another in its conversation. */
    static Optional<Stored> before(Tx tx, Seal seal, Stored message) {
        return read(tx, seal, "m.conversation_id = ? AND m.seq = ?", message.conversation(), message.seq() - 1).stream()
                .findFirst();
    }

    /** The question of an answer: what it replies to, else the last user message before it. */
    static Optional<Stored> question(Tx tx, Seal seal, Stored answer) {
        String replyTo = answer.replyTo();
        if (replyTo != null) {
            return read(tx, seal, "m.message_id = ?", replyTo).stream().findFirst();
        }
        return read(
                        tx,
                        seal,
                        "m.conversation_id = ? AND m.seq < ? AND m.role = 'user' ORDER BY m.seq DESC LIMIT 1",
                        answer.conversation(),
                        answer.seq())
                .stream()
                .findFirst();
    }

    /** The newest earlier user messages of the message's project, else of its user. */
    static List<Stored> earlier(Tx tx, Seal seal, Stored message, int most) {
        String project = message.project();
        return read(
                tx,
                seal,
                (project == null ? "v.user_id = ?" : "v.project_id = ?")
                        + " AND m.role = 'user' AND m.message_id <> ?"
                        + " AND (m.conversation_id <> ? OR m.seq < ?) ORDER BY m.created_at DESC, m.message_id DESC"
                        + " LIMIT " + most,
                project == null ? message.user() : project,
                message.id(),
                message.conversation(),
                message.seq());
    }

    /** Refuses a project or conversation that is not there for the principal. */
    static void needScope(Tx tx, Principal by, CorrectionScope scope, @Nullable String id) {
        switch (scope) {
            case GLOBAL -> {}
            case PROJECT -> need(tx, by, "SELECT user_id, NULL FROM projects WHERE project_id = ?", "project", id);
            case CONVERSATION ->
                need(
                        tx,
                        by,
                        "SELECT user_id, CASE WHEN erased_at IS NULL THEN NULL ELSE 'erased' END FROM conversations"
                                + " WHERE conversation_id = ?",
                        "conversation",
                        id);
        }
    }

    private record Owner(String user, @Nullable String erased) {}

    private static void need(Tx tx, Principal by, String sql, String kind, @Nullable String id) {
        Owner owner = tx.one(sql, row -> new Owner(row.text(1), row.textOrNull(2)), id)
                .filter(found -> by.operator() || found.user().equals(CounselContext.user(by)))
                .orElseThrow(() ->
                        new NotFoundException("not_found", "there is no " + kind + " " + id, "name one of yours"));
        if (owner.erased() != null) {
            throw new ConflictException("conflict", kind + " " + id + " is erased", "name another");
        }
    }

    /** The project of a conversation that the principal may see. */
    static @Nullable String project(Tx tx, Principal by, String conversation) {
        needScope(tx, by, CorrectionScope.CONVERSATION, conversation);
        return tx.one(
                        "SELECT COALESCE(project_id, '') FROM conversations WHERE conversation_id = ?",
                        row -> row.text(1),
                        conversation)
                .filter(project -> !project.isEmpty())
                .orElse(null);
    }
}
