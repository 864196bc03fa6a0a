package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What was said in conversations, in order. Thread-safe. A message has a number in its conversation that never changes,
 * so pages are exact also where times are equal.
 */
public final class Messages {
    /** What a message writes beside its row: where its conversation stands, and what of it is counted. */
    private static final Scope.Kind CONVERSATION =
            new Scope.Kind("conversation", "messages", "conversations", "token_counters");

    private final CounselContext context;
    private final MessageTable table;
    private final MessageWriter writer;

    private Messages(CounselContext context) {
        this.context = context;
        this.table = new MessageTable(context.seal());
        this.writer = new MessageWriter(context);
    }

    public static Messages over(CounselContext context) {
        return new Messages(context);
    }

    /** Appends a message. One that is there already under its id, with the same role and content, is returned. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Message append(Principal by, MessageDraft draft) {
        Rights.check(by);
        Scope scope = draft.messageId() == null
                ? CONVERSATION.of(draft.conversationId())
                : CONVERSATION.of(draft.conversationId(), "message " + draft.messageId());
        return context.write(by, scope, (tx, now) -> append(tx, by, draft, now));
    }

    /** Appends a message, inside a unit of work. */
    public Message append(Tx tx, Principal by, MessageDraft draft, Instant now) {
        if (draft.messageId() != null) {
            Optional<Message> same = table.find(tx, draft.messageId());
            if (same.isPresent()) {
                ConversationRow.open(tx, by, draft.conversationId());
                return repeated(same.get(), draft);
            }
        }
        return writer.append(tx, ConversationRow.open(tx, by, draft.conversationId()), draft, now);
    }

    private static Message repeated(Message stored, MessageDraft draft) {
        if (stored.conversationId().equals(draft.conversationId())
                && stored.role().equals(draft.role().text())
                && draft.content().equals(stored.content())) {
            return stored;
        }
        throw new ConflictException(
                "conflict",
                "message " + stored.messageId() + " exists already and says something else",
                "give another id, or none");
    }

    /** A page of a conversation, the oldest message of the page first. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Page<Message> page(Principal by, String conversation, MessageRequest request) {
        return context.read(by, (tx, now) -> page(tx, by, conversation, request));
    }

    /** A page of a conversation, inside a unit of work. */
    public Page<Message> page(Tx tx, Principal by, String conversation, MessageRequest request) {
        String id = Bounds.id("conversation", conversation);
        MessageRequest.Start start = request.start(id);
        ConversationRow.of(tx, by, id);
        List<Message> rows = table.from(tx, id, start, request.limit() + 1, request.skipUnreadable());
        boolean more = rows.size() > request.limit();
        List<Message> items = more ? rows.subList(0, request.limit()) : rows;
        String next =
                more ? new MessageRequest.Start(start.order(), items.getLast().seq()).cursor(id) : null;
        return new Page<>(start.order() == MessageRequest.Order.ASC ? items : items.reversed(), next);
    }

    /** One message. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Message get(Principal by, String id) {
        return context.read(by, (tx, now) -> get(tx, by, id));
    }

    /** One message, inside a unit of work. */
    public Message get(Tx tx, Principal by, String id) {
        return table.find(tx, Bounds.id("message", id))
                .filter(message -> by.operator() || owns(tx, by, message.conversationId()))
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "message " + Bounds.shown(id) + " does not exist", "read its conversation"));
    }

    private static boolean owns(Tx tx, Principal by, String conversation) {
        return tx.number(
                        "SELECT count(*) FROM conversations WHERE conversation_id = ? AND user_id = ?",
                        conversation,
                        CounselContext.user(by))
                == 1;
    }

    /**
     * The newest messages of a conversation within two numbers, the oldest first. Fails if one does not open: nothing is
     * built from a conversation that is not whole.
     *
     * @param after the number after which they begin
     * @param upTo the number of the last
     */
    public List<Message> within(Tx tx, String conversation, long after, long upTo, int most) {
        return table.within(tx, conversation, after, upTo, most);
    }

    /**
     * The same, only those newest ones that fit together.
     *
     * @param room how many tokens they may have
     */
    public List<Message> fitting(Tx tx, String conversation, long after, long upTo, int most, long room) {
        return table.fitting(tx, conversation, after, upTo, most, room);
    }
}
