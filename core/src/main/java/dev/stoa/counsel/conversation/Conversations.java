package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.VerificationException;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The conversations of users. Thread-safe. To another user a conversation does not exist. */
public final class Conversations {
    private static final String COLUMNS = """
            c.conversation_id, c.seq, c.user_id, c.title, c.key_id, c.project_id, c.created_at, c.updated_at,
                c.last_seq, c.erased_at""";

    static final String CONTINUING = "SELECT " + COLUMNS + " FROM conversations c WHERE c.user_id = ?"
            + " AND c.tail_hash = ? ORDER BY c.seq DESC LIMIT 1";

    private final CounselContext context;
    private final Projects projects;
    private final ConversationErasure erasure;
    private final Precondition expected;

    private Conversations(CounselContext context, Precondition expected) {
        this.context = context;
        this.projects = Projects.over(context);
        this.erasure = new ConversationErasure(context);
        this.expected = expected;
    }

    public static Conversations over(CounselContext context) {
        return new Conversations(context, Precondition.NONE);
    }

    /** The same conversations, each of which is changed only in a version that was expected. */
    public Conversations onlyIf(Precondition precondition) {
        return new Conversations(context, Bounds.given("precondition", precondition));
    }

    private void expect(Tx tx, Principal by, ConversationRow row) {
        expected.check("conversation " + row.id(), () -> get(tx, by, row.id()).etag());
    }

    /** Begins a conversation. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Conversation create(Principal by, ConversationDraft draft) {
        return context.write(by, (tx, now) -> create(tx, by, draft, now));
    }

    /** Begins a conversation, inside a unit of work. */
    public Conversation create(Tx tx, Principal by, ConversationDraft draft, Instant now) {
        if (draft.projectId() != null) {
            projects.get(tx, by, draft.projectId());
        }
        Conversation made = new Conversation(
                context.ids().next(),
                tx.next("conversations"),
                CounselContext.user(by),
                draft.title() == null ? Conversation.DEFAULT_TITLE : draft.title(),
                draft.projectId(),
                now,
                now,
                0,
                null);
        Seal.RowSeal seal = context.seal().row();
        tx.update(
                """
                INSERT INTO conversations (conversation_id, user_id, title, project_id, created_at, updated_at, seq,
                    last_seq, key_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)""",
                made.conversationId(),
                made.userId(),
                seal.text(SealedColumn.TITLE, made.conversationId(), "", Bounds.given("title", made.title())),
                made.projectId(),
                now,
                now,
                made.seq(),
                seal.keyId());
        return made;
    }

    /** One conversation, without its messages. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Conversation get(Principal by, String id) {
        return context.read(by, (tx, now) -> get(tx, by, id));
    }

    /** One conversation, inside a unit of work. */
    public Conversation get(Tx tx, Principal by, String id) {
        return find(tx, by, Bounds.id("conversation", id)).orElseThrow(() -> ConversationRow.missing(id));
    }

    private Optional<Conversation> find(Tx tx, Principal by, String id) {
        return tx.one(
                "SELECT " + COLUMNS + " FROM conversations c WHERE c.conversation_id = ? AND (c.user_id = ? OR ?)",
                row -> map(row, false),
                id,
                CounselContext.user(by),
                by.operator());
    }

    /** Conversations of a user, the newest first; an operator sees those of all. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Page<Conversation> list(Principal by, ConversationRequest request) {
        Rights.check(by);
        Page.Request page = request.page();
        List<@Nullable Object> params = new ArrayList<>();
        params.add(page.after(Long.MAX_VALUE));
        params.add(CounselContext.user(by));
        params.add(by.operator());
        if (request.project() instanceof ProjectFilter.Of one) {
            params.add(one.projectId());
        }
        params.add(page.limit() + 1);
        String order = request.byUpdate() ? "c.updated_at DESC, c.seq DESC" : "c.seq DESC";
        List<Conversation> rows = context.read(by, (tx, now) -> {
            if (request.project() instanceof ProjectFilter.Of one) {
                projects.get(tx, by, one.projectId());
            }
            return tx.list(
                    "SELECT " + COLUMNS + " FROM conversations c WHERE c.seq < ? AND (c.user_id = ? OR ?)"
                            + request.project().condition("c") + " ORDER BY " + order + " LIMIT ?",
                    row -> map(row, request.skipUnreadable()),
                    params.toArray());
        });
        return request.byUpdate()
                ? new Page<>(rows.subList(0, Math.min(rows.size(), page.limit())), null)
                : page.of(rows, Conversation::seq);
    }

    /** Gives a conversation another title. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Conversation rename(Principal by, String id, String title) {
        Rights.check(by);
        return change(by, id, new ConversationChange(Bounds.given("title", title), null, false));
    }

    /**
     * Moves a conversation to a project.
     *
     * @param project null to take it out of its project
     */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Conversation move(Principal by, String id, @Nullable String project) {
        Rights.check(by);
        return change(by, id, new ConversationChange(null, project, project == null));
    }

