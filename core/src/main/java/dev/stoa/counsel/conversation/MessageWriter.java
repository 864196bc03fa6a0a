package dev.stoa.counsel.conversation;

import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.json.Json;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Appends messages, with all that moves with them. Thread-safe. */
final class MessageWriter {
    private static final String INSERT = """
            INSERT INTO messages (message_id, conversation_id, role, content, callout_type, models_used, accuracy_level,
                confidence, created_at, seq, query_id, reply_to, notices, key_id, tokens)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String ADVANCE = """
            UPDATE conversations SET last_seq = ?, last_at = ?, updated_at = ?, tail_hash = ? WHERE conversation_id = ?""";

    // No count is read first: two units that add to it cannot lose one of both.
    private static final String COUNT = """
            UPDATE token_counters SET token_estimate = token_estimate + ?, message_count = message_count + 1,
                last_message_at = ?, updated_at = ?
            WHERE conversation_id = ?""";

    private final CounselContext context;

    MessageWriter(CounselContext context) {
        this.context = context;
    }

    Message append(Tx tx, ConversationRow to, MessageDraft draft, Instant now) {
        String id = draft.messageId() == null ? context.ids().next() : draft.messageId();
        double at = to.at((Double) TimeForm.UNIX_SECONDS.stored(now));
        Message made = new Message(
                id,
                to.id(),
                to.lastSeq() + 1,
                draft.role().text(),
                draft.content(),
                false,
                draft.calloutType(),
                draft.modelsUsed(),
                draft.accuracyLevel(),
                draft.confidence(),
                draft.notices(),
                draft.queryId(),
                draft.replyTo(),
                TimeForm.UNIX_SECONDS.parse(at),
                TokenEstimate.of(draft.content()));
        insert(tx, made, draft.content(), at);
        tx.later(ADVANCE, made.seq(), at, at, tail(to, draft), to.id());
        if (to.counted()) {
            tx.later(COUNT, made.tokens(), at, at, to.id());
        }
        if (draft.role() == MessageRole.USER) {
            entitle(tx, to, draft.content());
        }
        return made;
    }

    /** The hash with this message; none if what was said before has none, for it would be that of another conversation. */
    private @Nullable String tail(ConversationRow to, MessageDraft draft) {
        return to.tailHash() == null && to.lastSeq() > 0
                ? null
                : TailHash.next(
                        context.seal(),
                        to.tailHash(),
                        draft.role(),
                        draft.content().getBytes(StandardCharsets.UTF_8));
    }

    private void insert(Tx tx, Message message, String content, double at) {
        Seal.RowSeal seal = context.seal().row();
        tx.later(
                INSERT,
                message.messageId(),
                message.conversationId(),
                message.role(),
                seal.text(SealedColumn.CONTENT, message.messageId(), message.conversationId(), content),
                message.calloutType(),
                array(message.modelsUsed()),
                message.accuracyLevel(),
                message.confidence(),
                at,
                message.seq(),
                message.queryId(),
                message.replyTo(),
                array(message.notices()),
                seal.keyId(),
                message.tokens());
    }

    private static String array(List<String> texts) {
        return texts.isEmpty() ? "[]" : Json.write(texts);
    }

    /** Names a conversation after its first question, if it has no name yet. */
    private void entitle(Tx tx, ConversationRow to, String content) {
        String title = context.seal().open(SealedColumn.TITLE, to.id(), "", to.title(), to.keyId());
        String better = title.equals(Conversation.DEFAULT_TITLE) ? TitleText.of(content) : null;
        if (better == null || (to.lastSeq() > 0 && asked(tx, to))) {
            return;
        }
        Seal.RowSeal seal = context.seal().row();
        tx.later(
                "UPDATE conversations SET title = ?, key_id = ? WHERE conversation_id = ?",
                seal.text(SealedColumn.TITLE, to.id(), "", better),
                seal.keyId(),
                to.id());
    }

    private static boolean asked(Tx tx, ConversationRow to) {
        return tx.one(
                        "SELECT 1 FROM messages WHERE conversation_id = ? AND seq <= ? AND role = 'user' LIMIT 1",
                        row -> row.number(1),
                        to.id(),
                        to.lastSeq())
                .isPresent();
    }
}
