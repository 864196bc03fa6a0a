package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.storage.Tx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What writing to a conversation needs to know of it. Immutable.
 *
 * @param lastAt the time of the last message or note, in seconds as it is stored: a note may be later by less than a
 *     microsecond
 * @param counted whether specialists count its tokens
 */
public record ConversationRow(
        String id,
        long lastSeq,
        @Nullable Double lastAt,
        @Nullable String tailHash,
        String title,
        @Nullable Long keyId,
        @Nullable String projectId,
        String userId,
        boolean erased,
        boolean counted) {
    private static final String SELECT = """
            SELECT c.conversation_id, c.last_seq, c.last_at, c.tail_hash, c.title, c.key_id, c.project_id, c.user_id,
                c.erased_at,
                CASE WHEN EXISTS (SELECT 1 FROM token_counters t WHERE t.conversation_id = c.conversation_id)
                    THEN 1 ELSE 0 END
            FROM conversations c WHERE c.conversation_id = ?""";

    /** The conversation of a user; to another it does not exist. */
    public static ConversationRow of(Tx tx, Principal by, String id) {
        return find(tx, id)
                .filter(row -> by.operator() || row.userId().equals(CounselContext.user(by)))
                .orElseThrow(() -> missing(id));
    }

    /** A conversation of any user, for the jobs of the archive. */
    public static ConversationRow any(Tx tx, String id) {
        return find(tx, id).orElseThrow(() -> missing(id));
    }

    private static Optional<ConversationRow> find(Tx tx, String id) {
        return tx.one(
                SELECT,
                row -> new ConversationRow(
                        row.text(1),
                        row.number(2),
                        row.realOrNull(3),
                        row.textOrNull(4),
                        row.text(5),
                        row.numberOrNull(6),
                        row.textOrNull(7),
                        row.text(8),
                        row.realOrNull(9) != null,
                        row.flag(10)),
                id);
    }

    /** The conversation of a user, if it can still be written to. */
    public static ConversationRow open(Tx tx, Principal by, String id) {
        ConversationRow row = of(tx, by, id);
        if (row.erased()) {
            throw new ConflictException("erased", "conversation " + id + " was erased", "begin another");
        }
        return row;
    }

    /** The time of something that happens now, in seconds: never before what happened last. */
    public double at(double now) {
        return lastAt == null ? now : Math.max(now, lastAt);
    }

    static NotFoundException missing(String id) {
        return new NotFoundException(
                "not_found", "conversation " + Bounds.shown(id) + " does not exist", "list the conversations");
    }
}