    /** Changes what is given of a conversation, all of it or nothing. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Conversation change(Principal by, String id, ConversationChange wanted) {
        return context.write(by, (tx, now) -> {
            String title = wanted.title();
            // What has no title any more gets none, and can still be put elsewhere.
            ConversationRow row = title == null
                    ? ConversationRow.of(tx, by, Bounds.id("conversation", id))
                    : ConversationRow.open(tx, by, Bounds.id("conversation", id));
            expect(tx, by, row);
            if (title != null) {
                Seal.RowSeal seal = context.seal().row();
                tx.update(
                        "UPDATE conversations SET title = ?, key_id = ? WHERE conversation_id = ?",
                        seal.text(SealedColumn.TITLE, row.id(), "", title),
                        seal.keyId(),
                        row.id());
            }
            if (wanted.projectId() != null || wanted.noProject()) {
                if (wanted.projectId() != null) {
                    projects.get(tx, by, wanted.projectId());
                }
                tx.update(
                        "UPDATE conversations SET project_id = ? WHERE conversation_id = ?",
                        wanted.projectId(),
                        row.id());
            }
            tx.update("UPDATE conversations SET updated_at = ? WHERE conversation_id = ?", now, row.id());
            return get(tx, by, id);
        });
    }

    /**
     * Erases the texts of a conversation for good; its rows, ids and numbers stay.
     *
     * @return how many rows of each table had texts
     */
    @Needs(value = Right.ADMIN, of = Needs.Whose.OWN, agents = false)
    public Map<String, Long> erase(Principal by, String id) {
        return context.erase(by, (tx, now) -> erase(tx, by, id, now));
    }

    /** What {@link #erase} would erase. */
    @Needs(value = Right.ADMIN, of = Needs.Whose.OWN, agents = false)
    public Map<String, Long> rehearseErase(Principal by, String id) {
        Rights.check(by);
        Instant now = context.now();
        return context.archive().rehearse(tx -> erase(tx, by, id, now));
    }

    private Map<String, Long> erase(Tx tx, Principal by, String id, Instant now) {
        ConversationRow row = ConversationRow.of(tx, by, Bounds.id("conversation", id));
        if (row.erased()) {
            throw new ConflictException("erased", "conversation " + row.id() + " was erased already", null);
        }
        expect(tx, by, row);
        return erasure.run(tx, by, row, now);
    }

    /** The newest conversation of a user that consists of these turns, for clients that keep no id. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Optional<Conversation> continuing(Principal by, List<TailHash.Turn> turns) {
        return context.read(by, (tx, now) -> continuing(tx, by, turns));
    }

    /** The newest conversation of a user that consists of these turns, inside a unit of work. */
    public Optional<Conversation> continuing(Tx tx, Principal by, List<TailHash.Turn> turns) {
        return tx.one(CONTINUING, row -> map(row, false), CounselContext.user(by), TailHash.of(context.seal(), turns));
    }

    private Conversation map(Row row, boolean skipUnreadable) {
        return new Conversation(
                row.text(1),
                row.number(2),
                row.text(3),
                title(row, skipUnreadable),
                row.textOrNull(6),
                row.instant(7),
                row.instant(8),
                row.number(9),
                row.instantOrNull(10));
    }

    private @Nullable String title(Row row, boolean skipUnreadable) {
        try {
            return context.seal().open(SealedColumn.TITLE, row.text(1), "", row.text(4), row.numberOrNull(5));
        } catch (VerificationException broken) {
            if (skipUnreadable) {
                return null;
            }
            throw broken;
        }
    }
}
